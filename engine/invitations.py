"""Seats of a lobby kept for invited people, and how a lobby ends.

A seat is offered, withdrawn, turned down, or freed after a while. Guests take it by :class:`engine.lobby_seats.Join`
like anyone else. A lobby ends when its game begins, perhaps with the last seat, or when a day passes without a change.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.computer_players import SeatComputers, seat_computers
from engine.errors import Malformed, Refusal
from engine.lobby_seats import Begin, Invitation, Join, Lobby, check_free_seat, is_start_due, join_lobby
from engine.messages import Action, Event

INVITATION_LIFETIME: Final = timedelta(hours=12)
EndedHow = Literal["declined", "withdrawn", "lapsed"]
"""Whether the guest declined, the host or an administrator withdrew it, or its time ran out."""


class Guest(Struct, frozen=True, omit_defaults=True):
    """An invited person: a user or, if only that is known, a username."""

    name: str
    user: int | None = None
    username: str = ""


class Invite(Action, Struct, frozen=True, tag="invite", omit_defaults=True):
    """Keep a seat for each guest, at least one. ``ruling``: an administrator asks; the caller checks that."""

    by: int
    guests: tuple[Guest, ...]
    ruling: bool = False


class EndInvitation(Action, Struct, frozen=True, tag="end_invitation", omit_defaults=True):
    """Decline a kept seat as its guest, or withdraw the invitation as the host or an administrator."""

    by: int
    number: int
    username: str = ""
    """The username of ``by``, if it identifies the invitation."""
    ruling: bool = False


class LapseInvitation(Action, Struct, frozen=True, tag="lapse_invitation"):
    """Free a seat that was kept for :data:`INVITATION_LIFETIME`; only the bot sends it."""

    number: int


class SeatOffered(Event, Struct, frozen=True, tag="seat_offered"):
    """A seat is kept for a guest."""

    name: str


class InvitationEnded(Event, Struct, frozen=True, tag="invitation_ended"):
    """A kept seat is free again."""

    name: str
    how: EndedHow


def invite_guests(lobby: Lobby, action: Invite, begins: datetime) -> tuple[Lobby, tuple[SeatOffered, ...]]:
    """Keep seats for all of the guests, or for none.

    Raises:
        Refusal: ``not_host``, or that of the first guest who cannot be invited (:func:`reserve_seat`).
        Malformed: ``whom_to_invite`` without a guest.
    """
    check_may_invite(lobby, action.by, ruling=action.ruling)
    if not action.guests:
        raise Malformed("whom_to_invite")
    for guest in action.guests:
        lobby = reserve_seat(lobby, guest, begins)
    return lobby, tuple(SeatOffered(guest.name) for guest in action.guests)


def reserve_seat(lobby: Lobby, guest: Guest, begins: datetime) -> Lobby:
    """Keep a seat of the lobby for a guest.

    Raises:
        Refusal: ``invited_is_seated``, ``invited_already``; ``table_full`` or ``seats_kept`` with the most players.
    """
    if any(seat.user == guest.user for seat in lobby.seats):
        raise Refusal("invited_is_seated")
    if any(_is_same_guest(one, guest) for one in lobby.invited):
        raise Refusal("invited_already")
    check_free_seat(lobby)
    number = lobby.invitations + 1
    offered = Invitation(number, guest.name, begins + INVITATION_LIFETIME, guest.user, guest.username)
    return replace(lobby, invited=(*lobby.invited, offered), invitations=number)


def check_may_invite(lobby: Lobby, user: int, *, ruling: bool) -> None:
    """Raise the refusal ``not_host`` unless the user is the host, or an administrator asks (``ruling``)."""
    if user != lobby.host and not ruling:
        raise Refusal("not_host")


def end_invitation(lobby: Lobby, action: EndInvitation) -> tuple[Lobby, InvitationEnded]:
    """Free a kept seat for its guest, the host or an administrator; raises ``invitation_over`` or ``not_invited``."""
    found = find_invitation(lobby, action.number)
    if found.is_for(action.by, action.username):
        return _remove_invitation(lobby, found, "declined")
    if action.by != lobby.host and not action.ruling:
        raise Refusal("not_invited")
    return _remove_invitation(lobby, found, "withdrawn")


def lapse_invitation(lobby: Lobby, action: LapseInvitation, now: datetime) -> tuple[Lobby, InvitationEnded]:
    """Free a seat that was kept long enough; raises the refusal ``invitation_over`` or ``not_due``."""
    invitation = find_invitation(lobby, action.number)
    if now < invitation.until:
        raise Refusal("not_due")
    return _remove_invitation(lobby, invitation, "lapsed")


def find_invitation(lobby: Lobby, number: int) -> Invitation:
    """The open invitation of that number; raises the refusal ``invitation_over`` if there is none."""
    for invitation in lobby.invited:
        if invitation.number == number:
            return invitation
    raise Refusal("invitation_over")


def _is_same_guest(offered: Invitation, guest: Guest) -> bool:
    if offered.user is None or guest.user is None:
        return offered.username.lower() == guest.username.lower() != ""
    return offered.user == guest.user


def _remove_invitation(lobby: Lobby, invitation: Invitation, how: EndedHow) -> tuple[Lobby, InvitationEnded]:
    left = tuple(one for one in lobby.invited if one is not invitation)
    return replace(lobby, invited=left), InvitationEnded(invitation.name, how)


ABANDONED_AFTER: Final = timedelta(days=1)
"""How long a lobby stays open without a change."""


class Abandon(Action, Struct, frozen=True, tag="abandon"):
    """Close a lobby that has not changed for :data:`ABANDONED_AFTER`; only the bot sends it."""


def touch_lobby(lobby: Lobby, now: datetime) -> Lobby:
    """Note the instant of the lobby's last change, which never goes back."""
    return replace(lobby, touched=now if lobby.touched is None else max(lobby.touched, now))


def lobby_deadline(lobby: Lobby) -> datetime | None:
    """The next instant at which the bot must act."""
    closes = [] if lobby.touched is None else [lobby.touched + ABANDONED_AFTER]
    return min((*(invitation.until for invitation in lobby.invited), *closes), default=None)


def due_lobby_action(lobby: Lobby, now: datetime) -> Abandon | LapseInvitation:
    """The action to apply at the instant of :func:`lobby_deadline`; raises ``not_due`` too early."""
    for invitation in lobby.invited:
        if now >= invitation.until:
            return LapseInvitation(invitation.number)
    check_abandoned(lobby, now)
    return Abandon()


def check_abandoned(lobby: Lobby, now: datetime) -> None:
    """Raise the refusal ``not_due`` if the lobby has changed recently."""
    if lobby.touched is None or now < lobby.touched + ABANDONED_AFTER:
        raise Refusal("not_due")


def lobby_after_last_seat(lobby: Lobby, action: Join | SeatComputers) -> Lobby | None:
    """The lobby after an action that takes the last seat, if its game then begins; ``None`` if it does not.

    Raises:
        Refusal: as :func:`engine.lobby_seats.join_lobby`, or :func:`engine.computer_players.seat_computers`.
    """
    after, _ = join_lobby(lobby, action) if isinstance(action, Join) else seat_computers(lobby, action)
    return after if is_start_due(after) else None


def begin_in(action: Action) -> Begin | None:
    """The ``Begin`` in an action that may start a game, or ``None``."""
    match action:
        case Begin():
            return action
        case Join(begin=begin) | SeatComputers(begin=begin):
            return begin
        case _:
            return None
