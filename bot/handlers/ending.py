"""Ending a table without a result: asked back, told what is lost, objected to; and what administrators did there."""

from typing import Final

from telegram import InlineKeyboardMarkup
from telegram.constants import ChatID

from bot.families.context import Context
from bot.tables.games import Games
from bot.tables.held import begun, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import ENDS, Pressed, button, data, paired
from bot.telegram.fading import SECONDS
from bot.telegram.inbound import Command, Tap
from bot.telegram.members import Members
from bot.typed.commands import command
from bot.wording import acts, endings
from engine import closing
from engine.closing import ObjectToCancel, ProposeCancel
from engine.computers import is_computer
from engine.errors import Refusal
from engine.family import Game
from engine.game import is_over
from engine.seats import Lobby
from engine.turns import Cancel


class EndingHandlers:
    """The question, its answers, and the list of acts; who presses is judged anew each time."""

    def __init__(self, members: Members, games: Games, answers: Answers) -> None:
        self._members: Final = members
        self._games: Final = games
        self._answers: Final = answers

    @command("cancel", "group", "host")
    async def cancel(self, request: Command, context: Context) -> None:
        """``/iptal``: close a lobby; ask of a running game whether it is to end, by its host or an administrator."""
        table, user = context.held.table, request.sender.user
        if isinstance(table, Lobby):
            if table.host != user and not await self._members.is_admin(request):
                raise Refusal("not_allowed_to_cancel")
            await self._games.play(context.held, Cancel(user), request.update)
            await self._answers.briefly(request, context.voice.html("lobby-closed"))
            return
        if table is None or is_over(table):
            raise Refusal("no_game")
        at_once = _plays_alone(table, user) or await self._members.is_admin(request)
        if not at_once:
            _check_host(table, user)
        voice, name = context.voice, table_name(table)
        question = "cancel-sure" if at_once else "cancel-sure-host"
        asked = voice.html(question, name=voice.actor(request.sender.shown))
        text = "\n".join(filter(None, (asked, endings.lost(table, voice))))
        yes = button(voice, "button-cancel", data("cancel", name, user), style=ENDS)
        no = button(voice, "button-keep", data("keep", name, user))
        keyboard = InlineKeyboardMarkup(paired((yes, no)))
        await self._answers.briefly(request, text, keyboard)

    async def confirm(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The yes to ending a game, by the one who was asked: at once by an administrator, else with time to object."""
        game = _going(tap, context)
        sender = await self._asked(tap, pressed)
        user = tap.sender.user
        if _plays_alone(game, user):
            action: Cancel | ProposeCancel = Cancel(user, sender)
        elif await self._members.is_admin(tap):
            action = Cancel(user, sender, administrator=True)
        else:
            closing.check(game, user)
            action = ProposeCancel(user)
        await self._games.play(context.held, action, tap.update)
        await self._answers.quiet(tap)
        # What came of it everybody reads in a message of its own.
        await self._answers.clear(tap)

    async def keep(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The no to ending a game, by the one who was asked."""
        _going(tap, context)
        name = context.voice.actor(await self._asked(tap, pressed))
        await self._answers.quiet(tap)
        await self._answers.settle(tap, context.language, "cancel-not", name=name)
        await self._answers.clear(tap, SECONDS)

    async def objected(self, tap: Tap, context: Context) -> None:
        """A player wants to play on, and so it is."""
        _going(tap, context)
        await self._games.play(context.held, ObjectToCancel(tap.sender.user), tap.update)
        await self._answers.quiet(tap)
        await self._answers.settle(tap, context.language, "cancel-objected", name=context.voice.named(tap.sender.name))

    @command("log", "group", "administrator", kind="look-up", own=True)
    async def log(self, request: Command, context: Context) -> None:
        """``/gunluk``, for administrators: the last of what was decided about the chat's games."""
        told = acts.lines(await self._games.history.acts(context.held), context.voice)
        text = context.voice.html("acts-none") if not told else "\n".join((context.voice.html("acts"), *told))
        await self._answers.briefly(request, text)

    async def _asked(self, tap: Tap, pressed: Pressed) -> str:
        """The name of the one who was asked; empty for the administrators where one asked who speaks as the group.

        Raises:
            Refusal: ``not_your_button``, or ``admins_only``.
        """
        asked = int(pressed.rest[0])
        if asked == tap.sender.user:
            return tap.sender.name
        if asked != ChatID.ANONYMOUS_ADMIN:
            raise Refusal("not_your_button")
        await self._members.check_admin(tap)
        return ""


def _check_host(game: Game, user: int) -> None:
    """Whether somebody may ask for the end now.

    Raises:
        Refusal: ``not_allowed_to_cancel``, and as :func:`engine.closing.check`.
    """
    if user != closing.host(game):
        raise Refusal("not_allowed_to_cancel")
    closing.check(game, user)


def _plays_alone(game: Game, user: int) -> bool:
    """Whether nobody else is left in a game but computer players."""
    left = [player.user for player in game.players if player.active and not is_computer(player.user)]
    return left == [user]


def _going(tap: Tap, context: Context) -> Game:
    """The running game of the group in which a button hangs.

    Raises:
        Refusal: ``group_only``, ``no_game``, ``not_begun`` or ``game_over``.
    """
    if context.held.scope != tap.place.scope:
        raise Refusal("group_only")
    game = begun(context.held.table)
    if game.outcome is not None:
        raise Refusal("game_over")
    return game
