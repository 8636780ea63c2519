"""How long a turn may wait where no clock runs: when it may be skipped, and when it is skipped by itself.

A skipped turn is neither a pass nor a turn without score. When everybody has been skipped twice in succession nothing
is skipped by itself any more until somebody does something.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec.structs import replace

from engine import clock
from engine.absence import Nudged, TurnSkipped, Why
from engine.clock import Remind, Timeout
from engine.computers import is_computer
from engine.errors import Refusal
from engine.family import Game

G = TypeVar("G", bound=Game)
_RESTS: Final = 2
"""How often in succession everybody is skipped before the table rests."""


def skippable(state: Game) -> datetime | None:
    """When the turn may be skipped by the others; ``None`` where a clock decides, and while everything stands still."""
    return _after(state, state.ruleset.absence.after)


def due(state: Game) -> datetime | None:
    """When something is due because the player on turn is away: a nudge, then the end of the allowance."""
    rule = state.ruleset.absence
    began = _after(state, 0)
    if began is None or (state.clocks.reminded and not rule.skips) or rests(state):
        return None
    waits = (*(() if state.clocks.reminded else (rule.after,)), *((rule.allowance,) if rule.skips else ()))
    return began + timedelta(seconds=min(waits))


def what_is_due(state: Game, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`due` named."""
    return Timeout() if state.clocks.reminded or is_over(state, now) else Remind()


def is_over(state: Game, now: datetime) -> bool:
    """Whether the allowance of the turn is over."""
    end = None if rests(state) else _over(state)
    return end is not None and now >= end


def nudge(state: G, now: datetime) -> tuple[G, tuple[Nudged]]:
    """Tell the player on turn, and everybody, that the turn may be skipped now.

    Raises:
        Refusal: ``not_due``.
    """
    at = skippable(state)
    if at is None or now < at or state.clocks.reminded or rests(state) or is_over(state, now):
        raise Refusal("not_due")
    told = Nudged(state.turn, state.ruleset.absence.after)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (told,)


def skipped(state: G, seat: int, why: Why, by: int | None = None) -> tuple[G, TurnSkipped]:
    """The state with one more turn skipped of a seat; whose turn is next is the family's to say."""
    after = replace(state, clocks=clock.missed(state.clocks, seat))
    return after, TurnSkipped(seat, why, by, rests(after))


def _after(state: Game, seconds: int) -> datetime | None:
    """When the turn has waited for so long."""
    clocks = state.clocks
    if state.timing is not None or clocks.started is None or clocks.paused is not None or state.outcome is not None:
        return None
    return clocks.started + timedelta(seconds=seconds, milliseconds=-clocks.spent)


def _over(state: Game) -> datetime | None:
    """When the allowance of the turn is over."""
    rule = state.ruleset.absence
    return _after(state, rule.allowance) if rule.skips else None


def missed(state: Game, seat: int) -> bool:
    """Whether the last turn of a seat was skipped."""
    return state.timing is None and bool(state.clocks.misses) and state.clocks.misses[seat] > 0


def rests(state: Game) -> bool:
    """Whether everybody has been skipped so often that nothing is skipped by itself any more."""
    if state.timing is not None or not any(state.clocks.misses):
        return False
    seats = zip(state.clocks.misses, state.players, strict=False)
    misses = [count for count, player in seats if player.active and not is_computer(player.user)]
    return min(misses, default=0) >= _RESTS
