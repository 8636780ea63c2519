"""What a running bot takes from the machine that it runs on: time, waiting, and the secrets of new tables.

The composition root hands these to whoever needs them; a test hands in its own, and then nothing happens by chance.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from engine.rng import SECRET_BYTES


def utc() -> datetime:
    """The instant, in UTC."""
    return datetime.now(UTC)


def since_boot() -> float:
    """Seconds that no change of the clock moves, and that go on while the machine is suspended, if it can tell.

    On Linux a process's monotonic clock stands still meanwhile; whoever goes by that would take a lease for good that
    others have long taken over. A virtual machine that is paused from outside cannot tell.
    """
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def new_secret() -> str:
    """What the seal of a new table commits to, in hex."""
    return secrets.token_hex(SECRET_BYTES)


async def until_stopped(stop: asyncio.Event, seconds: float) -> None:
    """Wait so long, or until told to stop."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


class ServedTime(Protocol):
    """The time that games know: UTC less the time in which nobody could play."""

    def __call__(self) -> datetime:
        """The instant in served time."""

    @property
    def away(self) -> timedelta:
        """What UTC is ahead by now: for how long nobody could play, in all."""

    @property
    def stale(self) -> bool:
        """Whether the service's last beat is so old that another is due before anything is judged by the clock."""

    def of(self, instant: datetime) -> datetime:
        """When in served time an instant by Redis's clock was, as far back as absences are remembered."""

    def sent(self, arrived: datetime, sent: datetime) -> datetime:
        """When in served time something was sent: as it arrived, or in the absence that kept it back."""

    def counts(self, arrived: datetime, sent: datetime) -> datetime:
        """From when in served time something counts: from its arrival, or where an absence kept it back from before."""

    async def beat(self, *, returning: bool) -> None:
        """Note that the service is there; time since the last beat counts as away where that was an absence.

        Args:
            returning: whether this process was not there until now.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Each as a function, so that a test can stand in for any of them."""

    clock: Callable[[], datetime] = utc
    """The instant, in UTC."""
    monotonic: Callable[[], float] = since_boot
    """Seconds that no change of the clock moves; see :func:`since_boot`."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits so many seconds before something that failed is tried again."""
    until_next_look: Callable[[asyncio.Event, float], Awaitable[None]] = until_stopped
    """Waits so many seconds before what may be due is looked at again; returns early when told to stop."""
    secret: Callable[[], str] = new_secret
    """What the seal of a new table commits to, in hex."""
    served: ServedTime | None = None
    """The time that games know; ``None`` for what all workers on a Redis agree on."""


MACHINE: Final = Surroundings()
"""The machine's own."""
