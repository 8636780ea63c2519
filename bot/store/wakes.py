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
from bot.store.client import Client
from bot.store.line import Line
from bot.store.slots import server_of
from bot.workers.lanes import end

log = logging.getLogger(__name__)

_TAKE: Final = "take"
"""What wakes a worker to take shards over; the number of a shard wakes it to read that."""
_ANSWER_SECONDS: Final = 15.0
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
        self._server: Client | None = None
        self._line: Line | None = None
        """To the server where this worker is woken."""

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
        found = await self._popped(name, seconds)
        if found is None:
            return frozenset(), False
        # All the others at once, and none that comes in between.
        others: Any = await self._client.lpop(name, _MOST)
        words = {word.decode() for word in (found[1], *(others or ()))}
        return frozenset(int(word) for word in words if word.isdigit()), _TAKE in words

    async def _popped(self, name: str, seconds: float) -> Any:
        """The first wake with its list's name, or nothing after so long."""
        server = await server_of(self._client, name)
        if server is None:
            return await self._client.blpop([name], timeout=seconds)
        # A line of its own: it would hold up what goes over the other, and costs a third of a connection of the pool.
        if self._line is None or self._server is not server:
            self._hang_up()
            self._server, self._line = server, server.line.twin(_ANSWER_SECONDS)
        try:
            [answer] = await self._line.once([("BLPOP", name, seconds)])
        except BaseException:
            self._hang_up()
            raise
        if isinstance(answer, RedisError):
            self._hang_up()
            raise answer
        return answer

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.abandon()

    async def close(self) -> None:
        """Let what is on its way go out no more."""
        await end(tuple(self._going.values()))
        self._hang_up()
