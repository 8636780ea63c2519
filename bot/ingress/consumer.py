"""The consumer of the inbox: handles each update in the order of its lane and acknowledges it only once it is done.

- Actions go ahead of look-ups, in lanes of their own. Equal ones are answered once; people get one a round.
- A person beyond their quota gets a notice at intervals; a legal move of theirs is still played.
- A timeout goes behind everything that arrived before it (:mod:`bot.ingress.timeouts`).
- Entries left by a dead process are delivered again, before all others.
- An update that keeps failing becomes a dead letter, and its chat is told once (:mod:`bot.ingress.retries`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec import structs
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.call_errors import ChatUnreachable, NotSent, RequestRejected
from bot.ingress.admission import Admission
from bot.ingress.fairness import PersonQuotas, TokenBuckets
from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import Job, Lane, LaneItem, QuotaName, RequestKind, RequestReader, fairness_key_of
from bot.ingress.retries import UpdateRetries
from bot.ingress.timeouts import TimeoutQueue
from bot.logs.logger import get_logger, log_context
from bot.logs.masking import error_location
from bot.metrics.meters import NO_METERS, Meters
from bot.metrics.worker_state import Backlog
from bot.runtime import utc_now
from bot.store.keys import shard_of
from bot.store.redis_streams.entries import InboxEntry
from bot.store.redis_streams.inbox import Inbox
from bot.store.update_context import MOST_HOPS, WrongLane
from bot.telegram.incoming.requests import Request, Tap
from bot.workers.lanes import LaneHold, Lanes
from bot.workers.sending import Sending
from bot.workers.shard_reader import ShardReader, sleep_without_news

log = get_logger(__name__)
_MOST_LOOK_UPS: Final = 200
"""The most look-ups that wait in one chat; beyond, the last one of the last round is dropped."""
_MOST_ACTIONS: Final = 2000
"""The most actions that wait in one chat."""

ComposeWhenAllowed = Callable[[int, Callable[[Sending], Awaitable[None]], Sending], Awaitable[None]]


async def _run_at_once(_: int, answer: Callable[[Sending], Awaitable[None]], sending: Sending) -> None:
    await answer(sending)


class Consumer:
    """Passes updates from the inbox to ``handle``; one instance in each process.

    Args:
        bot: initialised, for parsing updates.
        inbox: gives the updates.
        handle: handles a request.
        classify: gives a request's kind; ``None`` for one that asks for nothing.
        report_failure: tells a chat, once, that its update could not be handled.
        report_throttled: tells a person that something was not done as they ask too much; the flag says that several
            people are concerned, or that the person is not to blame.
        compose_when_allowed: calls something when a chat may be sent a message
            (:meth:`bot.telegram.api.send_queue.SendQueue.compose_when_allowed`); by default at once.
        quotas: how much a person may ask for in a chat; ``None`` for no limit.
        clock: the present time, in UTC.
        wait_for_news: waits for new entries; see :class:`bot.workers.shard_reader.ShardReader`.
        pause: waits that many seconds.
        meters: observe how old updates are once they are handled.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        inbox: Inbox,
        handle: Callable[[Request], Awaitable[None]],
        classify: Callable[[Request], RequestKind | None],
        report_failure: Callable[[Request], Awaitable[None]],
        report_throttled: Callable[[Request, bool], Awaitable[None]],
        compose_when_allowed: ComposeWhenAllowed = _run_at_once,
        quotas: Mapping[QuotaName, TokenBuckets] | None = None,
        clock: Callable[[], datetime] = utc_now,
        wait_for_news: Callable[[float], Awaitable[Collection[int]]] = sleep_without_news,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        meters: Meters = NO_METERS,
    ) -> None:
        self._inbox: Final = inbox
        self._handle: Final = handle
        self._requests: Final = RequestReader(bot, classify)
        self._report_throttled: Final = report_throttled
        self._compose_when_allowed: Final = compose_when_allowed
        self._quotas: Final = PersonQuotas(quotas or {})
        self._clock: Final = clock
        self._meters: Final = meters
        # A look-up that waits to be sent keeps its lane, so that equal ones gather behind it.
        self._lanes: Final[Lanes[Lane, LaneItem]] = Lanes(
            self._work_lane,
            lambda lane: _MOST_LOOK_UPS if lane[1] == "look_up" else _MOST_ACTIONS,
            fairness_key_of=fairness_key_of,
            may_release=lambda lane: lane[1] != "look_up",
        )
        self._in_flight: Final = InFlightEntries(inbox, pause)
        self._admission: Final = Admission(self._lanes, self._in_flight, self._quotas, pause)
        self._reader: Final = ShardReader[InboxEntry](inbox, self._admit_entry, wait_for_news, pause=pause)
        self.timeouts: Final = TimeoutQueue(
            inbox=inbox,
            in_flight=self._in_flight,
            admission=self._admission,
            lanes=self._lanes,
            requests=self._requests,
            reader=self._reader,
            pause=pause,
        )
        """Where due work on tables is queued behind the updates that came before it."""
        self._retries: Final = UpdateRetries(self._in_flight, inbox, report_failure, pause)

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until told to stop."""
        await self._reader.run(stop)

    async def finish_started(self, seconds: float) -> None:
        """Let what was begun finish within ``seconds``."""
        await self.timeouts.close()
        await self._admission.close()
        await self._lanes.finish_all(seconds)

    @property
    def is_busy(self) -> bool:
        """Whether anything is waiting or under way."""
        return bool(self._lanes.busy_keys or self._admission or self.timeouts)

    def lanes_backlog(self) -> Backlog:
        """How much is in the lanes, what is under way included."""
        now, items = asyncio.get_running_loop().time(), tuple(self._lanes.all_items())
        return Backlog(len(items), max((item.age_at(now) for item in items if isinstance(item, Job)), default=0.0))

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Take nothing new of some shards, let what was begun go on for ``seconds``, then drop the rest."""
        self._reader.stop_shards(shards)
        self._admission.drop_waiting(shards)
        await self._lanes.stop_lanes(lambda lane: shard_of(lane[0]) in shards, seconds)
        self._admission.drop_joinable(shards)
        self._in_flight.drop_shards(shards)

    async def _admit_entry(self, entry: InboxEntry) -> None:
        with log_context(chat=entry.chat, update=entry.update_id):
            await self._read_and_admit(entry)

    async def _read_and_admit(self, entry: InboxEntry) -> None:
        if await self._in_flight.absorb_redelivery(entry):
            return
        try:
            if (found := self._requests.read_request(entry)) is None:
                await self._inbox.ack_updates([entry])
                return
            request, kind = found
            arrived = self._clock() - timedelta(seconds=entry.waited_seconds)
            job = Job(
                entry, structs.replace(request, arrived_at=arrived), kind, taken_at=asyncio.get_running_loop().time()
            )
            # A forwarded update was counted in the chat that it came from.
            job.over_limit = entry.over_limit if entry.hops else not self._quotas.take_quota(job)
        except RedisError as error:
            log.warning("an update is looked at again later", update=entry.update_id, error=error)
            return
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end the loop
            # Without a traceback: anybody can send as many of these as they like.
            reason = str(error) if isinstance(error, msgspec.MsgspecError) else error_location(error)
            log.warning("an update cannot be read", update=entry.update_id, error=reason)
            await self._in_flight.dead_letter(entry, f"{type(error).__name__}: {error}")
            return
        await self._admission.admit(job)

    async def _work_lane(self, lane: Lane, waiting: Sequence[LaneItem], hold: LaneHold) -> int:
        try:
            return await self._run_item(lane, waiting[0], hold)
        finally:
            self._inbox.prefetch.invalidate_chat(lane[0])

    async def _run_item(self, lane: Lane, job: LaneItem, hold: LaneHold) -> int:
        """Do one item of a lane; returns 0 if it is to be tried again."""
        with log_context(chat=lane[0], update=job.update_id if isinstance(job, Job) else None):
            if isinstance(job, Job):
                return await self._finish_job(lane, job, hold)
            await job()
            return 1

    async def _finish_job(self, lane: Lane, job: Job, hold: LaneHold) -> int:
        """Do a job; returns 0 if it is to be tried again."""
        try:
            if lane[1] == "look_up":
                await self._lanes.wait_until_idle((lane[0], "play"))
            not_sent = await self._run_job(lane, job, hold)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            if not await self._retries.wait_or_give_up(job, error):
                return 0
            not_sent = None
        self._admission.finish(job)
        self._retries.clear_failures(job)
        # It calls back about this job: the two would keep each other until Python collects garbage, which is rare.
        job.request.update.sending = replace(job.request.update.sending, on_wait=Sending().on_wait)
        if not_sent is not None:
            await self._admission.turn_away(job, crowded=not_sent.crowded)
        return 1

    async def _run_job(self, lane: Lane, job: Job, hold: LaneHold) -> NotSent | None:
        """Handle an update and acknowledge it, even if its chat takes no reply; returns why an owed reply was not sent.

        An update about another chat's table is forwarded to that chat's lane.
        """
        sending = Sending(job.priority, job.requester, on_wait=partial(self._release_lane, job, hold))
        job.request.update.sending = sending
        if await self._retries.dead_letter_if_poison(job):
            return None
        try:
            if job.chat_of_awaited_send_slot is None:
                await self._handle_job(lane, job, sending)
            else:
                await self._compose_when_allowed(
                    job.chat_of_awaited_send_slot, partial(self._handle_job, lane, job), sending
                )
            self._quotas.charge_borrowed(job)
        except WrongLane as error:
            entry = job.entry
            if entry.hops >= MOST_HOPS:
                raise
            age = job.age_at(asyncio.get_running_loop().time())
            await self._in_flight.forward_entry(replace(entry, over_limit=job.over_limit), error.scope, age)
            return None
        except NotSent as error:
            log.info("an update gets no answer", update=job.request.update.id, error=error.message)
            if job.over_limit or error.crowded:
                return error
        except (ChatUnreachable, RequestRejected) as error:
            chat = job.request.venue.scope.chat
            log.warning("a chat takes no answer", update=job.update_id, chat=chat, error=error.message)
        if not job.is_throttle_notice:
            self._meters.observe_handled(job.kind.quota or "other", job.age_at(asyncio.get_running_loop().time()))
        self._admission.mark_started(job)
        if job.request.update.acked:
            self._in_flight.mark_acked(job.entry)
        else:
            await self._in_flight.ack_entry(job.entry)
        return None

    async def _handle_job(self, lane: Lane, job: Job, sending: Sending) -> None:
        """Handle a job's request. From now on no job joins it, unless it is a throttle notice for several people."""
        if not (job.is_throttle_notice and job.crowded):
            self._admission.mark_started(job)
        # Others may have joined while it waited for a send slot: it answers the newest of them.
        update = job.request.update
        update.lane_chat = lane[0]
        update.reply_owed = isinstance(job.request, Tap) or job.request.venue.private
        update.coalesced = job.crowded and not job.is_throttle_notice
        update.sending = replace(sending, requester=job.requester)
        if job.is_throttle_notice:
            await self._report_throttled(job.request, job.crowded)
        else:
            await self._handle(job.request)

    def _release_lane(self, job: Job, hold: LaneHold) -> None:
        """Let a lane go on while a job's reply waits.

        If the update was refused, it is acknowledged: after later ones another process might find it legal.
        """
        if hold.may_release and job.is_refused and self._in_flight.has_entry(job.entry):
            self._in_flight.ack_soon(job.entry)
        hold.release()
