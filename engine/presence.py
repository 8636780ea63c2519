"""Players who left the group of their table, or were put out of it: their seats wait, and everybody is shown so.

Nothing else follows from it: what becomes of a turn that nobody takes, time says, or :mod:`engine.voting`.
"""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Refusal
from engine.family import Game
from engine.messages import Action, Event

G = TypeVar("G", bound=Game)


class Presence(Action, Struct, frozen=True, tag="presence"):
    """Note whether a player is in the group. The bot's own action; nobody asks for it."""

    user: int
    here: bool


class PresenceNoted(Event, Struct, frozen=True, tag="presence_noted"):
    """A player left the group, or came back."""

    seat: int
    here: bool


def noted(state: G, action: Presence) -> tuple[G, tuple[PresenceNoted]]:
    """Mark a player as gone, or no longer.

    Raises:
        Refusal: ``game_over``, ``no_such_player``, or ``not_due`` where it is noted so already.
    """
    if state.outcome is not None:
        raise Refusal("game_over")
    seat = state.seat_of(action.user)
    if seat is None or not state.players[seat].active:
        raise Refusal("no_such_player")
    if action.here == (action.user not in state.gone):
        raise Refusal("not_due")
    others = tuple(user for user in state.gone if user != action.user)
    gone = others if action.here else (*others, action.user)
    return replace(state, gone=gone), (PresenceNoted(seat, action.here),)


def gone(state: Game) -> tuple[int, ...]:
    """The seats of players who are still in the game and not in the group."""
    return tuple(seat for seat, player in enumerate(state.players) if player.active and player.user in state.gone)
