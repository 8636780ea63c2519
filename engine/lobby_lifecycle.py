"""How a lobby ends: its game begins, with the last seat perhaps, or it is closed after a day without any change.

Invitations that lapse meanwhile are due here too. Who sits where is :mod:`engine.lobby_seats`' business.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.computer_players import SeatComputers, seat_computers
from engine.errors import Refusal
from engine.invitations import LapseInvitation
from engine.lobby_seats import Begin, Join, Lobby, is_start_due, join_lobby
from engine.messages import Action

ABANDONED_AFTER: Final = timedelta(days=1)
"""After how long a table is closed at which nobody has come, gone or changed anything."""


class Abandon(Action, Struct, frozen=True, tag="abandon"):
    """The bot's own: nobody has come, gone or changed anything for :data:`ABANDONED_AFTER`, and the table is closed."""


def touch_lobby(lobby: Lobby, now: datetime) -> Lobby:
    """The table after somebody has come, gone or changed anything; no time runs backwards at it."""
    return replace(lobby, touched=now if lobby.touched is None else max(lobby.touched, now))


def lobby_deadline(lobby: Lobby) -> datetime | None:
    """The next instant at which anything is due by itself."""
    closes = [] if lobby.touched is None else [lobby.touched + ABANDONED_AFTER]
    return min((*(invitation.until for invitation in lobby.invited), *closes), default=None)


def due_lobby_action(lobby: Lobby, now: datetime) -> Abandon | LapseInvitation:
    """The action for the instant that :func:`lobby_deadline` named.

    Raises:
        Refusal: ``not_due``.
    """
    for invitation in lobby.invited:
        if now >= invitation.until:
            return LapseInvitation(invitation.number)
    check_abandoned(lobby, now)
    return Abandon()


def check_abandoned(lobby: Lobby, now: datetime) -> None:
    """Raise a refusal, ``not_due``, where somebody has come, gone or changed anything lately."""
    if lobby.touched is None or now < lobby.touched + ABANDONED_AFTER:
        raise Refusal("not_due")


def lobby_after_last_seat(lobby: Lobby, action: Join | SeatComputers) -> Lobby | None:
    """The table after a seat with which its game begins by itself; ``None`` where it waits on.

    Raises:
        Refusal: as :func:`engine.lobby_seats.join_lobby`, or :func:`engine.computer_players.seat_computers`.
    """
    after, _ = join_lobby(lobby, action) if isinstance(action, Join) else seat_computers(lobby, action)
    return after if is_start_due(after) else None


def begin_in(action: Action) -> Begin | None:
    """What begins a game, in whichever action it is; ``None`` where none begins."""
    match action:
        case Begin():
            return action
        case Join(begin=begin) | SeatComputers(begin=begin):
            return begin
        case _:
            return None
