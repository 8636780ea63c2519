"""Reminders, pauses, time given back, and the figures of clocks (RULES §7.2)."""

import pytest

from engine import clock
from engine import game as door
from engine.clock import (
    BankClock,
    GameClock,
    MoveClock,
    Pause,
    Paused,
    Remind,
    Reminded,
    Resume,
    Resumed,
)
from engine.crossword.actions import Challenge
from tests.support.games import (
    NOW,
    USERS,
    accepts_only,
    after_actions,
    apply_step,
    clock_view,
    end_reason,
    exchange_faces,
    game,
    game_on_clock,
    game_on_own_clock,
    instant_at,
    pass_turn,
    place_play,
    seconds_left,
    surrender,
    two_minute_game,
)

A, B, C, D = USERS
MINUTE = 60


@pytest.mark.parametrize(
    ("rule", "ahead"),
    [
        (MoveClock(120, "pass"), 30),
        (MoveClock(60, "pass"), 15),
        (MoveClock(59, "pass"), None),
        (MoveClock(72 * 3600, "pass"), 3600),
        (GameClock(1500, "retire"), 375),
        (GameClock(50, "retire"), None),
        (BankClock(60, 60, "pass"), 30),
    ],
)
def test_a_reminder_comes_a_quarter_before_the_end_and_at_most_an_hour(rule: clock.Clock, ahead: int | None) -> None:
    state = game_on_own_clock(rule)
    due = clock_view(state).clock.due  # type: ignore[union-attr]
    assert due is not None
    if ahead is None:
        assert door.deadline(state) == due
        return
    soon = (due - NOW).total_seconds() - ahead
    assert door.deadline(state) == instant_at(soon)
    state, events = apply_step(state, Remind(), seconds=soon)
    assert events == (Reminded(0, ahead * 1000),)
    assert door.deadline(state) == due


def test_a_game_clock_reminds_once_and_not_in_every_later_turn() -> None:
    state = game_on_own_clock(GameClock(1000, "retire"))
    state = after_actions(state, Remind(), seconds=750)
    state = after_actions(state, exchange_faces(state, "A"), seconds=800)
    state = after_actions(state, exchange_faces(state, "A"), seconds=810)
    assert door.deadline(state) == instant_at(1010)


def test_a_pause_stops_everything_and_a_resumption_goes_on() -> None:
    state = after_actions(two_minute_game(), pass_turn(two_minute_game()), seconds=10)
    state, events = apply_step(state, Pause(A), seconds=40)
    assert events == (Paused(A),)
    assert (door.deadline(state), seconds_left(state, 1, 9999)) == (None, 90)
    state, events = apply_step(state, Resume(B), seconds=1000)
    assert events == (Resumed(B),)
    assert clock_view(state).clock.due == instant_at(1090)  # type: ignore[union-attr]


def test_a_pause_holds_a_window_open() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state = after_actions(after_actions(state, Pause(A), seconds=20), Resume(A), seconds=500)
    assert state.pending is not None
    assert state.pending.until == instant_at(540)
    assert not any(after_actions(state, Challenge(B), judge=accepts_only(), seconds=539).cells)


def test_no_pause_changes_when_a_play_was_laid() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"), seconds=10)
    state = after_actions(after_actions(state, Pause(A), seconds=20), Resume(A), seconds=500)
    assert state.pending is not None
    assert state.pending.laid == instant_at(10)


def test_a_table_that_challenges_can_be_paused_without_a_clock() -> None:
    state = game_on_clock("none", challenge="single")
    assert after_actions(state, Pause(A)).clocks.paused == NOW


def test_one_may_surrender_while_the_clocks_are_paused() -> None:
    state = after_actions(two_minute_game(), Pause(A), seconds=40)
    assert end_reason(after_actions(state, surrender(state, 1), seconds=50)) == "surrender"


def test_clocks_stop_at_the_end() -> None:
    state = after_actions(two_minute_game(), surrender(two_minute_game(), 0), seconds=10)
    assert (door.deadline(state), state.clocks.started) == (None, None)


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"none": MoveClock(60, "pass")}, "kept for no clock"),
        ({"a": MoveClock(0, "pass")}, "seconds is 0"),
        ({"a": GameClock(60, "retire", increment=-1)}, "increment is -1"),
        ({"a": BankClock(60, -5, "pass")}, "bank is -5"),
        ({"a": GameClock(60, "retire", penalty=10)}, None),
    ],
)
def test_figures_of_clocks_are_checked(rules: dict[str, clock.Clock], place: str | None) -> None:
    found = list(clock.clock_problems(rules))
    assert [place in problem for problem in found] == ([True] if place else [])  # type: ignore[operator]
