"""Player tables: the index of the games that each person plays or has finished, checked against the tables."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from bot.store.chat_migration import InvalidChatMigration
from bot.store.players import PlayerStore
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.loaded_table import LoadedTable, current_players, human_users, one_per_scope, table_name
from engine.game import Table, is_over
from engine.lobby_seats import Lobby

LoadTable = Callable[[Scope, UpdateContext | None, datetime | None], Awaitable[LoadedTable]]
"""Reads a table for an update that arrived at an instant; see :meth:`bot.tables.games.Games.load_table`."""


class PlayerTables:
    """Finds somebody's tables.

    Args:
        players: has the index.
        load_table: loads a table.
    """

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
