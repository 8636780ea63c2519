"""Waking a worker that has something to read: another one has put it into a shard of this one's.

A wake is a hint: who looks by itself from time to time misses nothing for long.
"""

from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys

_READ: Final = b"read"
_TAKE: Final = b"take"
_MOST: Final = 8
_SECONDS: Final = 10
"""How long a wake is kept for a worker that does not come."""


async def wake(client: Redis, worker: str, *, take: bool = False) -> None:
    """Wake a worker; to ``take`` a shard over, or by default to read its own."""
    pipe = client.pipeline(transaction=False)
    pipe.lpush(keys.wake(worker), _TAKE if take else _READ)
    pipe.ltrim(keys.wake(worker), 0, _MOST - 1)
    pipe.expire(keys.wake(worker), _SECONDS)
    await pipe.execute()


async def woken(client: Redis, worker: str, seconds: float) -> tuple[bool, bool]:
    """Wait until a worker is woken, for so long at most; whether it was, and whether to take a shard over.

    Raises:
        redis.exceptions.RedisError: the store cannot be reached.
    """
    found: Any = await client.blpop([keys.wake(worker)], timeout=seconds)
    if found is None:
        return False, False
    pipe = client.pipeline(transaction=False)
    pipe.lrange(keys.wake(worker), 0, -1)
    pipe.delete(keys.wake(worker))
    others, _ = await pipe.execute()
    return True, _TAKE in (found[1], *others)


class Wakes:
    """The wakes of one worker.

    Args:
        client: answers in bytes.
        worker: whose they are.
    """

    def __init__(self, client: Redis, worker: str) -> None:
        self._client: Final = client
        self._worker: Final = worker

    async def wake(self, worker: str) -> None:
        """Have another worker look at once what it may take over."""
        await wake(self._client, worker, take=True)

    async def woken(self, seconds: float) -> tuple[bool, bool]:
        """See :func:`woken`."""
        return await woken(self._client, self._worker, seconds)
