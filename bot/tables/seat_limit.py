"""How many tables of a place one person may sit at and open at once; in a private chat seats are never limited."""

from collections.abc import Mapping
from typing import Final

from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedPlace, LoadedTable, check_can_open_table
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game import is_over
from engine.lobby_seats import Lobby
from engine.rulesets import Ruleset

SEATS_SETTING: Final = "seats"
"""The chat's setting that says how many tables of each of its places a person may sit at."""
DEFAULT_MOST_SEATS: Final = 3
MOST_SEATS: Final = 10


def most_seats(settings: Mapping[str, str]) -> int:
    """At how many tables of a place a person may sit at once."""
    chosen = settings.get(SEATS_SETTING, "")
    return min(max(1, int(chosen)), MOST_SEATS) if chosen.isdecimal() else DEFAULT_MOST_SEATS


def check_may_sit_down(place: LoadedPlace, user: int, at: Scope | None = None) -> None:
    """Raise a refusal, ``too_many_seats`` (``most``), if a person has as many seats in a place as its chat allows.

    Args:
        place: where the person would sit down.
        user: the person.
        at: the table; a seat there is none more. ``None`` for one that is still to be opened.
    """
    most = most_seats(place.first.settings)
    tables = [loaded for loaded in place.tables if loaded.scope != at]
    if place.first.scope.is_private or sum(_sits_at(loaded, user) for loaded in tables) < most:
        return
    raise Refusal("too_many_seats", most=most)


def check_can_host_table(place: LoadedPlace, user: int) -> None:
    """Raise a refusal unless a person may open another table in a place and sit down at it.

    Raises:
        Refusal: as :func:`bot.tables.loaded_table.check_can_open_table` and :func:`check_may_sit_down`.
    """
    check_can_open_table(place)
    check_may_sit_down(place, user)


def check_not_opened_before(place: LoadedPlace, host: int, ruleset: Ruleset) -> None:
    """Raise a refusal, ``lobby_open``, if a host's table of the same game and options still waits for its first guest.

    Whoever wants two such tables types the command.
    """
    for loaded in place.open_tables:
        lobby = loaded.table
        if (
            isinstance(lobby, Lobby)
            and lobby.host == host
            and lobby.ruleset == ruleset
            and all(seat.user == host or is_computer(seat.user) for seat in lobby.seats)
        ):
            raise Refusal("lobby_open")


def _sits_at(loaded: LoadedTable, user: int) -> bool:
    """Whether a person has a seat at a table, or is ready to take one of those who play there."""
    table = loaded.table
    if isinstance(table, Lobby):
        return any(seat.user == user for seat in table.seats)
    if table is None or is_over(table):
        return False
    substitute = None if table.petition is None else table.petition.substitute
    return any(player.user == user and player.active for player in table.players) or (
        substitute is not None and substitute.user == user
    )
