"""Tables where somebody may sit down, and where somebody sits before the game."""

from bot.tables.loaded_table import LoadedTable
from engine.lobby_seats import Lobby


def may_join(loaded: LoadedTable, user: int) -> bool:
    """Whether a user may sit down in a lobby."""
    table = loaded.table
    return (
        isinstance(table, Lobby)
        and len(table.seats) < table.ruleset.players.most
        and all(seat.user != user for seat in table.seats)
    )


def seeks_substitute(loaded: LoadedTable) -> bool:
    """Whether a game waits for somebody who takes a seat."""
    table = loaded.table
    if table is None or isinstance(table, Lobby):
        return False
    return table.petition is not None and table.petition.is_waiting


def sits_in_lobby(loaded: LoadedTable, user: int) -> bool:
    """Whether a user sits in a lobby."""
    return isinstance(loaded.table, Lobby) and any(seat.user == user for seat in loaded.table.seats)
