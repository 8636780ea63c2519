"""Seats of a lobby that are kept for named people: offered, taken back, turned down, and free again after a while.

Whoever is invited takes the seat as anybody does, by :class:`engine.seats.Join`.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Malformed, Refusal
from engine.messages import Action, Event
from engine.seats import Invitation, Lobby, check_free_seat

KEPT: Final = timedelta(hours=12)
"""For how long a seat is kept."""

How = Literal["declined", "withdrawn", "lapsed"]
"""By whoever was invited, by who opened the table or an administrator, by itself."""


class Guest(Struct, frozen=True, omit_defaults=True):
    """Whoever is invited: a user, or where no more is known whoever has a username."""

    name: str
    """As others are shown it."""
    user: int | None = None
    username: str = ""
    """Without ``@``."""


class Invite(Action, Struct, frozen=True, tag="invite", omit_defaults=True):
    """Keep a seat for each of some people, at least one.

    ``ruling`` is an administrator's; who is one is the caller's to know.
    """

    by: int
    guests: tuple[Guest, ...]
    ruling: bool = False


class EndInvitation(Action, Struct, frozen=True, tag="end_invitation", omit_defaults=True):
    """Turn down a seat that is kept, or take the invitation back."""

    by: int
    number: int
    username: str = ""
    """Of whoever does so, where that says whose invitation it is."""
    ruling: bool = False


class LapseInvitation(Action, Struct, frozen=True, tag="lapse_invitation"):
    """The bot's own: a seat was kept for :data:`KEPT`, and is free."""

    number: int


class SeatOffered(Event, Struct, frozen=True, tag="seat_offered"):
    """A seat is kept for somebody."""

    name: str


class InvitationEnded(Event, Struct, frozen=True, tag="invitation_ended"):
    """A seat that was kept is free."""

    name: str
    how: How


def invite(lobby: Lobby, action: Invite, begins: datetime) -> tuple[Lobby, tuple[SeatOffered, ...]]:
    """Keep seats: for all of the guests, or for none.

    Raises:
        Refusal: ``not_host``; of the first guest for whom none can be kept, as :func:`kept`.
        Malformed: ``whom_to_invite``, where there is no guest.
    """
    check_may_invite(lobby, action.by, ruling=action.ruling)
    if not action.guests:
        raise Malformed("whom_to_invite")
    for guest in action.guests:
        lobby = kept(lobby, guest, begins)
    return lobby, tuple(SeatOffered(guest.name) for guest in action.guests)


def kept(lobby: Lobby, guest: Guest, begins: datetime) -> Lobby:
    """The table with a seat that is kept for a guest.

    Raises:
        Refusal: ``invited_is_seated``, ``invited_already``; ``table_full`` or ``seats_kept`` with the most players.
    """
    if any(seat.user == guest.user for seat in lobby.seats):
        raise Refusal("invited_is_seated")
    if any(_same(one, guest) for one in lobby.invited):
        raise Refusal("invited_already")
    check_free_seat(lobby)
    number = lobby.invitations + 1
    offered = Invitation(number, guest.name, begins + KEPT, guest.user, guest.username)
    return replace(lobby, invited=(*lobby.invited, offered), invitations=number)


def check_may_invite(lobby: Lobby, user: int, *, ruling: bool) -> None:
    """Raise a refusal, ``not_host``, unless somebody opened the table or rules."""
    if user != lobby.host and not ruling:
        raise Refusal("not_host")


def end(lobby: Lobby, action: EndInvitation) -> tuple[Lobby, InvitationEnded]:
    """Free a seat that is kept: whoever it is kept for may, who opened the table, and whoever rules.

    Raises:
        Refusal: ``invitation_over``, ``not_invited``.
    """
    found = open_one(lobby, action.number)
    if found.is_for(action.by, action.username):
        return _without(lobby, found, "declined")
    if action.by != lobby.host and not action.ruling:
        raise Refusal("not_invited")
    return _without(lobby, found, "withdrawn")


def lapse(lobby: Lobby, action: LapseInvitation, now: datetime) -> tuple[Lobby, InvitationEnded]:
    """Free a seat that was kept long enough.

    Raises:
        Refusal: ``invitation_over``, or ``not_due``.
    """
    kept = open_one(lobby, action.number)
    if now < kept.until:
        raise Refusal("not_due")
    return _without(lobby, kept, "lapsed")


def open_one(lobby: Lobby, number: int) -> Invitation:
    """An invitation that is open.

    Raises:
        Refusal: ``invitation_over``.
    """
    for kept in lobby.invited:
        if kept.number == number:
            return kept
    raise Refusal("invitation_over")


def _same(offered: Invitation, guest: Guest) -> bool:
    if offered.user is None or guest.user is None:
        return offered.username.lower() == guest.username.lower() != ""
    return offered.user == guest.user


def _without(lobby: Lobby, kept: Invitation, how: How) -> tuple[Lobby, InvitationEnded]:
    left = tuple(one for one in lobby.invited if one is not kept)
    return replace(lobby, invited=left), InvitationEnded(kept.name, how)
