"""Work in order per key, and side by side across keys. Knows nothing of what the work is."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_AGAIN_SECONDS: Final = 0.1


class Lanes(Generic[K, T]):
    """A queue per key, each worked off by a task of its own while it holds anything.

    Args:
        work: gets a lane's key and everything that waits in it, and returns how many items from the front are done.
            It may return 0 to be called again. It handles its own errors.
        most: how many items may wait in one lane; a full lane keeps nobody else's waiting.
    """

    def __init__(self, work: Callable[[K, Sequence[T]], Awaitable[int]], most: int | None = None) -> None:
        self._work: Final = work
        self._most: Final = most
        self._lanes: Final[dict[K, deque[T]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def put(self, key: K, item: T) -> bool:
        """Add an item to the end of a key's lane; ``False`` where the lane is full."""
        lane = self._lanes.get(key)
        if lane is not None:
            if self._most is not None and len(lane) >= self._most:
                return False
            lane.append(item)
            return True
        self._lanes[key] = deque((item,))
        task = asyncio.create_task(self._run(key), name=f"lane {key}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _run(self, key: K) -> None:
        lane = self._lanes[key]
        try:
            while lane:
                for _ in range(await self._work(key, tuple(lane))):
                    lane.popleft()
        finally:
            del self._lanes[key]

    async def settle(self, seconds: float) -> None:
        """Let what waits finish, for so long at most; then drop the rest (it stays in Redis and comes again)."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            await end(late)


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: before Python 3.12 ``asyncio.wait_for``, through which every Redis command goes, loses a
    cancellation that comes as it succeeds.
    """
    left: set[asyncio.Task[Any]] = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_SECONDS)
