"""The runtime of a bot: clocks, waiting, and randomness, including the secrets of new tables.

:mod:`bot.app` passes them to components; tests pass their own, to be deterministic.
"""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from engine.rng import SECRET_BYTES


def utc_now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


def boot_seconds() -> float:
    """Monotonic seconds that continue while the machine is suspended, if the system has such a clock.

    On Linux the usual monotonic clock stops during a suspension: by it, a lease would seem valid after other workers
    took over. A virtual machine that is paused from outside does not notice.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def new_secret() -> str:
    """A random secret, in hex, to which a new table's seal commits."""
    return secrets.token_hex(SECRET_BYTES)


async def wait_or_stop(stop: asyncio.Event, seconds: float) -> None:
    """Wait this many seconds, or until ``stop`` is set."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


class ServedTime(Protocol):
    """Served time, the only time that games know: UTC minus all downtime."""

    def __call__(self) -> datetime:
        """The present served time."""

    @property
    def downtime(self) -> timedelta:
        """How far UTC is ahead of served time: the total downtime."""

    @property
    def is_stale(self) -> bool:
        """Whether the last beat is too old for the clock to judge an action."""

    def to_served_time(self, instant: datetime) -> datetime:
        """The served time of an instant of Redis's clock, as far back as downtimes are kept."""

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:
        """The served time at which an update was sent: its arrival, or the downtime that delayed it."""

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:
        """The served time from which an update counts: its arrival, or earlier if a downtime delayed it."""

    def time_dated(self, arrived: datetime, sent: datetime) -> datetime:
        """Telegram's date of an update in served time, at most its arrival."""

    async def record_beat(self, *, returning: bool) -> None:
        """Record a beat; the time since the last one counts as downtime if it was long enough.

        ``returning``: this process could not work until now. Raises RedisError.
        """


def redis_utc(served: ServedTime, clock: Callable[[], datetime]) -> datetime:
    """The time by Redis's clock, which all processes share; before the first beat by this machine's ``clock``."""
    try:
        return served() + served.downtime
    except RuntimeError:
        return clock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """Clocks, waiting and randomness, as functions that tests can replace."""

    clock: Callable[[], datetime] = utc_now  # the present time, in UTC
    monotonic: Callable[[], float] = boot_seconds  # monotonic seconds; see `boot_seconds`
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep  # waits this many seconds before a retry
    wait_for_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    """Waits this many seconds before the next poll; returns early if the bot is told to stop."""
    make_secret: Callable[[], str] = new_secret  # a random secret for a new table; see `new_secret`
    shuffle: Callable[[list[int]], None] = random.SystemRandom().shuffle  # puts a list into another order
    served_time: ServedTime | None = None
    """A replacement for served time; ``None`` for the one that all workers on a Redis share."""


SYSTEM_RUNTIME: Final = Runtime()  # the runtime of the machine
