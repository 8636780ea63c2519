"""What side notes ask their readers: which vote is open, and the button to object to a cancellation."""

from collections.abc import Collection

from telegram import InlineKeyboardMarkup

from bot.tables.codec import Notice
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import translated_button
from bot.wording.speaker import Speaker
from engine.absence import SubstituteReady, VoteCast
from engine.cancellation import CancelProposed
from engine.game_base import GameView


def open_vote_id(kinds: Collection[type], view: GameView) -> str:
    """The id of the open vote, if all that happened is that it began or that people voted; else empty."""
    petition = view.petition
    if petition is None or petition.is_waiting or not {VoteCast, SubstituteReady}.issuperset(kinds):
        return ""
    substitute = "" if petition.substitute is None else petition.substitute.user
    return f"{petition.asked.isoformat()} {substitute}"


def cancel_objection_keyboard(notice: Notice, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The button to object, under a proposal to cancel the game; ``None`` for other notices."""
    if not any(isinstance(event, CancelProposed) for event in notice.events):
        return None
    return InlineKeyboardMarkup(
        [[translated_button(speaker, "button-object", encode_button_data("object", notice.table))]]
    )
