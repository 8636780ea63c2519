"""The lobby: users join, leave and begin the game; it knows the ruleset's limits but no rules of play."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine.clock import NOBODY
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.messages import Action, Event, Named
from engine.rng import commitment
from engine.ruleset_base import Ruleset

SCHEMA: Final = 1


class Seat(Struct, frozen=True):
    """A user at the table, with their display name."""

    user: int
    name: str


class Invitation(Struct, frozen=True):
    """A seat kept for one person until they take or decline it."""

    number: int
    """The invitation's number at its table, from 1."""
    name: str
    until: datetime
    """When the seat becomes free, in UTC."""
    user: int | None
    """``None`` if only the username is known."""
    username: str
    """Without ``@``; identifies the guest if the user id is unknown."""

    def is_for(self, user: int, username: str) -> bool:
        """Whether it is for this user, given their present username."""
        if self.user is None:
            return self.username.lower() == username.lower() != ""
        return self.user == user


class Lobby(Struct, frozen=True, tag="lobby"):
    """A table whose game has not begun; ``secret`` stays hidden until the game is over."""

    schema: int
    ruleset: Ruleset
    host: int
    seats: tuple[Seat, ...]
    secret: str
    commitment: str
    altered: tuple[str, ...] = ()
    """The options changed since it was opened, in the order of their first change."""
    touched: datetime | None = None
    """The last change, in UTC; ``None`` for a lobby without deadlines."""
    invited: tuple[Invitation, ...] = ()
    """In the order of inviting."""
    invitations: int = 0
    """The number of all invitations so far."""
    order: tuple[Seat, ...] = ()
    """A rematch's order of play, if the same people join again."""


class Open(Action, Struct, frozen=True, tag="open", omit_defaults=True):
    """Open a table and seat its host, if it has one; a log begins with this.

    ``order`` is a rematch's (:attr:`Lobby.order`); ``computers`` are seated with the host.
    """

    by: int
    name: str
    order: tuple[Seat, ...] = ()
    computers: tuple[Seat, ...] = ()


class Begin(Action, Struct, frozen=True, tag="begin"):
    """Start the game; ``message``, the id of the message that asked for it, is part of the seed (RULES §1.3)."""

    by: int
    message: int
    lexicon: str
    """The hash of the word list that will judge."""
    chat: int | None = None
    """The chat of that message, for information; not part of the seed."""
    sown: str | UnsetType = UNSET
    """The seed itself, only in logs from which a user was removed, since it was made from the original user ids; no
    request can set it."""


class Join(Action, Struct, frozen=True, tag="join", omit_defaults=True):
    """Take a seat."""

    by: int
    name: str
    begin: Begin | None = None
    """The start of the game, if this takes the last seat (:func:`is_start_due`)."""
    username: str = ""
    """The user's username, if a seat is kept for it."""


class Leave(Action, Struct, frozen=True, tag="leave"):
    """Leave the lobby."""

    by: int


class Alter(Action, Struct, frozen=True, tag="alter"):
    """Change a table option before the game begins.

    ``ruleset``: the table's with that value, resolved, so that the log replays whatever rules ship then. ``ruling``: an
    administrator asks; the caller checks that.
    """

    by: int
    option: str
    value: str
    ruleset: Ruleset
    ruling: bool = False


class SeatTaken(Event, Struct, frozen=True, tag="seat_taken"):
    """A user took a seat."""

    user: int
    name: str


class SeatLeft(Event, Struct, frozen=True, tag="seat_left"):
    """A user left; ``host`` is the host from now on, ``None`` when the table is empty and closed."""

    user: int
    name: str
    host: int | None


class OptionAltered(Event, Struct, frozen=True, tag="option_altered"):
    """A table option has a new value."""

    option: str
    value: str


class LobbyClosed(Event, Struct, frozen=True, tag="lobby_closed"):
    """The lobby was closed before a game began."""

    abandoned: bool = False
    """Whether it was closed for lack of changes."""


def open_lobby(
    ruleset: Ruleset,
    host: Seat,
    secret: str,
    order: tuple[Seat, ...] = (),
    *,
    computers: tuple[Seat, ...] = (),
    now: datetime | None = None,
) -> Lobby:
    """A new lobby with its host, if any, and computer players, if any, seated.

    ``ruleset``: resolved. ``secret``: 32 random bytes in hex. ``order``: for a rematch (:func:`rematch_order`).
    ``now``: without it the lobby has no deadlines.
    """
    seated = (*(() if host.user == NOBODY else (host,)), *computers)
    return Lobby(SCHEMA, ruleset, host.user, seated, secret, commitment(secret), touched=now, order=order)


def rematch_order(players: Sequence[Named]) -> tuple[Seat, ...]:
    """The order of play in a rematch: the second player goes first, the first one last."""
    seats = tuple(Seat(player.user, player.name) for player in players)
    return seats[1:] + seats[:1]


def seats_in_order(seats: Sequence[Seat], order: Sequence[Seat]) -> tuple[Seat, ...] | None:
    """The seats in a rematch's order; ``None`` if the players differ and the order must be drawn."""
    by_user = {seat.user: seat for seat in seats}
    users = [seat.user for seat in order]
    return tuple(by_user[user] for user in users) if sorted(users) == sorted(by_user) else None


def join_lobby(lobby: Lobby, action: Join) -> tuple[Lobby, SeatTaken]:
    """Seat a user; raises ``already_seated``, or ``table_full`` or ``seats_kept`` with the most players."""
    if any(seat.user == action.by for seat in lobby.seats):
        raise Refusal("already_seated")
    others = tuple(invitation for invitation in lobby.invited if not invitation.is_for(action.by, action.username))
    lobby = replace(lobby, invited=others)
    check_free_seat(lobby)
    seats = (*lobby.seats, Seat(action.by, action.name))
    return replace(lobby, seats=seats), SeatTaken(action.by, action.name)


def check_free_seat(lobby: Lobby) -> None:
    """Raise the refusal ``table_full`` or ``seats_kept``, with the most players, unless a seat is free."""
    most = lobby.ruleset.players.most
    if len(lobby.seats) >= most:
        raise Refusal("table_full", most=most)
    if len(lobby.seats) + len(lobby.invited) >= most:
        raise Refusal("seats_kept", most=most)


def leave_lobby(lobby: Lobby, action: Leave) -> tuple[Lobby | None, SeatLeft]:
    """Remove a user; the next becomes host, and an empty table is ``None``. Raises ``not_seated``."""
    gone = next((seat for seat in lobby.seats if seat.user == action.by), None)
    if gone is None:
        raise Refusal("not_seated")
    seats = tuple(seat for seat in lobby.seats if seat is not gone)
    people = [seat.user for seat in seats if not is_computer(seat.user)]
    if not people:
        return None, SeatLeft(gone.user, gone.name, None)
    host = people[0] if lobby.host == gone.user else lobby.host
    return replace(lobby, seats=seats, host=host), SeatLeft(gone.user, gone.name, host)


def alter_option(lobby: Lobby, action: Alter) -> tuple[Lobby, OptionAltered]:
    """Change a table option; the host and administrators (``ruling``) may.

    Raises:
        Refusal: ``not_host``; ``another_game`` for another game's rules; ``full_already`` if the game is to begin once
            the table is full, but the table is full already, so that no last seat could start it.
    """
    if action.by != lobby.host and not action.ruling:
        raise Refusal("not_host")
    if action.ruleset.id != lobby.ruleset.id:
        raise Refusal("another_game")
    altered = tuple(dict.fromkeys((*lobby.altered, action.option)))
    after = replace(lobby, ruleset=action.ruleset, altered=altered)
    if _starts_when_full(after):
        raise Refusal("full_already")
    return after, OptionAltered(action.option, action.value)


def is_start_due(lobby: Lobby) -> bool:
    """Whether the game begins by itself: all seats are taken, or all players are back for a rematch."""
    return _starts_when_full(lobby) or _are_all_back(lobby)


def _starts_when_full(lobby: Lobby) -> bool:
    return lobby.ruleset.start == "full" and len(lobby.seats) >= lobby.ruleset.players.most


def _are_all_back(lobby: Lobby) -> bool:
    """Whether all people of a rematch are back, and enough players; computer players are not waited for."""
    seated = {seat.user for seat in lobby.seats}
    people = {seat.user for seat in lobby.order if not is_computer(seat.user)}
    return bool(people) and people <= seated and len(seated) >= lobby.ruleset.players.least


def check_can_begin(lobby: Lobby, by: int) -> None:
    """Check that ``by`` may begin the game: any seated player may, so that an absent host causes no delay.

    At a table without a host, no seat is needed.

    Raises:
        Refusal: ``not_seated``, or ``too_few_players`` with how many are needed and seated.
    """
    if by == lobby.host == NOBODY:
        return
    if all(seat.user != by for seat in lobby.seats):
        raise Refusal("not_seated")
    if len(lobby.seats) < lobby.ruleset.players.least:
        raise Refusal("too_few_players", least=lobby.ruleset.players.least, seated=len(lobby.seats))
