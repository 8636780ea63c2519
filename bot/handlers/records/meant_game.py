"""The game that a command for one game's files means: by a number, or by the message that it replies to."""

from collections.abc import Collection
from dataclasses import dataclass

from bot.tables.loaded_table import LoadedPlace, LoadedTable, table_name
from bot.tables.player_tables import PlayerTables
from bot.telegram.incoming.requests import Command
from engine.errors import Refusal


@dataclass(frozen=True, slots=True)
class MeantGame:
    """The game that somebody means."""

    ids: tuple[str, ...]
    """What its id may begin with."""
    table: LoadedTable | None
    """Its table; ``None`` if that has another game by now, or is elsewhere."""


def find_meant_game(request: Command, place: LoadedPlace | None) -> MeantGame | None:
    """The game that a command means; ``None`` if it names none, so that the newest is meant.

    What a message itself shows goes first: which of a number's games its table had is less sure. A list of several
    tables shows none.

    Raises:
        Refusal: ``no_such_table``; ``which_finished_game`` for a reply to what may be a game's and does not show it.
    """
    ids = request.replied_tables if len(request.replied_tables) == 1 else request.replied_games
    for one in () if place is None else place.tables:
        if one.table is None:
            continue
        name = table_name(one.table)
        is_replied = any(game.startswith(name) for game in ids) if ids else request.replied_message in one.messages
        if is_replied or request.table_number == one.scope.table:
            return MeantGame((name,), one)
    if ids:
        return MeantGame(ids, None)
    if request.table_number is not None:
        raise Refusal("no_such_table", number=request.table_number)
    if request.replied_message is not None and not request.replied_page:
        raise Refusal("which_finished_game")
    return None


async def is_running_elsewhere(games: Collection[str], request: Command, tables: PlayerTables) -> bool:
    """Whether a command in private means a game that its sender is playing in another chat.

    Args:
        games: what its id may begin with.
        request: the command.
        tables: those where people play.
    """
    if not request.venue.private:
        return False
    running = await tables.running_games(request.sender.user, request.update)
    names = tuple(table_name(one.table) for one in running if one.table is not None)
    return any(game.startswith(names) for game in games)
