"""What is done and told about players who are away: turns that are skipped, and seats that are given up or taken over.

Where a clock runs, it decides about turns (RULES §7.2). Where none does, a turn that has waited for a stated time may
be skipped by the others, and is skipped by itself after a generous allowance (:mod:`engine.allowance`). Who sits at the
table decides by votes (:mod:`engine.voting`). Administrators rule without one; who is one is the caller's to know.
"""

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Refusal
from engine.game_base import About, Game, Petition
from engine.lobby_seats import Seat
from engine.messages import Action, Event

DecidedBy = Literal["time", "vote", "ruling"]
"""Who decides: the allowance, those who sit at the table, or an administrator."""


class SeatAction(Action, Struct, frozen=True):
    """What is asked ``by`` a user about the player of a ``seat``.

    Those that rule may have a ``name``: what the group is told who rules; empty for an administrator who speaks as the
    group. Who may rule is the caller's to decide.
    """

    by: int
    seat: int


class Skip(SeatAction, frozen=True, tag="skip"):
    """Rule that the turn of a player goes by; ``number`` is how many turns were taken before it."""

    number: int
    name: str = ""


class Remove(SeatAction, frozen=True, tag="remove"):
    """Rule that a player is out of the game, as if by surrender."""

    name: str = ""


class Replace(SeatAction, frozen=True, tag="replace"):
    """Rule that ``user``, who is ready to, takes a seat over."""

    user: int
    name: str = ""


Ruling = Skip | Remove | Replace


class Seek(SeatAction, frozen=True, tag="seek"):
    """Ask who would take a player's seat over: whoever sits at the table may, and who may rule."""

    ruling: bool = False


class Volunteer(Action, Struct, frozen=True, tag="volunteer"):
    """Be ready to take over the seat for which somebody is sought; it is voted about then.

    Who was replaced at another seat knows what is held there, and may come back to that one alone.
    """

    by: int
    name: str
    seat: int


class Vote(Action, Struct, frozen=True, tag="vote"):
    """Ask for one of these, or answer whoever did.

    ``number`` is how many turns were taken when it was asked; ``user`` who would take the seat over.
    """

    by: int
    about: About
    seat: int
    number: int
    yes: bool = True
    user: int | None = None
    shown: bool = False
    """Whether whoever passes it on shows at once how the vote stands."""


class TurnSkipped(Event, Struct, frozen=True, tag="turn_skipped"):
    """A turn went by without its player; the table ``rests`` where nobody has been there for long."""

    seat: int
    why: DecidedBy
    by: int | None = None
    rests: bool = False
    ruler: str = ""
    """Who ruled so; empty for an administrator who speaks as the group, and where nobody ruled."""


class PlayerRemoved(Event, Struct, frozen=True, tag="player_removed"):
    """Others took a player out of the game; with others left it goes on without what the player held."""

    seat: int
    name: str
    why: DecidedBy
    by: int
    ruler: str = ""
    """As in :class:`TurnSkipped`."""


class PlayerReplaced(Event, Struct, frozen=True, tag="player_replaced"):
    """Somebody else has a player's seat from now on, with all that belongs to it."""

    seat: int
    former: Seat
    successor: Seat
    why: DecidedBy
    by: int
    ruler: str = ""
    """As in :class:`TurnSkipped`."""


class PlayerReturned(Event, Struct, frozen=True, tag="player_returned"):
    """Somebody who had been skipped, or was voted about, did something again."""

    seat: int


class SubstituteSought(Event, Struct, frozen=True, tag="substitute_sought"):
    """It was asked who would take a seat over."""

    seat: int
    by: int


class SubstituteReady(Event, Struct, frozen=True, tag="substitute_ready"):
    """Somebody would take a seat over; so many votes are ``needed``."""

    petition: Petition
    needed: int


class VoteCast(Event, Struct, frozen=True, tag="vote_cast"):
    """Somebody voted; so many votes are ``needed``."""

    seat: int
    yes: bool
    petition: Petition
    needed: int
    opens: bool = False
    """Whether the vote began with it."""
    shown: bool = False
    """As in :class:`Vote`."""


class VoteLost(Event, Struct, frozen=True, tag="vote_lost"):
    """A vote can no longer be won."""

    petition: Petition


class Nudged(Event, Struct, frozen=True, tag="nudged"):
    """The player on turn has been waited for so many ``seconds``; from now on the turn may be skipped."""

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
    """What came of an action; of a ruling with who ruled."""
    if not isinstance(action, Ruling):
        return events
    ruled = (TurnSkipped, PlayerRemoved, PlayerReplaced)
    return tuple(replace(event, ruler=action.name) if isinstance(event, ruled) else event for event in events)


G = TypeVar("G", bound=Game)


class Presence(Action, Struct, frozen=True, tag="presence"):
    """Note whether a player is in the group. The bot's own action; nobody asks for it."""

    user: int
    here: bool


class PresenceNoted(Event, Struct, frozen=True, tag="presence_noted"):
    """A player left the group, or came back."""

    seat: int
    here: bool


def note_presence(state: G, action: Presence) -> tuple[G, tuple[PresenceNoted]]:
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


def left_seats(state: Game) -> tuple[int, ...]:
    """The seats of players who are still in the game and not in the group."""
    return tuple(seat for seat, player in enumerate(state.players) if player.active and player.user in state.gone)
