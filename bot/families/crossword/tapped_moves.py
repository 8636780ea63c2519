"""Plays the move that a button carries."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.look_ups import LookUps
from bot.tables.games import Games
from bot.telegram.incoming.requests import Tap
from bot.telegram.replies import Replies
from engine.crossword.actions import Place
from engine.errors import Refusal
from engine.game import Table


class TappedMoves:
    """Plays moves, and tells the presser what became of them."""

    def __init__(self, games: Games, look_ups: LookUps, answers: Replies) -> None:
        self._games: Final = games
        self._look_ups: Final = look_ups
        self._answers: Final = answers

    async def play_tapped_move(
        self, tap: Tap, context: ChatContext, action: Callable[[Table, datetime], Place]
    ) -> bool:
        """Play a button's move; if it is refused, tell the presser why and return ``False``."""
        until = self._look_ups.look_up_notes_due_by()
        try:
            await self._games.apply_action(context.loaded, action, tap.update)
        except Refusal as refusal:
            form = await self._look_ups.refusal_notes(refusal, tap.sender.user, context.loaded, context.language, until)
            await self._answers.reply_refusal(tap, context.language, refusal, form)
            return False
        if context.is_table_elsewhere(tap.venue):
            await self._answers.show_toast(tap, context.language, "done-in-group")
        else:
            await self._answers.acknowledge_tap(tap)
        return True
