"""Moves tables to another topic of their chat: what a topic had that is gone goes on where people are."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.store.chats import UnreachableChats
from bot.store.games import GameStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedPlace, LoadedTable
from bot.tables.player_tables import index_players
from bot.tables.unreachable_clocks import UnreachableClocks

_MOST: Final = 6
"""How many tables of other topics are found: as many as a topic usually has."""


class TableMoves:
    """Finds the tables in other topics of a chat, and moves them.

    Args:
        scopes_in_use: knows where the chat's tables are.
        clocks: lets those run again that stood still as their topic could not be told.
    """

    def __init__(
        self, games: Games, store: GameStore, scopes_in_use: UnreachableChats, clocks: UnreachableClocks
    ) -> None:
        self._games: Final = games
        self._store: Final = store
        self.scopes_in_use: Final = scopes_in_use
        self._clocks: Final = clocks

    async def list_elsewhere(self, place: Scope) -> Sequence[LoadedTable]:
        """The open tables in other topics of a place's chat, the first few, those first that cannot be told."""
        scopes = await self.scopes_in_use.list_scopes_in_use(place.chat)
        loaded = [await self._games.load_table(scope) for scope in scopes if scope.place != place]
        found = [one for one in loaded if one.table is not None and one.is_open and one.scope.chat == place.chat]
        return sorted(found, key=lambda one: not one.is_unreachable)[:_MOST]

    async def move_table(self, loaded: LoadedTable, place: LoadedPlace) -> bool:
        """Move a table to another place of its chat; whether that was done, or it was changed meanwhile.

        Its clocks run again there if they stood still as it could not be told, and what it was not told is told there.
        """
        times, players = self._games.times, self._store.players
        at = int((times.now + (times.downtime or timedelta())).timestamp())
        new = place.first.scope.at_table(place.free_number(at))
        # Indexed before and dropped after, so that a player's list never lacks the game.
        await index_players(players, loaded.table, new)
        if not await self._store.move_table(loaded.scope, new, loaded.version, at):
            # A place in a list where nobody sits is passed over.
            return False
        await index_players(players, loaded.table, new, loaded.scope)
        await self._clocks.resume_clocks_of_table(new)
        return True

    async def gather_tables(self, place: LoadedPlace) -> bool:
        """Move the tables that were in topics of a chat here, as it has none any more; whether there were any."""
        scope, gathered = place.first.scope, False
        for loaded in await self.list_elsewhere(scope):
            gathered |= await self.move_table(loaded, await self._games.load_place(scope))
        return gathered
