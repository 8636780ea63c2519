"""What a game is remembered for: the word and the play that brought most, as far as nobody had them withdrawn."""

from typing import Final

from engine.crossword.actions import Challenge
from engine.crossword.scoring import update_highlights
from engine.crossword.state import GameState
from engine.crossword.view import Highlights, WordScore
from engine.klepka.endings import best_turn, best_word
from engine.klepka.view import FormedWord
from engine.turns import Cancel
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    after_actions,
    challenge_view,
    challengeable_play,
    game,
    place_play,
    surrender,
)

A, B, *_ = USERS
AXE: Final = WordScore("AXE", 20, ("H8", "I8", "J8"))


def over(state: GameState) -> Highlights:
    """What the game is remembered for after the player on turn surrenders."""
    return challenge_view(after_actions(state, surrender(state))).highlights


def test_of_equals_the_earlier_one_stays() -> None:
    first = update_highlights(Highlights(), 0, (AXE,), 20)
    assert update_highlights(first, 1, (WordScore("EXAM", 20, ("A1",) * 4),), 20) == first


def test_a_finished_game_tells_its_best_word_and_play_with_whose_they_were() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"])
    best = over(after_actions(state, place_play(state, "8H LOFTY")))
    assert best.word is not None
    assert best.play is not None
    assert (best.word.seat, best.word.word.word, best.word.score) == (0, "LOFTY", 30)
    assert (best.play.seat, best.play.word.cells[0], best.play.score) == (0, "H8", 30)


def test_nothing_is_told_while_the_game_goes_on_nor_when_nothing_was_played() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"])
    assert challenge_view(after_actions(state, place_play(state, "8H LOFTY"))).highlights == Highlights()
    assert over(state) == Highlights()


def test_a_cancelled_game_has_no_result_and_so_no_best_play() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(after_actions(state, place_play(state, "8H LOFTY")), Cancel(A))
    assert challenge_view(state).highlights == Highlights()


def test_a_withdrawn_play_was_never_the_best() -> None:
    assert over(after_actions(challengeable_play(), Challenge(B), judge=NO_WORD_IS_VALID)) == Highlights()
    assert over(after_actions(challengeable_play(), Challenge(B))).word is not None


def formed(seat: int, turn: int, word: str, score: int) -> FormedWord:
    return FormedWord(seat, turn, word, (), (), doubled=False, score=score)


def test_in_klepka_a_turn_counts_with_all_its_words() -> None:
    words = (formed(0, 0, "ВОДА", 9), formed(1, 1, "КІТ", 5), formed(1, 1, "ЇЖАК", 6))
    word, turn = best_word(words), best_turn(words)
    assert word is not None
    assert turn is not None
    assert (word.seat, word.words, word.score) == (0, ("ВОДА",), 9)
    assert (turn.seat, turn.words, turn.score) == (1, ("КІТ", "ЇЖАК"), 11)
