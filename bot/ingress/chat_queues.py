"""What is done next in a chat: a lane for its actions, one for its look-ups, one for each person's taps.

- Actions and taps keep the order of arrival. Look-ups go in rounds of one a person, and equal ones share an answer.
- A person has a bucket for each kind of request. What is beyond it gets a throttle notice now and then; of what may be
  a good move, the newest is tried every two seconds. A try costs a judge or Telegram something, so a flood gets few of
  them, and its last message still counts.
- Nothing that came later overtakes what waits for a try: otherwise a pass sent during another player's turn could be
  applied in the sender's own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import DueWork, Job, Lane, LaneItem, QuotaName
from bot.logs.logger import get_logger
from bot.store.keys import shard_of
from bot.workers.fairness import TokenBucket, fair_index
from bot.workers.lanes import Lanes
from bot.workers.recent import NewestDict
from bot.workers.supervisor import cancel_tasks

log = get_logger(__name__)

TRY_SECONDS: Final = 2.0
"""How long a person's next try waits after a try."""
NOTICE_INTERVAL_SECONDS: Final = 30.0
"""How long a person gets no further throttle notice after one."""
_MOST_LOOK_UPS: Final = 200
"""The most look-ups that wait in one chat; beyond, the last one of the last round is dropped."""
_MOST_ACTIONS: Final = 2000
"""The most actions that wait in one chat."""
_MOST_BUCKETS: Final = 16_384
"""Only the newest are kept."""
_QUOTAS: Final[dict[QuotaName, tuple[int, float]]] = {
    "action": (10, 2.0),
    "look_up": (6, 5.0),
    "tap": (20, 1.0),
    "talk": (6, 5.0),
}
"""What one person may ask for in one chat: how much at once, and after how many seconds once more."""

_Person = tuple[QuotaName | None, int, int]
"""A person in a chat, and what they ask for."""


class ChatQueues:
    """Decides when a job enters its lane, or that it does not; ``work`` is that of :class:`bot.workers.lanes.Lanes`."""

    def __init__(
        self,
        work: Callable[[Lane, Sequence[LaneItem]], Awaitable[int]],
        in_flight: InFlightEntries,
        pause: Callable[[float], Awaitable[None]],
        *,
        with_quotas: bool,
    ) -> None:
        self.lanes: Final[Lanes[Lane, LaneItem]] = Lanes(
            work, lambda lane: _MOST_LOOK_UPS if lane[1] == "look_up" else _MOST_ACTIONS, index_of=_index_of
        )
        self._in_flight: Final = in_flight
        self._pause: Final = pause
        self._with_quotas: Final = with_quotas
        self._buckets: Final[NewestDict[_Person, TokenBucket]] = NewestDict(_MOST_BUCKETS)
        self._notified_at: Final[NewestDict[_Person, float]] = NewestDict(_MOST_BUCKETS)
        self._joinable: Final[dict[str, Job]] = {}
        """Jobs that wait in lanes and that equal ones can join, by their coalesce keys."""
        self._tries: Final[dict[tuple[Lane, int], Job]] = {}
        """The newest job beyond a quota of each person that waits for a try, in the order of arrival."""
        self._pacers: Final[dict[tuple[Lane, int], asyncio.Task[None]]] = {}
        """The timers of people who had a try a moment ago."""

    @property
    def is_busy(self) -> bool:
        """Whether anything is in a lane or waits for a try."""
        return bool(self.lanes.busy_keys or self._tries)

    async def admit(self, job: Job) -> None:
        """Put a job into its lane, now or when its person's next try is due; skip what is too much."""
        entry, place = job.entry, (job.lane, job.request.sender.user)
        # A forwarded update was counted in the chat that it came from.
        job.over_limit = entry.over_limit if entry.hops else not self._take_quota(job)
        if job.over_limit and not entry.hops:
            if not job.kind.tried_beyond_quota:
                await self.turn_away(job)
                return
            if place in self._pacers:
                former = self._tries.pop(place, None)
                self._tries[place] = job
                self._in_flight.add_entry(entry)
                if former is not None:
                    await self.turn_away(former)
                return
            self._pacers[place] = asyncio.create_task(self._pace_tries(place), name=f"tries of {place}")
        await self._admit_tries(job.lane)
        await self._enqueue(job)

    async def turn_away(self, job: Job, *, crowded: bool = False) -> None:
        """Do not handle an update; say so if a throttle notice is due."""
        if self._is_notice_due(job):
            await self._enqueue(job.to_throttle_notice(crowded=crowded))
        else:
            await self._in_flight.ack_entry(job.entry)

    async def admit_chat(self, chat: int) -> None:
        """Admit at once all that waits in a chat, as a timeout there comes behind it."""
        for lane in {lane for lane, _ in self._tries if lane[0] == chat}:
            await self._admit_tries(lane)

    def mark_started(self, job: Job) -> None:
        """Let no further jobs join a job."""
        if job.kind.coalesce_key is not None and self._joinable.get(job.kind.coalesce_key) is job:
            del self._joinable[job.kind.coalesce_key]

    def finish(self, job: Job) -> None:
        """Note that a job is done, or will not be."""
        self.mark_started(job)
        self._in_flight.discard_entry(job.entry)

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Let what was begun in some shards go on for ``seconds``, then drop the rest."""
        for place in [place for place, job in self._tries.items() if job.entry.shard in shards]:
            del self._tries[place]
        await self.lanes.stop_lanes(lambda lane: shard_of(lane[0]) in shards, seconds)
        for key in [key for key, job in self._joinable.items() if job.entry.shard in shards]:
            del self._joinable[key]
        self._in_flight.drop_shards(shards)

    async def finish_started(self, seconds: float) -> None:
        """Admit nothing more, and let all lanes finish within ``seconds``; what is left comes again."""
        await cancel_tasks(tuple(self._pacers.values()))
        await self.lanes.finish_all(seconds)

    def _bucket_of(self, job: Job) -> TokenBucket | None:
        """The person's bucket for such jobs; ``None`` if they have no limit."""
        if job.kind.quota is None or not self._with_quotas:
            return None
        capacity, refill_seconds = _QUOTAS[job.kind.quota]
        key = (job.kind.quota, *job.person)
        bucket = self._buckets.get(key) or TokenBucket(capacity, 1 / refill_seconds, job.written_at)
        self._buckets[key] = bucket
        return bucket

    def _take_quota(self, job: Job) -> bool:
        """Charge a job to its person's quota; returns whether it is within. A redelivered job always is."""
        bucket = self._bucket_of(job)
        if bucket is None or job.entry.deliveries > 1:
            return True
        if bucket.level(job.written_at) < 1:
            return False
        bucket.take(job.written_at)
        return True

    def _is_notice_due(self, job: Job) -> bool:
        if job.kind.quota == "talk" or self._bucket_of(job) is None:
            return job.kind.quota != "talk"
        key = (job.kind.quota, *job.person)
        if job.written_at - self._notified_at.get(key, float("-inf")) < NOTICE_INTERVAL_SECONDS:
            return False
        self._notified_at[key] = job.written_at
        return True

    async def _pace_tries(self, place: tuple[Lane, int]) -> None:
        try:
            await self._pause(TRY_SECONDS)
            while (job := self._tries.get(place)) is not None:
                await self._admit_tries(job.lane, job)
                await self._pause(TRY_SECONDS)
        finally:
            del self._pacers[place]

    async def _admit_tries(self, lane: Lane, last: Job | None = None) -> None:
        """Admit at once what waits for a lane, at most as far as ``last``, as it came before what enters it now."""
        for place in [place for place in self._tries if place[0] == lane]:
            if (job := self._tries.pop(place, None)) is not None:
                await self._enqueue(job)
            if last is not None and job is last:
                return

    async def _enqueue(self, job: Job) -> None:
        self._in_flight.add_entry(job.entry)
        key = job.kind.coalesce_key
        if key is not None and (waiting := self._joinable.setdefault(key, job)) is not job:
            await self._in_flight.ack_entry(waiting.absorb(job))
            return
        # An update that was admitted before a restart, or by a process that died, keeps its place.
        always = job.is_throttle_notice or job.kind.quota is None or job.entry.deliveries > 1
        left_out = self.lanes.enqueue(job.lane, job, always=always)
        if isinstance(left_out, Job):
            log.warning("a chat asks for more than can be done", update=left_out.request.update.id)
            self.finish(left_out)
            await self.turn_away(left_out, crowded=True)


def _index_of(lane: Lane, items: Sequence[LaneItem], item: LaneItem) -> int:
    """An item's place in its lane: by rounds for look-ups, and for all else by arrival."""
    if lane[1] == "look_up":
        return fair_index([_turn_of(other) for other in items], _turn_of(item))
    at = len(items)
    while at and items[at - 1].arrived_ms > item.arrived_ms:
        at -= 1
    return at


def _turn_of(item: LaneItem) -> tuple[int, int] | None:
    """Whose turn in a round it takes; throttle notices have one of their own, so that they cost nobody theirs."""
    return None if isinstance(item, DueWork) or item.is_throttle_notice else item.person
