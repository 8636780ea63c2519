"""What a process is to hear of its shards: where something was put, and that some were gained."""

import asyncio
from collections.abc import Collection, Iterable
from typing import Final


class News:
    """Of one process; each word of it is heard once."""

    def __init__(self) -> None:
        self._read: Final = asyncio.Event()
        """Set when there is something to read."""
        self._put: Final[set[int]] = set()
        """The shards where it is."""
        self._gained: Final = asyncio.Event()
        """Set when shards were taken over."""

    def put(self, shards: Iterable[int]) -> None:
        """Something was put there."""
        self._put.update(shards)
        self._read.set()

    def gained(self) -> None:
        """Shards were taken over, or nobody is to wait any longer."""
        self._read.set()
        self._gained.set()

    async def until_put(self, seconds: float) -> Collection[int]:
        """Wait until something is put, or shards are gained, for so long at most; where it was put."""
        await _within(seconds, self._read)
        found = frozenset(self._put)
        self._put.clear()
        return found

    async def until_gained(self, seconds: float) -> Collection[int]:
        """Wait until shards are gained, for so long at most; none."""
        await _within(seconds, self._gained)
        return ()


async def _within(seconds: float, event: asyncio.Event) -> None:
    """Wait for an event, for so long at most, and again the next time."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
    event.clear()
