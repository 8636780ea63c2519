"""What plays score (RULES §1.6, §2.4, §2.5)."""

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
from engine.crossword.tiles import face_of
from engine.rulesets import resolve_ruleset
from tests.support import boards
from tests.support.games import after_actions, apply_step, game, place_play, score_of_play, user_at, with_fields


def with_scoring(ruleset: str, **changes: object) -> Ruleset:
    rules = crossword_rulesets()[ruleset]
    return replace(rules, scoring=replace(rules.scoring, **changes))


@pytest.mark.parametrize(
    ("laid", "written", "expected"),
    [
        pytest.param([], "8H ON", 4, id="the centre doubles the first word"),
        pytest.param(["10G AA"], "11G ON", 2 + 2 + 2, id="plain letters counted across and down"),
        pytest.param(["D9 A"], "D8 HAT", 4 * 2 + 1 + 1, id="2×letter"),
        pytest.param(["G6 A"], "6F HA", 4 * 3 + 1, id="3×letter"),
        pytest.param(["C2 A"], "2B HA", (4 + 1) * 2, id="2×word"),
        pytest.param(["B1 A"], "1A HA", (4 + 1) * 3, id="3×word"),
        pytest.param(["E1 A"], "1D HAH", 4 * 2 + 1 + 4, id="only one of two equal letters is on a premium"),
        pytest.param(
            ["B1 A", "C1 S", "D1 H"], "1A HASHES", (4 + 1 + 1 + 4 + 1 + 1) * 3, id="an old letter's premium is spent"
        ),
        pytest.param(["C2 A"], "2B hA", (0 + 1) * 2, id="a blank under 2×word doubles the word"),
        pytest.param(["E1 A"], "1D hA", 1, id="a blank under 2×letter is worth nothing"),
        pytest.param(["G6 A"], "6F hA", 1, id="a blank under 3×letter is worth nothing"),
        pytest.param(["8H hA"], "8H hAT", 2, id="an old blank is worth nothing, and the spent star doubles nothing"),
        pytest.param(["B15 E"], "15A HE", 15, id="3×word at the foot"),
    ],
)
def test_premiums(laid: list[str], written: str, expected: int) -> None:
    state = game(laid=laid, racks=["HOANTES?", "A"], bag="")
    assert score_of_play(state, written).total == expected


def test_a_tile_in_two_words_counts_in_both_with_its_premiums() -> None:
    state = game(laid=["C1 A", "A2 A"], racks=["HTXXXXX", "A"], bag="")
    score = score_of_play(state, "1A HTA")
    assert [(word.word, word.score) for word in score.words] == [("HTA", 18), ("HA", 15)]
    assert score.total == 33


def test_the_bingo_is_never_multiplied() -> None:
    state = game(racks=["AEINSTR", "A"])
    score = score_of_play(state, "8H NASTIER")
    assert (score.bingo, score.total) == (50, (1 + 1 + 1 + 1 + 1 * 2 + 1 + 1) * 2 + 50)


def test_a_short_rack_played_out_is_no_bingo_by_default() -> None:
    state = game("kelimelik", racks=["EV", "A"], bag="")
    assert score_of_play(state, "8H EV").bingo == 0


def test_a_short_rack_played_out_is_a_bingo_by_option() -> None:
    rules = with_scoring("kelimelik", bingo_when="whole-rack")
    assert score_of_play(game(rules, racks=["EV", "A"], bag=""), "8H EV").bingo == 30
    assert score_of_play(game(rules, racks=["EVA", "A"], bag=""), "8H EV").bingo == 0


@pytest.mark.parametrize(("play", "bingo"), [("8D FOREIGNER", 50), ("8D FOREIGN", 0)])
def test_a_full_rack_of_nine_needs_nine_tiles(play: str, bingo: int) -> None:
    rules = replace(crossword_rulesets()["scrabble-en"], rack=9)
    assert score_of_play(game(rules, racks=["FOREIGNER", "A"], bag=""), play).bingo == bingo


def test_kelimelik_gives_thirty_for_seven_tiles() -> None:
    state = game("kelimelik", racks=["KALEMİR", "A"])
    score = score_of_play(state, "8H KALEMİR")
    assert (score.bingo, score.total) == (30, (1 + 1 + 1 + 1 + 2 + 1 + 1) * 4 + 30)


def test_the_bonus_cell_adds_flat_points_outside_multipliers() -> None:
    state = game("kelimelik", racks=["EVAAAAA", "A"], bonus="I8")
    score = score_of_play(state, "8H EV")
    assert (score.cell_bonus, score.total) == (25, (1 + 7) * 2 + 25)


def test_the_bonus_cell_in_two_words_counts_once() -> None:
    state = game("kelimelik", laid=["8H EV", "J7 A"], racks=["AAAAAAA", "A"], bonus="J8")
    score = score_of_play(state, "8H EVA")
    assert len(score.words) == 2
    assert score.cell_bonus == 25


def test_the_bonus_cell_has_no_effect_once_taken() -> None:
    state = game("kelimelik", racks=["EVAAAAA", "AAAAAAA"], bonus="I8")
    state, _ = apply_step(state, place_play(state, "8H EV"))
    score = score_of_play(state, "8H EVA")
    assert (score.cell_bonus, score.total) == (0, 1 + 7 + 1)


ENCYCLOPAEDIA = [
    ("8H LOFTY", 30, {"LOFTY": 30}),
    ("7I LOAM", 24, {"LOAM": 7, "LO": 3, "OF": 5, "AT": 2, "MY": 7}),
    ("J7 OFFICIATE", 71, {"OFFICIATE": 21}),
    ("15H QUETZALs", 365, {"QUETZALS": 315}),
]

BOX = [
    ("8F HORN", 14, {"HORN": 14}),
    ("H6 FARM", 9, {"FARM": 9}),
    ("10F PASTE", 25, {"PASTE": 15, "FARMS": 10}),
    ("9H MOB", 16, {"MOB": 8, "NOT": 4, "BE": 4}),
    ("11E BIT", 16, {"BIT": 10, "PI": 4, "AT": 2}),
]


@pytest.mark.parametrize("sheet", [ENCYCLOPAEDIA, BOX], ids=["encyclopaedia", "box-rules"])
def test_a_published_sheet(sheet: list[tuple[str, int, dict[str, int]]]) -> None:
    state = game(racks=["AA", "AA"], bag="AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    for written, expected, words in sheet:
        action = place_play(state, written)
        rack = tuple(face_of(put.tile) for put in action.tiles)
        players = tuple(with_fields(player, rack=rack) for player in state.players)
        state, _ = apply_step(with_fields(state, players=players), action)
        assert state.last is not None
        assert {word.word: word.score for word in state.last.words} == words
        assert state.last.score == expected


@pytest.mark.parametrize(
    ("laid", "written", "expected"),
    [
        pytest.param(["E1 I"], "1A CRAZIEST", 311, id="a triple-triple"),
        pytest.param([], "8F FAZE", 32, id="the Z under the star's neighbour"),
        pytest.param(["8F FAZE"], "8F FAZES", 17, id="an S later counts no premium again"),
        pytest.param([], "8D QUAKE", 56, id="the Q on a double letter, the star"),
    ],
)
def test_a_published_play(laid: list[str], written: str, expected: int) -> None:
    state = game(laid=laid, racks=["CRAZESTFQUK", ""], bag="")
    assert score_of_play(state, written).total == expected


def test_going_out_may_double_the_others_tiles_instead() -> None:
    rules = crossword_rulesets()["scrabble-en"]
    doubling = with_fields(rules, ending=with_fields(rules.ending, out="double"))
    state = game(doubling, laid=["8H O"], racks=["N", "QD"], bag="", scores=[298, 280])
    state = after_actions(state, place_play(state, "8H ON"))
    assert [player.score for player in state.players] == [324, 280]


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


def test_of_two_words_that_meet_on_a_4w_cell_the_clockwise_one_is_multiplied() -> None:
    state = game(wordbox(), laid=["B1 N", "A2 T"], racks=["EA", "A"], bag="")
    assert [(word.word, word.score) for word in score_of_play(state, "1A EN").words] == [("EN", 8), ("ET", 2)]


def test_a_4w_cell_is_spent_once_covered() -> None:
    state = game(wordbox(), laid=["1A EN"], racks=["TS", "A"], bag="")
    assert score_of_play(state, "1A ENT").total == 3


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
