"""When the bot was last alive and Telegram with it, and which tables are timed: what downtime is measured by."""

from typing import Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope

ALIVE: Final = "hf:alive"
"""String: the instant, in seconds of the epoch, at which some worker last had an answer from Telegram."""
_WORKERS: Final = "hf:workers"
"""Sorted set: the workers that have not ended in good order, by their newest beats."""
_MENDING: Final = "hf:mending"
"""String: some worker gives time back for a downtime."""
_MENDING_SECONDS: Final = 60


class Heartbeat:
    """The one heartbeat of all workers on a Redis.

    Args:
        client: answers in bytes.
        worker: this one's name, the same after a restart.
    """

    def __init__(self, client: Redis, worker: str) -> None:
        self._client: Final = client
        self._worker: Final = worker

    async def last(self) -> float | None:
        """The newest beat, in seconds of the epoch; ``None`` before the first."""
        stored = await self._client.get(ALIVE)
        return None if stored is None else float(stored)

    async def beat(self, now: float) -> None:
        """Note that all is well."""
        async with self._client.pipeline(transaction=False) as pipe:
            pipe.set(ALIVE, repr(now))
            pipe.zadd(_WORKERS, {self._worker: now})
            await pipe.execute()

    async def is_alone(self, since: float) -> bool:
        """Whether no other worker has beaten since an instant, in seconds of the epoch; forgets those that have not."""
        await self._client.zremrangebyscore(_WORKERS, "-inf", f"({since!r}")
        return set(await self._client.zrange(_WORKERS, 0, -1)) <= {self._worker.encode()}

    async def leave(self) -> None:
        """Note that this worker ends in good order."""
        await self._client.zrem(_WORKERS, self._worker)

    async def take_mending(self) -> bool:
        """Whether this worker is the one to give time back; should it die at that, another is in a minute."""
        return bool(await self._client.set(_MENDING, b"1", nx=True, ex=_MENDING_SECONDS))

    async def mended(self, now: float) -> None:
        """Note that the time was given back."""
        await self.beat(now)
        await self._client.delete(_MENDING)

    async def timed(self) -> list[Scope]:
        """The tables at which something is due at some time."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            pipe.zrange(keys.deadlines(shard), 0, -1)
        return [Scope.parse(scope) for scopes in await pipe.execute() for scope in scopes]
