"""The buttons under a table of Klepka."""

import re
from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.telegram.buttons import Button, data, over
from bot.wording.speaker import Speaker
from engine.klepka.view import GameView

BUTTONS: Final[Mapping[str, Button]] = {
    "card": Button(re.compile(r"\d{1,6}:[1-9]\d{0,2}", re.ASCII)),
    "enough": Button(re.compile(r"\d{1,6}:\d{1,3}", re.ASCII)),
    "twice": Button(re.compile(r"\d{1,4}", re.ASCII)),
}
BUTTON_COLUMNS: Final = 8
"""How many buttons stand beside each other at most; a broader table is turned up by typed positions."""
_MOST_WORD: Final = 24


def has_buttons(view: GameView) -> bool:
    """Whether a table's cards can have a button each."""
    return view.turn is not None and view.flips > 0 and view.columns <= BUTTON_COLUMNS


def keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """A button for each card on the table; to decline a flip; the host's for new words; at the end the proof."""
    rows: list[list[InlineKeyboardButton]] = []
    if has_buttons(view):
        rows = _table_rows(table, view)
    if view.turn is not None and view.phase == "extra":
        stop = speaker.plain("button-enough")
        rows.append([InlineKeyboardButton(stop, callback_data=data("enough", table, view.number, view.left))])
    if view.turn is not None:
        mine = speaker.plain("mine-open")
        rows.append([InlineKeyboardButton(mine, callback_data=data("rack", table))])
    for index, label in doubles(view, speaker).items():
        rows.append([InlineKeyboardButton(label, callback_data=data("twice", table, index))])
    if view.outcome is not None:
        rows += map(list, over(speaker, table).inline_keyboard)
    return InlineKeyboardMarkup(rows) if rows else None


def _cell(table: str, number: int, position: int) -> InlineKeyboardButton:
    return InlineKeyboardButton(str(position), callback_data=data("card", table, number, position))


def _table_rows(table: str, view: GameView) -> list[list[InlineKeyboardButton]]:
    """The buttons as the cards lie in the picture, a row for each row of the table that has cards left."""
    cells = [_cell(table, view.number, place) if lies else None for place, lies in enumerate(view.table, start=1)]
    lying = (
        [one for one in cells[start : start + view.columns] if one] for start in range(0, len(cells), view.columns)
    )
    return [row for row in lying if row]


def doubles(view: GameView, speaker: Speaker) -> dict[int, str]:
    """What the buttons say of the words that the host may let count twice, of this turn or the one before, by place."""
    if view.double != "host" or view.turn is None:
        return {}
    return {
        index: speaker.plain("button-double", word=word.word[:_MOST_WORD])
        for index, word in enumerate(view.words)
        if word.turn >= view.number - 1 and not word.doubled
    }
