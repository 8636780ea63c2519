"""Cancelling a game of any family: the host proposes it, players may object, otherwise the game ends.

Depends only on the seats and times of :class:`engine.game_base.Game`. An administrator's :class:`engine.turns.Cancel`
bypasses it.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.clock import NOBODY
from engine.errors import Refusal
from engine.game_base import CancelProposal, Game
from engine.messages import Action, Event
from engine.turns import Cancel, check_running, require_seat, seats_after

OBJECTION_TIME: Final = timedelta(minutes=1)

G = TypeVar("G", bound=Game)


class ProposeCancel(Action, Struct, frozen=True, tag="propose_cancel"):
    """Propose to end the game without a result; only the host may."""

    by: int


class ObjectToCancel(Action, Struct, frozen=True, tag="object_to_cancel"):
    """Object to the proposal; the host withdraws it this way."""

    by: int


class CancelProposed(Event, Struct, frozen=True, tag="cancel_proposed"):
    """The host proposed to cancel: unless a player objects before ``until``, the game ends without a result."""

    seat: int
    until: datetime


class CancelObjected(Event, Struct, frozen=True, tag="cancel_objected"):
    """The game goes on because ``seat`` objected."""

    seat: int


class GameCancelled(Event, Struct, frozen=True, tag="game_cancelled"):
    """The game ended without a result; ``name`` is empty for an administrator who posts as the group."""

    name: str
    administrator: bool
    unopposed: bool = False
    """Whether the time for objections passed."""


def acting_host(state: Game) -> int:
    """The user who may propose cancellation: the host or, once the host left, the next player; else :data:`NOBODY`."""
    if state.host == NOBODY:
        return NOBODY
    first = state.seat_of(state.host)
    order = range(len(state.players)) if first is None else (first, *seats_after(state, first))
    return next(state.players[seat].user for seat in order if state.players[seat].active)


def check_may_propose(state: Game, user: int) -> int:
    """The host's seat, if the host may propose cancellation now.

    Raises:
        Refusal: ``game_over``, ``not_seated``, ``has_surrendered``, ``paused``, ``not_allowed_to_cancel``, or
            ``cancel_proposed`` if it is proposed already.
    """
    _check_not_over(state)
    seat = require_seat(state, user)
    check_running(state)
    if user != acting_host(state):
        raise Refusal("not_allowed_to_cancel")
    if state.closing is not None:
        raise Refusal("cancel_proposed")
    return seat


def propose_cancel(state: G, action: ProposeCancel, begins: datetime) -> tuple[G, tuple[Event, ...]]:
    """Begin the minute for objections; raises as :func:`check_may_propose`."""
    seat, until = check_may_propose(state, action.by), begins + OBJECTION_TIME
    return replace(state, closing=CancelProposal(seat, until)), (CancelProposed(seat, until),)


def object_to_cancel(state: G, action: ObjectToCancel) -> tuple[G, tuple[Event, ...]]:
    """Withdraw the proposal, so that the game goes on.

    Raises:
        Refusal: ``game_over``, ``not_seated``, ``has_surrendered``, or ``not_cancelling`` without a proposal.
    """
    _check_not_over(state)
    seat = require_seat(state, action.by)
    if state.closing is None:
        raise Refusal("not_cancelling")
    return replace(state, closing=None), (CancelObjected(seat),)


def cancelled_event(state: Game, action: Cancel, now: datetime) -> GameCancelled:
    """The event of a cancellation; raises ``not_due`` if the bot's own is early, or a player has objected to it."""
    if action.unopposed and due_cancel(state, now) != action:
        raise Refusal("not_due")
    return GameCancelled(action.name, action.administrator, action.unopposed)


def objection_deadline(state: Game) -> datetime | None:
    """When the time for objections ends, and the game with it; ``None`` without a proposal."""
    return None if state.closing is None else state.closing.until


def due_cancel(state: Game, now: datetime) -> Cancel | None:
    """The cancellation, once the time for objections is over."""
    closing = state.closing
    if closing is None or now < closing.until:
        return None
    player = state.players[closing.seat]
    return Cancel(player.user, player.name, unopposed=True)


def drop_void_proposal(state: G) -> G:
    """Drop a proposal to cancel that a pause, the end of the game or the host's leaving voids."""
    closing = state.closing
    if closing is None:
        return state
    stays = state.outcome is None and state.clocks.paused is None and state.players[closing.seat].active
    return state if stays else replace(state, closing=None)


def _check_not_over(state: Game) -> None:
    if state.outcome is not None:
        raise Refusal("game_over")
