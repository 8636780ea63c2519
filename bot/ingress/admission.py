"""Admission: puts jobs into their lanes, and limits people who exceed their quota.

Within the quota a job is admitted at once. Beyond it, a person gets one try every two seconds for the newest of their
possible moves, and a notice now and then for anything else. A try costs a judge or Telegram something, so a flood gets
few of them, and its last message still counts. Nothing that came later overtakes what waits here: otherwise a pass
sent during another player's turn could be applied in the sender's own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final

from bot.ingress.fairness import PersonQuotas
from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import Coalescer, Job, Lane, LaneItem, came_after, lane_of, throttle_notice_for
from bot.logs.logger import get_logger
from bot.workers.lanes import Lanes
from bot.workers.shutdown import cancel_tasks

log = get_logger(__name__)

TRY_SECONDS: Final = 2.0
"""How long a person's next try waits after a try."""

_PersonLane = tuple[Lane, int]


class Admission:
    """Decides when a job enters its lane, or that it does not.

    Args:
        lanes: receive jobs.
        in_flight: notes what is in lanes or waits here.
        quotas: how much each person may ask for.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        lanes: Lanes[Lane, LaneItem],
        in_flight: InFlightEntries,
        quotas: PersonQuotas,
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._lanes: Final = lanes
        self._in_flight: Final = in_flight
        self._quotas: Final = quotas
        self._pause: Final = pause
        self._coalescer: Final = Coalescer()
        self._tried: Final[dict[_PersonLane, Job]] = {}
        """Jobs beyond a quota that wait in lanes: the newest of each person."""
        self._waiting: Final[dict[_PersonLane, Job]] = {}
        """Jobs that wait for a try, in the order of arrival."""
        self._pacers: Final[dict[_PersonLane, asyncio.Task[None]]] = {}
        """The timers of people who had a try a moment ago."""

    def __bool__(self) -> bool:
        """Whether anything waits for a try."""
        return bool(self._waiting)

    async def admit(self, job: Job) -> None:
        """Put a job into its lane, now or when its person's next try is due; skip what is too much."""
        if not job.over_limit or job.entry.hops:
            await self._admit_lane(lane_of(job))
            await self._enqueue(job)
        elif self._quotas.can_borrow(job):
            await self._try_soon(job)
        else:
            await self.turn_away(job)

    async def turn_away(self, job: Job, *, crowded: bool = False) -> None:
        """Do not handle an update; say so if a throttle notice is due."""
        if self._quotas.notify_if_due(job):
            await self._enqueue(throttle_notice_for(job, crowded=crowded))
        else:
            await self._in_flight.ack_entry(job.entry)

    async def admit_chat(self, chat: int) -> None:
        """Admit at once all that waits in a chat, as a timeout there comes behind it."""
        for place in [place for place in self._waiting if place[0][0] == chat]:
            await self._admit_waiting(place)

    def mark_started(self, job: Job) -> None:
        """Let no further jobs join a job, or take its place."""
        self._coalescer.mark_started(job)
        if self._tried.get(place := _lane_and_person(job)) is job:
            del self._tried[place]

    def finish(self, job: Job) -> None:
        """Note that a job is done, or will not be."""
        self.mark_started(job)
        self._in_flight.discard_entry(job.entry)

    def drop_waiting(self, shards: Collection[int]) -> None:
        """Drop what waits for a try in shards that another worker owns by now."""
        for waiting in (self._waiting, self._tried):
            for place in [place for place, job in waiting.items() if job.entry.shard in shards]:
                del waiting[place]

    def drop_joinable(self, shards: Collection[int]) -> None:
        """Let no jobs join those of shards that another worker owns by now."""
        self._coalescer.drop_shards(shards)

    async def close(self) -> None:
        """Admit nothing more; what waits stays in the inbox and comes again."""
        await cancel_tasks(tuple(self._pacers.values()))

    async def _try_soon(self, job: Job) -> None:
        """Try a job in place of the person's former one that waits, or else when the person's next try is due."""
        place = _lane_and_person(job)
        former = self._tried.get(place)
        if former is not None and self._lanes.withdraw(lane_of(former), former):
            self.finish(former)
            await self.turn_away(former)
            await self._try_now(job)
        elif place in self._pacers:
            former = self._waiting.pop(place, None)
            self._waiting[place] = job
            self._in_flight.add_entry(job.entry)
            if former is not None:
                await self.turn_away(former)
        else:
            self._pacers[place] = asyncio.create_task(self._pace_tries(place), name=f"tries of {place}")
            await self._try_now(job)

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

    async def _try_now(self, job: Job) -> None:
        await self._admit_lane(lane_of(job))
        await self._enqueue_try(job)

    async def _admit_lane(self, lane: Lane) -> None:
        """Admit at once all that waits for a lane, as it came before what enters it now."""
        for place in [place for place in self._waiting if place[0] == lane]:
            await self._admit_waiting(place)

    async def _admit_waiting(self, person_lane: _PersonLane) -> None:
        if (job := self._waiting.pop(person_lane, None)) is not None:
            await self._enqueue_try(job)

    async def _enqueue_try(self, job: Job) -> None:
        self._tried[_lane_and_person(job)] = job
        await self._enqueue(job)

    async def _enqueue(self, job: Job) -> None:
        self._in_flight.add_entry(job.entry)
        if (served := self._coalescer.join_waiting(job)) is not None:
            await self._in_flight.ack_entry(served)
            return
        # An update that was admitted before a restart, or by a process that died, keeps its place.
        always = job.is_throttle_notice or job.kind.quota is None or job.entry.deliveries > 1
        ahead = partial(came_after, job.entry.arrived_ms) if job.entry.hops and not job.is_throttle_notice else None
        left_out = self._lanes.enqueue(lane_of(job), job, always=always, ahead_of=ahead)
        if isinstance(left_out, Job):
            log.warning("a chat asks for more than can be done", update=left_out.request.update.id)
            self.finish(left_out)
            await self.turn_away(left_out, crowded=True)


def _lane_and_person(job: Job) -> _PersonLane:
    return lane_of(job), job.request.sender.user
