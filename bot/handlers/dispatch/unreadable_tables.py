"""Tables that cannot be read, because of damage or of another version's format: said, and put into quarantine."""

from dataclasses import replace
from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.permissions import OPENERS, check_may_open_table
from bot.store import retention
from bot.store.quarantine import Quarantine
from bot.tables.games import Games
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Request
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

    async def quarantine_if_requested(self, request: Request, context: ChatContext) -> ChatContext | None:
        """If a command asks to free the chat's place, put its unreadable table into quarantine, and say so.

        Returns:
            The chat afterwards, for the rest of the command; ``None`` if nothing is left to do.

        Raises:
            Refusal: the sender may open no table here.
        """
        loaded = context.loaded
        if not loaded.is_unreadable or not isinstance(request, Command) or request.name not in _QUARANTINING_COMMANDS:
            return context
        if request.sender.is_channel:
            return context
        # A table may be left in a topic where none may be opened any more.
        heeded = {OPENERS: loaded.settings[OPENERS]} if request.name == "cancel" and OPENERS in loaded.settings else {}
        await check_may_open_table(self._members, request, heeded if request.name == "cancel" else loaded.settings)
        await self._quarantine.quarantine_table(loaded.scope, loaded.version)
        await self._answers.reply_message(request, context.language, "table-put-aside", days=_QUARANTINE_DAYS)
        if request.name == "cancel":
            return None
        return replace(context, loaded=await self._games.load_table(loaded.scope, request.update, loaded.arrived_at))


def refusal_to_show(error: EngineError, context: ChatContext) -> EngineError:
    """The refusal to answer with: for an unreadable table, just that it is unreadable."""
    if context.loaded.is_unreadable and error.code in _MISLEADING_REFUSALS:
        return Refusal("table_unreadable")
    return error
