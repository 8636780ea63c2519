"""Calling a game of any family off: its host asks, who plays may object, and without that it ends.

Knows seats and instants of a :class:`engine.game_base.Game` and nothing of its play. An administrator's
:class:`engine.turns.Cancel` needs none of it.
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
"""How long players may object."""

G = TypeVar("G", bound=Game)


class ProposeCancel(Action, Struct, frozen=True, tag="propose_cancel"):
    """The host asks to end the game without a result."""

    by: int


class ObjectToCancel(Action, Struct, frozen=True, tag="object_to_cancel"):
    """A player wants to play on; the host may so take the question back."""

    by: int


class CancelProposed(Event, Struct, frozen=True, tag="cancel_proposed"):
    """Unless a player objects before ``until``, the game ends without a result."""

    seat: int
    until: datetime


class CancelObjected(Event, Struct, frozen=True, tag="cancel_objected"):
    """The game goes on, because ``seat`` wants it to."""

    seat: int


class GameCancelled(Event, Struct, frozen=True, tag="game_cancelled"):
    """Who ended a game without a result; ``name`` is empty for an administrator who speaks as the group."""

    name: str
    administrator: bool
    unopposed: bool = False
    """Whether the players had the time to object."""


def acting_host(state: Game) -> int:
    """The user who may ask for the end: who opened the table or, where they left the game, the next in order.

    At a table that nobody opened nobody may.
    """
    if state.host == NOBODY:
        return NOBODY
    first = state.seat_of(state.host)
    order = range(len(state.players)) if first is None else (first, *seats_after(state, first))
    return next(state.players[seat].user for seat in order if state.players[seat].active)


def check_may_propose(state: Game, user: int) -> int:
    """The host's seat, where the host may ask now.

    Raises:
        Refusal: ``game_over``, ``not_seated``, ``has_surrendered``, ``paused``, ``not_allowed_to_cancel``, or
            ``cancel_proposed`` where that has been asked.
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
    """Begin the minute in which players may object; raises as :func:`check_may_propose`."""
    seat, until = check_may_propose(state, action.by), begins + OBJECTION_TIME
    return replace(state, closing=CancelProposal(seat, until)), (CancelProposed(seat, until),)


def object_to_cancel(state: G, action: ObjectToCancel) -> tuple[G, tuple[Event, ...]]:
    """Play on.

    Raises:
        Refusal: ``game_over``, ``not_seated``, ``has_surrendered``, or ``not_cancelling`` where nobody asks to end it.
    """
    _check_not_over(state)
    seat = require_seat(state, action.by)
    if state.closing is None:
        raise Refusal("not_cancelling")
    return replace(state, closing=None), (CancelObjected(seat),)


def cancelled_event(state: Game, action: Cancel, now: datetime) -> GameCancelled:
    """Who ends the game, to be told before its end.

    Raises:
        Refusal: ``not_due`` of the bot's own action, where somebody objected or may still.
    """
    if action.unopposed and due_cancel(state, now) != action:
        raise Refusal("not_due")
    return GameCancelled(action.name, action.administrator, action.unopposed)


def objection_deadline(state: Game) -> datetime | None:
    """Until when somebody may object to ending the game, which ends then; ``None`` where nobody proposed it."""
    return None if state.closing is None else state.closing.until


def due_cancel(state: Game, now: datetime) -> Cancel | None:
    """The end, if it is time for it."""
    closing = state.closing
    if closing is None or now < closing.until:
        return None
    player = state.players[closing.seat]
    return Cancel(player.user, player.name, unopposed=True)


def drop_void_proposal(state: G) -> G:
    """The game after an action: what stands still or is over is not waiting to be ended.

    Nor is a game whose host left it meanwhile: it is no longer theirs to end.
    """
    closing = state.closing
    if closing is None:
        return state
    stays = state.outcome is None and state.clocks.paused is None and state.players[closing.seat].active
    return state if stays else replace(state, closing=None)


def _check_not_over(state: Game) -> None:
    if state.outcome is not None:
        raise Refusal("game_over")
