"""The consumer of the inbox: handles each update in its chat's order and acknowledges it only once it is done.

- Actions go ahead of look-ups, in lanes of their own. Equal look-ups that wait are answered once; people take turns.
- A person beyond their quota is told so now and then; a good move of theirs is played all the same.
- A timeout takes its place behind all that came before it (:mod:`bot.ingress.timeouts`).
- What a dead process had taken comes again, first of all.
- An update that keeps failing becomes a dead letter, and its chat is told once (:mod:`bot.ingress.retries`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace as changed
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.call_errors import ChatUnreachable, NotSent, RequestRejected
from bot.ingress.fairness import PersonQuotas, ThrottledActions, TokenBuckets
from bot.ingress.in_flight import InFlightEntries
from bot.ingress.jobs import Coalescer, Job, Lane, QuotaName, RequestKind, lane_of, throttle_notice_for, turn_owner
from bot.ingress.retries import UpdateRetries
from bot.ingress.timeouts import TableWork, TimeoutQueue, came_after
from bot.logs import error_location
from bot.runtime import utc_now
from bot.store.keys import shard_of
from bot.store.redis_streams.entries import InboxEntry
from bot.store.redis_streams.inbox import Inbox
from bot.store.scope import Scope
from bot.store.update_context import MOST_HOPS, UpdateContext, WrongLane
from bot.telegram.incoming.parse_update import parse_update
from bot.telegram.incoming.requests import Request, Tap
from bot.workers.lanes import Lanes, LaneTurn
from bot.workers.sending import Sending
from bot.workers.shard_reader import ShardReader, sleep_without_news
from bot.workers.shutdown import ShardWorker

log = logging.getLogger(__name__)
_MOST_LOOKUPS: Final = 200
"""The most look-ups that wait in one chat; beyond, the one whose turn is farthest is dropped."""
_MOST_ACTIONS: Final = 2000
"""The most actions that wait in one chat."""

InTurn = Callable[[int, Callable[[Sending], Awaitable[None]], Sending], Awaitable[None]]


async def _run_at_once(_: int, answer: Callable[[Sending], Awaitable[None]], sending: Sending) -> None:
    await answer(sending)


class Consumer(ShardWorker):
    """Passes updates from the inbox to ``handle``; one instance in each process.

    Args:
        bot: initialised, for parsing updates.
        inbox: gives the updates.
        handle: handles a request.
        classify: gives a request's kind; ``None`` for one that asks for nothing.
        report_failure: tells a chat, once, that its update could not be handled.
        report_throttled: tells a person that something was not done as they ask too much; the flag says that several
            people are concerned, or that the person is not to blame.
        in_turn: calls something when a chat may be sent a message
            (:meth:`bot.telegram.api.send_queue.SendQueue.compose_when_allowed`); by default at once.
        quotas: how much a person may ask for in a chat; ``None`` for no limit.
        clock: the present time, in UTC.
        wait_for_news: waits for new entries; see :class:`bot.workers.shard_reader.ShardReader`.
        pause: waits that many seconds.
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
        in_turn: InTurn = _run_at_once,
        quotas: Mapping[QuotaName, TokenBuckets] | None = None,
        clock: Callable[[], datetime] = utc_now,
        wait_for_news: Callable[[float], Awaitable[Collection[int]]] = sleep_without_news,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._bot: Final = bot
        self._inbox: Final = inbox
        self._handle: Final = handle
        self._classify: Final = classify
        self._report_throttled: Final = report_throttled
        self._in_turn: Final = in_turn
        self._quotas: Final = PersonQuotas(quotas or {})
        self._clock: Final = clock
        # A look-up that waits to be sent keeps its lane, so that equal ones gather behind it.
        self._lanes: Final[Lanes[Lane, Job | TableWork]] = Lanes(
            self._work_lane,
            lambda lane: _MOST_LOOKUPS if lane[1] == "look" else _MOST_ACTIONS,
            turn_owner=turn_owner,
            may_release=lambda lane: lane[1] != "look",
        )
        self._coalescer: Final = Coalescer()
        self._in_flight: Final = InFlightEntries(inbox, pause)
        self._throttled: Final = ThrottledActions(
            self._in_flight,
            enqueue_job=self._enqueue_job,
            withdraw_job=self._withdraw_job,
            skip_job=self._skip_job,
            pause=pause,
        )
        self._timeouts: Final = TimeoutQueue(
            inbox=inbox,
            in_flight=self._in_flight,
            throttled=self._throttled,
            lanes=self._lanes,
            is_action=self._is_action,
            is_ready=lambda: self.is_ready,
            pause=pause,
        )
        self._retries: Final = UpdateRetries(self._in_flight, inbox.owns_shard_of, report_failure, pause)
        self._reader: Final = ShardReader[InboxEntry](inbox, self._admit_entry, wait_for_news, pause=pause)

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until told to stop."""
        await self._reader.run(stop)

    async def finish_started(self, seconds: float) -> None:
        """Let what was begun finish within ``seconds``."""
        await self._timeouts.close()
        await self._throttled.close()
        await self._lanes.finish_all(seconds)

    @property
    def is_busy(self) -> bool:
        """Whether anything is waiting or under way."""
        return bool(self._lanes.busy_keys or self._throttled or self._timeouts)

    async def _stop_shards(self, shards: Collection[int], seconds: float) -> None:
        self._reader.stop_shards(shards)
        self._throttled.drop_shards(shards)
        await self._lanes.stop_lanes(lambda lane: shard_of(lane[0]) in shards, seconds)
        self._coalescer.drop_shards(shards)
        self._in_flight.drop_shards(shards)

    @property
    def is_ready(self) -> bool:
        """Whether all entries of the inbox are in the lanes, so that nothing can overtake an unread one."""
        return self._reader.is_caught_up

    @property
    def ready_shards(self) -> Mapping[int, str]:
        """The shards whose inbox entries are all in the lanes, with this process's epochs."""
        return self._reader.caught_up_shards

    @property
    def loss_count(self) -> int:
        """How often entries were lost on the way to the lanes; older ones may then have come behind newer ones."""
        return self._reader.loss_count

    @property
    def free_places(self) -> int:
        """For how many more tables :meth:`queue_work` may be called while earlier work waits."""
        return self._timeouts.free_places

    async def queue_work(
        self, scope: Scope, work: TableWork, requeue: Callable[[], None], players: Collection[int] = ()
    ) -> None:
        """Queue work on a table behind all that came before; see :meth:`bot.ingress.timeouts.TimeoutQueue.queue_work`.

        Raises:
            RedisError: Redis is away.
        """
        await self._timeouts.queue_work(scope, work, requeue, players)

    def _is_action(self, entry: InboxEntry) -> bool:
        """Whether an update in the inbox is an action."""
        try:
            request = parse_update(entry.raw, self._bot.bot)
        except Exception:  # noqa: BLE001 - its consumer dead-letters it and logs why
            return False
        kind = None if request is None else self._classify(request)
        return kind is not None and (isinstance(request, Tap) or not kind.is_lookup)

    async def _admit_entry(self, entry: InboxEntry) -> None:
        if await self._in_flight.absorb_redelivery(entry):
            return
        try:
            request = parse_update(entry.raw, self._bot.bot, UpdateContext(entry.update_id, entry))
            kind = None if request is None else self._classify(request)
            if request is None or kind is None:
                await self._inbox.ack_updates([entry])
                return
            arrived = self._clock() - timedelta(seconds=entry.waited_seconds)
            job = Job(entry, changed(request, arrived_at=arrived), kind, taken_at=asyncio.get_running_loop().time())
            # A forwarded update was counted in the chat that it came from.
            job.over_limit = entry.over_limit if entry.hops else not self._quotas.take_quota(job)
        except RedisError as error:
            log.warning("update %s is looked at again later: %s", entry.update_id, error)
            return
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end the loop
            # Without a traceback: anybody can send as many of these as they like.
            reason = str(error) if isinstance(error, msgspec.MsgspecError) else error_location(error)
            log.warning("update %s cannot be read: %s", entry.update_id, reason)
            await self._in_flight.dead_letter(entry, f"{type(error).__name__}: {error}")
            return
        if job.over_limit and not entry.hops:
            await self._throttle(job)
        else:
            await self._throttled.admit_lane_before(job)
            await self._enqueue_job(job)

    async def _throttle(self, job: Job) -> None:
        """Queue a possible move for a later try; skip anything else."""
        if self._quotas.can_borrow(job):
            await self._throttled.enqueue_throttled(job)
        else:
            await self._skip_job(job)

    def _withdraw_job(self, job: Job) -> bool:
        """Remove a job from its lane unless it has begun; returns whether it was removed."""
        if not self._lanes.withdraw(lane_of(job), job):
            return False
        self._finish_job(job)
        return True

    async def _skip_job(self, job: Job, *, crowded: bool = False) -> None:
        """Do not handle an update; say so if a throttle notice is due."""
        if self._quotas.notify_if_due(job):
            await self._enqueue_job(throttle_notice_for(job, crowded=crowded))
        else:
            await self._in_flight.ack_entry(job.entry)

    async def _enqueue_job(self, job: Job) -> None:
        self._in_flight.add_entry(job.entry)
        if (served := self._coalescer.join_waiting(job)) is not None:
            await self._in_flight.ack_entry(served)
            return
        # An update that was admitted before a restart, or by a process that died, keeps its place.
        always = job.is_throttle_notice or job.kind.quota is None or job.entry.deliveries > 1
        ahead = partial(came_after, job.entry.arrived_ms) if job.entry.hops and not job.is_throttle_notice else None
        left_out = self._lanes.enqueue(lane_of(job), job, always=always, ahead_of=ahead)
        if isinstance(left_out, Job):
            log.warning("update %s: its chat asks for more than can be done", left_out.request.update.id)
            self._finish_job(left_out)
            await self._skip_job(left_out, crowded=True)

    def _mark_started(self, job: Job) -> None:
        """Let no further jobs join this one, or take its place."""
        self._coalescer.mark_started(job)
        self._throttled.mark_started(job)

    async def _work_lane(self, lane: Lane, waiting: Sequence[Job | TableWork], turn: LaneTurn) -> int:
        try:
            return await self._run_item(lane, waiting[0], turn)
        finally:
            self._inbox.prefetch.invalidate_chat(lane[0])

    async def _run_item(self, lane: Lane, job: Job | TableWork, turn: LaneTurn) -> int:
        """Do one item of a lane; returns 0 if it is to be tried again."""
        if not isinstance(job, Job):
            await job()
            return 1
        try:
            if lane[1] == "look":
                await self._lanes.wait_until_idle((lane[0], "play"))
            not_sent = await self._run_job(lane, job, turn)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            if not await self._retries.wait_or_give_up(job, error):
                return 0
            not_sent = None
        self._finish_job(job)
        if not_sent is not None:
            await self._skip_job(job, crowded=not_sent.crowded)
        return 1

    async def _run_job(self, lane: Lane, job: Job, turn: LaneTurn) -> NotSent | None:
        """Handle an update and acknowledge it, even if its chat takes no reply; returns why an owed reply was not sent.

        An update about another chat's table is forwarded to that chat's lane.
        """
        sending = Sending(job.priority, job.requester, on_wait=partial(self._release_lane, job, turn))
        job.request.update.sending = sending
        if await self._retries.dead_letter_if_poison(job):
            return None
        try:
            if job.slot_chat is None:
                await self._handle_job(lane, job, sending)
            else:
                await self._in_turn(job.slot_chat, partial(self._handle_job, lane, job), sending)
            self._quotas.charge_borrowed(job)
        except WrongLane as error:
            entry = job.entry
            if entry.hops >= MOST_HOPS:
                raise
            waited = entry.waited_seconds + asyncio.get_running_loop().time() - job.taken_at
            await self._in_flight.forward_entry(replace(entry, over_limit=job.over_limit), error.scope, waited)
            return None
        except NotSent as error:
            log.info("update %s: %s", job.request.update.id, error.message)
            if job.over_limit or error.crowded:
                return error
        except (ChatUnreachable, RequestRejected) as error:
            chat = job.request.venue.scope.chat
            log.warning("update %s: chat %s takes no answer: %s", job.update_id, chat, error.message)
        self._mark_started(job)
        if job.request.update.acked:
            self._in_flight.mark_acked(job.entry)
        else:
            await self._in_flight.ack_entry(job.entry)
        return None

    async def _handle_job(self, lane: Lane, job: Job, sending: Sending) -> None:
        """Handle a job's request. From now on no job joins it, unless it is a throttle notice for several people."""
        if not (job.is_throttle_notice and job.crowded):
            self._mark_started(job)
        # Others may have joined while it waited for a slot: it answers the newest of them.
        update = job.request.update
        update.lane_chat = lane[0]
        update.reply_owed = isinstance(job.request, Tap) or job.request.venue.private
        update.coalesced = job.crowded and not job.is_throttle_notice
        update.sending = replace(sending, requester=job.requester)
        if job.is_throttle_notice:
            await self._report_throttled(job.request, job.crowded)
        else:
            await self._handle(job.request)

    def _release_lane(self, job: Job, turn: LaneTurn) -> None:
        """Let a lane go on while a job's reply waits.

        If the update was refused, it is acknowledged: after later ones another process might find it legal.
        """
        if turn.may_release and job.is_refused and self._in_flight.has_entry(job.entry):
            self._in_flight.ack_soon(job.entry)
        turn.release()

    def _finish_job(self, job: Job) -> None:
        self._mark_started(job)
        self._retries.clear_failures(job)
        self._in_flight.discard_entry(job.entry)
