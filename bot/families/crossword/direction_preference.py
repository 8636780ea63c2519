"""How a person's moves are read that name a cell but no direction: the bot asks, or reads them as GCG does."""

from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.store.games import GameStore
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import translated_button
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from engine.crossword.notation import PartialMove
from engine.errors import Refusal

_SETTING: Final = "reading"
_GCG: Final = "gcg"


def prefers_gcg_direction(settings: Mapping[str, str]) -> bool:
    """Whether a cell with the letter first means downwards, under these settings."""
    return settings.get(_SETTING) == _GCG


async def load_gcg_preference(store: GameStore, user: int, typed: PartialMove) -> bool:
    """:func:`prefers_gcg_direction` for a person; reads the store only if ``typed`` depends on it."""
    if not typed.cell or typed.direction is not None:
        return False
    return prefers_gcg_direction(await store.load_settings(user))


class DirectionPreferenceHandlers:
    """Lets people choose, for all of their games."""

    def __init__(self, store: GameStore, answers: Replies) -> None:
        self._store: Final = store
        self._answers: Final = answers

    @handles_command("reading", "chat", "anybody", kind="setting", needs_person=True)
    async def show_direction_preference(self, request: Command, context: ChatContext) -> None:
        """``/yon``: show the preference, with buttons to change it."""
        user, speaker = request.sender.user, context.chat_speaker
        gcg = prefers_gcg_direction(await self._store.load_settings(user))
        text = speaker.html("reading-gcg" if gcg else "reading-asks")
        message, other = ("button-reading-ask", "ask") if gcg else ("button-reading-gcg", _GCG)
        keyboard = InlineKeyboardMarkup(
            [[translated_button(speaker, message, encode_button_data("reading", "", user, other))]]
        )
        await self._answers.reply_briefly(request, text, keyboard)

    async def tap_direction_preference(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button below it.

        Raises:
            Refusal: ``not_your_button``.
        """
        user, chosen = int(pressed.arguments[0]), pressed.arguments[1]
        if tap.sender.user != user:
            raise Refusal("not_your_button")
        await self._store.save_setting(user, _SETTING, _GCG if chosen == _GCG else None, tap.update.id)
        await self._answers.show_toast(tap, context.language, "reading-chosen")
        await self._answers.tapped_message.replace_with_outcome(
            tap, context.language, "reading-gcg" if chosen == _GCG else "reading-asks"
        )
