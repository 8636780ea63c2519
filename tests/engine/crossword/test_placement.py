"""Where tiles may lie (RULES §1.5), one rule a test."""

import pytest

from engine.crossword.geometry import Direction
from engine.crossword.placement import place_tiles
from engine.crossword.premiums import premium_board
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support import boards
from tests.support.games import apply_step, game, place_on_board, place_play

BOARD = """
...............
...............
...............
...............
...............
...............
...............
......STARE....
.........A.....
.........TO....
.........S.....
...............
...............
...............
...............
"""


@pytest.fixture
def state() -> GameState:
    return game(board=BOARD, racks=["AEELSND", "AEELSND"])


def words(state: GameState, written: str) -> list[str]:
    board = premium_board(state.ruleset.board)
    tiles = {i: t for i, t in boards.parse_play(written, state.ruleset) if not state.cells[i]}
    return [run.word for run in place_tiles(state.cells, board, tiles, 7).words]


def refused(state: GameState, **tiles: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        apply_step(state, place_on_board(state, **tiles))
    return refusal.value


def test_a_word_may_grow_at_both_ends_in_one_play(state: GameState) -> None:
    assert words(state, "10I ATONE") == ["ATONE"]
    assert words(state, "8F ASTARED") == ["ASTARED"]


def test_a_play_may_fill_around_old_tiles(state: GameState) -> None:
    assert words(state, "J6 DERATSE") == ["DERATSE"]


def test_tiles_on_both_sides_of_an_old_one_are_one_word(state: GameState) -> None:
    after, _ = apply_step(state, place_on_board(state, I10="S", L10="N"))
    assert after.last is not None
    assert [word.word for word in after.last.words] == ["STON"]


def test_adding_to_two_separate_places_of_a_line_is_a_gap(state: GameState) -> None:
    assert refused(state, F8="A", M8="S").fields == {"cell": "L8"}


def test_a_gap_names_its_first_empty_cell(state: GameState) -> None:
    refusal = refused(state, A1="A", D1="E")
    assert (refusal.code, refusal.fields) == ("gap", {"cell": "B1"})


def test_a_gap_in_a_column_names_its_first_empty_cell(state: GameState) -> None:
    refusal = refused(state, J6="A", J13="E")
    assert (refusal.code, refusal.fields) == ("gap", {"cell": "J7"})


def test_tiles_must_share_a_line(state: GameState) -> None:
    assert refused(state, F8="A", L9="E").code == "not_in_line"


def test_a_diagonal_is_no_line(state: GameState) -> None:
    assert refused(state, F7="A", E6="E").code == "not_in_line"


def test_touching_at_a_corner_is_not_touching(state: GameState) -> None:
    assert refused(state, F7="A", E7="E").code == "not_touching"


def test_the_ends_of_two_rows_are_not_neighbours() -> None:
    state = game(laid=["8H ON", "15A ON"], racks=["AEINSDL", "A"])
    assert refused(state, O14="A", N14="S").code == "not_touching"


def test_a_taken_cell_names_what_lies_there(state: GameState) -> None:
    refusal = refused(state, H8="A")
    assert (refusal.code, refusal.fields) == ("cell_taken", {"cell": "H8", "letter": "T"})


def test_a_cell_taken_by_a_blank_names_its_letter() -> None:
    state = game(laid=["8G OnE"], racks=["AEINSDL", "A"])
    assert refused(state, H8="A").fields == {"cell": "H8", "letter": "N"}


def test_the_first_play_covers_the_centre() -> None:
    state = game(racks=["AEINSDL", "A"])
    refusal = refused(state, A8="A", B8="S")
    assert (refusal.code, refusal.fields) == ("off_centre", {"centre": "H8"})


def test_the_first_play_may_run_down_and_end_on_the_centre() -> None:
    state = game(racks=["AEINSDL", "A"])
    assert words(state, "H5 SAND") == ["SAND"]


def test_the_first_play_has_two_tiles() -> None:
    assert refused(game(racks=["AEINSDL", "A"]), H8="A").code == "one_letter"


def test_no_play_has_more_tiles_than_a_rack() -> None:
    state = game(racks=["AEINSDL", "A"])
    refusal = refused(
        state, **dict(zip(["H8", "H9", "H10", "H11", "H12", "H13", "H14", "H15"], "AEINSDLA", strict=True))
    )
    assert (refusal.code, refusal.fields) == ("too_many_tiles", {"most": 7})


def test_a_single_tile_forms_words_both_ways(state: GameState) -> None:
    state, _ = apply_step(state, place_on_board(state, K9="N"))
    assert state.last is not None
    assert sorted(word.word for word in state.last.words) == ["AN", "ENO"]


def test_a_single_tile_takes_its_longer_word_as_the_main_word(state: GameState) -> None:
    board = premium_board(state.ruleset.board)
    found = place_tiles(state.cells, board, {board.grid.indices["K9"]: "N"}, 7)
    assert found.direction is Direction.DOWN
    assert [run.word for run in found.words] == ["ENO", "AN"]


def test_a_cross_word_of_one_letter_is_no_word(state: GameState) -> None:
    assert words(state, "8G STARED") == ["STARED"]


def test_every_cross_word_is_formed(state: GameState) -> None:
    assert words(state, "7F ELSE") == ["ELSE", "LS", "ST", "EA"]


def test_every_word_must_be_known(state: GameState) -> None:
    with pytest.raises(Refusal) as refusal:
        apply_step(state, place_play(state, "7F ELSE"), {"ELSE", "LS"}.__contains__)
    assert refusal.value.fields == {"words": ("ST", "EA")}


def test_the_same_word_may_be_played_again() -> None:
    state = game(laid=["8G TO"], racks=["TOAEIUU", "A"])
    assert words(state, "9H TO") == ["TO", "OT"]
    state, _ = apply_step(state, place_on_board(state, I9="O", H9="T"))
    assert state.last is not None
    assert state.last.words[0].word == "TO"
