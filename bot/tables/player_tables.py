"""Player tables: the index of the games that each person plays or has finished, checked against the tables."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime
from math import inf
from typing import Final

from bot.store.chat_migration import InvalidChatMigration
from bot.store.people import PlayerStore
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.loaded_table import LoadedTable, current_players, human_users, one_per_scope, table_name
from engine.computer_ids import is_computer
from engine.game import Table, is_over
from engine.lobby_seats import Lobby

LoadTable = Callable[[Scope, UpdateContext | None, datetime | None], Awaitable[LoadedTable]]
"""Reads a table for an update that arrived at an instant; see :meth:`bot.tables.games.Games.load_table`."""


class PlayerTables:
    """Finds somebody's tables."""

    def __init__(self, players: PlayerStore, load_table: LoadTable) -> None:
        self._players: Final = players
        self._load_table: Final = load_table

    async def running_games(
        self, user: int, update: UpdateContext | None = None, arrived: datetime | None = None
    ) -> list[LoadedTable]:
        """The tables where somebody is in a running game; for a repeated update also those where it was committed."""
        indexed = one_per_scope(
            [await self._load_table(scope, update, arrived) for scope in await self._players.load_user_games(user)]
        )
        return [loaded for loaded in indexed if loaded.is_duplicate or user in current_players(loaded.table)]

    async def games_waiting_for(self, user: int, scopes: Iterable[Scope]) -> list[LoadedTable]:
        """The tables among some scopes where it is somebody's turn, whoever has waited longest first; a look-up."""
        loaded = await asyncio.gather(*(self._load_table(scope, None, None) for scope in scopes))
        return waiting_first([one for one in one_per_scope(loaded) if waits_for(one.table, user)], user)

    async def glance_at_running_games(self, user: int, most: int) -> list[LoadedTable]:
        """As :meth:`running_games`, for a look-up: it does not extend the retention of the user's index.

        It loads ``most`` tables at most, and skips those of an impossible migration.
        """
        indexed: list[LoadedTable] = []
        for scope in (await self._players.peek_user_games(user))[:most]:
            with suppress(InvalidChatMigration):
                indexed.append(await self._load_table(scope, None, None))
        return [loaded for loaded in one_per_scope(indexed) if user in current_players(loaded.table)]

    async def finished_games(self, user: int, update: UpdateContext | None = None) -> list[LoadedTable]:
        """Somebody's finished games that are still stored, newest first."""
        indexed = [
            (await self._load_table(scope, update, None), name)
            for scope, name in await self._players.load_finished_games(user)
        ]
        return one_per_scope(
            loaded
            for loaded, name in indexed
            if loaded.table and is_over(loaded.table) and table_name(loaded.table) == name
        )


def waits_for(table: Table | None, user: int) -> bool:
    """Whether a running game waits for somebody: it is their turn, and the game is not paused."""
    return _user_on_turn(table) == user


def computer_moves(table: Table | None) -> bool:
    """Whether a running game waits for a computer player."""
    user = _user_on_turn(table)
    return user is not None and is_computer(user)


def _user_on_turn(table: Table | None) -> int | None:
    """Whom a running game waits for; ``None`` for a lobby, and a game that is over or paused."""
    if table is None or isinstance(table, Lobby) or is_over(table) or table.clocks.paused is not None:
        return None
    return table.players[table.turn].user


def waiting_first(games: Iterable[LoadedTable], user: int) -> list[LoadedTable]:
    """Somebody's running games, those that wait for them first, whichever turn has lasted longest before the others."""

    def rank(loaded: LoadedTable) -> tuple[bool, float]:
        game = loaded.table
        since = None if game is None or isinstance(game, Lobby) else game.turn_since
        return not waits_for(game, user), inf if since is None else since.timestamp()

    return sorted(games, key=rank)


async def index_players(
    players: PlayerStore, table: Table | None, scope: Scope, former_scope: Scope | None = None
) -> None:
    """Index a table for its players, and drop it from ``former_scope``; idempotent."""
    if table is None:
        return
    if is_over(table) and not isinstance(table, Lobby):
        for user in human_users(table.players):
            await players.add_finished_game(user, scope, table_name(table))
            if former_scope is not None:
                await players.drop_finished_game(user, former_scope, table_name(table))
    for user in current_players(table):
        await players.add_user_game(user, scope, table_name(table))
        if former_scope is not None:
            await players.drop_user_game(user, former_scope, table_name(table))
