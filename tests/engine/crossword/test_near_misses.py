"""What a move refused for its place may have meant, nearest first."""

import pytest

from engine.crossword.state import GameState
from engine.crossword.word_placements import MISPLACED, near_misses, place_move
from engine.errors import EngineError
from tests.support.games import game
from tests.support.languages import TR, parse_move

EMPTY = game("scrabble-tr", racks=["KALEM??", ""])
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSSA", ""])
"""KALEM lies from F8 to J8."""


def near(state: GameState, text: str, most: int | None = 3) -> list[str]:
    return [each.gcg_start for each in near_misses(state, 0, parse_move(text, TR), most)]


def code(state: GameState, text: str) -> str:
    with pytest.raises(EngineError) as caught:
        place_move(state, 0, parse_move(text, TR))
    return caught.value.code


def test_the_longer_word_of_which_the_letters_are_a_part_comes_first() -> None:
    assert code(LAID, "8K LER") == "longer_word"
    first, *_ = near_misses(LAID, 0, parse_move("8K LER", TR))
    assert (first.gcg_start, first.score.words[0].word) == ("8F", "KALEMLER")
    assert [put.cell for put in first.place.tiles] == ["K8", "L8", "M8"]


def test_blanks_that_were_asked_for_stay_blanks_in_the_longer_word() -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["LER?", ""])
    first, *_ = near_misses(state, 0, parse_move("8K L[E]R", TR))
    assert [put.tile for put in first.place.tiles] == ["L", "?E", "R"]


def test_a_word_counted_wrongly_is_shifted_along_its_line_onto_its_letters() -> None:
    for text in ("8E KALEMLER", "8G KALEMLER", "8H KALEMLER"):
        assert code(LAID, text) in MISPLACED
        assert near(LAID, text)[0] == "8F"


def test_of_two_shifts_the_smaller_is_nearer() -> None:
    state = game("scrabble-tr", laid=["H4 A", "H7 A"], racks=["LL", ""])
    assert near(state, "H5 LAL")[:2] == ["H6", "H3"]


def test_the_other_direction_from_the_same_cell_comes_before_other_cells() -> None:
    assert code(EMPTY, "G8 dikey KALEM") == "off_centre"
    assert near(EMPTY, "G8 dikey KALEM")[0] == "8G"


def test_then_the_nearest_cells_come_the_direction_typed_first() -> None:
    assert near(EMPTY, "8C yatay KALEM") == ["8D", "8E", "8F"]
    assert near(EMPTY, "G7 dikey KALEM")[:2] == ["H7", "8G"]


def test_a_cell_that_is_not_on_the_board_is_taken_for_the_centre() -> None:
    assert code(EMPTY, "Z99 yatay KALEM") == "unknown_cell"
    assert near(EMPTY, "Z99 yatay KALEM")[:2] == ["8H", "H8"]


@pytest.mark.parametrize("text", ["1A ZEYTİN", "1A [KALEM]", "8H " + "K" * 4000, "1A K.LEM"])
def test_where_the_word_lies_nowhere_there_is_no_near_miss(text: str) -> None:
    assert near(EMPTY, text) == []


def test_a_longer_word_for_which_tiles_are_lacking_is_not_told() -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["AAA", ""])
    assert near(state, "8K LER") == []
