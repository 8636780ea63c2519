"""Seconds that pass when a test says so, and what was to be called when they have."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.client import Client
from bot.tables.served_time import LONGEST_DELAY
from bot.telegram.send_queue import RateLimits, SendQueue
from tests.support.waiting import run_until_idle, wait_until

TELEGRAM_LIMITS: Final = RateLimits(all=30, chat=1, group=20)


class FakeTimers:
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
        return SendQueue(limits, clock=self.clock, call_later=self.call_later, pause=self.pause)

    async def pause(self, seconds: float) -> None:
        over = asyncio.Event()
        handle = self.call_later(seconds, over.set)
        try:
            await over.wait()
        finally:
            handle.cancel()

    async def advance(self, seconds: float) -> None:
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
    def __init__(self, now: float) -> None:
        self._now = now

    def __call__(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
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


class BotClock:
    def __init__(self, now: datetime) -> None:
        self.now = self.start = now

    def __call__(self) -> datetime:
        return self.now


class FrozenServedClock:
    """Served time of a service that was away for as long as a test says, at first never."""

    def __init__(self, clock: BotClock) -> None:
        self.clock = clock
        self.downtime = timedelta()
        self.is_stale = False

    def __call__(self) -> datetime:
        return self.to_served_time(self.clock())

    def to_served_time(self, instant: datetime) -> datetime:
        return instant - self.downtime

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - tests date messages as they like
        return self.to_served_time(arrived)

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - the clock is Telegram's own
        return self.to_served_time(arrived)

    def time_dated(self, arrived: datetime, sent: datetime) -> datetime:
        is_dated = timedelta() <= arrived - sent <= LONGEST_DELAY
        return self.to_served_time(sent if is_dated else arrived)

    async def record_beat(self, *, returning: bool) -> None: ...


def frozen_served_clock(now: datetime) -> FrozenServedClock:
    return FrozenServedClock(BotClock(now))


class LookTrigger:
    """The bot's looks at what is due: they happen when it is rung, and never by themselves."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Task[object] | None] = set()
        self._triggered = asyncio.Event()
        self._trigger_count = 0
        self._seen_by_loop: dict[asyncio.Task[object] | None, int] = {}

    def trigger_looks(self) -> None:
        self._trigger_count += 1
        rung, self._triggered = self._triggered, asyncio.Event()
        rung.set()

    async def look_and_wait(self) -> None:
        self.trigger_looks()
        await wait_until(self._have_all_looked)

    def _have_all_looked(self) -> bool:
        return all(
            loop in self._waiting and seen == self._trigger_count
            for loop, seen in self._seen_by_loop.items()
            if loop is not None and not loop.done()
        )

    async def wait_for_trigger(self, stop: asyncio.Event, _: float) -> None:
        """Stand in for the wait of a second between two looks; whoever has a bot stop rings afterwards."""
        if stop.is_set():
            return
        loop = asyncio.current_task()
        if self._seen_by_loop.setdefault(loop, self._trigger_count) == self._trigger_count:
            self._waiting.add(loop)
            try:
                await self._triggered.wait()
            finally:
                self._waiting.remove(loop)
        self._seen_by_loop[loop] = self._trigger_count


@contextmanager
def lost_replies(client: Redis, *, again: bool) -> Iterator[None]:
    """Have each command done and its reply lost, or (``again``) have it sent twice for that, as the client does."""
    assert isinstance(client, Client)
    send_again = client.send_again

    async def send(request: Callable[[], Awaitable[Any]]) -> Any:
        await send_again(request)
        if not again:
            raise RedisConnectionError("the reply is lost")
        return await send_again(request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "send_again", send)
        yield
