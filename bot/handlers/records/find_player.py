"""Finds whose figures are meant: by a reply, a mention, a username, or a name in the group's records."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.families.chat_context import ChatContext
from bot.languages import languages
from bot.records.read_figures import FiguresReader
from bot.tables.loaded_table import human_users
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command
from engine.errors import Refusal
from engine.lobby_seats import Lobby
from engine.vocabulary import fold_word

_MOST_ASKED: Final = 12
"""Of so many people at tables Telegram is asked what they are called."""


class PlayerFinder:
    """Finds people of a group.

    Args:
        find_by_username: finds whoever was last seen with a username, given without its ``@``.
    """

    def __init__(
        self,
        figures: FiguresReader,
        members: GroupMembers,
        find_by_username: Callable[[str], Awaitable[int | None]],
    ) -> None:
        self._figures: Final = figures
        self._members: Final = members
        self._find_met_user: Final = find_by_username

    async def find_user(self, request: Command, context: ChatContext) -> int:
        """The user whom a command means; its sender if it names nobody.

        Raises:
            Refusal: ``no_figures_of_player`` if nobody is called so, ``several_players`` if more than one is.
        """
        if request.mentions:
            return request.mentions[0][1]
        named = _without_text_word(request.text)
        if named.startswith("@"):
            return await self._find_by_username(named[1:].split()[0] if named[1:].split() else "", request, context)
        if named:
            return await self._find_by_name(named, request)
        return request.sender.user if request.replied_user is None else request.replied_user

    async def _find_by_username(self, username: str, request: Command, context: ChatContext) -> int:
        if (request.sender.username or "").lower() == username.lower() != "":
            return request.sender.user
        seated = [
            user
            for loaded in context.open_tables
            if (table := loaded.table) is not None
            for user in human_users(table.seats if isinstance(table, Lobby) else table.players)
        ]
        met = await self._find_met_user(username)
        for user in [*([] if met is None else [met]), *dict.fromkeys(seated[:_MOST_ASKED])]:
            # A name may be another's by now.
            member = await self._members.find_member(request.venue.scope.chat, user)
            if (member.username or "").lower() == username.lower() != "":
                return user
        raise Refusal("no_figures_of_player")

    async def _find_by_name(self, named: str, request: Command) -> int:
        """Somebody by the whole name, or else by its beginning."""
        wanted = fold_word(named)
        chat = request.venue.scope.chat
        found = await self._figures.find_users_by_name(chat, lambda name: fold_word(name) == wanted)
        if not found:
            found = await self._figures.find_users_by_name(chat, lambda name: fold_word(name).startswith(wanted))
        if len(found) > 1:
            raise Refusal("several_players")
        if not found:
            raise Refusal("no_figures_of_player")
        return found[0]


def _without_text_word(text: str) -> str:
    words = text.split()
    if words and languages().find_meaning("answers", words[-1]) == "text":
        words.pop()
    return " ".join(words)
