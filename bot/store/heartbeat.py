"""The service's heartbeat, its total downtime, from which served time is computed, and the workers' reports.

One script records a beat and counts the downtime that it ends, so that no time counts twice, whichever workers run.
Times are whole milliseconds: since 1970 by Redis's clock, or in steady time, which is Redis's clock minus all jumps by
which it was set.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.client import check_storable
from bot.store.scripts import Script

_ACTIVE_MS: Final = 25_000  # how recent a running worker's last beat is; workers beat every ten seconds

DOWNTIME_MS: Final = 20_000
"""The shortest gap between beats that counts as downtime while a worker is registered: two intervals, as one beat may
be late.
"""

IDLE_DOWNTIME_MS: Final = 1_000  # the shortest gap that counts while no worker is registered

CLOCK_JUMP_MS: Final = 2_000
"""The least difference from a worker's own clock that counts as a jump of Redis's clock, as clocks drift a little."""

_REPLICA_SECONDS: Final = 5.0  # how long a beat waits for replicas: as long as an update does
_DIGITS: Final = 15  # digits of a time in milliseconds: enough for 30,000 years


@dataclass(frozen=True, slots=True)
class Downtime:
    """A period of downtime, in steady time."""

    start: int
    end: int
    total_before: int  # the total downtime up to its start
    total_after: int  # the total downtime from its end on


@dataclass(frozen=True, slots=True)
class ClockJump:
    """A jump of Redis's clock, which was set; no downtime."""

    noticed_at: int  # when it was noticed, in steady time
    offset_before: int  # how far Redis's clock was ahead of steady time until then
    offset_after: int  # how far it is ahead from then on


@dataclass(frozen=True, slots=True)
class Beat:
    """A recorded beat, with the known downtime."""

    redis_ms: int  # the time of the beat by Redis's clock, in milliseconds
    downtime_ms: int = 0
    """How far Redis's clock is ahead of served time: the total downtime and all jumps. May be negative after a jump
    back."""
    clock_offset_ms: int = 0  # the part of `downtime_ms` that is jumps of Redis's clock
    downtimes: tuple[Downtime, ...] = ()  # the downtimes kept, latest first
    clock_jumps: tuple[ClockJump, ...] = ()  # the jumps not undone, latest first
    sent_at: float = 0.0  # when the command was sent, in seconds of the process's monotonic clock
    answered_at: float = 0.0  # when the reply came, likewise; the beat is between the two


class Heartbeat:
    """Records the heartbeat that all workers on a Redis share; ``now``, if given, replaces its clock (Unix seconds)."""

    def __init__(
        self,
        client: Redis,
        worker: str,
        seconds: Callable[[], float] = monotonic,
        now: Callable[[], float] | None = None,
        durable: Redis | None = None,
    ) -> None:
        self._durable: Final = client if durable is None else durable
        self._client: Final = client
        self._worker: Final = worker
        self._seconds: Final = seconds
        self._now: Final = now
        self._beat_script: Final = Script("record_beat")

    async def record_beat(self, former: Beat | None, *, returning: bool) -> Beat:
        """Record a beat, and count the time since any worker's last beat as downtime if it was long enough.

        ``returning``: the worker has just started, or had no answer from Telegram. Raises RedisError if the store
        cannot be reached, or it would refuse to store an update.
        """
        if self._durable is not self._client:  # Otherwise the script itself finds out whether it can store.
            await check_storable(self._durable, _REPLICA_SECONDS)
        known: dict[str, int] = {}
        if former is not None:
            jump, latest = await self._measure_clock_jump(former)
            known = {"jump": jump, "latest_steady": latest}
            known |= {"former_away": former.downtime_ms, "former_slip": former.clock_offset_ms}
        committed = await self._newest_commit_ms() if returning or self._may_end_downtime(former) else None
        sent_at = self._seconds()
        redis_ms, downtime_ms, offset_ms, downtimes, jumps = await self._beat_script(
            self._client,
            (keys.clock(), keys.worker_heartbeats(), keys.downtimes(), keys.clock_jumps()),
            {
                "worker": self._worker,
                "returning": returning,
                "now": None if self._now is None else round(self._now() * 1000),
                "least_jump": CLOCK_JUMP_MS,
                "least_downtime": DOWNTIME_MS,
                "least_idle_downtime": IDLE_DOWNTIME_MS,
                "most": retention.DOWNTIMES,
                "newest_commit": committed,
                **known,
            },
        )
        answered_at = self._seconds()
        if former is not None and (former.downtime_ms, former.clock_offset_ms) == (downtime_ms, offset_ms):
            return Beat(redis_ms, downtime_ms, offset_ms, former.downtimes, former.clock_jumps, sent_at, answered_at)
        kept = tuple(Downtime(*numbers) for numbers in _parse_records(downtimes, 4))
        kept_jumps = tuple(ClockJump(*numbers) for numbers in _parse_records(jumps, 3))
        return Beat(redis_ms, downtime_ms, offset_ms, kept, kept_jumps, sent_at, answered_at)

    def _may_end_downtime(self, former: Beat | None) -> bool:
        return former is None or (self._seconds() - former.answered_at) * 1000 >= DOWNTIME_MS - CLOCK_JUMP_MS

    async def _newest_commit_ms(self) -> int | None:
        found = await self._client.mget(map(keys.newest_commit, range(keys.SHARDS)))
        instants = (int(answer) for answer in found if answer and len(answer) <= _DIGITS and answer.isdigit())
        return max(instants, default=None)

    async def deregister_worker(self) -> None:
        """Note that this worker shuts down."""
        await self._client.zrem(keys.worker_heartbeats(), self._worker)

    async def _measure_clock_jump(self, former: Beat) -> tuple[int, int]:
        """The least jump of Redis's clock since a beat, and the latest possible steady time.

        A difference counts only as far as slow replies, then or now, cannot explain it.
        """
        sent_at = self._seconds()
        now = await read_server_ms(self._client) if self._now is None else round(self._now() * 1000)
        answered_at = self._seconds()
        least, most = int((sent_at - former.answered_at) * 1000), int((answered_at - former.sent_at) * 1000)
        passed = now - former.redis_ms
        return max(0, passed - most) or min(0, passed - least), former.redis_ms - former.clock_offset_ms + most


def _parse_records(records: Iterable[bytes], count: int) -> Iterator[list[int]]:
    for record in records:
        with suppress(ValueError):
            if len(numbers := [int(number) for number in record.split()]) == count:
                yield numbers


async def read_server_ms(client: Redis) -> int:
    """Redis's clock, in Unix milliseconds."""
    seconds, micros = await client.time()
    return int(seconds) * 1000 + int(micros) // 1000


async def list_active_workers(client: Redis) -> list[str]:
    """The workers whose last beat is recent by Redis's clock."""
    offset_ms = int(await client.hget(keys.clock(), "slip") or 0)
    steady = await read_server_ms(client) - offset_ms
    found: Any = await client.zrangebyscore(keys.worker_heartbeats(), steady - _ACTIVE_MS, "+inf")
    return [worker.decode(errors="replace") for worker in found]


FRESH_SECONDS: Final = 60  # how long a worker's report counts as current
_MOVE_SPAN_SECONDS: Final = 300
_MOVE_SPANS: Final = 12  # move counts kept, which together cover an hour


class WorkerStatus(Struct, frozen=True):
    """A worker's report."""

    version: str
    since: int  # when the worker started, in Unix seconds
    at: int  # when it reported, in Unix seconds
    memory: int  # bytes
    held_back: int  # how often Telegram made it wait in the last hour
    number: int = 0  # the number of the report, counted by its process


class WorkerStatusStore:
    """All workers' reports, and their counts of moves."""

    _report_script: Final = Script("report_status")

    def __init__(self, client: Redis, worker: str, clock: Callable[[], float] = time.time) -> None:
        self._client: Final = client
        self._worker: Final = worker
        self._clock: Final = clock
        self._unsaved_moves = 0
        self._reports = 0

    def count_move(self) -> None:
        """Count a move."""
        self._unsaved_moves += 1

    async def save_status(self, status: WorkerStatus) -> None:
        """Write this worker's report, with the moves since the last one; after a failure they may stay uncounted."""
        moves, self._unsaved_moves = self._unsaved_moves, 0
        self._reports += 1
        span = int(self._clock()) // _MOVE_SPAN_SECONDS
        arguments = self._worker, msgspec.json.encode(replace(status, number=self._reports)), span, moves
        spans = await self._report_script(self._client, (keys.worker_status(), keys.move_counts()), arguments)
        if old := [one for one in spans if int(one) <= span - _MOVE_SPANS]:
            await self._client.hdel(keys.move_counts(), *old)

    async def load_statuses(self) -> list[WorkerStatus]:
        """The current reports; deletes those of workers that have ended."""
        found: Any = await self._client.hgetall(keys.worker_status())
        statuses = {worker: msgspec.json.decode(stored, type=WorkerStatus) for worker, stored in found.items()}
        old = [worker for worker, status in statuses.items() if status.at < self._clock() - FRESH_SECONDS]
        if old:
            await self._client.hdel(keys.worker_status(), *old)
        return [status for worker, status in statuses.items() if worker not in old]

    async def count_moves_last_hour(self) -> int:
        """The number of moves in the last hour."""
        found: Any = await self._client.hgetall(keys.move_counts())
        since = int(self._clock()) // _MOVE_SPAN_SECONDS - _MOVE_SPANS
        return self._unsaved_moves + sum(int(count) for span, count in found.items() if int(span) > since)
