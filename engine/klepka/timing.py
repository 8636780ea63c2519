"""What time does to a game of Klepka (RULES §7.2); what is due when, :mod:`engine.timekeeping` says.

Running out ends the action: the time for words leads to turning up cards, the time for those to the next turn.
"""

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from engine import allowance, timekeeping
from engine.absence import Why
from engine.clock import ClockAction, Pause, Remind, Resume, Timeout
from engine.errors import Refusal
from engine.klepka.events import Event, TurnPassed, WordsTimedOut
from engine.klepka.state import GameState
from engine.klepka.turns import Result, end_turn, enter
from engine.timekeeping import is_late, keep, remind
from engine.turns import with_player


def apply(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    """Apply what the clock or its keeper asks; time that is to run then runs as of ``begins``.

    Raises:
        Refusal: ``not_due``, ``already_paused`` or ``not_paused``.
    """
    match action:
        case Timeout():
            if state.timing is None and allowance.is_over(state, now):
                return skip(state, "time", None, (), begins)
            if not is_late(state, now):
                raise Refusal("not_due")
            return _run_out(state, begins)
        case Remind():
            return allowance.nudge(state, now) if state.timing is None else remind(state, now)
        case Pause() | Resume():
            return keep(state, action, now, begins)
        case _:
            assert_never(action)


def deadline(state: GameState) -> datetime | None:
    """The next instant at which a reminder or the end of an action is due, or something because somebody is away."""
    return timekeeping.deadline(state, allowance.due(state))


def what_is_due(state: GameState, now: datetime) -> Timeout | Remind:
    """The action for that instant."""
    return allowance.what_is_due(state, now) if state.timing is None else timekeeping.what_is_due(state, now)


def _run_out(state: GameState, begins: datetime) -> Result:
    """End the action of the player on turn."""
    seat = state.turn
    if state.phase == "words" and state.flips:
        return enter(state, "flips", begins), (WordsTimedOut(seat, state.flips),)
    if not state.flips:
        state = with_player(state, seat, replace(state.players[seat], passed=True))
    if state.phase == "flips" and not state.formed:
        state = replace(state, idle=state.idle + 1)
    return end_turn(state, (TurnPassed(seat, state.phase, automatic=True),), begins)


def skip(state: GameState, why: Why, by: int | None, told: tuple[Event, ...], begins: datetime) -> Result:
    """Let the turn go by without its player: no pass, and no turn that ran out (RULES §7.2)."""
    state, event = allowance.skipped(state, state.turn, why, by)
    return end_turn(state, (*told, event), begins)
