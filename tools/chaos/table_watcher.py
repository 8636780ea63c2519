"""How far tables have come, read from Redis for all who wait at once."""

import asyncio
import contextlib
from collections.abc import Collection, Coroutine, Sequence
from typing import Any, Final, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.connection.replication import ReplicaWaiter
from bot.store.scope import Scope
from bot.tables.codec import decode_table
from engine.game import Table
from engine.lobby_seats import Lobby
from tools.chaos import redis_reader
from tools.chaos.ledger import TableRecord

COMMIT_WAIT_SECONDS: Final = 6.0
"""After which players look again whether what they asked for has come to anything."""
_LOOK_SECONDS: Final = 0.1
_RETRY_SECONDS: Final = 0.2
_REPLICA_SECONDS: Final = 3.0


class NumberedTable(NamedTuple):
    """A table as it was found, with the number in its scope."""

    scope: Scope
    table: Table


class TableWatcher:
    """Looks at Redis past all faults on the way there; where it is down, later.

    People play by what they were told, and are told what is on a replica, so nothing else is seen here either.

    Args:
        client: to the servers themselves.
        replicas: on how many of them something has to be.
    """

    def __init__(self, client: Redis, replicas: int = 0) -> None:
        self._client: Final = client
        self._replicas: Final = ReplicaWaiter(client, replicas)
        self._waiting: Final[dict[TableRecord, tuple[int, asyncio.Event]]] = {}

    async def look_until_cancelled(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            waiting = list(self._waiting.items())
            if not waiting:
                continue
            with contextlib.suppress(RedisError, OSError):
                found = await redis_reader.read_versions(self._client, [place for place, _ in waiting])
                there = [one for one, now in zip(waiting, found, strict=True) if now >= one[1][0]]
                # Whoever may read what is gone again looks once more.
                came = await asyncio.gather(*(self._is_on_replicas(place) for place, _ in there))
                for (_, (_, event)), stays in zip(there, came, strict=True):
                    if stays:
                        event.set()

    def _is_on_replicas(self, record: TableRecord) -> Coroutine[Any, Any, bool]:
        """Whether what was just read of a place is on the replicas too; to be called before anything else is read."""
        return self._has_succeeded(self._replicas.wait_replicated(keys.game(record.scope), _REPLICA_SECONDS))

    async def _has_succeeded(self, replication: Coroutine[Any, Any, None]) -> bool:
        try:
            await replication
        except (RedisError, OSError):
            return False
        return True

    async def close(self) -> None:
        """Close what was opened."""
        await self._replicas.close()

    async def wait_for_version(self, record: TableRecord, version: int, seconds: float) -> bool:
        """Wait until so many actions are committed at a place; whether they were in time."""
        event = asyncio.Event()
        self._waiting[record] = (version, event)
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            del self._waiting[record]
        return True

    async def read_table(self, record: TableRecord) -> tuple[int, Table | None]:
        """The version of a place and its table, noted there too."""
        numbers: dict[int, bool] = {}
        while True:
            try:
                fields = ("version", "state", "messages")
                version, state, messages = cast(
                    "Sequence[bytes | None]", await self._client.hmget(keys.game(record.scope), fields)
                )
                if record.neighbours:
                    numbers = await self.read_numbers(record.scope)
                await self._replicas.wait_replicated(keys.game(record.scope), _REPLICA_SECONDS)
            except (RedisError, OSError):
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            table = decode_table(bytes(state)) if isinstance(state, bytes) else None
            if table is not None and record.secret not in {None, table.secret}:
                # Its number is another table's by now.
                table = None
            if table is not None:
                record.ruleset, record.secret, record.seen_version = table.ruleset, table.secret, int(version or 0)
            record.is_number_told = numbers.get(record.scope.table, False)
            record.seen_table, record.messages = table, frozenset(map(int, (messages or b"").split()))
            return int(version or 0), table

    async def read_numbers(self, place: Scope) -> dict[int, bool]:
        """The numbers that tables of a chat or topic have had, and whether people have been told them.

        Raises:
            RedisError: Redis does not answer.
        """
        pipe = self._client.pipeline(transaction=False)
        pipe.hgetall(keys.table_numbers(place))
        (found,) = await pipe.execute()
        return {int(number): what != b"open" and not what.startswith(b"-") for number, what in sorted(found.items())}

    async def find_lobby(self, place: Scope, host: int, known_secrets: Collection[str | None]) -> NumberedTable | None:
        """The open table of a chat or topic where nobody has begun to play, of this host, and not known yet.

        Raises:
            RedisError: Redis does not answer.
        """
        numbers = await self.read_numbers(place)
        for scope in map(place.at_table, numbers):
            (state,) = await self._client.hmget(keys.game(scope), ("state",))
            table = decode_table(state) if isinstance(state, bytes) else None
            if isinstance(table, Lobby) and table.host == host and table.secret not in known_secrets:
                await self._replicas.wait_replicated(keys.game(scope), _REPLICA_SECONDS)
                return NumberedTable(scope, table)
        return None
