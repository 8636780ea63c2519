"""Players who leave their table's group, are removed from it, or come back: recorded at the table, not announced.

Telegram announces it anyway; boards show it from then on. Who leaves before the game begins gives up their seat.
"""

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.call_errors import CallFailed
from bot.store.chats import UnreachableChats
from bot.store.people import PlayerStore
from bot.store.scope import Scope
from bot.tables.games import Games
from bot.tables.loaded_table import LoadedTable
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import MembersChanged
from engine.absence import Presence
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game_base import Game
from engine.lobby_seats import Leave, Lobby


class LeftPlayersHandlers:
    """Records who is in a group, at all of its tables, those in topics included."""

    def __init__(
        self, members: GroupMembers, games: Games, players: PlayerStore, scopes_in_use: UnreachableChats
    ) -> None:
        self._scopes_in_use: Final = scopes_in_use
        self._members: Final = members
        self._games: Final = games
        self._players: Final = players

    async def record_joins_and_leaves(self, request: MembersChanged) -> None:
        """Record that people joined or left."""
        chat = request.venue.scope.chat
        for users, here in ((request.left_users, False), (request.joined_users, True)):
            for user in users:
                for scope in await self._players.peek_user_games(user):
                    if scope.chat == chat:
                        await self._record_presence(scope, user, present=here)
        if request.left_users:
            await self._free_seats(chat, request.left_users)

    async def _free_seats(self, chat: int, users: Collection[int]) -> None:
        """Free the seats of people who left a group at its tables where no game has begun."""
        for scope in await self._scopes_in_use.list_scopes_in_use(chat):
            lobby = (await self._games.load_table(scope)).table
            seated = {seat.user for seat in lobby.seats} if isinstance(lobby, Lobby) else set()
            for user in seated.intersection(users):
                await self._try_apply(scope, Leave(user))

    async def check_still_in_group(self, loaded: LoadedTable, seat: int) -> LoadedTable:
        """The table, after asking Telegram whether a seat's player is still in the group, if it can say."""
        game = loaded.table
        if not isinstance(game, Game):
            return loaded
        user = game.players[seat].user
        if is_computer(user):
            return loaded
        try:
            if user in game.gone or (await self._members.find_member(loaded.scope.chat, user)).present:
                return loaded
        except (Refusal, CallFailed):
            return loaded
        await self._record_presence(loaded.scope, user, present=False)
        return await self._games.load_table(loaded.scope)

    async def _record_presence(self, scope: Scope, user: int, *, present: bool) -> None:
        await self._try_apply(scope, Presence(user, present))

    async def _try_apply(self, scope: Scope, action: Presence | Leave) -> None:
        loaded = await self._games.load_table(scope)
        with suppress(Refusal):  # there is no such table any more, or it is noted there already
            await self._games.apply_action(loaded, action, None)
