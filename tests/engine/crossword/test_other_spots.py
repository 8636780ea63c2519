"""Where a word that did not fit would fit."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alphabet import load_alphabet
from engine.crossword.geometry import Direction
from engine.crossword.move_resolution import resolve_move
from engine.crossword.near_misses import Spot, judged_spots
from engine.crossword.notation import Move
from engine.crossword.premiums import premium_board
from engine.crossword.rules import preview_play
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.games import accepts_any_word, accepts_only, game, started_game
from tests.support.typed_text import parse_move

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
TR = load_alphabet("tr")
OPEN = game("kelimelik", racks=["KALEM?L", ""])


def near(
    state: GameState, text: str, judge: Callable[[str], bool] = accepts_any_word, most: int = 3
) -> tuple[Spot, ...]:
    return judged_spots(state, state.turn, parse_move(text, TR), judge, most)


def test_a_first_word_off_the_centre_is_offered_the_nearest_places_through_it() -> None:
    assert near(OPEN, "8C yatay KALEM") == (("D8", ACROSS), ("E8", ACROSS), ("F8", ACROSS))


def test_the_typed_direction_comes_before_the_other_one_at_the_same_distance() -> None:
    assert near(OPEN, "H8 dikey KALEMLER", accepts_any_word) == ()
    assert near(OPEN, "G7 dikey KALEM")[:2] == (("H7", DOWN), ("G8", ACROSS))


def test_the_place_that_was_refused_is_not_offered_again() -> None:
    assert ("H8", ACROSS) not in near(OPEN, "8H KALEM", accepts_any_word, 400)
    assert ("H8", DOWN) in near(OPEN, "8H KALEM", accepts_any_word, 400)


def test_no_more_places_are_offered_than_asked_for() -> None:
    assert [len(near(OPEN, "8A KALEM", accepts_any_word, most)) for most in (1, 2, 5)] == [1, 2, 5]


def test_a_word_that_runs_off_the_board_is_offered_places_with_room() -> None:
    state = game("kelimelik", laid=["8H KALEM"], racks=["LERAAAA", ""])
    assert near(state, "8M LER", accepts_only("KALEMLER"), 9) == ()
    assert near(state, "8N KALEMLER", accepts_only("KALEMLER")) == (("H8", ACROSS),)


def test_words_that_the_judge_refuses_are_not_offered() -> None:
    state = game("kelimelik", laid=["8H KALEM"], racks=["LERSASE", ""])
    found = near(state, "1A ELA", accepts_only("ELA"), 400)
    assert found
    for cell, way in found:
        made, _ = preview_play(state, 0, resolve_move(state, 0, Move(cell, way, parse_move("1A ELA", TR).signs)))
        assert {run.word for run in made.words} == {"ELA"}


def test_a_word_that_the_rack_cannot_make_is_offered_nowhere() -> None:
    assert near(OPEN, "1A ZEYTİN", accepts_any_word, 400) == ()


def test_a_cell_that_is_not_on_the_board_is_taken_for_the_centre() -> None:
    assert near(OPEN, "Z99 yatay KALEM")[0] == ("H8", ACROSS)


def test_an_endless_word_is_offered_nowhere() -> None:
    assert near(OPEN, "8H " + "K" * 4000) == ()


@settings(max_examples=8)
@given(st.integers(0, 2**32), st.sampled_from(["ELA", "KALEM", "AL", "İLİK"]))
def test_whatever_is_offered_can_be_played_and_the_nearest_comes_first(secret: int, word: str) -> None:
    state, _ = started_game("scrabble-tr", 2, secret=f"{secret:064x}")
    words = load_lexicon("tr").__contains__
    grid = premium_board(state.ruleset.board).grid
    move = parse_move(f"1A {word}", TR)
    found = judged_spots(state, state.turn, move, words, 400)
    far = []
    for cell, way in found:
        made, _ = preview_play(state, state.turn, resolve_move(state, state.turn, Move(cell, way, move.signs)))
        assert all(words(run.word) for run in made.words)
        far.append(sum(divmod(grid.indices[cell], grid.columns)))
    assert far == sorted(far)
