"""Gives up the seats of somebody who is forgotten: surrenders games, leaves lobbies, declines invitations."""

from collections.abc import Callable
from typing import Final

from redis.asyncio import Redis

from bot.logs.logger import get_logger
from bot.store.forgetting import ForgettingNote
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.forgetting.stored_tables import find_tables, live_seat
from bot.tables.games import Games
from bot.tables.loaded_table import Busy
from engine.errors import EngineError
from engine.game import Action, Table
from engine.invitations import EndInvitation
from engine.lobby_seats import Leave, Lobby
from engine.turns import Surrender

log = get_logger(__name__)

_MOST_GAMES: Final = 1_000


class TableLeaver:
    """Leaves tables in the chats that this process may change.

    Args:
        owns_chat: whether this process may change a chat's tables.
    """

    def __init__(self, client: Redis, games: Games, owns_chat: Callable[[int], bool]) -> None:
        self._client: Final = client
        self._games: Final = games
        self._owns_chat: Final = owns_chat

    async def leave_all(self, note: ForgettingNote) -> bool:
        """Give up all that somebody has at tables; whether nothing is left to be given up, here or by others."""
        is_done = True
        for scope in await find_tables(self._client, note.user, note.usernames):
            try:
                is_done &= await self._leave_table(note, scope)
            except (EngineError, Busy, ShardNotOwned) as error:
                log.info("a seat is given up later", scope=scope, error=error)
                is_done = False
        return is_done

    async def has_running_game(self, user: int) -> bool:
        """Whether somebody plays anywhere, in their own private chat too."""
        running = await self._games.player_tables.glance_at_running_games(user, _MOST_GAMES)
        return any(loaded.table is not None and live_seat(loaded.table, user) for loaded in running)

    async def _leave_table(self, note: ForgettingNote, scope: Scope) -> bool:
        """Leave a table if somebody sits there and this process may; whether nobody does any more."""
        loaded = await self._games.load_table(scope)
        if loaded.table is None or scope.chat == note.user or not live_seat(loaded.table, note.user, note.usernames):
            return True
        if not self._owns_chat(scope.chat):
            return False
        await self._games.apply_action(loaded, _leaving_action(loaded.table, note), None)
        return True


def _leaving_action(table: Table, note: ForgettingNote) -> Action:
    if not isinstance(table, Lobby):
        return Surrender(note.user)
    if any(seat.user == note.user for seat in table.seats):
        return Leave(note.user)
    for one in table.invited:
        if any(one.is_for(note.user, username) for username in ("", *note.usernames)):
            return EndInvitation(note.user, one.number, one.username if one.user is None else "")
    raise ValueError("nothing is to be given up here")
