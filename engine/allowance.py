"""How long a turn may wait where no clock runs: when it may be skipped, and when it is skipped by itself.

A skipped turn is neither a pass nor a turn without score. When everybody has been skipped twice in succession nothing
is skipped by itself any more until somebody does something.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec.structs import replace

from engine import clock
from engine.absence import DecidedBy, Nudged, TurnSkipped
from engine.clock import Remind, Timeout
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game_base import Game

G = TypeVar("G", bound=Game)
_SKIPS_BEFORE_REST: Final = 2
"""How often in succession everybody is skipped before the table rests."""


def skippable_from(state: Game) -> datetime | None:
    """When the turn may be skipped by the others; ``None`` where a clock decides, and while everything stands still."""
    return _turn_waited_at(state, state.ruleset.absence.after)


def absence_deadline(state: Game) -> datetime | None:
    """When something is due because the player on turn is away: a nudge, then the end of the allowance."""
    rule = state.ruleset.absence
    began = _turn_waited_at(state, 0)
    if began is None or (state.clocks.reminded and not rule.skips) or is_table_at_rest(state):
        return None
    waits = (*(() if state.clocks.reminded else (rule.after,)), *((rule.allowance,) if rule.skips else ()))
    return began + timedelta(seconds=min(waits))


def due_action(state: Game, now: datetime) -> Timeout | Remind:
    """The action for the instant that :func:`absence_deadline` named."""
    return Timeout() if state.clocks.reminded or is_allowance_over(state, now) else Remind()


def is_allowance_over(state: Game, now: datetime) -> bool:
    """Whether the allowance of the turn is over."""
    end = None if is_table_at_rest(state) else _allowance_end(state)
    return end is not None and now >= end


def nudge_player(state: G, now: datetime) -> tuple[G, tuple[Nudged]]:
    """Tell the player on turn, and everybody, that the turn may be skipped now.

    Raises:
        Refusal: ``not_due``.
    """
    at = skippable_from(state)
    if at is None or now < at or state.clocks.reminded or is_table_at_rest(state) or is_allowance_over(state, now):
        raise Refusal("not_due")
    event = Nudged(state.turn, state.ruleset.absence.after)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (event,)


def count_skip(state: G, seat: int, why: DecidedBy, by: int | None = None) -> tuple[G, TurnSkipped]:
    """The state with one more turn skipped of a seat; whose turn is next is the family's to say."""
    after = replace(state, clocks=clock.count_miss(state.clocks, seat))
    return after, TurnSkipped(seat, why, by, is_table_at_rest(after))


def _turn_waited_at(state: Game, seconds: int) -> datetime | None:
    clocks = state.clocks
    if state.clock_rule is not None or clocks.started is None or clocks.paused is not None or state.outcome is not None:
        return None
    return clocks.started + timedelta(seconds=seconds, milliseconds=-clocks.spent)


def _allowance_end(state: Game) -> datetime | None:
    """When the allowance of the turn is over."""
    rule = state.ruleset.absence
    return _turn_waited_at(state, rule.allowance) if rule.skips else None


def was_skipped(state: Game, seat: int) -> bool:
    """Whether the last turn of a seat was skipped."""
    return state.clock_rule is None and bool(state.clocks.misses) and state.clocks.misses[seat] > 0


def is_table_at_rest(state: Game) -> bool:
    """Whether everybody has been skipped so often that nothing is skipped by itself any more."""
    if state.clock_rule is not None or not any(state.clocks.misses):
        return False
    seats = zip(state.clocks.misses, state.players, strict=False)
    misses = [count for count, player in seats if player.active and not is_computer(player.user)]
    return min(misses, default=0) >= _SKIPS_BEFORE_REST
