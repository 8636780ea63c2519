"""More time for a player of any family's game, which an administrator gives (RULES §7.2).

On a clock for the whole game, or a bank, it is added to what the player has there, whoever is on turn. Where turns
alone are timed, or none are and what waits is the allowance of who is away, it is added to the turn that runs, or to
its present phase. Who may give it is the caller's to know; nobody may give it to themselves.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import allowance, clock, timekeeping
from engine.bounds import MOST_SECONDS
from engine.clock import BankClock, ClockState, GameClock, MoveClock
from engine.errors import Refusal
from engine.game_base import Game
from engine.messages import Action, Event

LEAST_EXTRA: Final = timedelta(seconds=10)
MOST_EXTRA: Final = timedelta(days=7)
"""How little and how much can be given at once."""
_MOST_ON_CLOCK: Final = MOST_SECONDS * 1000
"""Milliseconds that a clock holds at most, or that a turn is longer by."""

G = TypeVar("G", bound=Game)


class Extend(Action, Struct, frozen=True, tag="extend"):
    """Give the player of a seat so many ``seconds`` more; ``number`` is how many turns were taken when it was asked."""

    by: int
    seat: int
    seconds: int
    number: int
    name: str = ""
    """What the group is told who did it; empty for an administrator who speaks as the group."""


class Extended(Event, Struct, frozen=True, tag="extended"):
    """A player has so many ``seconds`` more; ``name`` is empty for an administrator who speaks as the group."""

    seat: int
    seconds: int
    name: str


def give_extra_time(state: G, action: Extend, now: datetime) -> tuple[G, tuple[Extended]]:
    """Give the time.

    Raises:
        Refusal: ``game_over``, ``no_such_player``, ``extend_oneself``, ``extend_by`` outside :data:`LEAST_EXTRA` and
            :data:`MOST_EXTRA`, ``extend_turn`` for anybody but the player on turn where turns alone are waited for,
            ``turn_is_over`` where it is another turn by now, ``turn_waits`` before it has begun, ``time_is_up``, or
            ``extend_most`` where the clock holds no more.
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


def _check_time_left(state: Game, seat: int, now: datetime) -> None:
    """What is over is given no more: its end only waits to be seen."""
    rule = state.clock_rule
    if rule is None:
        late = seat == state.turn and allowance.is_allowance_over(state, now)
    else:
        spent = clock.elapsed(state.clocks, now) if seat == state.turn else 0
        late = spent >= clock.turn_time_limit(rule, state.clocks, seat)
    if late:
        raise Refusal("time_is_up")


def _add_time(state: Game, action: Extend) -> ClockState:
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


def _is_reminder_past(state: Game, now: datetime) -> bool:
    """Whether what the player is told before the end would be told at once, having been told already."""
    at = allowance.skippable_from(state) if state.clock_rule is None else timekeeping.reminder_time(state)
    return at is None or at <= now
