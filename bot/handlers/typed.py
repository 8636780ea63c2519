"""What people type: who answers a command, and what a text without one is taken for."""

from collections.abc import Mapping
from typing import Any, Final

from bot.families import registry
from bot.families.context import Context
from bot.families.family import Chat, Family, OnCommand
from bot.handlers.commands import General, answered
from bot.handlers.meant import Meant
from bot.store.refusals import Refusals
from bot.tables.held import table_name
from bot.telegram.answers import Answers
from bot.telegram.inbound import Command, Mistyped, Reply
from bot.telegram.members import Members
from bot.typed.commands import bound, command_name
from bot.typed.replies import Order, order
from bot.typed.vocabulary import vocabulary
from bot.workers.recently import Recently
from engine.errors import Refusal
from engine.game import Table, is_over, looks_like_action
from engine.seats import Lobby

_CHANNEL_SECONDS: Final = 60 * 60.0
"""How long a chat where channels speak is not told again that they cannot play."""


def _as_command(request: Reply, ordered: Order) -> Command:
    """The command whose word somebody wrote without its slash."""
    return Command(
        request.update,
        request.place,
        request.sender,
        request.message,
        ordered.command,
        ordered.text,
        request.sent,
        arrived=request.arrived,
        ephemeral=request.ephemeral,
        edited=request.edited,
        meant=request.meant,
        turns=request.turns,
    )


def is_word(text: str) -> bool:
    """Whether a text without a command is one word, which a game may have an answer to."""
    return len(text.split(maxsplit=1)) == 1


class Typed:
    """Finds the handler of a command or a move, and the table that it is about.

    Raises:
        bot.typed.commands.CommandError: commands and handlers do not belong together.
    """

    def __init__(
        self,
        general: General,
        chats: Mapping[str, Chat],
        meant: Meant,
        *,
        members: Members,
        refusals: Refusals,
        answers: Answers,
    ) -> None:
        self._chats: Final = chats
        """Of the families, by their names."""
        self._meant: Final = meant
        self._members: Final = members
        self._refusals: Final = refusals
        self._answers: Final = answers
        self._told: Final = Recently(_CHANNEL_SECONDS)
        """Chats where a channel was told a while ago that it cannot be answered."""
        # Where no game says which family is meant, the first one that understands a command answers.
        self._own: Final[dict[str, OnCommand]] = {
            name: handler for chat in reversed(list(chats.values())) for name, handler in chat.commands.items()
        }
        self._commands: Final[Mapping[str, OnCommand]] = bound(*general)
        self._rows: Final = answered(self._commands.keys() | self._own.keys())

    async def command(self, request: Command, context: Context) -> None:
        """Do what a command asks; a channel is told once in a while that it cannot be answered.

        Raises:
            Refusal: ``channel_speaks``, ``group_only``, ``anonymous``, ``other_table`` as :meth:`reply`, and whatever
                the handler refuses.
        """
        if request.sender.channel:
            if request.edited or self._told.again(request.place.scope.chat):
                return
            raise Refusal("channel_speaks")
        _check_meant(request, context.held.table)
        row = self._rows[request.name]
        if request.edited and not await self._was_refused(request):
            return
        if request.place.private and row.where == "game":
            context = await self._meant.only_game(request, context, plays=row.kind == "action")
        if request.place.private and row.where == "group" and context.held.table is None:
            raise Refusal("group_only")
        if context.held.seen:
            return
        if request.sender.anonymous and row.person:
            raise Refusal("anonymous")
        if row.who == "administrator":
            await self._members.check_admin(request)
        await self._handler(request, context.held.table)(request, context)

    async def mistyped(self, request: Mistyped, context: Context) -> None:
        """A command that there is not: in groups answered where it can only be meant for us, as others' bots are there.

        What may have been a move counts as a refused one, so that its command can be mended by an edit.

        Raises:
            Refusal: ``mistyped_command``, with the one that it is near.
        """
        table = context.held.table
        about = isinstance(table, Lobby) or (
            table is not None and not is_over(table) and table.seat_of(request.sender.user) is not None
        )
        if request.near == "play" and about and not isinstance(table, Lobby):
            await self._chats[self._family(table).name].mistook(request, context)
        if request.place.private or about:
            meant = f"/{command_name(request.near, context.language)}"
            raise Refusal("mistyped_command", typed=f"/{request.typed}", near=meant)

    async def reply(self, request: Reply, context: Context) -> None:
        """A move without its command; other chatter is let be in groups, and helped along in private.

        Raises:
            Refusal: ``other_table`` where an inline result was made for another table than the chat's.
        """
        _check_meant(request, context.held.table)
        if request.edited and not await self._was_refused(request):
            return
        if looks_like_action(request.text, words=vocabulary()):
            private = request.place.private
            about = await self._meant.only_game(request, context, plays=True) if private else context
            family = self._family(about.held.table)
            if family.engine.looks_like_action(request.text, vocabulary()):
                await self._chats[family.name].move(request, about)
            return
        if is_word(request.text) and await self._said(request, context):
            return
        ordered = order(request.text)
        if ordered is not None and await self._may_order(request, context):
            await self.command(_as_command(request, ordered), context)
        elif request.place.private and not request.edited:
            await self._answers.say(request, context.language, "private-hint")

    async def _may_order(self, request: Reply, context: Context) -> bool:
        """Whether a command without its slash is one: from who is on turn, or from a player who names the bot."""
        about = await self._meant.any_game(request, context) if request.place.private else context
        table = None if about is None else about.held.table
        if table is None or isinstance(table, Lobby) or is_over(table):
            return False
        seat = table.seat_of(request.sender.user)
        return seat is not None and (request.addressed or seat == table.turn)

    async def _was_refused(self, request: Command | Reply) -> bool:
        """Whether an edited message is its writer's newest move that was refused: nothing else is done anew."""
        chat, user = request.place.origin, request.sender.user
        return await self._refusals.about(user, chat, request.message) is not None

    async def _said(self, request: Reply, context: Context) -> bool:
        """Whether a word was one for the game that is meant, and so was answered."""
        about = await self._meant.any_game(request, context) if request.place.private else context
        table = None if about is None else about.held.table
        if about is None or table is None or isinstance(table, Lobby):
            return False
        return await self._chats[registry.of_game(table).name].said(request, about)

    def _family(self, table: Table | None) -> Family[Any, Any, Any]:
        """Of the game that is on, or was; before one the first, which refuses like any other."""
        return registry.FAMILIES[0] if table is None or isinstance(table, Lobby) else registry.of_game(table)

    def _handler(self, request: Command, table: Table | None) -> OnCommand:
        """Who answers a command: the family of the game that is on, or was; else whoever understands it.

        In private, what is about no single game is not for one family to answer.
        """
        command = request.name
        if table is None or isinstance(table, Lobby):
            if request.place.private and command in self._commands:
                return self._commands[command]
            return self._own.get(command) or self._commands[command]
        theirs = self._chats[registry.of_game(table).name].commands
        return theirs.get(command) or self._commands.get(command) or self._own[command]


def _check_meant(request: Command | Reply, table: Table | None) -> None:
    """Whether a chosen inline result stands where it plays: in the chat of the very table that it was made for."""
    if request.meant is None:
        return
    if request.place.private or table is None or table_name(table) != request.meant:
        raise Refusal("other_table")
    if request.sender.anonymous:
        raise Refusal("anonymous")
