"""The bot's clock in tests, and served time of a service that was away as long as a test says."""

import asyncio
from datetime import datetime, timedelta

from tests.support.waiting import wait_until


class BotClock:
    """The bot's clock, which stands still until a test moves it."""

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

    async def record_beat(self, *, returning: bool) -> None:
        """There is nothing to learn from it."""


def frozen_served_clock(now: datetime) -> FrozenServedClock:
    """Served time that stands still."""
    return FrozenServedClock(BotClock(now))


class LookTrigger:
    """The bot's looks at what is due: they happen when it is rung, and never by themselves."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Task[object] | None] = set()
        self._triggered = asyncio.Event()
        self._trigger_count = 0
        self._seen_by_loop: dict[asyncio.Task[object] | None, int] = {}

    @property
    def waiting_loops(self) -> int:
        """How many loops have looked, and wait for the next time."""
        return len(self._waiting)

    def trigger_looks(self) -> None:
        """Have every loop look once; one that is still looking looks again when it has."""
        self._trigger_count += 1
        rung, self._triggered = self._triggered, asyncio.Event()
        rung.set()

    async def look_and_wait(self) -> None:
        """Have every loop look once, and wait until each has."""
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
