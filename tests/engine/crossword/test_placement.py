"""Where tiles may lie (RULES §1.5), one rule a test."""

import pytest

from engine.crossword.placement import place_tiles
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support import boards
from tests.support.games import apply_step, game, place_on_board

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


@pytest.mark.parametrize(
    ("written", "formed"),
    [
        pytest.param("10I ATONE", ["ATONE"], id="a word grows at both ends"),
        pytest.param("8F ASTARED", ["ASTARED"], id="so does another"),
        pytest.param("J6 DERATSE", ["DERATSE"], id="a play fills around old tiles"),
        pytest.param("8G STARED", ["STARED"], id="a cross word of one letter is no word"),
        pytest.param("7F ELSE", ["ELSE", "LS", "ST", "EA"], id="every cross word is formed"),
    ],
)
def test_what_a_play_forms(state: GameState, written: str, formed: list[str]) -> None:
    assert words(state, written) == formed


RACKS = ["AEINSDL", "A"]
MIDDLE, EMPTY = game(board=BOARD, racks=["AEELSND"] * 2), game(racks=RACKS)


@pytest.mark.parametrize(
    ("table", "tiles", "code", "fields"),
    [
        pytest.param(MIDDLE, {"F8": "A", "M8": "S"}, "gap", {"cell": "L8"}, id="two separate places of a line"),
        pytest.param(MIDDLE, {"A1": "A", "D1": "E"}, "gap", {"cell": "B1"}, id="the first empty cell of a row"),
        pytest.param(MIDDLE, {"J6": "A", "J13": "E"}, "gap", {"cell": "J7"}, id="that of a column"),
        pytest.param(MIDDLE, {"F7": "A", "E6": "E"}, "not_in_line", {}, id="a diagonal is no line"),
        pytest.param(MIDDLE, {"F7": "A", "E7": "E"}, "not_touching", {}, id="a corner does not touch"),
        pytest.param(
            game(laid=["8H ON", "15A ON"], racks=RACKS), {"O14": "A", "N14": "S"}, "not_touching", {},
            id="the ends of two rows are not neighbours",
        ),
        pytest.param(
            game(laid=["8G OnE"], racks=RACKS), {"H8": "A"}, "cell_taken", {"cell": "H8", "letter": "N"},
            id="the letter of a blank",
        ),
    ],
)  # fmt: skip
def test_where_tiles_may_not_lie(table: GameState, tiles: dict[str, str], code: str, fields: dict[str, object]) -> None:
    refusal = refused(table, **tiles)
    assert (refusal.code, {**refusal.fields, **fields}) == (code, refusal.fields)


def test_the_first_play_may_run_down_and_end_on_the_centre() -> None:
    assert words(EMPTY, "H5 SAND") == ["SAND"]


def test_a_single_tile_takes_its_longer_word_as_the_main_word(state: GameState) -> None:
    board = premium_board(state.ruleset.board)
    found = place_tiles(state.cells, board, {board.grid.indices["K9"]: "N"}, 7)
    assert found.direction is Direction.DOWN
    assert [run.word for run in found.words] == ["ENO", "AN"]
