"""Tables that cannot be read, because of damage or of another version's format: said, and put into quarantine."""

from dataclasses import replace
from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.permissions import OPENERS, check_may_open_table
from bot.store import retention
from bot.store.quarantine import Quarantine
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedPlace, LoadedTable, most_tables
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command
from bot.telegram.replies import Replies
from engine.errors import EngineError, Refusal

_QUARANTINING_COMMANDS: Final = frozenset({"new", "cancel"})
_MISLEADING_REFUSALS: Final = frozenset({"no_game", "not_begun", "not_seated", "stale_button", "proof_gone"})
"""Refusals that would be wrong about an unreadable table."""
_QUARANTINE_DAYS: Final = retention.QUARANTINE_SECONDS // (24 * 60 * 60)


class UnreadableTables:
    """Puts unreadable tables into quarantine."""

    def __init__(self, quarantine: Quarantine, games: Games, members: GroupMembers, answers: Replies) -> None:
        self._quarantine: Final = quarantine
        self._games: Final = games
        self._members: Final = members
        self._answers: Final = answers

    async def quarantine_if_requested(self, request: Command, context: ChatContext) -> ChatContext | None:
        """If a command asks to free the chat's place, put its unreadable tables into quarantine, and say so.

        To open a table frees it of all; to cancel one of the table that is named, or of all where no other is open.

        Returns:
            The chat afterwards, for the rest of the command; ``None`` if nothing is left to do.

        Raises:
            Refusal: the sender may open no table here.
        """
        if request.name not in _QUARANTINING_COMMANDS:
            return context
        unreadable = _tables_to_quarantine(request, context.request_place)
        if not unreadable or request.sender.is_channel:
            return context
        loaded = context.loaded
        # A table may be left in a topic where none may be opened any more.
        heeded = {OPENERS: loaded.settings[OPENERS]} if request.name == "cancel" and OPENERS in loaded.settings else {}
        await check_may_open_table(self._members, request, heeded if request.name == "cancel" else loaded.settings)
        for one in unreadable:
            await self._quarantine.quarantine_table(one.scope, one.version)
        await self._answers.reply_message(request, context.language, "table-put-aside", days=_QUARANTINE_DAYS)
        if request.name == "cancel":
            return None
        place = await self._games.loader.load_place(loaded.scope, request.update, loaded.arrived_at)
        return replace(context, loaded=place.newest, place=place)


def _tables_to_quarantine(request: Command, place: LoadedPlace) -> tuple[LoadedTable, ...]:
    unreadable = tuple(loaded for loaded in place.open_tables if loaded.is_unreadable)
    if request.name == "new":
        return unreadable
    if request.table_number is not None:
        return tuple(loaded for loaded in unreadable if loaded.scope.table == request.table_number)
    return unreadable if len(unreadable) == len(place.open_tables) else ()


def refusal_to_show(error: EngineError, context: ChatContext) -> EngineError:
    """The refusal to answer with: for an unreadable table, just that it is unreadable.

    Where a place may have several tables, a game that runs at one of them keeps nobody from opening another.
    """
    if error.code == "game_running" and (context.loaded.scope.is_private or most_tables(context.loaded.settings) > 1):
        return Refusal("game_begun")
    if context.loaded.is_unreadable and error.code in _MISLEADING_REFUSALS:
        return Refusal("table_unreadable")
    return error
