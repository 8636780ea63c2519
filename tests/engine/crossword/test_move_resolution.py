"""How a typed move is fitted to a board and a rack: through-letters, blanks, where tiles may lie (RULES §1.5)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.alphabet import load_alphabet
from engine.clock import Pause
from engine.crossword.notation import resolve_for_user, resolve_move
from engine.crossword.placement import place_tiles
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import EngineError, Refusal
from engine.turns import Cancel, Surrender
from tests.support import boards
from tests.support.games import (
    NOW,
    OUTSIDER,
    USERS,
    accepts_any_word,
    after_actions,
    game,
    instant_at,
    place_on_board,
    started_game,
)
from tests.support.languages import parse_move
from tests.support.random_actions import play_numbers, small_ruleset

EMPTY = game("scrabble-tr", racks=["KALEM??", "AAAAAAA"])
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSS?", "AAAAAAA"])
"""KALEM lies from F8 to J8."""


def placed(state: GameState, text: str) -> dict[str, str]:
    """The new tiles that a typed move of the player on turn puts down."""
    letters = load_alphabet(state.ruleset.language)
    return {put.cell: put.tile for put in resolve_move(state, state.turn, parse_move(text, letters)).tiles}


def refused(state: GameState, text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(EngineError) as caught:
        placed(state, text)
    return caught.value.code, dict(caught.value.fields)


def test_letters_on_the_board_are_written_or_dotted_or_in_parentheses() -> None:
    for typed in ("KALEMLER", "kalemler", "(KALEM)LER", ".....LER", "(K).L(EM)LER", "K(A)LEM(.)ER"):
        state = game("scrabble-tr", laid=["8F KALEM", "K7 İLE"], racks=["LERİSİS", "AAAAAAA"])
        assert placed(state, f"8F {typed}") == {"L8": "E", "M8": "R"}


def test_a_blank_asked_for_where_a_tile_lies_is_not_spent() -> None:
    for typed in ("KAl[E]M[L]er", "[K]ALEM[L]ER", "[KALEM]L[E]R"):
        state = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSİ?", "AAAAAAA"])
        blanks = [tile for tile in placed(state, f"8F {typed}").values() if tile.startswith("?")]
        assert len(blanks) == 1


def test_brackets_ask_for_a_blank_although_the_letter_is_held() -> None:
    assert placed(EMPTY, "8H KA[L]EM")["J8"] == "?L"
    assert placed(EMPTY, "8H ka[l]em")["J8"] == "?L"


@pytest.mark.parametrize(
    ("rack", "text", "tiles"),
    [
        ("L?AMAII", "8D LLAMA", {"D8": "L", "E8": "?L"}),
        ("SKIL?II", "8H SKILL", {"K8": "?L", "L8": "L"}),
        ("L?AMAII", "D8 LLAMA", None),
        ("??LAMAI", "8D LLAMA", {"D8": "L", "E8": "?L"}),
    ],
)
def test_of_several_ways_to_use_a_blank_the_best_scoring_is_taken(
    rack: str, text: str, tiles: dict[str, str] | None
) -> None:
    """D8 and L8 double their letter, so the tile that counts lies there."""
    state = game("scrabble-en", racks=[rack, ""])
    if tiles is None:
        assert refused(state, text) == ("off_centre", {"centre": "H8"})
    else:
        assert placed(state, text).items() >= tiles.items()


def test_what_does_not_fit_an_empty_board_says_why() -> None:
    for text, refusal in (
        ("P1 KALEM", ("unknown_cell", {"cell": "P1", "last": "O15"})),
        ("A16 KALEM", ("unknown_cell", {"cell": "A16", "last": "O15"})),
        ("H0 KALEM", ("unknown_cell", {"cell": "H0", "last": "O15"})),
        ("8M KALEM", ("off_board", {"cell": "M8", "room": 3, "length": 5})),
        ("M8 KALEMKALE", ("off_board", {"cell": "M8", "room": 8, "length": 9})),
        ("8H (K)ALEM", ("nothing_there", {"cell": "H8"})),
        ("8H KAL.M", ("nothing_there", {"cell": "K8"})),
        ("8H KALEMLER", ("not_on_rack", {})),
        ("8H [KAL]EM", ("blanks_not_held", {})),
    ):
        assert refused(EMPTY, text) == refusal


def test_what_does_not_fit_the_tiles_on_the_board_says_why() -> None:
    for text, refusal in (
        ("8F KELEM", ("clash", {"cell": "G8", "there": "A", "typed": "E"})),
        ("8F (KE)LEMLER", ("clash", {"cell": "G8", "there": "A", "typed": "E"})),
        ("8F KALEM", ("no_new_tiles", {})),
        ("8F .....", ("no_new_tiles", {})),
        ("8K LER", ("longer_word", {"word": "KALEMLER", "cell": "F8"})),
        ("8D İSK", ("longer_word", {"word": "İSKALEM", "cell": "D8"})),
        ("F7 SEL", ("clash", {"cell": "F8", "there": "K", "typed": "E"})),
        ("F6 SE", ("longer_word", {"word": "SEK", "cell": "F6"})),
        ("8F KALEM.", ("nothing_there", {"cell": "K8"})),
    ):
        assert refused(LAID, text) == refusal


RULESETS = ("kelimelik", "scrabble-tr", "scrabble-en")
SMALL = [small_ruleset(name) for name in RULESETS]


@settings(max_examples=30)
@given(
    st.sampled_from([*SMALL, crossword_rulesets()["scrabble-tr"]]),
    st.integers(0, 2**32),
    st.lists(st.sampled_from([*"AEKLMRZaeklr", ".", "(A)", "(e)", "[A]", "[k]"]), min_size=1, max_size=9).map("".join),
    st.sampled_from(["yatay", "dikey"]),
)
def test_fitting_and_playing_fail_in_no_other_way_than_the_engines(
    rules: Ruleset, seed: int, word: str, way: str
) -> None:
    chance = Random(seed)
    state, _ = started_game(rules, 2, secret=f"{seed:064x}")
    steps = play_numbers(state, [chance.randrange(2**20) for _ in range(12)])
    state = [after for _, _, after, _ in steps][-1]
    cell = chance.choice(premium_board(rules.board).grid.names)
    try:
        play = resolve_move(state, state.turn, parse_move(f"{cell} {way} {word}", load_alphabet(rules.language)))
        door.apply(state, play, NOW, accepts_any_word)
    except EngineError as error:
        assert error.code  # noqa: PT017 - a fitting word may also be played


RACKS = ["AEINSDL", "AEINSDL", "AEINSDL"]
RUNNING = game(racks=RACKS, options={"clock": "2min", "challenge": "single"})
GONE = after_actions(RUNNING, Surrender(USERS[2]))
WINDOW = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="", options={"clock": "none"})
WINDOW = after_actions(WINDOW, place_on_board(WINDOW, L8="E"))


@pytest.mark.parametrize(
    ("state", "user", "seconds", "code"),
    [
        pytest.param(RUNNING, USERS[0], 0, "not_on_rack", id="whose turn it is"),
        pytest.param(RUNNING, USERS[1], 0, "not_your_turn", id="somebody else"),
        pytest.param(RUNNING, OUTSIDER, 0, "not_seated", id="an onlooker"),
        pytest.param(GONE, USERS[2], 0, "has_surrendered", id="who has left"),
        pytest.param(after_actions(RUNNING, Pause(USERS[0])), USERS[0], 0, "paused", id="while clocks stand"),
        pytest.param(RUNNING, USERS[0], 120, "out_of_time", id="too late"),
        pytest.param(WINDOW, USERS[1], 0, "window_open", id="while the last play waits"),
        pytest.param(after_actions(RUNNING, Cancel(USERS[0])), USERS[0], 0, "game_over", id="after the end"),
    ],
)
def test_who_may_move_at_all_comes_before_what_the_rack_lacks(
    state: GameState, user: int, seconds: float, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        resolve_for_user(state, user, parse_move("8H QUIZ", load_alphabet("en")), instant_at(seconds))
    assert refused.value.code == code


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


NOTHING_LAID = game(racks=["AEINSDL", "A"])


def test_the_first_play_may_run_down_and_end_on_the_centre() -> None:
    assert words(NOTHING_LAID, "H5 SAND") == ["SAND"]


def test_a_single_tile_takes_its_longer_word_as_the_main_word(state: GameState) -> None:
    board = premium_board(state.ruleset.board)
    found = place_tiles(state.cells, board, {board.grid.indices["K9"]: "N"}, 7)
    assert found.direction is Direction.DOWN
    assert [run.word for run in found.words] == ["ENO", "AN"]
