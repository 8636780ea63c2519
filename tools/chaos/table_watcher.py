"""How far tables have come, read from Redis for all who wait at once."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.store.connection.replication import ReplicaWaiter
from bot.tables.codec import decode_table
from engine.game import Table
from tools.chaos import redis_reader
from tools.chaos.ledger import TableRecord

COMMIT_WAIT_SECONDS: Final = 6.0
"""After which players look again whether what they asked for has come to anything."""
_LOOK_SECONDS: Final = 0.1
_RETRY_SECONDS: Final = 0.2
_REPLICA_SECONDS: Final = 3.0


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
        while True:
            try:
                version, state = await self._client.hmget(keys.game(record.scope), "version", "state")
                await self._replicas.wait_replicated(keys.game(record.scope), _REPLICA_SECONDS)
            except (RedisError, OSError):
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            table = decode_table(bytes(state)) if isinstance(state, bytes) else None
            if table is not None:
                record.ruleset, record.secret = table.ruleset, table.secret
            return int(version or 0), table
