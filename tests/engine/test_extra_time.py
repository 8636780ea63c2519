"""More time that an administrator gives: where it goes, and what is refused."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import allowance, clock, timekeeping
from engine.clock import Pause, Remind, Resume
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.extra_time import LEAST_EXTRA, MOST_EXTRA, Extend, Extended
from engine.game import apply, deadline, due_action
from engine.turns import Pass
from tests.support.games import NOW, game

RACKS = ["LERİSİZ", "AAEEKKL"]
FIRST, ADMIN = 101, 199
DAY = 24 * 3600
MINUTE = 60


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
