"""The table of a chat, put and read behind the bot's back."""

from redis.asyncio import Redis

from bot.judges import ChatWords
from bot.store.commits import Commit, Committed
from bot.store.entries import Newest
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.tables.codec import decode_table, encode
from bot.tables.held import table_name
from engine.crossword.state import GameState
from engine.game import Table, deadline
from engine.seats import Lobby

POST = 77
"""The bot's newest message about a table that was dealt."""


class ChatTable:
    """One chat's."""

    def __init__(self, redis: Redis, store: Store, scope: Scope) -> None:
        self.scope = scope
        self._redis = redis
        self._store = store

    async def deal(self, table: Table, scope: Scope | None = None) -> None:
        """Put a table into the chat as if it had been played there."""
        where = scope or self.scope
        held = await self._store.load(where)
        words = await ChatWords(self._redis).read(where.chat, table.ruleset.language)
        done = await self._store.commit(
            Commit(
                scope=where,
                expected=held.version,
                update_id=None,
                state=encode(table),
                deadline=None if (due := deadline(table)) is None else due.timestamp(),
                reset_log=True,
                words=encode(words),
            )
        )
        assert isinstance(done, Committed)
        if not isinstance(table, Lobby):
            for player in table.players:
                await self._store.add_user_game(player.user, where, table_name(table))
        await Outbox(self._redis).done((), where, Newest(POST))

    async def stored(self) -> tuple[int, bytes | None]:
        """The version and the bytes of the chat's table."""
        held = await self._store.load(self.scope)
        return held.version, held.state

    async def table(self) -> Table:
        _, state = await self.stored()
        assert state is not None
        return decode_table(state)

    async def game(self) -> GameState:
        table = await self.table()
        assert isinstance(table, GameState)
        return table
