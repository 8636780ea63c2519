"""The question where a word goes: what it says, and the buttons of the places below it.

Of more than :data:`bot.families.crossword.places.MOST` places first the row is asked in which the word begins, as on
own boards. Nothing is sent or played here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.crossword.places import MOST, short, spelled, where
from bot.families.crossword.ways import brief, named
from bot.limits import DATA
from bot.tables.held import table_name
from bot.telegram.buttons import PLAYS, button, data, keyed
from bot.wording.speaker import Speaker
from engine.crossword.places import Fit
from engine.crossword.reading import Typed
from engine.crossword.state import GameState

_COLUMNS: Final = 2
_ROWS_BESIDE: Final = 4
"""Rows to choose from, beside each other."""
_ALL_ROWS: Final = "0"
"""Instead of a row: all of them, to choose from."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody's word at a table."""

    user: int
    state: GameState
    typed: Typed


def question(
    asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool, row: str = _ALL_ROWS
) -> tuple[str, InlineKeyboardMarkup]:
    """HTML and buttons that ask which of the places is meant.

    Args:
        asking: whose word it is.
        fits: the places, one or more.
        speaker: speaks to who is asked.
        scores: whether nobody else reads it, so that scores may be told.
        row: the row that was chosen where there are many.
    """
    shown = in_row(fits, row)
    rows = _row_keys(asking, fits) if len(shown) == len(fits) > MOST else []
    if rows:
        text = speaker.html("mine-many-places", word=spelled(asking.typed.signs), count=len(fits))
        own = [] if scores else _further(asking, speaker, "sums", "button-sums", "")
        return text, InlineKeyboardMarkup([*_beside(rows, _ROWS_BESIDE), *own])
    in_one = len(shown) < len(fits)
    keys = [] if scores else _further(asking, speaker, "sums", "button-sums", row if in_one else "")
    back = _further(asking, speaker, "rows", "mine-back", _ALL_ROWS) if in_one else []
    places = _keyboard(asking, shown, speaker, scores=scores)
    return _question(asking, shown, speaker, scores=scores), InlineKeyboardMarkup([*places, *keys, *back])


def in_row(fits: Sequence[Fit], row: str) -> Sequence[Fit]:
    """The places that begin in a row; all where none is chosen, or none begins there any more."""
    return [fit for fit in fits if fit.move.cell[1:] == row] or fits


def _row_keys(asking: Asking, fits: Sequence[Fit]) -> list[InlineKeyboardButton]:
    """A button for each row, with how many places begin there; none for one row, or where the word is too long."""
    counts = Counter(int(fit.move.cell[1:]) for fit in fits)
    if len(counts) == 1:
        return []
    values = [(row, count, _value(asking, "rows", str(row))) for row, count in sorted(counts.items())]
    if any(len(value.encode()) > DATA for _, _, value in values):
        return []
    return [keyed(f"{row} ({count})", value) for row, count, value in values]


def _further(asking: Asking, speaker: Speaker, kind: str, label: str, row: str) -> list[list[InlineKeyboardButton]]:
    """A row with the button that asks more of the same question; none where the word is too long for one."""
    value = _value(asking, kind, row)
    return [[button(speaker, label, value)]] if len(value.encode()) <= DATA else []


def _value(asking: Asking, kind: str, row: str) -> str:
    """What a button carries that is about the same word, and a row of it, if any."""
    state, typed = asking.state, asking.typed
    there = f"{where(typed)}.{row}" if row else where(typed)
    return data(kind, table_name(state), asking.user, state.number, there, spelled(typed.signs))


def buttons(asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool) -> list[InlineKeyboardButton]:
    """A button for each place, in the order given; none where the word is too long for one."""
    state, made = asking.state, []
    for each in fits:
        value = data("put", table_name(state), asking.user, state.number, each.start, short(state, each))
        if len(value.encode()) > DATA:
            continue
        label = f"{each.move.cell} {brief(each.move.direction, speaker)}"
        if each.move.signs != asking.typed.signs:
            label = f"{label} {each.score.words[0].word}"
        made.append(InlineKeyboardButton(f"{label} {each.score.total}" if scores else label, callback_data=value))
    return made


def below(asking: Asking, fits: Sequence[Fit], speaker: Speaker) -> InlineKeyboardMarkup | None:
    """Under a refusal: the nearest readings."""
    made = buttons(asking, fits, speaker, scores=False)
    return InlineKeyboardMarkup([[one] for one in made]) if made else None


def _keyboard(
    asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool
) -> list[list[InlineKeyboardButton]]:
    made = buttons(asking, fits, speaker, scores=scores)
    if len(fits) == 1:
        made = [keyed(speaker.plain("button-put"), str(one.callback_data), PLAYS) for one in made]
    return _beside(made, _COLUMNS)


def _beside(keys: Sequence[InlineKeyboardButton], count: int) -> list[list[InlineKeyboardButton]]:
    """Buttons in rows of so many."""
    return [list(keys[first : first + count]) for first in range(0, len(keys), count)]


def _question(asking: Asking, fits: Sequence[Fit], speaker: Speaker, *, scores: bool) -> str:
    word, only = spelled(asking.typed.signs), fits[0]
    if len(fits) > 1:
        return speaker.html("places-which", word=word)
    if scores:
        return speaker.html("places-only-score", word=word, place=_place(only, speaker), score=only.score.total)
    return speaker.html("places-only", word=word, place=_place(only, speaker))


def _place(each: Fit, speaker: Speaker) -> str:
    return f"{each.move.cell} {named(each.move.direction, speaker)}"
