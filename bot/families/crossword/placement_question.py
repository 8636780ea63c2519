"""The question where a word goes: its text, and a button for each place. Sends and plays nothing.

More than :data:`MOST_OFFERED` places are asked for by the row in which the word begins, as on own boards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.crossword.move_text import (
    direction_name,
    encode_place,
    encode_word,
    short_direction_name,
    spell_signs,
)
from bot.message_limits import BUTTON_DATA
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import STYLE_SUCCESS, callback_button, translated_button
from bot.wording.speaker import Speaker
from engine.crossword.notation import PartialMove
from engine.crossword.state import GameState
from engine.crossword.word_placements import WordPlacement

MOST_OFFERED: Final = 12
"""So many places are offered at once."""


_PLACEMENT_COLUMNS: Final = 2


_ROW_COLUMNS: Final = 4
"""So many row buttons stand side by side."""


_ALL_ROWS: Final = "0"
"""In place of a row: show all rows to choose from."""


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A player's word that needs a place at a table."""

    user: int
    state: GameState
    typed: PartialMove


def placement_question(
    placement: PlacementRequest,
    fits: Sequence[WordPlacement],
    speaker: Speaker,
    *,
    with_scores: bool,
    row: str = _ALL_ROWS,
) -> tuple[str, InlineKeyboardMarkup]:
    """HTML and buttons that ask which place is meant.

    Args:
        placement: whose word it is.
        fits: the places, at least one.
        speaker: speaks to the player.
        with_scores: whether only the player reads it, so that scores may be shown.
        row: the row chosen so far, where there are many places.
    """
    shown = placements_in_row(fits, row)
    rows = _row_buttons(placement, fits) if len(shown) == len(fits) > MOST_OFFERED else []
    if rows:
        text = speaker.html("own-board-many-places", word=spell_signs(placement.typed.signs), count=len(fits))
        own = [] if with_scores else _question_button_row(placement, speaker, "sums", "button-sums", "")
        return text, InlineKeyboardMarkup([*_split_in_rows(rows, _ROW_COLUMNS), *own])
    in_one = len(shown) < len(fits)
    keys = [] if with_scores else _question_button_row(placement, speaker, "sums", "button-sums", row if in_one else "")
    back = _question_button_row(placement, speaker, "rows", "own-board-back", _ALL_ROWS) if in_one else []
    places = _placement_rows(placement, shown, speaker, with_scores=with_scores)
    return _question_text(placement, shown, speaker, with_scores=with_scores), InlineKeyboardMarkup(
        [*places, *keys, *back]
    )


def placements_in_row(fits: Sequence[WordPlacement], row: str) -> Sequence[WordPlacement]:
    """The places that begin in a row; all if no row is chosen, or no place begins there any more."""
    return [fit for fit in fits if fit.move.cell[1:] == row] or fits


def _row_buttons(placement: PlacementRequest, fits: Sequence[WordPlacement]) -> list[InlineKeyboardButton]:
    counts = Counter(int(fit.move.cell[1:]) for fit in fits)
    if len(counts) == 1:
        return []
    values = [(row, count, _question_button_data(placement, "rows", str(row))) for row, count in sorted(counts.items())]
    if any(len(value.encode()) > BUTTON_DATA for _, _, value in values):
        return []
    return [callback_button(f"{row} ({count})", value) for row, count, value in values]


def _question_button_row(
    placement: PlacementRequest, speaker: Speaker, kind: str, label: str, row: str
) -> list[list[InlineKeyboardButton]]:
    value = _question_button_data(placement, kind, row)
    return [[translated_button(speaker, label, value)]] if len(value.encode()) <= BUTTON_DATA else []


def _question_button_data(placement: PlacementRequest, kind: str, row: str) -> str:
    state, typed = placement.state, placement.typed
    place = f"{encode_place(typed)}.{row}" if row else encode_place(typed)
    return encode_button_data(kind, table_name(state), placement.user, state.number, place, spell_signs(typed.signs))


def placement_buttons(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> list[InlineKeyboardButton]:
    """A button for each place, in the given order; none if the word is too long for a button."""
    state, made = placement.state, []
    for each in fits:
        value = encode_button_data(
            "put", table_name(state), placement.user, state.number, each.gcg_start, encode_word(state, each.move)
        )
        if len(value.encode()) > BUTTON_DATA:
            continue
        label = f"{each.move.cell} {short_direction_name(each.move.direction, speaker)}"
        if each.move.signs != placement.typed.signs:
            label = f"{label} {each.score.words[0].word}"
        made.append(InlineKeyboardButton(f"{label} {each.score.total}" if with_scores else label, callback_data=value))
    return made


def near_miss_keyboard(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker
) -> InlineKeyboardMarkup | None:
    """The buttons under a refusal: the nearest readings of the move."""
    made = placement_buttons(placement, fits, speaker, with_scores=False)
    return InlineKeyboardMarkup([[one] for one in made]) if made else None


def _placement_rows(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> list[list[InlineKeyboardButton]]:
    made = placement_buttons(placement, fits, speaker, with_scores=with_scores)
    if len(fits) == 1:
        made = [callback_button(speaker.plain("button-put"), str(one.callback_data), STYLE_SUCCESS) for one in made]
    return _split_in_rows(made, _PLACEMENT_COLUMNS)


def _split_in_rows(keys: Sequence[InlineKeyboardButton], count: int) -> list[list[InlineKeyboardButton]]:
    return [list(keys[first : first + count]) for first in range(0, len(keys), count)]


def _question_text(
    placement: PlacementRequest, fits: Sequence[WordPlacement], speaker: Speaker, *, with_scores: bool
) -> str:
    word, only = spell_signs(placement.typed.signs), fits[0]
    if len(fits) > 1:
        return speaker.html("places-which", word=word)
    if with_scores:
        return speaker.html(
            "places-only-score", word=word, place=_placement_text(only, speaker), score=only.score.total
        )
    return speaker.html("places-only", word=word, place=_placement_text(only, speaker))


def _placement_text(fit: WordPlacement, speaker: Speaker) -> str:
    return f"{fit.move.cell} {direction_name(fit.move.direction, speaker)}"
