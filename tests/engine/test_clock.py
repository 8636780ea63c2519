"""Clocks: what they measure, when they are due, and what an overrun leads to (RULES §2.8, §5.7, §7.2)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from engine import allowance, clock, timekeeping
from engine import game as door
from engine.allowance import LEAST_EXTRA, MOST_EXTRA, Extend, Extended
from engine.clock import BankClock, GameClock, MoveClock, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.crossword import endings
from engine.crossword.actions import Challenge
from engine.crossword.events import PlayerForfeited, PlayerRetired, TurnPassed, WindowClosed
from engine.crossword.state import GameState
from engine.crossword.view import LastTurn
from engine.errors import Refusal
from engine.game import apply, deadline, due_action
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
    outcome_of,
    pass_turn,
    place_on_board,
    place_play,
    seconds_left,
    surrender,
    two_minute_game,
)

A, B, C, D = USERS
MINUTE = 60


def test_allowances() -> None:
    rows = (
        ("kelimelik", "slow", 72 * 3600), ("kelimelik", "fast", 12 * 3600), ("kelimelik", "5min", 300),
        ("kelimelik", "2min", 120), ("tournament-en", "2min", 120), ("tournament-tr", "final", 90),
        ("wordbox-en", "25min", 25 * 60),
    )  # fmt: skip
    for ruleset, name, seconds in rows:
        state = game(ruleset, racks=["A", "A"], options={"clock": name})
        assert clock_view(state).clock.due == instant_at(seconds)  # type: ignore[union-attr]


def test_an_overrun_passes_the_turn() -> None:
    state, events = apply_step(game("tournament-en", racks=["AEINSDL", "A"]), Timeout(), seconds=120)
    assert events == (TurnPassed(0, tuple("AEINSDL"), automatic=True),)
    assert (state.turn, endings.run_counts(state), state.number) == (1, (1, 0), 1)
    assert state.last == LastTurn(0, "pass", automatic=True)
    assert clock_view(state).clock.due == instant_at(240)  # type: ignore[union-attr]


def test_the_second_overrun_in_a_row_forfeits() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, place_on_board(state, H8="E", I8="V"), seconds=130)
    state, events = apply_step(state, Timeout(), seconds=250)
    assert events[0] == PlayerForfeited(0)
    assert (end_reason(state), outcome_of(state).winners) == ("forfeit", (1,))


def test_an_own_turn_in_between_forgives_the_first_overrun() -> None:
    state = after_actions(two_minute_game(), Timeout(), seconds=120)
    state = after_actions(state, place_on_board(state, H8="E", I8="V"), seconds=130)
    state = after_actions(state, exchange_faces(state, "A"), seconds=140)
    state = after_actions(state, exchange_faces(state, "A"), seconds=150)
    state = after_actions(state, Timeout(), seconds=270)
    assert (state.outcome, state.turn) == (None, 1)


def test_slow_kelimelik_is_forfeited_at_the_first_overrun() -> None:
    state = game("kelimelik", racks=["A", "A"])
    assert end_reason(after_actions(state, Timeout(), seconds=72 * 3600)) == "forfeit"


def test_of_three_the_others_play_on_after_a_forfeit() -> None:
    state = game_on_own_clock(MoveClock(60, "forfeit"), seated=3)
    state, events = apply_step(state, Timeout(), seconds=60)
    assert events == (PlayerForfeited(0),)
    assert (state.outcome, state.turn, state.players[0].active) == (None, 1, False)
    assert state.last == LastTurn(0, "forfeit")
    state = after_actions(state, Timeout(), seconds=120)
    assert [(final.seat, final.place) for final in outcome_of(state).finals] == [(2, 1), (1, 2), (0, 3)]


def test_a_game_clock_runs_in_the_own_turns_only() -> None:
    state = game_on_clock("25min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=100)
    state = after_actions(state, exchange_faces(state, "A"), seconds=160)
    assert (seconds_left(state, 0, 200), seconds_left(state, 1, 200)) == (1500 - 100 - 40, 1500 - 60)


def test_an_increment_is_added_after_each_own_turn() -> None:
    state = game_on_clock("15min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=30)
    assert seconds_left(state, 0, 30) == 900 - 30 + 10


@pytest.mark.parametrize(("over", "price"), [(0, 0), (0.001, -10), (60, -10), (60.001, -20), (599, -100)])
def test_overtime_costs_ten_points_a_started_minute(over: float, price: int) -> None:
    state = game_on_clock("25min")
    state = after_actions(state, exchange_faces(state, "A"), seconds=1500 + over)
    state = after_actions(state, surrender(state, 1), seconds=1500 + over)
    finals = {final.seat: final for final in outcome_of(state).finals}
    assert (finals[0].penalty, finals[0].score, finals[0].adjustment) == (price, price, 0)
    assert finals[1].penalty == 0


def test_overtime_has_its_limit_and_then_the_game_is_lost() -> None:
    state = game_on_clock("25min")
    assert clock_view(state).clock.due == instant_at(35 * MINUTE)  # type: ignore[union-attr]
    state = after_actions(state, Timeout(), seconds=35 * MINUTE)
    assert (end_reason(state), outcome_of(state).winners) == ("forfeit", (1,))


def test_a_bank_pays_for_turns_that_take_longer() -> None:
    state = game_on_own_clock(BankClock(60, 100, "forfeit"))
    state = after_actions(state, exchange_faces(state, "A"), seconds=50)
    assert seconds_left(state, 0, 50) == 160
    state = after_actions(state, exchange_faces(state, "A"), seconds=50 + 90)
    assert seconds_left(state, 1, 140) == 60 + 70
    assert end_reason(after_actions(state, Timeout(), seconds=140 + 160)) == "forfeit"


def box(seated: int = 2, **options: str) -> GameState:
    return game("wordbox-en", racks=["E", "AA", "JA"][:seated], options=options, scores=[10, 20, 30][:seated])


def test_who_is_out_of_time_in_wordbox_plays_no_more() -> None:
    state, events = apply_step(box(3), Timeout(), seconds=1500)
    assert events == (PlayerRetired(0),)
    assert (state.turn, state.outcome, endings.run_length(state), state.number) == (1, None, 0, 0)
    assert [seat.retired for seat in clock_view(state).seats] == [True, False, False]
    assert [seat.active for seat in clock_view(state).seats] == [True, True, True]
    state = after_actions(state, pass_turn(state), seconds=1510)
    assert after_actions(state, pass_turn(state), seconds=1520).turn == 1


def test_when_all_are_out_of_time_wordbox_ends_and_own_racks_are_deducted() -> None:
    state = after_actions(box(), Timeout(), seconds=1500)
    state = after_actions(state, Timeout(), seconds=3000)
    assert end_reason(state) == "time"
    assert [player.score for player in state.players] == [9, 18]
    assert outcome_of(state).winners == (1,)


def test_when_the_last_player_with_time_gives_up_the_time_is_out_for_all() -> None:
    state = after_actions(box(3), Timeout(), seconds=1500)
    state = after_actions(state, surrender(state, 1), seconds=1501)
    assert state.turn == 2
    state = after_actions(state, Timeout(), seconds=3001)
    assert end_reason(state) == "time"


def test_clocks_stand_while_the_last_play_waits() -> None:
    state = game("wordbox-en", racks=["E", "AEIN"], laid=["8I AID"], bag="")
    state = after_actions(state, place_on_board(state, L8="E"), seconds=100)
    assert clock_view(state).clock.due is None  # type: ignore[union-attr]
    assert door.deadline(state) == instant_at(160)
    state = after_actions(state, Challenge(B), judge=accepts_only(), seconds=150)
    assert seconds_left(state, 1, 150) == 1500


def test_the_next_players_clock_runs_while_a_play_may_be_challenged() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"), seconds=10)
    assert (door.deadline(state), clock_view(state).clock.due) == (instant_at(70), instant_at(130))  # type: ignore[union-attr]


def test_an_automatic_pass_closes_the_window() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"], options={"window": "300"})
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state, events = apply_step(state, Timeout(), seconds=120)
    assert [type(event).__name__ for event in events] == ["WindowClosed", "TilesDrawn", "TurnPassed"]
    assert events[0] == WindowClosed(0, 1, "time")


def test_of_two_things_due_the_window_comes_first() -> None:
    state = game("tournament-en", racks=["LOFTYAE", "AEINSDL"])
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state = after_actions(state, Timeout(), seconds=500)
    assert (state.pending, state.turn, door.deadline(state)) == (None, 1, instant_at(90))
    assert after_actions(state, Timeout(), seconds=501).turn == 0


@pytest.mark.parametrize(
    ("rule", "ahead"),
    [
        (MoveClock(120, "pass"), 30), (MoveClock(60, "pass"), 15), (MoveClock(59, "pass"), None),
        (MoveClock(72 * 3600, "pass"), 3600), (GameClock(1500, "retire"), 375), (GameClock(50, "retire"), None),
        (BankClock(60, 60, "pass"), 30),
    ],
)  # fmt: skip
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
