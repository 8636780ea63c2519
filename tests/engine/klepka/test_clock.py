"""The clock of Klepka: 90 seconds for words, 45 for turning up cards; running out ends the action (RULES §7.2)."""

from datetime import timedelta

import pytest

from engine.clock import MoveClock, Pause, Paused, Remind, Reminded, Resume, Resumed, Timeout
from engine.klepka.events import TurnPassed, WordsTimedOut
from engine.klepka.secrecy import view_for
from engine.klepka.state import GameState
from engine.timekeeping import deadline, due_action
from tests.support.klepka import (
    NOW,
    USERS,
    after_actions,
    apply_step,
    assert_table,
    chaos,
    flip,
    form,
    game,
    klepka_rules,
    pass_,
    refusal_of,
    surrender,
    trade,
)

TABLE = "ААБВ"


def timed(table: str = TABLE, *hands: str, turn: int = 0) -> GameState:
    """A game whose first action has just begun."""
    return game(table, *(hands or ("ЩО", "=#А")), turn=turn, ruleset=klepka_rules(deck="full", clock="phases"))


def due(state: GameState) -> float | None:
    """When something is due, in seconds from the beginning."""
    instant = deadline(state)
    return None if instant is None else (instant - NOW) / timedelta(seconds=1)


def test_without_a_clock_nothing_is_ever_due() -> None:
    assert deadline(game(TABLE, "", "")) is None


def test_a_view_has_the_clock_of_the_present_phase_and_none_after_the_end() -> None:
    words, flips = timed(), apply_step(timed(), Timeout(), later=90)[0]
    for state, seconds in ((words, 90), (flips, 45)):
        shown = view_for(state, None).clock
        assert shown is not None
        assert shown.rule == MoveClock(seconds, "pass")
        assert shown.due is not None
    assert view_for(after_actions(words, surrender(words)), None).clock is None
    assert view_for(game(TABLE, "", ""), None).clock is None


def test_the_time_for_words_runs_from_the_beginning_of_the_turn_with_one_reminder() -> None:
    state = timed()
    assert due(state) == 67.5
    state, events = apply_step(state, Remind(), later=67.5)
    assert events == (Reminded(0, 22_500),)
    assert due(state) == 90


def test_what_is_due_is_first_the_reminder_and_then_the_end_of_the_action() -> None:
    state = timed()
    assert due_action(state, NOW + timedelta(seconds=67.5)) == Remind()
    assert due_action(state, NOW + timedelta(seconds=90)) == Timeout()
    state, _ = apply_step(state, Remind(), later=70)
    assert due_action(state, NOW + timedelta(seconds=90)) == Timeout()
    state, _ = apply_step(state, Timeout(), later=90)
    assert due_action(state, NOW + timedelta(seconds=135)) == Timeout()


def test_when_the_time_for_words_is_over_the_cards_are_to_be_turned_up() -> None:
    state, events = apply_step(timed(), Timeout(), later=90)
    assert events == (WordsTimedOut(0, 2),)
    assert (state.turn, state.phase, due(state)) == (0, "flips", 135)


def test_words_formed_in_time_count_for_the_cards() -> None:
    state = timed()
    state = after_actions(state, form(state, "що"))
    state, events = apply_step(state, Timeout(), later=90)
    assert events == (WordsTimedOut(0, 4),)
    assert after_actions(state, flip(state, 1, 2, 3, 4)).players[0].cards == ("АY", "АY")


def test_forming_a_word_gives_no_more_time() -> None:
    state = timed()
    state, _ = apply_step(state, form(state, "що"), later=60)
    state, _ = apply_step(state, Remind(), later=67.5)
    assert due(state) == 90


def test_when_the_time_for_turning_up_cards_is_over_the_turn_passes() -> None:
    state, _ = apply_step(timed(), Timeout(), later=90)
    state, events = apply_step(state, Timeout(), later=135)
    assert events == (TurnPassed(0, "flips", automatic=True),)
    assert (state.turn, state.phase, state.players[0].passed, due(state)) == (1, "words", False, 135 + 67.5)
    assert_table(state, TABLE)


def test_each_extra_flip_has_its_own_time() -> None:
    state = timed()
    state, _ = apply_step(state, flip(state, 1, 2), later=80)
    assert due(state) == 125
    state, events = apply_step(state, Timeout(), later=125)
    assert events == (TurnPassed(0, "extra", automatic=True),)
    assert (state.turn, state.idle) == (1, 0)


def test_on_an_empty_table_running_out_is_a_pass() -> None:
    state = timed("....", "А", "Б")
    state, events = apply_step(state, Timeout(), later=90)
    assert events == (TurnPassed(0, "words", automatic=True),)
    state, _ = apply_step(state, Timeout(), later=180)
    assert state.outcome is not None
    assert state.outcome.reason == "cleared"


def test_acting_a_moment_too_late_is_refused_but_rewards_are_not_bound_to_the_turn() -> None:
    state = timed(TABLE, "ЩО", "=#А")
    for action in (form(state, "що"), flip(state, 1, 2), pass_(state)):
        assert str(refusal_of(state, action, later=90)) == "out_of_time()"
        assert str(refusal_of(state, action, later=89.999)) != "out_of_time()"
    assert refusal_of(state, chaos(state, 1), later=95) is None
    assert refusal_of(state, trade(state, 1, "А", 0, "О"), later=95) is None


def test_a_reward_played_meanwhile_takes_no_time_from_and_gives_none_to_the_turn() -> None:
    state = timed()
    state, _ = apply_step(state, chaos(state, 1), later=30)
    assert due(state) == 67.5


@pytest.mark.parametrize("seated", [2, 3])
def test_when_nobody_plays_for_two_rounds_the_game_ends(seated: int) -> None:
    state = timed(TABLE, *("АБ",) * seated)
    later = 0.0
    turns = 0
    while state.outcome is None:
        later = due(apply_step(state, Remind(), later=later + 67.5)[0]) or 0
        state, _ = apply_step(state, Timeout(), later=later)
        later += 45
        state, _ = apply_step(state, Timeout(), later=later)
        turns += 1
    assert turns == 2 * seated
    assert state.outcome.reason == "time"
    assert [final.adjustment for final in state.outcome.finals] == [2] * seated
    assert deadline(state) is None


def test_any_sign_of_life_begins_that_count_anew() -> None:
    state = timed()
    state, _ = apply_step(state, Timeout(), later=90)
    state, _ = apply_step(state, Timeout(), later=135)
    assert state.idle == 1
    assert apply_step(state, chaos(state, 1), later=140)[0].idle == 0


def test_a_turn_in_which_a_word_was_formed_is_not_idle() -> None:
    state = timed()
    state = after_actions(state, form(state, "що"))
    state, _ = apply_step(state, Timeout(), later=90)
    state, _ = apply_step(state, Timeout(), later=135)
    assert (state.turn, state.idle) == (1, 0)


def test_a_pause_stops_the_time_and_resuming_goes_on_from_there() -> None:
    state, events = apply_step(timed(), Pause(USERS[0]), later=50)
    assert events == (Paused(USERS[0]),)
    assert due(state) is None
    state, events = apply_step(state, Resume(USERS[1]), later=1000)
    assert events == (Resumed(USERS[1]),)
    state, _ = apply_step(state, Remind(), later=1017.5)
    assert due(state) == 1040
