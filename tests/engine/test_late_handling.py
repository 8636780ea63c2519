"""Actions that are handled some time after they arrived: what lies between is nobody's time (RULES §7.2)."""

from datetime import datetime

import pytest

from engine import clock
from engine import game as door
from engine.clock import GameClock, MoveClock, Pause, Resume, Timeout
from engine.crossword.actions import Challenge, OfferDraw, TakeBack
from engine.crossword.events import TilesDrawn, WindowClosed
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game_base import OpenWindow
from engine.klepka.state import GameState as KlepkaState
from engine.replay_log import Deviation, check_instant, replay_entry
from engine.table_log import LogEntry, apply_and_log, try_action
from engine.timekeeping import PROMPT_WITHIN, LengthenWindow, WindowLengthened, turn_deadline
from engine.turns import Surrender, Undo
from tests.support import klepka
from tests.support.games import (
    NO_WORD_IS_VALID,
    NOW,
    SECRET,
    USERS,
    accepts_any_word,
    after_actions,
    apply_step,
    challengeable_play,
    game,
    game_on_own_clock,
    instant_at,
    pass_turn,
    place_play,
    surrender,
    with_fields,
)

ARRIVED, HANDLED = 10, 25


def handled(state: door.Table, action: door.Action, arrived: float = ARRIVED, now: float = HANDLED) -> GameState:
    """The game after an action that arrived at one instant and is applied at another."""
    counts, begins = door.action_times(state, instant_at(arrived), instant_at(now))
    table = door.apply(state, action, counts, accepts_any_word, begins).table
    assert isinstance(table, GameState)
    return table


def seconds(*instants: datetime) -> tuple[float, ...]:
    return tuple((instant - NOW).total_seconds() for instant in instants)


def begun(state: door.Game) -> float:
    assert state.clocks.started is not None
    return seconds(state.clocks.started)[0]


def test_the_movers_time_ends_as_the_move_arrives_and_the_next_players_begins_as_it_is_applied() -> None:
    state = handled(
        game_on_own_clock(GameClock(1500, "retire")), pass_turn(game_on_own_clock(GameClock(1500, "retire")))
    )
    assert state.clocks.left == ((1500 - ARRIVED) * 1000, 1500 * 1000)
    assert begun(state) == HANDLED
    assert door.deadline(state) == instant_at(HANDLED + 1500 - 375)


def test_what_arrived_in_time_is_in_time_however_late_it_is_handled() -> None:
    state = game_on_own_clock(MoveClock(120, "pass"))
    assert handled(state, pass_turn(state), 119, 500).turn == 1
    with pytest.raises(Refusal, match="out_of_time"):
        handled(state, pass_turn(state), 120, 500)


def test_no_turn_begins_before_the_one_ahead_of_it_where_the_clocks_of_processes_differ() -> None:
    first = game_on_own_clock(MoveClock(120, "pass"))
    state = handled(first, pass_turn(first))
    assert begun(handled(state, pass_turn(state), HANDLED - 12, HANDLED - 11)) == HANDLED


def test_a_turn_that_a_wrong_clock_began_far_ahead_holds_up_none_behind_it() -> None:
    first = game_on_own_clock(MoveClock(86400, "pass"))
    state = handled(first, pass_turn(first), 3600, 3600)
    assert begun(handled(state, pass_turn(state), HANDLED, HANDLED)) == HANDLED


def test_an_offer_that_arrived_later_and_was_applied_before_takes_no_time_from_a_move() -> None:
    state = game_on_own_clock(MoveClock(120, "pass"))
    state = with_fields(state, ruleset=with_fields(state.ruleset, draw_offers=True))
    offered = handled(state, OfferDraw(USERS[1]), 121, 122)
    assert handled(offered, pass_turn(state), 119, 123).turn == 1


def test_a_window_begins_as_the_play_is_applied_and_a_challenge_counts_from_its_arrival() -> None:
    before = challengeable_play("single")
    assert before.pending is not None
    state = handled(before, place_play(before, "9H AD"))
    pending = state.pending
    assert pending is not None
    assert (pending.laid, pending.until) == (instant_at(HANDLED), instant_at(HANDLED + 60))
    doubt = Challenge(USERS[0], (), pending.play)
    assert handled(state, doubt, HANDLED + 59, HANDLED + 500).challenges
    with pytest.raises(Refusal, match="challenge_too_late"):
        handled(state, doubt, HANDLED + 60, HANDLED + 500)


def test_a_challenge_that_arrived_in_time_outlasts_a_turn_that_began_after_the_window() -> None:
    before = challengeable_play("single", seated=3)
    assert before.pending is not None
    state = handled(before, surrender(before), 50, 65)
    assert state.pending == before.pending
    assert handled(state, Challenge(USERS[2], (), before.pending.play), 55, 66).challenges


def test_clocks_run_again_as_that_is_done_and_the_open_window_with_them() -> None:
    state = challengeable_play("single")
    state = handled(state, Pause(USERS[0]), 20, 30)
    state = handled(state, Resume(USERS[0]), 100, 140)
    assert state.pending is not None
    assert (begun(state), state.clocks.spent) == (140, 20_000)
    assert state.pending.until == instant_at(140 + 40)


def test_a_phase_of_klepka_begins_as_what_ended_the_one_before_is_applied() -> None:
    state = klepka.game("ЩюФо", ruleset=klepka.klepka_rules(deck="full", clock="phases"))
    table = door.apply(
        state, klepka.flip(state, 1, 2), instant_at(ARRIVED), accepts_any_word, instant_at(HANDLED)
    ).table
    assert isinstance(table, KlepkaState)
    assert (table.turn, begun(table)) == (1, HANDLED)


def spelling() -> KlepkaState:
    """Klepka with 90 s for words, the first player holding some, the second a reward."""
    return klepka.game("ААБВ", "ЩОЩО", "=#А", ruleset=klepka.klepka_rules(deck="full", clock="phases"))


def done(state: KlepkaState, action: door.Action, arrived: float, now: float) -> KlepkaState:
    """As :func:`handled`, of Klepka."""
    table = door.apply(state, action, instant_at(arrived), accepts_any_word, instant_at(now)).table
    assert isinstance(table, KlepkaState)
    return table


def test_what_a_word_of_klepka_waited_is_not_charged_to_the_turn_that_goes_on() -> None:
    state = spelling()
    state = done(state, klepka.form(state, "що"), 10, 50)
    assert turn_deadline(state) == instant_at(50 + 80)
    state = done(state, klepka.form(state, "що"), 60, 85)
    assert turn_deadline(state) == instant_at(85 + 70)


def test_words_that_wait_together_cost_the_time_until_the_first_of_them_arrived() -> None:
    state = spelling()
    state = done(state, klepka.form(state, "що"), 10, 50)
    counts, begins = door.action_times(state, instant_at(12), instant_at(55))
    assert turn_deadline(done(state, klepka.form(state, "що"), *seconds(counts, begins))) == instant_at(55 + 80)


def test_a_challenge_of_the_player_on_turn_costs_the_same_whether_the_play_stands_or_not() -> None:
    rule = GameClock(300, "retire")
    state = challengeable_play("single")
    state = with_fields(
        state,
        ruleset=with_fields(state.ruleset, clock="own", clocks={"own": rule}),
        clocks=clock.start_turn(clock.initial_clocks(rule, 2), NOW),
    )
    for judge in (accepts_any_word, NO_WORD_IS_VALID):
        table = door.apply(state, Challenge(USERS[1]), instant_at(10), judge, instant_at(50)).table
        assert isinstance(table, GameState)
        assert clock.remaining_time(rule, table.clocks, 1, instant_at(50), on_turn=True) == 290_000


def test_an_offer_of_the_player_on_turn_while_the_clocks_stand_still_starts_none() -> None:
    state = game_on_own_clock(MoveClock(120, "pass"))
    state = with_fields(state, ruleset=with_fields(state.ruleset, draw_offers=True))
    state = handled(state, Pause(USERS[1]), 20, 20)
    state = handled(state, OfferDraw(USERS[0]), 30, 60)
    assert turn_deadline(handled(state, Resume(USERS[1]), 100, 100)) == instant_at(100 + 100)


@pytest.mark.parametrize("late", [0, 0.001, 61])
@pytest.mark.parametrize("ends", [Timeout(), Surrender(USERS[0])], ids=["time-out", "surrender"])
def test_overtime_is_charged_until_it_has_run_out_however_late_that_is_seen(ends: door.Action, late: float) -> None:
    rule = GameClock(1500, "forfeit", penalty=10, limit=10)
    out = 1500 + 600 + late
    state = handled(game_on_own_clock(rule, 3), ends, out, out)
    assert state.clocks.left[0] == -600_000
    assert clock.overtime_penalty(rule, state.clocks, 0) == -100


def test_the_log_holds_both_instants_and_replays_by_them() -> None:
    state = game_on_own_clock(MoveClock(120, "pass"))
    _, supposed = try_action(state, pass_turn(state), instant_at(ARRIVED), instant_at(HANDLED))
    step, entry = apply_and_log(state, pass_turn(state), instant_at(ARRIVED), {}, supposed, begins=instant_at(HANDLED))
    assert (entry.at, entry.begins) == (instant_at(ARRIVED), instant_at(HANDLED))
    assert replay_entry(state.ruleset, SECRET, state, entry) == step.table
    _, prompt = apply_and_log(state, pass_turn(state), instant_at(ARRIVED), {}, begins=instant_at(ARRIVED))
    assert prompt.applied_at == prompt.at == instant_at(ARRIVED)


@pytest.mark.parametrize(
    ("counted", "then", "fits"), [(5, 40, True), (40, 41, True), (40, 39, False), (5, 9, False), (0, 11, True)]
)
def test_in_a_log_actions_are_applied_in_order_whenever_they_arrived(counted: float, then: float, fits: bool) -> None:  # noqa: FBT001 - a table
    state = game_on_own_clock(MoveClock(120, "pass"))
    _, entry = apply_and_log(state, pass_turn(state), instant_at(counted), {}, begins=instant_at(then))
    latest: datetime = instant_at(40)
    if fits:
        assert check_instant(entry, latest) == max(instant_at(then), latest)
    else:
        with pytest.raises(Deviation, match="instant"):
            check_instant(entry, latest)


A, B, C, D = USERS
LATE = LengthenWindow(1, 20_000)
"""That the first play was told twenty seconds late."""


def retractable_play() -> GameState:
    """A play that its player may take back for ten seconds."""
    options = {"challenge": "void", "clock": "none", "take-back": "10"}
    state = game(racks=("LOFTYAE", "AEINSDL", "AEINSDL"), bag="Q" * 20, options=options)
    return after_actions(state, place_play(state, "8H LOFTY"))


def window_end(state: GameState) -> float:
    assert state.open_window is not None
    return (state.open_window.until - instant_at(0)).total_seconds()


def refusal(state: door.Table, action: door.Action, after: float = 21) -> str:
    with pytest.raises(Refusal) as caught:
        door.apply(state, action, instant_at(after), accepts_any_word)
    return caught.value.code


def test_a_window_is_longer_by_how_late_it_was_told_and_nobody_hears_of_it() -> None:
    before = challengeable_play()
    after, events = apply_step(before, LATE, seconds=20)
    assert before.open_window == OpenWindow(1, instant_at(0), instant_at(60))
    assert after.open_window == OpenWindow(1, instant_at(0), instant_at(80))
    assert events == (WindowLengthened(1, instant_at(80)),)
    assert events[0].is_silent
    assert door.deadline(after) == instant_at(80)


def test_a_play_can_be_challenged_until_the_later_end_and_no_longer() -> None:
    longer = after_actions(challengeable_play(), LATE, seconds=20)
    state, _ = apply_step(longer, Challenge(B), NO_WORD_IS_VALID, seconds=79)
    assert state.challenges[0].withdrawn
    assert refusal(longer, Challenge(B), 80) == "challenge_too_late"
    assert refusal(longer, Timeout(), 79) == "not_due"
    _, events = apply_step(longer, Timeout(), seconds=80)
    assert [type(event) for event in events] == [WindowClosed, TilesDrawn]


def test_a_play_can_be_taken_back_until_the_later_end_and_no_longer() -> None:
    longer = after_actions(retractable_play(), LATE, seconds=20)
    assert not any(after_actions(longer, TakeBack(A, 1), seconds=29).cells)
    assert refusal(longer, TakeBack(A, 1), 30) == "take_back_too_late"


def test_it_happens_once_a_window() -> None:
    longer = after_actions(challengeable_play(), LATE, seconds=20)
    assert refusal(longer, LATE) == refusal(longer, LengthenWindow(1, 40_000)) == "not_due"


WITHIN = PROMPT_WITHIN.total_seconds() * 1000


@pytest.mark.parametrize("late", [-60_000, 0, WITHIN])
def test_what_is_told_in_time_stays_as_it_is(late: float) -> None:
    assert refusal(challengeable_play(), LengthenWindow(1, int(late))) == "not_due"
    assert window_end(after_actions(challengeable_play(), LengthenWindow(1, int(WITHIN) + 1), seconds=6)) > 65


def test_a_window_that_is_closed_or_another_ones_stays_as_it_is() -> None:
    state = challengeable_play()
    assert refusal(state, LengthenWindow(2, 20_000)) == "not_due"
    assert refusal(after_actions(state, pass_turn(state), seconds=10), LATE) == "not_due"
    assert refusal(after_actions(state, Timeout(), seconds=60), LATE, 61) == "not_due"


def test_time_that_a_play_was_given_stays_when_somebody_left_and_that_is_undone() -> None:
    gone = after_actions(retractable_play(), Surrender(A), seconds=2)
    assert gone.pending is None
    third = after_actions(retractable_play(), Surrender(C), seconds=2)
    longer = after_actions(third, LATE, seconds=20)
    back = after_actions(longer, Undo(D, longer.number), seconds=21)
    assert (window_end(longer), window_end(back)) == (30, 30)
    assert back.players[USERS.index(C)].active


def test_a_replay_makes_it_so_again_and_finds_one_that_never_was() -> None:
    state = challengeable_play()
    step, entry = apply_and_log(state, LATE, instant_at(20), {})
    assert replay_entry(state.ruleset, SECRET, state, entry) == step.table
    made_up = LogEntry(LengthenWindow(1, 4000), instant_at(20), {}, entry.events, entry.scores)
    with pytest.raises(Deviation):
        replay_entry(state.ruleset, SECRET, state, made_up)
