"""The buttons under a table of Klepka."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.own_board import PASS_STEP, SURRENDER_STEP
from bot.telegram.keyboards import (
    ButtonSpec,
    callback_button,
    encode_button_data,
    game_over_keyboard,
    translated_button,
)
from bot.wording.speaker import Speaker
from engine.klepka.view import GameView

CARD_BUTTONS: Final[Mapping[str, ButtonSpec]] = {
    "card": ButtonSpec(re.compile(r"\d{1,6}:[1-9]\d{0,2}", re.ASCII)),
    "enough": ButtonSpec(re.compile(r"\d{1,6}:\d{1,3}", re.ASCII)),
    "twice": ButtonSpec(re.compile(r"\d{1,4}", re.ASCII)),
}


MOST_BUTTON_COLUMNS: Final = 8
"""So many buttons stand side by side at most; cards of a wider table are turned up by typed positions."""


_MOST_WORD_LETTERS: Final = 24


def has_card_buttons(view: GameView) -> bool:
    """Whether a table's cards can have a button each."""
    return view.turn is not None and view.flips > 0 and view.columns <= MOST_BUTTON_COLUMNS


def cards_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """A button for each card; to decline a flip; for the host, to double a word; under a finished game the proof."""
    rows: list[list[InlineKeyboardButton]] = []
    if has_card_buttons(view):
        rows = _card_rows(table, view)
    if view.turn is not None and view.phase == "extra":
        stop = encode_button_data("enough", table, view.number, view.left)
        rows.append([translated_button(speaker, "button-enough", stop)])
    if view.turn is not None:
        rows.append([translated_button(speaker, "own-board-open", encode_button_data("rack", table))])
    for index, label in double_button_labels(view, speaker).items():
        rows.append([callback_button(label, encode_button_data("twice", table, index))])
    if view.outcome is not None:
        rows += map(list, game_over_keyboard(speaker, table).inline_keyboard)
    return InlineKeyboardMarkup(rows) if rows else None


def _card_rows(table: str, view: GameView) -> list[list[InlineKeyboardButton]]:
    cells = [
        InlineKeyboardButton(str(place), callback_data=encode_button_data("card", table, view.number, place))
        if lies
        else None
        for place, lies in enumerate(view.table, start=1)
    ]
    lying = (
        [one for one in cells[start : start + view.columns] if one] for start in range(0, len(cells), view.columns)
    )
    return [row for row in lying if row]


def double_button_labels(view: GameView, speaker: Speaker) -> dict[int, str]:
    """The labels of the words that the host may double, of this turn or the one before, by their index."""
    if view.double != "host" or view.turn is None:
        return {}
    return {
        index: speaker.plain("button-double", word=word.word[:_MOST_WORD_LETTERS])
        for index, word in enumerate(view.words)
        if word.turn >= view.number - 1 and not word.doubled
    }


class StepKind(StrEnum):
    """What a step shows or plays."""

    FLIP = "f"
    """Which row the next card lies in; plays the cards chosen."""
    ROW = "r"
    """Which card of a row."""
    WORD = "w"
    """Spell a word; plays it."""
    POLYSEMY = "v"
    """Which letter a polysemy card stands for."""
    INSTANT_WIN = "g"
    """Forms the words that win at once."""
    TRADE = "t"
    CHAOS = "k"
    DOUBLE = "d"
    """The host's: a word counts twice."""
    PASS = PASS_STEP
    SURRENDER = SURRENDER_STEP
