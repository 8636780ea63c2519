"""Seconds that pass when a test says so, and what was to be called when they have."""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count


class Timers:
    """A monotonic clock, and the calls that are to come later by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers = count()
        self._calls: list[tuple[float, int, asyncio.TimerHandle]] = []

    def clock(self) -> float:
        return self.now

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.now + seconds, call, (), asyncio.get_running_loop())
        heapq.heappush(self._calls, (handle.when(), next(self._numbers), handle))
        return handle

    async def pause(self, seconds: float) -> None:
        """Wait so many seconds of it."""
        over = asyncio.Event()
        handle = self.later(seconds, over.set)
        try:
            await over.wait()
        finally:
            handle.cancel()

    async def pass_(self, seconds: float) -> None:
        """Let time pass, and all be called that falls into it, in order."""
        end = self.now + seconds
        await settled()
        while self._calls and self._calls[0][0] <= end:
            when, _, handle = heapq.heappop(self._calls)
            if not handle.cancelled():
                self.now = max(self.now, when)
                handle._run()  # noqa: SLF001 - the loop's part is played here
                await settled()
        self.now = end


async def settled() -> None:
    """Let every task go on until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)
