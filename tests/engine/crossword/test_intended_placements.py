"""Which place a typed move means: the one that the rules allow from its cell, or a choice of several."""

import pytest

from engine.crossword.state import GameState
from engine.crossword.word_placements import AmbiguousPlacement, intended_placement
from engine.errors import Malformed, Refusal
from tests.engine.crossword.test_word_placements import EMPTY, LAID, board_of, typed
from tests.support.games import game

CROSSED = game("scrabble-tr", laid=["8F KALEM", "9K SAL"], racks=["LERİSSA", "KALEMİN"])


def the(state: GameState, text: str, *, gcg: bool = False) -> str:
    return intended_placement(state, 0, typed(state, text), gcg=gcg).gcg_start


def choice(state: GameState, text: str, *, gcg: bool = False) -> tuple[str, ...]:
    with pytest.raises(AmbiguousPlacement) as caught:
        intended_placement(state, 0, typed(state, text), gcg=gcg)
    assert caught.value.code == "which_place"
    assert caught.value.fields["places"] == tuple(each.gcg_start for each in caught.value.placements)
    return tuple(each.gcg_start for each in caught.value.placements)


def unmeant(state: GameState, text: str, *, gcg: bool = False) -> str:
    with pytest.raises((Refusal, Malformed)) as caught:
        intended_placement(state, 0, typed(state, text), gcg=gcg)
    return caught.value.code


@pytest.mark.parametrize("gcg", [False, True])
def test_a_cell_with_its_direction_says_all(*, gcg: bool) -> None:
    assert the(EMPTY, "8H KALEM", gcg=gcg) == the(EMPTY, "H8 yatay KALEM", gcg=gcg) == "8H"
    assert the(EMPTY, "8H dikey KALEM", gcg=gcg) == "H8"


def test_a_letter_first_is_downwards_for_gcg_and_asked_elsewhere_where_both_ways_are_legal() -> None:
    assert the(EMPTY, "H8 KALEM", gcg=True) == "H8"
    assert choice(EMPTY, "H8 KALEM") == ("8H", "H8")


def test_the_one_way_that_is_legal_is_meant() -> None:
    assert the(EMPTY, "G8 KALEM") == "8G"
    assert the(EMPTY, "H7 KALEM") == "H7"
    assert unmeant(EMPTY, "G8 KALEM", gcg=True) == "off_centre"


def test_both_ways_that_are_one_play_are_not_asked() -> None:
    state = game("scrabble-tr", board=board_of(("I8", "L"), ("H9", "L")), racks=["A", ""])
    assert the(state, "H8 AL") == "8H"


def test_a_word_without_a_cell_is_always_asked_even_of_a_single_place() -> None:
    assert choice(LAID, "KALEMLER") == ("8F",)
    assert len(choice(EMPTY, "KALEM")) == 10


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        pytest.param(EMPTY, "A1 KALEM", "off_centre", id="both"),
        pytest.param(EMPTY, "A8 KALEM", "off_centre", id="both, of the same step"),
        pytest.param(EMPTY, "M8 ZEYTİN", "not_on_rack", id="one runs off the board, the other lacks tiles"),
        pytest.param(EMPTY, "O15 KALEM", "off_board", id="both run off the board"),
        pytest.param(CROSSED, "J8 SER", "clash", id="both clash"),
        pytest.param(CROSSED, "K8 LER", "longer_word", id="across it is longer, down it clashes"),
        pytest.param(LAID, "F8 KALEM", "not_on_rack", id="across it lies there already, down tiles are lacking"),
        pytest.param(LAID, "P1 LER", "unknown_cell", id="nowhere"),
    ],
)
def test_where_neither_way_is_legal_the_one_that_came_further_says_why(state: GameState, text: str, code: str) -> None:
    assert unmeant(state, text) == code
