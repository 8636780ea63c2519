"""Moves laid tile by tile: where they begin, what lies so far, and the text that a button carries."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alphabet import load_alphabet
from engine.crossword.draft import (
    Draft,
    RackTile,
    decode_draft,
    encode_draft,
    evaluate_draft,
    starting_cells,
    starting_cells_in,
    starting_directions,
    starting_rows,
)
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.games import apply_step, game, started_game, user_at
from tests.support.random_actions import play_numbers, small_ruleset

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
EMPTY = game("scrabble-tr", racks=["KALEM??", "AB"])
LAID = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİS?A", "L"])
"""KALEM lies from F8 to J8."""


def test_on_an_empty_board_a_play_begins_where_it_can_reach_the_centre() -> None:
    assert starting_rows(EMPTY, 0) == tuple(range(2, 9))
    assert starting_cells_in(EMPTY, 0, 2) == ("H2",)
    assert starting_cells_in(EMPTY, 0, 8) == ("B8", "C8", "D8", "E8", "F8", "G8", "H8")
    assert (
        starting_directions(EMPTY, 0, "B8"),
        starting_directions(EMPTY, 0, "H8"),
        starting_directions(EMPTY, 0, "H2"),
    ) == ((ACROSS,), (ACROSS, DOWN), (DOWN,))
    assert starting_cells(EMPTY, 1) == {"H7": (DOWN,), "G8": (ACROSS,), "H8": (ACROSS, DOWN)}


def test_later_a_play_begins_where_its_tiles_can_touch() -> None:
    assert starting_cells(LAID, 1) == {
        **{f"{column}7": (DOWN,) for column in "FGHIJ"},
        "E8": (ACROSS,),
        "K8": (ACROSS,),
        **{f"{column}9": (DOWN,) for column in "FGHIJ"},
    }
    assert starting_directions(LAID, 0, "K8") == (ACROSS, DOWN)
    assert starting_directions(LAID, 0, "E7") == (ACROSS, DOWN)
    assert starting_directions(LAID, 0, "D7") == (ACROSS,)


def test_on_a_tile_off_the_board_and_far_from_all_tiles_nothing_begins() -> None:
    for cell in ("H8", "Z99", "", "h7", "A15"):
        assert starting_directions(LAID, 0, cell) == ()


SMALL = [small_ruleset(name) for name in ("kelimelik", "scrabble-tr", "wordbox-uk")]


def played(rules: Ruleset, seed: int, steps: int) -> GameState:
    state, _ = started_game(rules, 2, secret=f"{seed:064x}")
    chance = Random(seed)
    for _, _, after, _ in play_numbers(state, [chance.randrange(2**20) for _ in range(steps)]):
        state = after
    return state


def so_far(state: GameState, draft: Draft) -> tuple[str, str, str, str | None]:
    found = evaluate_draft(state, 0, draft)
    return found.cell, found.word, found.refusal, found.next


def test_letters_on_the_board_are_filled_in_before_between_and_behind() -> None:
    state = game("scrabble-tr", laid=["8F KAL", "8J M", "8L K"], racks=["EAREEE?", ""])
    draft = Draft("I8", ACROSS)
    assert so_far(state, draft) == ("I8", "", "no_tiles", "I8")
    draft = draft.with_tile(0)
    assert so_far(state, draft) == ("F8", "KALEM", "", "K8")
    draft = draft.with_tile(1)
    assert so_far(state, draft) == ("F8", "KALEMAK", "", "M8")


def test_a_legal_draft_has_the_score_of_the_rules_and_is_played_as_it_is() -> None:
    draft = Draft("K8", ACROSS).with_tile(0).with_tile(1).with_tile(2)
    found = evaluate_draft(LAID, 0, draft)
    assert found.score is not None
    assert found.score == lay_and_score(LAID, 0, found.place)[1]
    after, _ = apply_step(LAID, found.place)
    assert after.players[0].score == found.score.total > 0
    assert found.left == (3, 4, 5, 6)


def test_a_draft_that_is_not_legal_yet_says_with_which_code_it_is_refused() -> None:
    assert so_far(EMPTY, Draft("H8", DOWN).with_tile(0)) == ("H8", "K", "one_letter", "H9")
    assert so_far(EMPTY, Draft("F8", ACROSS).with_tile(0)) == ("F8", "K", "off_centre", "G8")
    assert so_far(LAID, Draft("D9", ACROSS).with_tile(0)) == ("D9", "L", "not_touching", "E9")
    assert evaluate_draft(LAID, 0, Draft("D9", ACROSS).with_tile(0)).score is None


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param(Draft("F8", ACROSS), id="on a tile"),
        pytest.param(Draft("A1", ACROSS), id="far from all tiles"),
        pytest.param(Draft("Z9", ACROSS), id="off the board"),
        pytest.param(Draft("K8", ACROSS, (RackTile(7),)), id="a place that the rack lacks"),
        pytest.param(Draft("K8", ACROSS, (RackTile(-1),)), id="a place below the first"),
        pytest.param(Draft("K8", ACROSS, (RackTile(0), RackTile(0))), id="a tile twice"),
        pytest.param(Draft("K8", ACROSS, (RackTile(5),)), id="a blank without a letter"),
        pytest.param(Draft("K8", ACROSS, (RackTile(5, "W"),)), id="a blank with a strange letter"),
        pytest.param(Draft("K8", ACROSS, (RackTile(0, "A"),)), id="another tile with a letter"),
        pytest.param(Draft("K8", ACROSS, tuple(map(RackTile, (0, 1, 2, 3, 4, 6)))), id="beyond the line"),
    ],
)
def test_a_draft_that_does_not_fit_the_game_is_stale(draft: Draft) -> None:
    with pytest.raises(Refusal, match="stale_button"):
        evaluate_draft(LAID, 0, draft)


def test_every_letter_of_every_game_has_a_sign_and_the_text_stays_short() -> None:
    for name in sorted(crossword_rulesets()):
        letters = load_alphabet(crossword_rulesets()[name].language).letters
        state = game(name, racks=["??", ""])
        board = premium_board(state.ruleset.board)
        centre = board.grid.names[board.centre]
        for first, second in zip(letters, reversed(letters), strict=True):
            draft = Draft(centre, DOWN).with_tile(1, first).with_tile(0, second)
            text = encode_draft(state, draft)
            assert decode_draft(state, 0, text) == draft
            assert text.isascii()
            assert len(text) <= 7


@settings(max_examples=15)
@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(0, 30), st.integers(0, 2**32))
def test_a_draft_laid_to_its_end_is_written_read_and_played_at_each_step(
    rules: Ruleset, seed: int, steps: int, luck: int
) -> None:
    state, chance = played(rules, seed, steps), Random(luck)
    seat = state.turn
    if state.outcome is not None or not starting_cells(state, seat):
        return
    cell, able = chance.choice(list(starting_cells(state, seat).items()))
    draft = Draft(cell, chance.choice(able))
    ever = False
    while (found := evaluate_draft(state, seat, draft)).next is not None:
        assert found.place.by == user_at(state, seat)
        assert decode_draft(state, seat, encode_draft(state, draft)) == draft
        assert len(encode_draft(state, draft)) <= 12
        spot = chance.choice(found.left)
        blank = state.players[seat].rack[spot] == "?"
        draft = draft.with_tile(spot, chance.choice(load_alphabet(rules.language).letters) if blank else "")
        assert evaluate_draft(state, seat, draft).place.tiles[:-1] == found.place.tiles
        assert evaluate_draft(state, seat, draft).place.tiles[-1].cell == found.next
        ever = ever or evaluate_draft(state, seat, draft).score is not None
    assert ever
    assert found.score is not None


@settings(max_examples=15)
@given(st.text(max_size=8) | st.from_regex(r"[0-9]{1,2}[A-Oa-o]([0-9a-f][g-zA-Z]?){0,7}", fullmatch=True))
def test_any_text_is_a_draft_as_it_was_written_or_stale(text: str) -> None:
    try:
        draft = decode_draft(LAID, 0, text)
    except Refusal:
        return
    assert encode_draft(LAID, draft) == text
    evaluate_draft(LAID, 0, draft)
