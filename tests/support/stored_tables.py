"""The table of a chat, put and read behind the bot's back."""

from redis.asyncio import Redis

from bot.judges import ChatWords
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import NewestMessage, Outbox
from bot.tables.codec import Notice, decode_table, encode_stored
from bot.tables.table_loader import table_name
from engine import game as door
from engine.crossword.state import GameState
from engine.game import Step, Table, deadline
from engine.lobby_seats import Lobby

BOARD_MESSAGE_ID = 77
"""The bot's newest message about a table that was dealt."""


class ChatTableStore:
    def __init__(self, redis: Redis, store: GameStore, scope: Scope) -> None:
        self.scope = scope
        self._redis = redis
        self._store = store

    async def put_table(self, table: Table, scope: Scope | None = None) -> None:
        where = scope or self.scope
        held = await self._store.load_table(where)
        words = await ChatWords(self._redis).load_changes(where.chat, table.ruleset.language)
        done = await self._store.commit(
            Commit(
                scope=where,
                expected_version=held.version,
                update_id=None,
                state=encode_stored(table),
                deadline=None if (due := deadline(table)) is None else due.timestamp(),
                reset_log=True,
                custom_words=encode_stored(words),
            )
        )
        assert isinstance(done, Committed)
        if not isinstance(table, Lobby):
            for player in table.players:
                await self._store.players.add_user_game(player.user, where, table_name(table))
        await Outbox(self._redis).ack_notices((), where, NewestMessage(BOARD_MESSAGE_ID))

    async def commit_notices(self, *payloads: bytes, scope: Scope | None = None) -> None:
        """Put notices into the outbox with a commit that changes nothing else."""
        where = scope or self.scope
        held = await self._store.load_table(where)
        commit = Commit(scope=where, expected_version=held.version, update_id=None, state=held.state, outbox=payloads)
        assert isinstance(await self._store.commit(commit), Committed)

    async def stored_state(self) -> tuple[int, bytes | None]:
        held = await self._store.load_table(self.scope)
        return held.version, held.state

    async def load_current_table(self) -> Table:
        _, state = await self.stored_state()
        assert state is not None
        return decode_table(state)

    async def load_current_game(self) -> GameState:
        table = await self.load_current_table()
        assert isinstance(table, GameState)
        return table

    async def load_current_lobby(self) -> Lobby:
        table = await self.load_current_table()
        assert isinstance(table, Lobby)
        return table


def encode_notice_of_step(before: Table, step: Step) -> bytes:
    """The outbox entry of a step, as it is stored; the commitment, which hides the secret, left out."""
    table = step.table or before
    events = tuple(door.redact(event, None) for event in step.events)
    shown = None if step.table is None else door.view(step.table, None)
    return encode_stored(Notice(events, shown, "", table.ruleset.title, None, table.ruleset.lexicon))


async def load_stored_log(store: GameStore, scope: Scope) -> list[bytes]:
    return await store.load_log(scope, (await store.load_table(scope)).version)
