"""When the service was last there, and for how long it was not in all: what served time is counted by.

One script notes a beat and counts the absence that it ends, so that nothing counts twice, whoever beats and whoever
dies. Instants and durations are whole milliseconds since the epoch: by Redis's own clock, or in steady time, which is
that less what Redis's clock was set by.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store import keys, retention
from bot.store.faults import is_away
from bot.store.scripts import Script

_AT_WORK_MS: Final = 25_000
"""A worker beats every ten seconds."""
AWAY_MS: Final = 20_000
"""From which absence on time counts as away while some worker is registered: two beats, since one may take its time."""
LEAST_MS: Final = 1_000
"""The same where none is: every second is missing then."""
JUMP_MS: Final = 2_000
"""From which difference to a worker's own clock on Redis's was set; two clocks may go a little differently."""
_DIGITS: Final = 15
"""Of an instant in milliseconds: enough for 30,000 years."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which nobody could play, in steady time."""

    start: int
    end: int
    before: int
    """For how long the service had been absent in all until then."""
    after: int
    """The same from its end on."""


@dataclass(frozen=True, slots=True)
class Jump:
    """Redis's clock was set: that costs nobody time, and nobody was away for it."""

    at: int
    """When that was noticed, in steady time."""
    before: int
    """What Redis's clock was ahead of steady time until then."""
    after: int
    """The same from then on."""


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
    jumps: tuple[Jump, ...] = ()
    """The same of jumps that have not been undone."""
    asked: float = 0.0
    """Before it, in seconds of the process's monotonic clock."""
    heard: float = 0.0
    """After it, likewise: somewhere between lies the beat."""


class Heartbeat:
    """The one heartbeat of all workers on a Redis.

    Args:
        client: answers in bytes.
        worker: this one's name, the same after a restart.
        seconds: the process's monotonic clock.
        now: seconds since the epoch to take for Redis's own time; ``None`` asks Redis.
    """

    def __init__(
        self,
        client: Redis,
        worker: str,
        seconds: Callable[[], float] = monotonic,
        now: Callable[[], float] | None = None,
    ) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._seconds: Final = seconds
        self._now: Final = now
        self._script: Final = Script("beat")

    async def beat(self, former: Beat | None, *, returning: bool) -> Beat:
        """Note that all is well, and count the time since the last beat of all workers where it was an absence.

        Args:
            former: this process's own last beat; ``None`` at its first.
            returning: whether the worker was not there until now: it starts, or Telegram had not answered it.

        Raises:
            redis.exceptions.RedisError: the store cannot be reached.
        """
        known = ("",) * 4 if former is None else (*await self._compared(former), former.away, former.slip)
        committed = await self._committed() if returning or self._may_end_absence(former) else ""
        asked = self._seconds()
        at, away, slip, absences, jumps = await self._script(
            self._client,
            (keys.CLOCK, keys.WORKERS, keys.ABSENCES, keys.JUMPS),
            (
                self._worker,
                int(returning),
                "" if self._now is None else round(self._now() * 1000),
                *known,
                JUMP_MS,
                AWAY_MS,
                LEAST_MS,
                retention.ABSENCES,
                committed,
            ),
        )
        heard = self._seconds()
        if former is not None and (former.away, former.slip) == (away, slip):
            return Beat(at, away, slip, former.absences, former.jumps, asked, heard)
        kept = tuple(Absence(*numbers) for numbers in _numbers(absences, 4))
        return Beat(at, away, slip, kept, tuple(Jump(*numbers) for numbers in _numbers(jumps, 3)), asked, heard)

    def _may_end_absence(self, former: Beat | None) -> bool:
        """Whether it may be so long since the last beat of all that served time stands still for some of it."""
        return former is None or (self._seconds() - former.heard) * 1000 >= AWAY_MS - JUMP_MS

    async def _committed(self) -> int | str:
        """Up to when, in served time, anything was committed; empty where nothing was.

        Raises:
            redis.exceptions.RedisError: a shard cannot say for the moment.
        """
        pipe = self._client.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            pipe.get(keys.committed(shard))
        found: list[bytes | RedisError | None] = await pipe.execute(raise_on_error=False)
        instants = []
        for answer in found:
            if isinstance(answer, RedisError) and is_away(answer):
                raise answer
            if isinstance(answer, bytes) and len(answer) <= _DIGITS and answer.isdigit():
                instants.append(int(answer))
        return max(instants, default="")

    async def leave(self) -> None:
        """Note that this worker ends in good order."""
        await self._client.zrem(keys.WORKERS, self._worker)

    async def _compared(self, former: Beat) -> tuple[int, int]:
        """By how much Redis's clock was surely set since a beat, and what steady time it can be at most.

        Surely set is what no slow answer can have been, then or now.
        """
        asked = self._seconds()
        now = await server_ms(self._client) if self._now is None else round(self._now() * 1000)
        heard = self._seconds()
        least, most = int((asked - former.heard) * 1000), int((heard - former.asked) * 1000)
        passed = now - former.at
        return max(0, passed - most) or min(0, passed - least), former.at - former.slip + most


def _numbers(records: Iterable[bytes], count: int) -> Iterator[list[int]]:
    """The numbers of each record that has so many; any other is passed by, as what it told is lost."""
    for record in records:
        with suppress(ValueError):
            if len(numbers := [int(number) for number in record.split()]) == count:
                yield numbers


async def server_ms(client: Redis) -> int:
    """Redis's own time."""
    seconds, micros = await client.time()
    return int(seconds) * 1000 + int(micros) // 1000


async def at_work(client: Redis) -> list[str]:
    """The workers that have beaten so newly, by Redis's own clock, that they are taken to run."""
    slip = int(await client.hget(keys.CLOCK, "slip") or 0)
    steady = await server_ms(client) - slip
    found: Any = await client.zrangebyscore(keys.WORKERS, steady - _AT_WORK_MS, "+inf")
    return [worker.decode(errors="replace") for worker in found]
