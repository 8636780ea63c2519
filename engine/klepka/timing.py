"""What time does to a game of Klepka (RULES §7.2); what is due when, :mod:`engine.timekeeping` says.

Running out ends the action: the time for words leads to turning up cards, the time for those to the next turn.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import allowance, timekeeping
from engine.clock import ClockAction, Pause, Remind, Resume, Timeout
from engine.errors import Refusal
from engine.klepka.absence import skip_turn
from engine.klepka.events import TurnPassed, WordsTimedOut
from engine.klepka.state import GameState
from engine.klepka.turns import Result, end_turn, enter_phase
from engine.timekeeping import is_out_of_time, pause_or_resume, remind_player
from engine.turns import with_player


def apply_clock_action(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    """Apply what the clock or its keeper asks; time that is to run then runs as of ``begins``.

    Raises:
        Refusal: ``not_due``, ``already_paused`` or ``not_paused``.
    """
    match action:
        case Timeout():
            if state.clock_rule is None and allowance.is_allowance_over(state, now):
                return skip_turn(state, "time", None, (), begins)
            if not is_out_of_time(state, now):
                raise Refusal("not_due")
            return _apply_timeout(state, begins)
        case Remind():
            return allowance.nudge_player(state, now) if state.clock_rule is None else remind_player(state, now)
        case Pause() | Resume():
            return pause_or_resume(state, action, now, begins)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next instant at which a reminder or the end of an action is due, or something because somebody is away."""
    return timekeeping.deadline(state, allowance.absence_deadline(state))


def due_action(state: GameState, now: datetime) -> Timeout | Remind:
    """The action for that instant."""
    return allowance.due_action(state, now) if state.clock_rule is None else timekeeping.due_action(state, now)


def _apply_timeout(state: GameState, begins: datetime) -> Result:
    """End the action of the player on turn."""
    seat = state.turn
    if state.phase == "words" and state.flips:
        return enter_phase(state, "flips", begins), (WordsTimedOut(seat, state.flips),)
    if not state.flips:
        state = with_player(state, seat, replace(state.players[seat], passed=True))
    if state.phase == "flips" and not state.words_this_turn:
        state = replace(state, idle=state.idle + 1)
    return end_turn(state, (TurnPassed(seat, state.phase, automatic=True),), begins)
