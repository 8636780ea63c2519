"""Waking a worker: another one has put something into a shard of this one's, or has let a shard go.

A wake is a hint: who looks by itself from time to time misses nothing for long. Those for one worker go together while
others are on their way.
"""

import asyncio
import logging
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys
from bot.workers.lanes import end

log = logging.getLogger(__name__)

_TAKE: Final = "take"
"""What wakes a worker to take shards over; the number of a shard wakes it to read that."""
_MOST: Final = 256
"""How many wakes are heard together."""
_SECONDS: Final = 10
"""How long a wake is kept for a worker that does not come."""


class Wakes:
    """The wakes that a worker gives and gets.

    Args:
        client: answers in bytes.
        worker: its name.
    """

    def __init__(self, client: Redis, worker: str) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._given: Final[dict[str, set[str]]] = {}
        """What is to go out yet, by worker."""
        self._going: Final[dict[str, asyncio.Task[None]]] = {}

    def wake(self, worker: str, shard: int | None = None) -> None:
        """Wake a worker soon, to read a shard or (``None``) to take over what was let go."""
        self._given.setdefault(worker, set()).add(_TAKE if shard is None else str(shard))
        if worker not in self._going:
            self._going[worker] = asyncio.create_task(self._go(worker), name=f"wakes of {worker}")

    async def _go(self, worker: str) -> None:
        try:
            while words := self._given.pop(worker, None):
                pipe = self._client.pipeline(transaction=False)
                pipe.rpush(keys.wake(worker), *words)
                pipe.expire(keys.wake(worker), _SECONDS)
                await pipe.execute()
        except RedisError as error:
            log.debug("%s is not woken: %s", worker, error)
        finally:
            del self._going[worker]

    async def woken(self, seconds: float) -> tuple[frozenset[int], bool]:
        """Wait until this worker is woken, for so long at most; the shards to read, and whether there are some to take.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        name = keys.wake(self._worker)
        found: Any = await self._client.blpop([name], timeout=seconds)
        if found is None:
            return frozenset(), False
        # All the others at once, and none that comes in between.
        others: Any = await self._client.lpop(name, _MOST)
        words = {word.decode() for word in (found[1], *(others or ()))}
        return frozenset(int(word) for word in words if word.isdigit()), _TAKE in words

    async def close(self) -> None:
        """Let what is on its way go out no more."""
        await end(tuple(self._going.values()))
