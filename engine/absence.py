"""Players who are away: skipped turns, and seats given up or taken over.

Where a clock runs, it decides about turns (RULES §7.2). Elsewhere the others may skip a turn that has waited for a set
time, and a longer allowance skips it automatically (:mod:`engine.allowance`). The players at the table decide by vote
(:mod:`engine.voting`), administrators without one; the caller knows who is an administrator.
"""

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Refusal
from engine.game_base import About, Game, Petition
from engine.lobby_seats import Seat
from engine.messages import Action, Event

DecidedBy = Literal["time", "vote", "ruling"]
"""The allowance, a vote, or an administrator."""


class SeatAction(Action, Struct, frozen=True):
    """What user ``by`` asks about the player of ``seat``.

    In a ruling, ``name`` is who rules as shown to the group; empty for an administrator who posts as the group. The
    caller decides who may rule.
    """

    by: int
    seat: int


class Skip(SeatAction, frozen=True, tag="skip"):
    """Rule that the player's turn is skipped; ``number`` is how many turns were taken before it."""

    number: int
    name: str = ""


class Remove(SeatAction, frozen=True, tag="remove"):
    """Rule that a player is out of the game, as after a surrender."""

    name: str = ""


class Replace(SeatAction, frozen=True, tag="replace"):
    """Rule that ``user``, who has volunteered, takes over a seat."""

    user: int
    name: str = ""


Ruling = Skip | Remove | Replace


class Seek(SeatAction, frozen=True, tag="seek"):
    """Ask for a substitute for a player; open to players at the table, and to those who may rule (``ruling``)."""

    ruling: bool = False


class Volunteer(Action, Struct, frozen=True, tag="volunteer"):
    """Offer to take over a seat that needs a substitute; the table then votes.

    A player who was replaced at one seat knows its secrets, and may come back only to that seat.
    """

    by: int
    name: str
    seat: int


class Vote(Action, Struct, frozen=True, tag="vote"):
    """Open a vote on ``about``, or vote in the open one.

    ``number`` is how many turns were taken when the vote was asked for; ``user`` is who would take over the seat.
    """

    by: int
    about: About
    seat: int
    number: int
    yes: bool = True
    user: int | None = None
    shown: bool = False
    """Whether the caller shows the state of the vote at once."""


class TurnSkipped(Event, Struct, frozen=True, tag="turn_skipped"):
    """A player's turn was skipped; the table ``rests`` if everyone has been away for long."""

    seat: int
    why: DecidedBy
    by: int | None = None
    rests: bool = False
    ruler: str = ""
    """The administrator's name; empty for one who posts as the group, and without a ruling."""


class PlayerRemoved(Event, Struct, frozen=True, tag="player_removed"):
    """A player was removed from the game; the others, if any, play on without that player's tiles."""

    seat: int
    name: str
    why: DecidedBy
    by: int
    ruler: str = ""
    """As in :class:`TurnSkipped`."""


class PlayerReplaced(Event, Struct, frozen=True, tag="player_replaced"):
    """Another user has taken over a player's seat with all that belongs to it."""

    seat: int
    former: Seat
    successor: Seat
    why: DecidedBy
    by: int
    ruler: str = ""
    """As in :class:`TurnSkipped`."""


class PlayerReturned(Event, Struct, frozen=True, tag="player_returned"):
    """A player who had been skipped, or was being voted about, acted again."""

    seat: int


class SubstituteSought(Event, Struct, frozen=True, tag="substitute_sought"):
    """A substitute was asked for."""

    seat: int
    by: int


class SubstituteReady(Event, Struct, frozen=True, tag="substitute_ready"):
    """A user would take over a seat; ``needed`` votes decide."""

    petition: Petition
    needed: int


class VoteCast(Event, Struct, frozen=True, tag="vote_cast"):
    """A player voted; ``needed`` votes decide."""

    seat: int
    yes: bool
    petition: Petition
    needed: int
    opens: bool = False
    """Whether this vote opened the petition."""
    shown: bool = False
    """As in :class:`Vote`."""


class VoteLost(Event, Struct, frozen=True, tag="vote_lost"):
    """A vote can no longer be won."""

    petition: Petition


class Nudged(Event, Struct, frozen=True, tag="nudged"):
    """The player on turn has kept the others waiting for ``seconds``; the turn may be skipped from now on."""

    seat: int
    seconds: int


AbsenceAction = Ruling | Seek | Volunteer | Vote

AbsenceEvent = (
    TurnSkipped
    | PlayerRemoved
    | PlayerReplaced
    | PlayerReturned
    | SubstituteSought
    | SubstituteReady
    | VoteCast
    | VoteLost
    | Nudged
)


def name_ruler(action: Action, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of an action; those of a ruling with the name of who ruled."""
    if not isinstance(action, Ruling):
        return events
    ruled = (TurnSkipped, PlayerRemoved, PlayerReplaced)
    return tuple(replace(event, ruler=action.name) if isinstance(event, ruled) else event for event in events)


G = TypeVar("G", bound=Game)


class Presence(Action, Struct, frozen=True, tag="presence"):
    """Note whether a player is in the group; only the bot asks for it."""

    user: int
    here: bool


class PresenceNoted(Event, Struct, frozen=True, tag="presence_noted"):
    """A player left the group, or came back."""

    seat: int
    here: bool


def note_presence(state: G, action: Presence) -> tuple[G, tuple[PresenceNoted]]:
    """Mark a player as gone or back; raises ``game_over``, ``no_such_player``, or ``not_due`` if already noted."""
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


def left_seats(state: Game) -> tuple[int, ...]:
    """The seats of players who are still in the game but have left the group."""
    return tuple(seat for seat, player in enumerate(state.players) if player.active and player.user in state.gone)
