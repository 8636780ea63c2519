"""What becomes of a lobby by itself: seats that were kept become free, a table that nobody cares for is closed."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Refusal
from engine.invitations import LapseInvitation
from engine.messages import Action
from engine.seats import Lobby

ABANDONED: Final = timedelta(days=1)
"""After how long a table is closed at which nobody has come, gone or changed anything."""


class Abandon(Action, Struct, frozen=True, tag="abandon"):
    """The bot's own: nobody has come, gone or changed anything for :data:`ABANDONED`, and the table is closed."""


def touched(lobby: Lobby, now: datetime) -> Lobby:
    """The table after somebody has come, gone or changed anything; no time runs backwards at it."""
    return replace(lobby, touched=now if lobby.touched is None else max(lobby.touched, now))


def deadline(lobby: Lobby) -> datetime | None:
    """The next instant at which anything is due by itself."""
    closes = [] if lobby.touched is None else [lobby.touched + ABANDONED]
    return min((*(kept.until for kept in lobby.invited), *closes), default=None)


def what_is_due(lobby: Lobby, now: datetime) -> Abandon | LapseInvitation:
    """The action for the instant that :func:`deadline` named.

    Raises:
        Refusal: ``not_due``.
    """
    for kept in lobby.invited:
        if now >= kept.until:
            return LapseInvitation(kept.number)
    check_abandoned(lobby, now)
    return Abandon()


def check_abandoned(lobby: Lobby, now: datetime) -> None:
    """Raise a refusal, ``not_due``, where somebody has come, gone or changed anything lately."""
    if lobby.touched is None or now < lobby.touched + ABANDONED:
        raise Refusal("not_due")
