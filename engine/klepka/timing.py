"""The clock of a game of Klepka: what happens when an action's time runs out, reminders, pauses, downtime (RULES §7.2).

Running out ends the action: the time for words leads to turning up cards, the time for those to the next turn.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import clock
from engine.clock import (
    ClockAction,
    ClocksShifted,
    Downtime,
    Pause,
    Paused,
    Remind,
    Reminded,
    Resume,
    Resumed,
    Timeout,
)
from engine.errors import Refusal
from engine.klepka.events import TurnPassed, WordsTimedOut
from engine.klepka.state import GameState
from engine.klepka.turns import Result, end_turn, enter, is_late, running, time_out, with_player


def deadline(state: GameState) -> datetime | None:
    """The next instant at which a reminder or the end of an action is due."""
    due = (time_out(state), _reminder(state))
    return min((instant for instant in due if instant is not None), default=None)


def what_is_due(state: GameState, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`deadline` named."""
    reminder = _reminder(state)
    return Timeout() if reminder is None or now < reminder or is_late(state, now) else Remind()


def _reminder(state: GameState) -> datetime | None:
    return clock.reminder(running(state), state.clocks, state.turn)


def apply(state: GameState, action: ClockAction, now: datetime) -> Result:
    """Apply what the clock or its keeper asks.

    Raises:
        Refusal: ``not_due``, ``no_clock``, ``already_paused`` or ``not_paused``.
    """
    match action:
        case Timeout():
            if not is_late(state, now):
                raise Refusal("not_due")
            return _run_out(state, now)
        case Remind():
            return _remind(state, now)
        case Pause() | Resume() | Downtime():
            if state.ruleset.timing is None:
                raise Refusal("no_clock")
            return _keep(state, action, now)
        case _:
            assert_never(action)


def _remind(state: GameState, now: datetime) -> Result:
    rule, due = running(state), _reminder(state)
    if rule is None or due is None or now < due or is_late(state, now):
        raise Refusal("not_due")
    left = clock.remaining(rule, state.clocks, state.turn, now, on_turn=True)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (Reminded(state.turn, left),)


def _keep(state: GameState, action: Pause | Resume | Downtime, now: datetime) -> Result:
    """Stop and start the clock, and give time back."""
    paused = state.clocks.paused
    match action:
        case Pause(by=by):
            if paused is not None:
                raise Refusal("already_paused")
            return replace(state, clocks=clock.pause(state.clocks, now)), (Paused(by),)
        case Resume(by=by):
            if paused is None:
                raise Refusal("not_paused")
            return replace(state, clocks=clock.resume(state.clocks, now)), (Resumed(by),)
        case Downtime(seconds=seconds):
            if seconds < 1 or paused is not None:
                raise Refusal("not_due")
            return replace(state, clocks=clock.shift(state.clocks, seconds, now)), (ClocksShifted(seconds),)
        case _:
            assert_never(action)


def _run_out(state: GameState, now: datetime) -> Result:
    """End the action of the player on turn."""
    seat = state.turn
    if state.phase == "words" and state.flips:
        return enter(state, "flips", now), (WordsTimedOut(seat, state.flips),)
    if not state.flips:
        state = with_player(state, seat, replace(state.players[seat], passed=True))
    if state.phase == "flips" and not state.formed:
        state = replace(state, idle=state.idle + 1)
    return end_turn(state, (TurnPassed(seat, state.phase, automatic=True),), now)
