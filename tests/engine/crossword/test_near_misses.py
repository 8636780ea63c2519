"""What a move refused for its place may have meant, nearest first."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.crossword.near_misses import MISPLACED, near_misses
from engine.crossword.notation import Move
from engine.crossword.partial_moves import PartialMove
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.word_placements import WordPlacement, all_placements, place_move
from engine.errors import EngineError, Refusal
from tests.support.games import game, started_game
from tests.support.random_actions import play_numbers, small_ruleset
from tests.support.typed_text import TR, parse_move, plain_signs

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


def test_letters_before_those_on_the_board_are_a_part_of_it_too() -> None:
    first, *_ = near_misses(LAID, 0, parse_move("8D İS", TR))
    assert (first.gcg_start, first.score.words[0].word) == ("8D", "İSKALEM")


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


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_no_more_are_told_than_asked_for(most: int) -> None:
    assert len(near(EMPTY, "8A KALEM", most)) == most


@pytest.mark.parametrize("text", ["1A ZEYTİN", "1A [KALEM]", "8H " + "K" * 4000, "1A K.LEM"])
def test_where_the_word_lies_nowhere_there_is_no_near_miss(text: str) -> None:
    assert near(EMPTY, text) == []


def test_a_longer_word_for_which_tiles_are_lacking_is_not_told() -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["AAA", ""])
    assert near(state, "8K LER") == []


def distance(move: Move, other: WordPlacement, state: GameState) -> tuple[int, int, bool, int, str]:
    """The stated measure, written out by coordinates."""
    turned = other.move.direction is not move.direction
    (x, y), (to_x, to_y) = ((ord(cell[0]), int(cell[1:])) for cell in (move.cell, other.move.cell))
    far = abs(x - to_x) + abs(y - to_y)
    along = not turned and (y == to_y if move.direction.value == "across" else x == to_x)
    if len(other.move.signs) > len(move.signs):
        kind = 0
    elif along and far < len(move.signs) and any(state.cells[_index(state, other, n)] for n in range(len(move.signs))):
        kind = 1
    else:
        kind = 2 if far == 0 else 3
    return kind, far if kind else 0, turned, to_y, other.move.cell


def _index(state: GameState, other: WordPlacement, letter: int) -> int:
    column, row = ord(other.move.cell[0]) - ord("A"), int(other.move.cell[1:]) - 1
    step = (1, 0) if other.move.direction.value == "across" else (0, 1)
    return (row + letter * step[1]) * state.ruleset.columns + column + letter * step[0]


SMALL = [small_ruleset(name) for name in ("kelimelik", "scrabble-tr", "wordbox-tr")]


@settings(max_examples=25)
@given(
    st.sampled_from(SMALL),
    st.integers(0, 2**32),
    st.integers(0, 12),
    st.sampled_from(["AL", "KALE", "ERK", "A.", "AA"]),
    st.sampled_from(["A1", "D4", "4C", "5B", "C3"]),
)
def test_near_misses_are_the_other_legal_places_by_the_measure(
    rules: Ruleset, seed: int, steps: int, word: str, cell: str
) -> None:
    state, _ = started_game(rules, 2, secret=f"{seed:064x}")
    chance = Random(seed)
    for _, _, after, _ in play_numbers(state, [chance.randrange(2**20) for _ in range(steps)]):
        state = after
    move = parse_move(f"{cell} {word}", TR)
    found = near_misses(state, state.turn, move, None)
    measured = [distance(move, each, state) for each in found]
    assert measured == sorted(measured)
    for each in found:
        assert place_move(state, state.turn, each.move) == each
    try:
        same = all_placements(state, state.turn, PartialMove(move.signs))
    except Refusal:
        same = ()
    others = {each for each in map(_key, same) if each != (move.cell, move.direction)}
    assert {_key(each) for each in found if each.move.signs == move.signs} == others


def _key(each: WordPlacement) -> tuple[object, ...]:
    return each.move.cell, each.move.direction


def test_a_word_that_was_typed_is_told_as_it_was_typed() -> None:
    assert near_misses(EMPTY, 0, parse_move("8A KALEM", TR))[0].move.signs == plain_signs("KALEM")
