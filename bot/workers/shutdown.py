"""Shutting work down: cancelling tasks, and draining or abandoning shards that go to another process."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, Final

_RECANCEL_SECONDS: Final = 0.1


async def cancel_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended.

    It cancels again and again: before Python 3.12 ``asyncio.wait_for``, through which every Redis command goes,
    swallows a cancellation that comes as it succeeds.
    """
    left: set[asyncio.Task[Any]] = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_RECANCEL_SECONDS)


class ShardWorker(ABC):
    """A component that works on entries of shards; see :class:`bot.store.shards.shard_users.ShardUser`."""

    async def drain_shards(self, shards: Collection[int], seconds: float) -> None:
        """Take nothing new of some shards, and finish what was begun within ``seconds``."""
        await self._stop_shards(shards, seconds)

    async def abandon_shards(self, shards: Collection[int]) -> None:
        """Stop all work on some shards, which another worker owns by now."""
        await self._stop_shards(shards, 0)

    @abstractmethod
    async def _stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Take nothing new of some shards, let what was begun go on for ``seconds``, then drop the rest."""
