"""How long a turn may wait without a clock, and extra time given by administrators (RULES §7.2).

A skipped turn is neither a pass nor a scoreless turn. Once every player has been skipped twice in a row, turns are no
longer skipped automatically until a player acts.

Extra time goes to the player's game clock or time bank at any time. With a clock per turn, or with no clock, it goes to
the running turn or its present phase. The caller checks who may give it; players cannot give it to themselves.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import clock, timekeeping
from engine.absence import DecidedBy, Nudged, TurnSkipped
from engine.clock import BankClock, ClockState, GameClock, MoveClock, Remind, Timeout
from engine.computer_ids import is_computer
from engine.errors import MOST_SECONDS, Refusal
from engine.game_base import TurnGame
from engine.messages import Action, Event

G = TypeVar("G", bound=TurnGame)
_SKIPS_BEFORE_REST: Final = 2
"""How often in a row all players are skipped before the table rests."""


def skippable_from(state: TurnGame) -> datetime | None:
    """When the others may skip the turn; ``None`` with a clock, and while the game is paused."""
    return _turn_waited_at(state, state.ruleset.absence.after)


def absence_deadline(state: TurnGame) -> datetime | None:
    """When the next step against an absent player on turn follows: first a nudge, then the end of the allowance."""
    rule = state.ruleset.absence
    began = _turn_waited_at(state, 0)
    if began is None or (state.clocks.reminded and not rule.skips) or is_table_at_rest(state):
        return None
    waits = (*(() if state.clocks.reminded else (rule.after,)), *((rule.allowance,) if rule.skips else ()))
    return began + timedelta(seconds=min(waits))


def due_action(state: TurnGame, now: datetime) -> Timeout | Remind:
    """The action to apply at the instant of :func:`absence_deadline`."""
    return Timeout() if state.clocks.reminded or is_allowance_over(state, now) else Remind()


def is_allowance_over(state: TurnGame, now: datetime) -> bool:
    """Whether the allowance of the turn is over."""
    rule = state.ruleset.absence
    end = _turn_waited_at(state, rule.allowance) if rule.skips and not is_table_at_rest(state) else None
    return end is not None and now >= end


def nudge_player(state: G, now: datetime) -> tuple[G, tuple[Nudged]]:
    """Tell the table that the turn may now be skipped; raises the refusal ``not_due`` too early."""
    at = skippable_from(state)
    if at is None or now < at or state.clocks.reminded or is_table_at_rest(state) or is_allowance_over(state, now):
        raise Refusal("not_due")
    event = Nudged(state.turn, state.ruleset.absence.after)
    return replace(state, clocks=replace(state.clocks, reminded=True)), (event,)


def count_skip(state: G, seat: int, why: DecidedBy, by: int | None = None) -> tuple[G, TurnSkipped]:
    """Count a skipped turn for a seat; the caller decides whose turn is next."""
    after = replace(state, clocks=clock.count_miss(state.clocks, seat))
    return after, TurnSkipped(seat, why, by, is_table_at_rest(after))


def _turn_waited_at(state: TurnGame, seconds: int) -> datetime | None:
    clocks = state.clocks
    if state.clock_rule is not None or clocks.started is None or clocks.paused is not None or state.outcome is not None:
        return None
    return clocks.started + timedelta(seconds=seconds, milliseconds=-clocks.spent)


def was_skipped(state: TurnGame, seat: int) -> bool:
    """Whether the last turn of a seat was skipped."""
    return state.clock_rule is None and bool(state.clocks.misses) and state.clocks.misses[seat] > 0


def is_table_at_rest(state: TurnGame) -> bool:
    """Whether every player has been skipped so often that turns are no longer skipped automatically."""
    if state.clock_rule is not None or not any(state.clocks.misses):
        return False
    seats = zip(state.clocks.misses, state.players, strict=False)
    misses = [count for count, player in seats if player.active and not is_computer(player.user)]
    return min(misses, default=0) >= _SKIPS_BEFORE_REST


LEAST_EXTRA: Final = timedelta(seconds=10)
MOST_EXTRA: Final = timedelta(days=7)
"""The most extra time that can be given at once; the least is :data:`LEAST_EXTRA`."""
_MOST_ON_CLOCK: Final = MOST_SECONDS * 1000
"""The most milliseconds that a clock can hold, or a turn can be extended by."""


class Extend(Action, Struct, frozen=True, tag="extend"):
    """Give a player ``seconds`` more; ``number`` is how many turns were taken when it was asked for."""

    by: int
    seat: int
    seconds: int
    number: int
    name: str = ""
    """Who gave it, as shown to the group; empty for an administrator who posts as the group."""


class Extended(Event, Struct, frozen=True, tag="extended"):
    """A player has ``seconds`` more; ``name`` is empty for an administrator who posts as the group."""

    seat: int
    seconds: int
    name: str


def give_extra_time(state: G, action: Extend, now: datetime) -> tuple[G, tuple[Extended]]:
    """Give a player extra time.

    Raises:
        Refusal: ``game_over``, ``no_such_player``, ``extend_oneself``, ``extend_by`` outside :data:`LEAST_EXTRA` to
            :data:`MOST_EXTRA`, ``extend_turn`` if only the turn is timed and the player is not on turn,
            ``turn_is_over`` if another turn has begun, ``turn_waits`` before the turn begins, ``time_is_up``, or
            ``extend_most`` if the clock can hold no more.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    seat = action.seat
    if not 0 <= seat < len(state.players) or not state.players[seat].active:
        raise Refusal("no_such_player")
    if state.players[seat].user == action.by:
        raise Refusal("extend_oneself")
    if not LEAST_EXTRA <= timedelta(seconds=action.seconds) <= MOST_EXTRA:
        raise Refusal("extend_by")
    _check_time_left(state, seat, now)
    clocks = _add_time(state, action)
    longer = replace(state, clocks=replace(clocks, reminded=False))
    if seat != state.turn or _is_reminder_past(longer, now):
        longer = replace(longer, clocks=clocks)
    return longer, (Extended(seat, action.seconds, action.name),)


def _check_time_left(state: TurnGame, seat: int, now: datetime) -> None:
    """Refuse extra time for a turn that is out of time, though its end has not been processed yet."""
    rule = state.clock_rule
    if rule is None:
        late = seat == state.turn and is_allowance_over(state, now)
    else:
        spent = clock.elapsed(state.clocks, now) if seat == state.turn else 0
        late = spent >= clock.turn_time_limit(rule, state.clocks, seat)
    if late:
        raise Refusal("time_is_up")


def _add_time(state: TurnGame, action: Extend) -> ClockState:
    clocks, seat, more = state.clocks, action.seat, action.seconds * 1000
    match state.clock_rule:
        case GameClock() | BankClock():
            left = clocks.left[seat] + more
            if left > _MOST_ON_CLOCK:
                raise Refusal("extend_most")
            return replace(clocks, left=(*clocks.left[:seat], left, *clocks.left[seat + 1 :]))
        case MoveClock() | None:
            if seat != state.turn:
                raise Refusal("extend_turn")
            if action.number != state.number:
                raise Refusal("turn_is_over")
            if clocks.started is None:
                raise Refusal("turn_waits")
            if more - clocks.spent > _MOST_ON_CLOCK:
                raise Refusal("extend_most")
            return replace(clocks, spent=clocks.spent - more, given=clocks.given + more)


def _is_reminder_past(state: TurnGame, now: datetime) -> bool:
    """Whether a reminder that was already sent would be sent again at once."""
    at = skippable_from(state) if state.clock_rule is None else timekeeping.reminder_time(state)
    return at is None or at <= now
