"""The buttons of a round's message for the host: to close the round, or to end the pause (RULES §10.1.3)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices
from bot.store.keys import Scope
from bot.tables.table_loader import require_game_of, require_running_game
from bot.telegram.keyboards import (
    STYLE_PRIMARY,
    STYLE_SUCCESS,
    ButtonData,
    ButtonSpec,
    board_page_row,
    data_button,
    game_over_keyboard,
)
from bot.telegram.requests import Tap
from bot.wording.speaker import Speaker
from bot.workers.recent import NewestDict
from engine.duplicate import rules
from engine.duplicate.actions import CloseRound, NextNow
from engine.duplicate.state import GameState
from engine.duplicate.view import GameView
from engine.errors import Refusal

ROUND_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "close": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
    "next": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
}
_SECOND_TAP: Final = timedelta(seconds=5)
_MOST_TAPS: Final = 1024


def round_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The buttons of a round's message: to answer, and the host's; after the game's end, the proof.

    The result of a round has no buttons if no round follows, or if no pause does, as in a slow game.
    """
    if view.outcome is not None:
        return game_over_keyboard(speaker, table)
    if view.open is not None:
        answer = data_button(speaker, "button-duplicate-answer", "rack", table, style=STYLE_SUCCESS)
        close = data_button(speaker, "button-duplicate-close", "close", table, view.open.number)
        return InlineKeyboardMarkup([[answer, *board_page_row(speaker)], *([] if view.is_slow else [[close]])])
    if view.is_slow or view.last is None or view.is_last:
        return None
    following = data_button(speaker, "button-duplicate-next", "next", table, view.number, style=STYLE_PRIMARY)
    return InlineKeyboardMarkup([[following]])


@contextmanager
def _only_host() -> Iterator[None]:
    """Raise ``only_host`` in place of ``not_host``, which offers administrators the right that they lack here."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal("only_host") if refusal.code == "not_host" else refusal from refusal


class RoundHandlers:
    """Closes a round early, and ends the pause after one, for the host."""

    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies
        self._first_taps: Final[NewestDict[tuple[Scope, str, int, int], datetime]] = NewestDict(_MOST_TAPS)
        """When a user first tapped to close a round, by table, round and user."""

    async def tap_close(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Close the round at the user's second tap within five seconds; the first tap announces that."""
        state = require_game_of(GameState, require_running_game(context.loaded.table))
        action = CloseRound(tap.sender.user, int(pressed.arguments[0]))
        now = self._games.times.time_of_action(context.loaded)
        with _only_host():
            rules.apply(state, action, now, bool)
        key = (context.loaded.scope, state.commitment, action.round, action.by)
        first = self._first_taps.get(key)
        if first is None or now - first > _SECOND_TAP:
            self._first_taps[key] = now
            await self._replies.show_alert(tap, context.language, "duplicate-close-again")
            return
        await self._games.apply_action(context.loaded, action, tap.update)
        await self._replies.show_toast(tap, context.language, "duplicate-closing")

    async def tap_next(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """End the pause; at a tap on an earlier round's result, say that the game has moved on."""
        state = require_game_of(GameState, require_running_game(context.loaded.table))
        number = int(pressed.arguments[0])
        if state.opens is None or state.number != number:
            raise Refusal("not_in_pause")
        with _only_host():
            await self._games.apply_action(context.loaded, NextNow(tap.sender.user, number), tap.update)
        await self._replies.show_toast(tap, context.language, "duplicate-goes-on")
