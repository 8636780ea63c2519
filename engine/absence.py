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
"""Whether the allowance ran out, the players voted, or an administrator ruled."""


class SeatAction(Action, Struct, frozen=True):
    """Base of the actions by user ``by`` about the player of ``seat``.

    In a ruling (an administrator's decision), ``name`` is the administrator's name, empty for one who posts as the
    group. The caller checks who is an administrator.
    """

    by: int
    seat: int


class Skip(SeatAction, frozen=True, tag="skip"):
    """Skip the player's turn by an administrator's ruling; ``number`` is the count of turns taken before it."""

    number: int
    name: str = ""


class Remove(SeatAction, frozen=True, tag="remove"):
    """Remove a player from the game by an administrator's ruling, with the effect of a surrender."""

    name: str = ""


class Replace(SeatAction, frozen=True, tag="replace"):
    """Give a player's seat to ``user``, who has volunteered, by an administrator's ruling."""

    user: int
    name: str = ""


Ruling = Skip | Remove | Replace


class Seek(SeatAction, frozen=True, tag="seek"):
    """Ask for a substitute for a player; open to players at the table, and to administrators (``ruling``)."""

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

    ``number`` is the count of turns taken when the vote was asked for; ``user`` is the substitute that would take over.
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
    """A player's turn was skipped; ``rests``: all are away, so that turns are no longer skipped automatically."""

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
    """The administrator's name; empty for one who posts as the group, and without a ruling."""


class PlayerReplaced(Event, Struct, frozen=True, tag="player_replaced"):
    """Another user has taken over a player's seat with all that belongs to it."""

    seat: int
    former: Seat
    successor: Seat
    why: DecidedBy
    by: int
    ruler: str = ""
    """The administrator's name; empty for one who posts as the group, and without a ruling."""


class PlayerReturned(Event, Struct, frozen=True, tag="player_returned"):
    """A player who had been skipped, or was being voted about, acted again."""

    seat: int


class SubstituteSought(Event, Struct, frozen=True, tag="substitute_sought"):
    """A substitute was asked for."""

    seat: int
    by: int


class SubstituteReady(Event, Struct, frozen=True, tag="substitute_ready"):
    """A user offered to take over a seat; ``needed`` votes for it are required."""

    petition: Petition
    needed: int


class VoteCast(Event, Struct, frozen=True, tag="vote_cast"):
    """A player voted; ``needed`` votes in favour are required."""

    seat: int
    yes: bool
    petition: Petition
    needed: int
    opens: bool = False
    """Whether this vote opened the petition."""
    shown: bool = False
    """Whether the caller shows the state of the vote at once."""


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
    """Return an action's events, those of a ruling with the administrator's name."""
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
