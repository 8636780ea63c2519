"""What the seats of a crossword game did, for its record: plays that stood, and challenges."""

from engine import game as door
from engine.absence import Replace, Seek, Volunteer
from engine.crossword.actions import Challenge, TakeBack
from engine.crossword.play_figures import seat_figures
from engine.crossword.state import GameState
from engine.messages import Action, Event
from engine.seat_figures import SeatFigures
from engine.turns import Pass, Surrender, Undo
from tests.support.games import (
    NO_WORD_IS_VALID,
    NOW,
    USERS,
    accepts_any_word,
    challenge_table,
    game,
    place_play,
)

A, B = USERS[:2]
DIRECTOR, SUBSTITUTE = 900, 901


def figures_after(state: GameState, *actions: Action, judge: door.Judge = accepts_any_word) -> tuple[SeatFigures, ...]:
    """What the seats did in a game from here to its end: the second player gives up after these actions."""
    told: list[Event] = []
    for action in (*actions, Surrender(state.players[-1].user)):
        step = door.apply(state, action, NOW, judge)
        assert isinstance(step.table, GameState)
        state = step.table
        told += step.events
    return seat_figures(len(state.players), told)  # type: ignore[arg-type]  # all are of the family or of all


def calm_table(*laid: str) -> GameState:
    return game("kelimelik", laid=laid, racks=["KALEMAE", "AAEEKKL"], options={"clock": "none"})


def test_a_play_counts_with_its_words_and_points() -> None:
    state = calm_table()
    first, second = figures_after(state, place_play(state, "8H KALEM"))
    assert (first.plays, first.bingos) == (1, 0)
    assert first.play_points == first.best_play > 0
    assert (first.best_play_word, first.best_word, first.longest_word) == ("KALEM",) * 3
    assert second == SeatFigures()


def test_a_bingo_is_one_and_its_bonus_is_the_plays_and_not_the_words() -> None:
    state = calm_table()
    first, _ = figures_after(state, place_play(state, "8H KALEMAE"))
    assert (first.bingos, first.longest_word) == (1, "KALEMAE")
    assert first.best_play > first.best_word_points


def test_passes_are_no_plays() -> None:
    assert figures_after(calm_table(), Pass(A)) == (SeatFigures(), SeatFigures())


def test_a_challenged_play_that_was_withdrawn_counts_for_nobody_and_the_challenge_is_won() -> None:
    state = challenge_table("single", bag="QQQQQQQQ")
    first, second = figures_after(state, place_play(state, "8H LOFTY"), Challenge(B), judge=NO_WORD_IS_VALID)
    assert first == SeatFigures()
    assert second == SeatFigures(challenges_won=1)


def test_a_challenged_play_that_stood_counts_and_the_challenge_is_lost() -> None:
    state = challenge_table("single", bag="QQQQQQQQ")
    first, second = figures_after(state, place_play(state, "8H LOFTY"), Challenge(B))
    assert (first.plays, first.play_points, first.best_word) == (1, 30, "LOFTY")
    assert second == SeatFigures(challenges_lost=1)


def test_a_play_that_was_taken_back_counts_no_more() -> None:
    state = game("kelimelik", racks=["KALEMAE", "AAEEKKL"], options={"clock": "none", "take-back": "20"})
    assert figures_after(state, place_play(state, "8H KALEM"), TakeBack(A)) == (SeatFigures(), SeatFigures())
    first, _ = figures_after(state, place_play(state, "8H KALEM"), TakeBack(A), place_play(state, "8H ELMA"))
    assert (first.plays, first.best_word) == (1, "ELMA")


def test_a_play_that_an_administrator_undid_counts_no_more_and_an_undone_pass_takes_none() -> None:
    state = game("kelimelik", racks=["KALEMAE", "AAEEKKL"], options={"clock": "none", "take-back": "20"})
    play = place_play(state, "8H KALEM")
    assert figures_after(state, play, Undo(DIRECTOR, 1)) == (SeatFigures(), SeatFigures())
    first, _ = figures_after(state, play, Pass(B), Undo(DIRECTOR, 2))
    assert first.plays == 1


def test_a_substitute_has_what_came_after() -> None:
    state = calm_table()
    replaced = (Seek(DIRECTOR, 0, ruling=True), Volunteer(SUBSTITUTE, "Su", 0), Replace(DIRECTOR, 0, SUBSTITUTE))
    first, _ = figures_after(state, place_play(state, "8H KALEM"), *replaced)
    assert first == SeatFigures()
