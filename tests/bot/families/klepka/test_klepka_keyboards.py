"""The buttons of a table of cards: one for each card that lies there, and no more than Telegram takes."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.families.klepka.keyboards import cards_keyboard
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game as door
from engine.klepka.view import GameView
from tests.support.klepka import started_game

MOST_BESIDE: Final = 8
MOST: Final = 100
TEXTS: Final = Texts()


def table_with_gaps(deck: str, taken: set[int]) -> GameView:
    """A table whose cards on these positions were taken."""
    view = door.view(started_game(2, deck=deck), None)
    assert isinstance(view, GameView)
    table = tuple(place not in taken for place in range(1, len(view.table) + 1))
    return replace(view, table=table, left=sum(table))


def card_labels(view: GameView) -> list[list[str]]:
    """What stands on the buttons of the cards, row by row; the way to the own table is below them."""
    speaker = Speaker(TEXTS, "en")
    buttons = cards_keyboard("0123abcd", view, speaker)
    assert buttons is not None
    *rows, own = [[button.text for button in row] for row in buttons.inline_keyboard]
    assert own == [speaker.plain("own-board-open")]
    return rows


@pytest.mark.parametrize(("deck", "columns"), [("chat", 8), ("quick", 6)])
def test_a_whole_table_has_a_button_for_each_card_where_it_lies(deck: str, columns: int) -> None:
    found = card_labels(table_with_gaps(deck, set()))
    assert [len(row) for row in found] == [columns] * 8
    assert found[0] == [str(place) for place in range(1, columns + 1)]


def test_taken_cards_leave_the_grid_and_empty_rows_close_up() -> None:
    assert card_labels(table_with_gaps("quick", set(range(1, 39)) - {7})) == [
        ["7"],
        ["39", "40", "41", "42"],
        ["43", "44", "45", "46", "47", "48"],
    ]


@given(deck=st.sampled_from(["chat", "quick"]), taken=st.sets(st.integers(1, 64)))
def test_however_many_are_taken_the_rest_stand_in_the_rows_of_the_picture(deck: str, taken: set[int]) -> None:
    view = table_with_gaps(deck, taken)
    found = card_labels(view)
    for row in found:
        assert len({(int(label) - 1) // view.columns for label in row}) == 1
        assert len(row) <= MOST_BESIDE
    lying = [place for place in range(1, len(view.table) + 1) if place not in taken]
    assert [int(label) for row in found for label in row] == lying
    assert len(lying) <= MOST
