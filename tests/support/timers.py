"""Seconds that pass when a test says so, and what was to be called when they have."""

import asyncio
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

from bot.telegram.send_queue import RateLimits, SendQueue
from tests.support.waiting import run_until_idle

TELEGRAM_LIMITS: Final = RateLimits(all=30, chat=1, group=20)


class FakeTimers:
    """A monotonic clock, and the calls that are to come later by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers = count()
        self._handles: list[tuple[float, int, asyncio.TimerHandle]] = []

    def clock(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.now + seconds, call, (), asyncio.get_running_loop())
        heapq.heappush(self._handles, (handle.when(), next(self._numbers), handle))
        return handle

    def new_send_queue(self, limits: RateLimits | None = TELEGRAM_LIMITS) -> SendQueue:
        """A queue of what is to be sent, by this clock."""
        return SendQueue(limits, clock=self.clock, call_later=self.call_later, pause=self.pause)

    async def pause(self, seconds: float) -> None:
        """Wait so many seconds of it."""
        over = asyncio.Event()
        handle = self.call_later(seconds, over.set)
        try:
            await over.wait()
        finally:
            handle.cancel()

    async def advance(self, seconds: float) -> None:
        """Let time pass, and all be called that falls into it, in order."""
        end = self.now + seconds
        await run_until_idle()
        while self._handles and self._handles[0][0] <= end:
            when, _, handle = heapq.heappop(self._handles)
            if not handle.cancelled():
                self.now = max(self.now, when)
                handle._run()  # noqa: SLF001 - the loop's part is played here
                await run_until_idle()
        self.now = end


class RecordedWaits:
    """Stands in for sleeping: remembers the seconds and returns at once."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


class LoopTime:
    """The seconds that the loop's timers go by."""

    def __init__(self, now: float) -> None:
        self._now = now

    def __call__(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Have so much time pass at once: limits that end by then run out."""
        self._now += seconds


@contextmanager
def freeze_loop_time() -> Iterator[LoopTime]:
    """Stop the time of the running loop; sleeps and limits last until a test passes time."""
    loop = asyncio.get_running_loop()
    real = loop.time
    loop.time = time = LoopTime(loop.time())  # type: ignore[method-assign] # the loop asks itself what time it is
    try:
        yield time
    finally:
        loop.time = real  # type: ignore[method-assign] # as it was
