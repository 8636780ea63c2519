"""When the service was last there, and for how long it was not in all: what served time is counted by.

One script notes a beat and counts the absence that it ends, so that nothing counts twice, whoever beats and whoever
dies. Instants and durations are whole milliseconds; instants are those of Redis's own clock, since the epoch.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.scripts import Script

_AT_WORK_MS: Final = 25_000
"""A worker beats every ten seconds."""
AWAY_MS: Final = 20_000
"""From which absence on time counts as away while some worker is registered: two beats, since one may take its time."""
LEAST_MS: Final = 1_000
"""The same where none is: every second is missing then."""
JUMP_MS: Final = 2_000
"""From which difference to a worker's own clock on Redis's was set; less is what an answer may take."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which nobody could play; where ``start`` is its ``end``, Redis's clock was set back then."""

    start: int
    end: int
    before: int
    """For how long the service had been away in all until then."""
    after: int
    """The same from its end on."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What a beat found."""

    at: int
    """When it was, by Redis's clock."""
    away: int = 0
    """For how long the service has been away in all. Below 0 where Redis's clock was set back by more than that."""
    slip: int = 0
    """How much of that is Redis's clock having been set."""
    absences: tuple[Absence, ...] = ()
    """The newest ones that are kept, the newest first."""


class Heartbeat:
    """The one heartbeat of all workers on a Redis.

    Args:
        client: answers in bytes.
        worker: this one's name, the same after a restart.
        now: seconds since the epoch to take for Redis's own time; ``None`` asks Redis.
    """

    def __init__(self, client: Redis, worker: str, now: Callable[[], float] | None = None) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._now: Final = now
        self._script: Final = Script("beat")

    async def beat(self, former: Beat | None, elapsed: int, *, returning: bool) -> Beat:
        """Note that all is well, and count the time since the last beat of all workers where it was an absence.

        Args:
            former: this process's own last beat; ``None`` at its first.
            elapsed: how long ago that was by the process's monotonic clock, which tells when Redis's clock was set.
            returning: whether the worker was not there until now: it starts, or Telegram had not answered it.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        known = ("", "", "") if former is None else (former.at, former.away, former.slip)
        at, away, slip, absences = await self._script(
            self._client,
            (keys.CLOCK, keys.WORKERS, keys.ABSENCES),
            (
                self._worker,
                int(returning),
                "" if self._now is None else round(self._now() * 1000),
                *known,
                elapsed,
                JUMP_MS,
                AWAY_MS,
                LEAST_MS,
                retention.ABSENCES,
            ),
        )
        if former is not None and former.away == away:
            return Beat(at, away, slip, former.absences)
        return Beat(at, away, slip, tuple(Absence(*map(int, absence.split())) for absence in absences))

    async def leave(self) -> None:
        """Note that this worker ends in good order."""
        await self._client.zrem(keys.WORKERS, self._worker)


async def at_work(client: Redis) -> list[str]:
    """The workers that have beaten so newly, by Redis's own clock, that they are taken to run."""
    seconds, micros = await client.time()
    slip = int(await client.hget(keys.CLOCK, "slip") or 0)
    steady = seconds * 1000 + micros // 1000 - slip
    found: Any = await client.zrangebyscore(keys.WORKERS, steady - _AT_WORK_MS, "+inf")
    return [worker.decode(errors="replace") for worker in found]
