"""Fairness between people: quotas for what each may ask for, and late tries for possible moves beyond a quota.

Beyond the quota a person gets one try every two seconds, for the newest of their messages. A try costs a judge or
Telegram something, so a flood gets few of them, and its last message still counts. Nothing that came later overtakes
what waits here: a pass in somebody else's turn must not become one in one's own. The consumer decides what is charged
and what people are told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import Job, Lane, QuotaName, lane_of
from bot.workers.shutdown import cancel_tasks

TRY_SECONDS: Final = 2.0
"""How long a person's next try waits after a try."""
NOTICE_INTERVAL_SECONDS: Final = 30.0
"""How long a person gets no further throttle notice after one."""
_MOST_PEOPLE: Final = 4096

_PersonLane = tuple[Lane, int]


class ThrottledActions:
    """Possible moves beyond people's quotas, admitted one by one.

    Args:
        in_flight: notes what waits here.
        enqueue_job: puts a job into its lane.
        withdraw_job: removes a job from its lane unless it has begun; returns whether it did.
        skip_job: does not handle a job; says so if a notice is due.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        in_flight: InFlightEntries,
        *,
        enqueue_job: Callable[[Job], Awaitable[None]],
        withdraw_job: Callable[[Job], bool],
        skip_job: Callable[[Job], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._in_flight: Final = in_flight
        self._enqueue_job: Final = enqueue_job
        self._withdraw_job: Final = withdraw_job
        self._skip_job: Final = skip_job
        self._pause: Final = pause
        self._in_lane: Final[dict[_PersonLane, Job]] = {}
        """Admitted jobs that wait in lanes: the newest of each person."""
        self._waiting: Final[dict[_PersonLane, Job]] = {}
        """Jobs that wait for a try, in the order of arrival."""
        self._pacers: Final[dict[_PersonLane, asyncio.Task[None]]] = {}
        """The timers of people who had a try a moment ago."""

    def __bool__(self) -> bool:
        """Whether anything waits here."""
        return bool(self._waiting)

    async def enqueue_throttled(self, job: Job) -> None:
        """Try a job in place of the person's former one that waits, or else when the person's next try is due."""
        place = _person_lane(job)
        lined = self._in_lane.get(place)
        if lined is not None and self._withdraw_job(lined):
            await self._skip_job(lined)
            await self._admit(job)
        elif place in self._pacers:
            former = self._waiting.pop(place, None)
            self._waiting[place] = job
            self._in_flight.add_entry(job.entry)
            if former is not None:
                await self._skip_job(former)
        else:
            self._pacers[place] = asyncio.create_task(self._pace_tries(place), name=f"tries of {place}")
            await self._admit(job)

    def mark_started(self, job: Job) -> None:
        """Note that a job has begun, so that no other takes its place."""
        if self._in_lane.get(place := _person_lane(job)) is job:
            del self._in_lane[place]

    async def admit_lane_before(self, job: Job) -> None:
        """Admit at once all that waits for a job's lane, as it came before the job."""
        for place in [place for place in self._waiting if place[0] == lane_of(job)]:
            await self._admit_waiting(place)

    async def admit_chat(self, chat: int) -> None:
        """Admit at once all that waits in a chat, as a timeout there comes behind it."""
        for place in [place for place in self._waiting if place[0][0] == chat]:
            await self._admit_waiting(place)

    def drop_shards(self, shards: Collection[int]) -> None:
        """Drop the jobs of shards that another worker owns by now."""
        for waiting in (self._waiting, self._in_lane):
            for place in [place for place, job in waiting.items() if job.entry.shard in shards]:
                del waiting[place]

    async def close(self) -> None:
        """Admit nothing more; what waits stays in the inbox and comes again."""
        await cancel_tasks(tuple(self._pacers.values()))

    async def _admit_waiting(self, person_lane: _PersonLane) -> None:
        if (job := self._waiting.pop(person_lane, None)) is not None:
            await self._enqueue(job)

    async def _admit(self, job: Job) -> None:
        await self.admit_lane_before(job)
        await self._enqueue(job)

    async def _enqueue(self, job: Job) -> None:
        self._in_lane[_person_lane(job)] = job
        await self._enqueue_job(job)

    async def _pace_tries(self, person_lane: _PersonLane) -> None:
        try:
            await self._pause(TRY_SECONDS)
            while person_lane in self._waiting:
                for before in [other for other in self._waiting if other[0] == person_lane[0]]:
                    await self._admit_waiting(before)
                    if before == person_lane:
                        break
                await self._pause(TRY_SECONDS)
        finally:
            del self._pacers[person_lane]


def _person_lane(job: Job) -> _PersonLane:
    return lane_of(job), job.request.sender.user


@dataclass(slots=True)
class _Bucket:
    level: float
    refilled_at: float
    notified_at: float = float("-inf")


class TokenBuckets:
    """A token bucket for each person; only the newest few thousand are kept.

    Args:
        capacity: how many requests may come at once.
        refill_seconds: after how many seconds there is one more.
    """

    def __init__(self, capacity: int, refill_seconds: float) -> None:
        self._capacity: Final = capacity
        self._refill_seconds: Final = refill_seconds
        self._buckets: Final[dict[Hashable, _Bucket]] = {}

    def try_take(self, person: Hashable, at: float) -> bool:
        """Take a token for a request at ``at``, in seconds; returns whether there was one."""
        bucket = self._bucket_of(person, at)
        bucket.level = min(self._capacity, bucket.level + max(0.0, at - bucket.refilled_at) / self._refill_seconds)
        bucket.refilled_at = max(at, bucket.refilled_at)
        if bucket.level < 1:
            return False
        bucket.level -= 1
        return True

    def notify_if_due(self, person: Hashable, at: float) -> bool:
        """Whether to send somebody a throttle notice now; the next one is due after half a minute."""
        bucket = self._bucket_of(person, at)
        if at - bucket.notified_at < NOTICE_INTERVAL_SECONDS:
            return False
        bucket.notified_at = at
        return True

    def can_borrow(self, person: Hashable, at: float) -> bool:
        """Whether somebody may take a token in advance: up to half of the capacity."""
        return self._bucket_of(person, at).level > -self._capacity / 2

    def borrow(self, person: Hashable, at: float) -> None:
        """Take a token in advance."""
        self._bucket_of(person, at).level -= 1

    def _bucket_of(self, person: Hashable, at: float) -> _Bucket:
        bucket = self._buckets.pop(person, None) or _Bucket(self._capacity, at)
        self._buckets[person] = bucket
        if len(self._buckets) > _MOST_PEOPLE:
            del self._buckets[next(iter(self._buckets))]
        return bucket


class PersonQuotas:
    """The quotas of all people, by kind of request.

    Args:
        quotas: the buckets of each kind; other kinds have no limit.
    """

    def __init__(self, quotas: Mapping[QuotaName, TokenBuckets]) -> None:
        self._quotas: Final = quotas

    def take_quota(self, job: Job) -> bool:
        """Charge a job to its person's quota; returns whether it is within. A redelivered job always is."""
        buckets = self._buckets_of(job)
        return buckets is None or job.entry.deliveries > 1 or buckets.try_take(job.person, job.written_at)

    def can_borrow(self, job: Job) -> bool:
        """Whether a job beyond the quota may be a good move and may still be tried."""
        buckets = self._buckets_of(job)
        return job.kind.may_borrow and buckets is not None and buckets.can_borrow(job.person, job.written_at)

    def charge_borrowed(self, job: Job) -> None:
        """Charge a job beyond the quota, which was done, in advance."""
        if job.over_limit and (buckets := self._buckets_of(job)) is not None:
            buckets.borrow(job.person, job.written_at)

    def notify_if_due(self, job: Job) -> bool:
        """Whether to send a throttle notice about a job now."""
        buckets = self._buckets_of(job)
        return job.kind.quota != "talk" and (buckets is None or buckets.notify_if_due(job.person, job.written_at))

    def _buckets_of(self, job: Job) -> TokenBuckets | None:
        """The buckets for a job's kind; ``None`` if it has no limit."""
        return None if job.kind.quota is None else self._quotas.get(job.kind.quota)


def person_quotas() -> dict[QuotaName, TokenBuckets]:
    """The quotas of one person in one chat: enough for anybody who plays."""
    return {
        "action": TokenBuckets(10, 2.0),
        "look": TokenBuckets(6, 5.0),
        "tap": TokenBuckets(20, 1.0),
        "talk": TokenBuckets(6, 5.0),
    }
