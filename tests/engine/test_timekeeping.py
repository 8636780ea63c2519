"""Reminders, pauses, time given back, and the figures of clocks (RULES §7.2)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import allowance, clock, timekeeping
from engine import game as door
from engine.allowance import LEAST_EXTRA, MOST_EXTRA, Extend, Extended
from engine.clock import BankClock, GameClock, MoveClock, Pause, Paused, Remind, Reminded, Resume, Resumed
from engine.crossword.actions import Challenge
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import apply, deadline, due_action
from engine.turns import Pass
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


RACKS = ["LERİSİZ", "AAEEKKL"]
FIRST, ADMIN = 101, 199
DAY = 24 * 3600


def timed(name: str, ruleset: str = "scrabble-tr") -> GameState:
    return game(ruleset, laid=["8F KALEM"], racks=RACKS, options={"clock": name, "challenge": "void"})


def given(state: GameState, seat: int = 0, seconds: int = 300, *, after: float = 0, by: int = ADMIN) -> GameState:
    extend = Extend(by, seat, seconds, state.number, "Ada")
    step = apply(state, extend, NOW + timedelta(seconds=after), lambda _: True)
    assert step.events == (Extended(seat, seconds, "Ada"),)
    assert isinstance(step.table, GameState)
    return step.table


def refusal(state: GameState, action: Extend, after: float = 0) -> str:
    with pytest.raises(Refusal) as caught:
        apply(state, action, NOW + timedelta(seconds=after), lambda _: True)
    return caught.value.code


@pytest.mark.parametrize("seat", [0, 1])
def test_a_clock_for_the_whole_game_has_more_for_whoever_it_is_given_to(seat: int) -> None:
    before = timed("25min")
    longer = given(before, seat, after=100)
    assert [b - a for a, b in zip(before.clocks.left, longer.clocks.left, strict=True)][seat] == 300_000
    assert longer.clocks.left[1 - seat] == before.clocks.left[1 - seat]
    assert longer.clocks.started == before.clocks.started


@pytest.mark.parametrize("name", ["2min", "none"])
def test_where_turns_alone_are_waited_for_the_turn_is_longer(name: str) -> None:
    before = timed(name)
    longer = given(before, after=30)

    def end(state: GameState) -> object:
        return timekeeping.turn_deadline(state) if state.clock_rule else allowance.skippable_from(state)

    assert end(longer) == end(before) + timedelta(seconds=300)  # type: ignore[operator]


def test_the_next_turn_is_as_long_as_ever() -> None:
    longer = given(timed("2min"), after=30)
    passed = apply(longer, Pass(FIRST), NOW + timedelta(seconds=200), lambda _: True).table
    assert isinstance(passed, GameState)
    assert timekeeping.turn_deadline(passed) == NOW + timedelta(seconds=200 + 120)


def test_who_was_reminded_is_reminded_again_before_the_new_end() -> None:
    state, at = timed("2min"), NOW + timedelta(seconds=90)
    assert due_action(state, at) == Remind()
    reminded = apply(state, Remind(), at, lambda _: True).table
    assert isinstance(reminded, GameState)
    longer = given(reminded, after=100)
    assert not longer.clocks.reminded
    assert deadline(longer) == NOW + timedelta(seconds=90 + 300)
    assert given(reminded, seconds=10, after=110).clocks.reminded, "the reminder would come at once"


def test_a_turn_that_waited_for_a_day_may_no_longer_be_skipped_for_a_while() -> None:
    state = apply(timed("none"), Remind(), NOW + timedelta(days=1), lambda _: True).table
    assert isinstance(state, GameState)
    longer = given(state, seconds=2 * DAY, after=DAY + 5)
    assert deadline(longer) == NOW + timedelta(days=3)
    assert due_action(longer, NOW + timedelta(days=3)) == Remind()


@pytest.mark.parametrize("name", ["25min", "2min", "none"])
def test_time_that_is_given_in_a_pause_counts_after_it(name: str) -> None:
    state = timed(name)
    paused = apply(state, Pause(ADMIN), NOW + timedelta(seconds=20), lambda _: True).table
    assert isinstance(paused, GameState)
    longer = apply(given(paused, after=1000), Resume(ADMIN), NOW + timedelta(seconds=2000), lambda _: True).table
    plain = apply(paused, Resume(ADMIN), NOW + timedelta(seconds=2000), lambda _: True).table
    assert isinstance(longer, GameState)
    assert isinstance(plain, GameState)
    assert longer.clocks.started == plain.clocks.started
    more = plain.clocks.spent - longer.clocks.spent or longer.clocks.left[0] - plain.clocks.left[0]
    assert more == 300_000


LEFT = replace(timed("25min"), clocks=replace(timed("25min").clocks, left=(364 * DAY * 1000,) * 2))

REFUSED = {
    "to oneself": (timed("25min"), Extend(FIRST, 0, 300, 0), 0, "extend_oneself"),
    "too little": (timed("25min"), Extend(ADMIN, 0, int(LEAST_EXTRA.total_seconds()) - 1, 0), 0, "extend_by"),
    "too much": (timed("25min"), Extend(ADMIN, 0, int(MOST_EXTRA.total_seconds()) + 1, 0), 0, "extend_by"),
    "no such seat": (timed("25min"), Extend(ADMIN, 2, 300, 0), 0, "no_such_player"),
    "below the seats": (timed("25min"), Extend(ADMIN, -1, 300, 0), 0, "no_such_player"),
    "not on turn": (timed("2min"), Extend(ADMIN, 1, 300, 0), 0, "extend_turn"),
    "another turn": (timed("2min"), Extend(ADMIN, 0, 300, 7), 0, "turn_is_over"),
    "the time is out": (timed("2min"), Extend(ADMIN, 0, 300, 0), 120, "time_is_up"),
    "the allowance is over": (timed("none"), Extend(ADMIN, 0, 300, 0), 3 * DAY, "time_is_up"),
    "a clock that is full": (LEFT, Extend(ADMIN, 1, 7 * DAY, 0), 0, "extend_most"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(case: tuple[GameState, Extend, float, str]) -> None:
    state, action, after, code = case
    assert refusal(state, action, after) == code


def test_an_overrun_clock_that_retired_its_player_is_not_filled_again() -> None:
    state = timed("10min", "wordbox-tr")
    rule = state.clock_rule
    assert rule is not None
    over = clock.turn_time_limit(rule, state.clocks, 1)
    spent = replace(state.clocks, left=(state.clocks.left[0], state.clocks.left[1] - over))
    assert refusal(replace(state, clocks=spent), Extend(ADMIN, 1, 300, 0)) == "time_is_up"


def test_without_a_clock_the_game_can_be_paused_and_nobody_is_waited_for_meanwhile() -> None:
    state = timed("none")
    paused = apply(state, Pause(ADMIN, "Ada"), NOW + timedelta(hours=20), lambda _: True).table
    assert isinstance(paused, GameState)
    assert deadline(paused) is None
    assert allowance.skippable_from(paused) is None
    resumed = apply(paused, Resume(ADMIN), NOW + timedelta(days=10), lambda _: True).table
    assert isinstance(resumed, GameState)
    assert allowance.skippable_from(resumed) == NOW + timedelta(days=10, hours=4)
    assert deadline(resumed) == NOW + timedelta(days=10, hours=4)
