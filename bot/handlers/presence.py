"""Players who leave the group of their table, are put out of it, or come back: noted at the table, and not told.

Telegram says it to everybody anyway; boards show it from then on.
"""

from typing import Final

from bot.outcomes import Undone
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.tables.games import Games
from bot.tables.held import Held
from bot.telegram.inbound import Peopled
from bot.telegram.members import Members
from engine.computers import is_computer
from engine.errors import Refusal
from engine.family import Game
from engine.presence import Presence


class PresenceHandlers:
    """Notes who is in a group and who is not, at all of its tables, those in topics among them."""

    def __init__(self, members: Members, games: Games, store: Store) -> None:
        self._members: Final = members
        self._games: Final = games
        self._store: Final = store

    async def changed(self, request: Peopled) -> None:
        """People came or went."""
        chat = request.place.scope.chat
        for users, here in ((request.left, False), (request.came, True)):
            for user in users:
                for scope in await self._store.seen_games(user):
                    if scope.chat == chat:
                        await self._note(scope, user, here=here)

    async def asked(self, held: Held, seat: int) -> Held:
        """The table once it was asked of Telegram whether a player is still there, where that can be known."""
        game = held.table
        if not isinstance(game, Game):
            return held
        user = game.players[seat].user
        if is_computer(user):
            return held
        try:
            if user in game.gone or (await self._members.of(held.scope.chat, user)).present:
                return held
        except (Refusal, Undone):
            return held
        await self._note(held.scope, user, here=False)
        return await self._games.load(held.scope)

    async def _note(self, scope: Scope, user: int, *, here: bool) -> None:
        held = await self._games.load(scope)
        try:
            await self._games.play(held, Presence(user, here), None)
        except Refusal:
            # There is no such game any more, or it is noted there already.
            return
