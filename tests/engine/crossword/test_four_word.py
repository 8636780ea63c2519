"""4W cells (RULES §5.5): which words they multiply, by the table's option."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

from engine.crossword.actions import Place
from engine.crossword.movegen import legal_plays
from engine.crossword.placement import Play, Run
from engine.crossword.premiums import Direction, edge_arrow, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import FourWord, Ruleset
from engine.crossword.scoring import score_play
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.rulesets import parse_ruleset, resolve_ruleset
from tests.support import boards
from tests.support.games import game, score_of_play, user_at

RULES: tuple[FourWord, ...] = ("clockwise", "endpoint", "any")
EDGES = """
....Q....
.........
.........
Q...*...Q
.........
.........
....Q....
"""


def wordbox(four_word: FourWord = "clockwise") -> Ruleset:
    return resolve_ruleset(
        crossword_rulesets()["wordbox-en"], {"challenge": "void", "clock": "none", "four-word": four_word}
    )


def edged() -> Ruleset:
    """A small board with a 4W cell in the middle of each edge."""
    return replace(wordbox(), board=replace(wordbox().board, rows=tuple(EDGES.split())))


def times(rules: Ruleset, written: str, four_word: FourWord) -> int:
    """What a newly laid word is multiplied by when every letter is worth a point."""
    tiles = dict(boards.parse_play(written, rules))
    across = written[0].isdigit()
    word = Run(tuple(tiles), "".join(tiles.values()))
    play = Play(tiles, Direction.ACROSS if across else Direction.DOWN, (word,))
    values = dict.fromkeys(rules.values, 1)
    board = premium_board(rules.board)
    return score_play(play, [""] * board.grid.size, board, values, four_word=four_word).total // len(tiles)


@pytest.mark.parametrize(
    ("written", "clockwise", "endpoint"),
    [
        pytest.param("1A EN", 4, 4, id="across from the top left"),
        pytest.param("A1 EN", 1, 4, id="down from the top left"),
        pytest.param("Q1 EN", 4, 4, id="down from the top right"),
        pytest.param("1P EN", 1, 4, id="across to the top right"),
        pytest.param("15P EN", 4, 4, id="across to the bottom right"),
        pytest.param("Q14 EN", 1, 4, id="down to the bottom right"),
        pytest.param("A14 EN", 4, 4, id="down to the bottom left"),
        pytest.param("15A EN", 1, 4, id="across from the bottom left"),
    ],
)
def test_in_a_corner_clockwise_is_one_direction_of_two(written: str, clockwise: int, endpoint: int) -> None:
    assert [times(wordbox(), written, rule) for rule in RULES] == [clockwise, endpoint, 4]


@pytest.mark.parametrize(
    ("written", "clockwise", "endpoint"),
    [
        pytest.param("1E ENT", 4, 4, id="top: across, starts"),
        pytest.param("1C ENT", 1, 4, id="top: across, ends"),
        pytest.param("1D ENT", 1, 1, id="top: across, runs over"),
        pytest.param("E1 ENT", 1, 4, id="top: down, starts"),
        pytest.param("I4 ENT", 4, 4, id="right: down, starts"),
        pytest.param("I2 ENT", 1, 4, id="right: down, ends"),
        pytest.param("I3 ENT", 1, 1, id="right: down, runs over"),
        pytest.param("4G ENT", 1, 4, id="right: across, ends"),
        pytest.param("7C ENT", 4, 4, id="bottom: across, ends"),
        pytest.param("7E ENT", 1, 4, id="bottom: across, starts"),
        pytest.param("7D ENT", 1, 1, id="bottom: across, runs over"),
        pytest.param("E5 ENT", 1, 4, id="bottom: down, ends"),
        pytest.param("A2 ENT", 4, 4, id="left: down, ends"),
        pytest.param("A4 ENT", 1, 4, id="left: down, starts"),
        pytest.param("A3 ENT", 1, 1, id="left: down, runs over"),
        pytest.param("4A ENT", 1, 4, id="left: across, starts"),
    ],
)
def test_on_an_edge_clockwise_starts_above_and_right_and_ends_below_and_left(
    written: str, clockwise: int, endpoint: int
) -> None:
    assert [times(edged(), written, rule) for rule in RULES] == [clockwise, endpoint, 4]


def test_arrows_point_right_down_left_and_up() -> None:
    grid = premium_board(edged().board).grid
    found = {cell: edge_arrow(grid, grid.indices[cell]) for cell in ("E1", "I4", "E7", "A4")}
    assert {cell: each and (each.direction, each.starts) for cell, each in found.items()} == {
        "E1": (Direction.ACROSS, True),
        "I4": (Direction.DOWN, True),
        "E7": (Direction.ACROSS, False),
        "A4": (Direction.DOWN, False),
    }
    assert edge_arrow(grid, grid.indices["E4"]) is None


def test_a_blank_on_a_4w_cell_multiplies_the_word() -> None:
    state = game(wordbox(), laid=["B1 N"], racks=["?E", "A"], bag="")
    assert score_of_play(state, "1A eN").total == 4


def test_4w_and_3w_multiply_to_twelve() -> None:
    state = game(wordbox(), laid=["B1 E", "H1 E"], racks=["EEEEEEE", "A"], bag="")
    assert score_of_play(state, "1A EEEEEEEEE").total == (1 + 1 + 1 + 2 + 1 + 1 + 1 + 1 + 1) * 12 + 50


def test_of_two_words_that_meet_on_a_4w_cell_the_clockwise_one_is_multiplied() -> None:
    state = game(wordbox(), laid=["B1 N", "A2 T"], racks=["EA", "A"], bag="")
    assert [(word.word, word.score) for word in score_of_play(state, "1A EN").words] == [("EN", 8), ("ET", 2)]


def test_a_4w_cell_is_spent_once_covered() -> None:
    state = game(wordbox(), laid=["1A EN"], racks=["TS", "A"], bag="")
    assert score_of_play(state, "1A ENT").total == 3


def test_a_4w_cell_inside_the_board_is_an_error_with_its_place() -> None:
    text = files("engine").joinpath("rulesets/wordbox-en.toml").read_text(encoding="utf-8")
    with pytest.raises(DataError, match=r"row 2, column 2: a 4W cell \(Q\)"):
        parse_ruleset(text.replace(".D....t...t....D.", ".Q....t...t....D.", 1), "mine.toml")


class Few:
    """Every combination of E and N of up to four letters."""

    def __contains__(self, word: str) -> bool:
        return len(word) >= 2 and self.has_prefix(word)

    def has_prefix(self, prefix: str) -> bool:
        return len(prefix) <= 4 and set(prefix) <= set("EN")


@pytest.mark.parametrize("four_word", RULES)
def test_the_search_scores_4w_cells_as_the_rules_do(four_word: FourWord) -> None:
    laid = ["A2 EN", "1B E", "Q2 EN", "15O NE", "14A N", "A13 E"]
    state = game(wordbox(four_word), laid=laid, racks=["EEN?", "A"], bag="")
    options = legal_plays(state, 0, Few())
    corners = {"A1", "Q1", "Q15", "A15"}
    assert sum(not corners.isdisjoint(put.cell for put in option.tiles) for option in options) > 20
    for option in options:
        assert option.score == lay_and_score(state, 0, Place(user_at(state), option.tiles))[1].total
