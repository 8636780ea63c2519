"""The consumer of the inbox: handles each update in its lane's order and acknowledges it only once done.

- Actions precede look-ups, in lanes of their own (:mod:`bot.ingress.chat_queues`).
- Entries left by a dead process are delivered again, before all others.
- An update that keeps failing becomes a dead letter, and its chat is told once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import msgspec
from msgspec import structs
from redis.exceptions import RedisError
from telegram import Bot  # noqa: TID251 - updates are read for it

from bot.call_errors import ApiUnreachable, CallFailed, ChatUnreachable, NotSent, RateLimited, RequestRejected
from bot.ingress.chat_queues import (
    ChatQueues,
    DueWork,
    InFlightEntries,
    Job,
    Lane,
    LaneItem,
    RequestKind,
    RequestReader,
)
from bot.logs import error_location, get_logger, log_context
from bot.metrics.meters import NO_METERS, Backlog, Meters
from bot.runtime import utc_now
from bot.store.client import is_permanent_error
from bot.store.commits import MOST_HOPS, UpdateContext, WrongLane
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardNotOwned
from bot.store.streams import InboxEntry
from bot.tables.deadlines import Work
from bot.telegram.requests import InlineQueryRequest, Request, Tap
from bot.workers.sending import Sending
from bot.workers.shard_reader import OwnedShard, ShardReader, sleep_without_news
from bot.workers.supervisor import STORE_SECONDS, Backoff, cancel_tasks

log = get_logger(__name__)

MOST_WAIT_SECONDS: Final = 5.0
"""How long a timeout waits for updates that came earlier: Telegram, or the worker that has one, may be away."""

_RECHECK_SECONDS: Final = 0.05
_MOST_TABLES: Final = 256  # the most tables whose work waits, as each one polls the inbox; other tables stay unclaimed


@dataclass(eq=False)
class TimeoutQueue:
    """Puts the work of passed deadlines into lanes, after earlier updates: a `bot.tables.deadlines.TableQueue`."""

    inbox: Inbox
    in_flight: InFlightEntries
    queues: ChatQueues
    requests: RequestReader
    reader: ShardReader[InboxEntry]
    pause: Callable[[float], Awaitable[None]]
    waiting: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def __bool__(self) -> bool:
        """Whether any work still waits outside the lanes."""
        return bool(self.waiting)

    @property
    def is_ready(self) -> bool:
        """Whether all inbox entries are in lanes, so that work queued now overtakes none of them."""
        return self.reader.is_caught_up

    @property
    def ready_shards(self) -> Collection[OwnedShard]:
        """The shards whose inbox entries are all in the lanes."""
        return self.reader.caught_up_shards

    @property
    def loss_count(self) -> int:
        """How often entries were lost; see :attr:`bot.workers.shard_reader.ShardReader.loss_count`."""
        return self.reader.loss_count

    @property
    def free_places(self) -> int:
        """How many more pieces of work may wait."""
        return max(0, _MOST_TABLES - len(self.waiting))

    async def queue_work(
        self, scope: Scope, work: Work, requeue: Callable[[], None], players: Collection[int] = ()
    ) -> None:
        """Run work at a table once earlier updates are done, or after five seconds; return at once.

        Later updates come after it unless they have begun by then. ``players``: users whose private chats may hold
        updates about the table. ``requeue`` is called if the work cannot be done, so that its deadline is found again.
        """
        until = asyncio.get_running_loop().time() + MOST_WAIT_SECONDS
        found_at = await self.inbox.read_server_ms(scope.chat)
        due = DueWork(partial(self._run_if_ready, scope.chat, work, requeue), found_at)
        waiting = self._enqueue_in_order(scope.chat, due, requeue, players, until)
        task = asyncio.create_task(waiting, name=f"what is due at {scope}")
        self.waiting.add(task)
        task.add_done_callback(self.waiting.discard)

    async def close(self) -> None:
        """Queue nothing more; the deadlines of waiting work are found again."""
        await cancel_tasks(tuple(self.waiting))

    async def _enqueue_in_order(
        self, chat: int, due: DueWork, requeue: Callable[[], None], players: Collection[int], until: float
    ) -> None:
        lanes = self.queues.lanes
        try:
            async with asyncio.timeout_at(until):
                # In this order, since an update is written into the table's inbox before it is deleted from a private
                # one.
                await self._wait_until_none(players, self._may_concern_table)
                await self._wait_until_none((chat,), lambda entry: not self.in_flight.has_entry(entry))
                await self.queues.enqueue_waiting(chat)
                taps = [lane for lane in lanes.busy_keys if lane[0] == chat and isinstance(lane[1], int)]
                await asyncio.gather(*map(lanes.wait_until_idle, taps))
        except TimeoutError:
            log.info("what is due goes ahead of what waits elsewhere", chat=chat)
        except Exception as error:  # noqa: BLE001 - the outermost edge: the next attempt tries again
            log.warning("what is due comes again", chat=chat, error=error_location(error))
            requeue()
            return
        await self.queues.enqueue_waiting(chat)
        if lanes.enqueue((chat, "play"), due) is not None:
            log.warning("what is due comes again: its lane is full", chat=chat)
            requeue()

    async def _wait_until_none(self, chats: Collection[int], comes_before: Callable[[InboxEntry], bool]) -> None:
        for chat in chats:
            await self.queues.enqueue_waiting(chat)
        left = {
            entry.update_id: entry
            for entry in await self.inbox.find_unhandled(chats)
            if comes_before(entry) and self.requests.is_action(entry)
        }
        while left:
            await self.pause(_RECHECK_SECONDS)
            # Hundreds of chats may have had updates, but few still do.
            there = await self.inbox.find_unhandled({entry.lane_chat for entry in left.values()})
            left = {entry.update_id: entry for entry in there if entry.update_id in left and comes_before(entry)}

    def _may_concern_table(self, entry: InboxEntry) -> bool:
        """Whether an update of a private chat may still be forwarded to the table."""
        if entry.forwarded_to is not None or not self.in_flight.has_entry(entry):
            return entry.forwarded_to is None
        return any(chat == entry.chat and lane != "look_up" for chat, lane in self.queues.lanes.busy_keys)

    async def _run_if_ready(self, chat: int, work: Work, requeue: Callable[[], None]) -> None:
        """Run the work, or requeue it: after a lost reply of Redis, earlier updates may be unread."""
        try:
            if self.is_ready:
                await work()
                return
            log.info("what is due comes again: the inbox is to be read first", chat=chat)
        except RedisError as error:
            log.warning("what is due comes again", chat=chat, error=error)
        requeue()


MOST_DELIVERIES: Final = 10
"""Beyond this number of deliveries an update's attempts are counted: updates that merely waited when a process was
killed are delivered again, too.
"""

MOST_STARTS: Final = 10  # an update is dead-lettered after so many counted attempts, as each ended a process
_MOST_RETRIES: Final = 2  # how often a failing update is retried before it is dead-lettered

_MOST_UNREACHABLE_RETRIES: Final = 11
"""How often an update is retried while Telegram cannot be reached, which is not the update's fault: about two minutes.
"""

ComposeWhenAllowed = Callable[[int, Callable[[Sending], Awaitable[None]], Sending], Awaitable[None]]


@dataclass(frozen=True)
class ConsumerCallbacks:
    """The functions that the consumer calls."""

    handle: Callable[[Request], Awaitable[None]]
    classify: Callable[[Request], RequestKind | None]  # the kind of a request; `None` for one that asks for nothing
    report_failure: Callable[[Request], Awaitable[None]]  # tells a chat, once, that its update could not be handled
    report_throttled: Callable[[Request, bool], Awaitable[None]]
    """Tells a user that something was not done because of their quota; ``True``: several users are concerned, or the
    user is not to blame.
    """
    compose_when_allowed: ComposeWhenAllowed


class Consumer:
    """Passes updates from the inbox to ``handle``; one instance per process.

    ``with_quotas`` limits each user's requests in a chat. The meters observe the age of handled updates.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        inbox: Inbox,
        callbacks: ConsumerCallbacks,
        with_quotas: bool = False,
        clock: Callable[[], datetime] = utc_now,
        wait_for_news: Callable[[float], Awaitable[Collection[int]]] = sleep_without_news,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        meters: Meters = NO_METERS,
    ) -> None:
        self._inbox: Final = inbox
        self._callbacks: Final = callbacks
        self._requests: Final = RequestReader(bot, callbacks.classify)
        self._clock: Final = clock
        self._meters: Final = meters
        self._in_flight: Final = InFlightEntries(inbox, pause)
        self._queues: Final = ChatQueues(self._work_lane, self._in_flight, pause, with_quotas=with_quotas)
        self._reader: Final = ShardReader[InboxEntry](inbox, self._take_entry, wait_for_news, pause=pause)
        self.timeouts: Final = TimeoutQueue(inbox, self._in_flight, self._queues, self._requests, self._reader, pause)
        """Queues work of passed deadlines at tables, after earlier updates."""
        self._backoff: Final[Backoff[int]] = Backoff(pause=pause)
        self._outage_backoff: Final[Backoff[int]] = Backoff(pause=pause, longest=STORE_SECONDS)
        """For outages of Redis, during which updates are retried without limit."""

    async def run(self, stop: asyncio.Event) -> None:
        """Handle updates until ``stop`` is set."""
        await self._reader.run(stop)

    async def finish_started(self, seconds: float) -> None:
        """Let running work finish within ``seconds``."""
        await self.timeouts.close()
        await self._queues.finish_started(seconds)

    @property
    def is_busy(self) -> bool:
        """Whether anything is waiting or running."""
        return self._queues.is_busy or bool(self.timeouts)

    def lanes_backlog(self) -> Backlog:
        """How much is in the lanes, running work included."""
        now, items = asyncio.get_running_loop().time(), tuple(self._queues.lanes.all_items())
        return Backlog(len(items), max((item.age_at(now) for item in items if isinstance(item, Job)), default=0.0))

    async def stop_shards(self, shards: Collection[int], seconds: float) -> None:
        """Take nothing new of some shards, let running work continue for ``seconds``, then drop what is left."""
        self._reader.stop_shards(shards)
        await self._queues.stop_shards(shards, seconds)

    async def _take_entry(self, entry: InboxEntry) -> None:
        with log_context(chat=entry.chat, update=entry.update_id):
            if not await self._in_flight.absorb_redelivery(entry):
                await self._read_and_submit(entry)

    async def _read_and_submit(self, entry: InboxEntry) -> None:
        try:
            if (found := self._requests.read_request(entry)) is None:
                await self._inbox.ack_updates([entry])
                return
            request, kind = found
            arrived = self._clock() - timedelta(seconds=entry.waited_seconds)
            job = Job(
                entry, structs.replace(request, arrived_at=arrived), kind, taken_at=asyncio.get_running_loop().time()
            )
        except RedisError as error:
            log.warning("an update is looked at again later", update=entry.update_id, error=error)
            return
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end the loop
            # Without a traceback: anyone can send many of these.
            reason = str(error) if isinstance(error, msgspec.MsgspecError) else error_location(error)
            log.warning("an update cannot be read", update=entry.update_id, error=reason)
            await self._in_flight.dead_letter(entry, f"{type(error).__name__}: {error}")
            return
        await self._queues.submit(job)

    async def _work_lane(self, lane: Lane, waiting: Sequence[LaneItem]) -> int:
        """Process a lane's first item; returns how many are done, 0 to be called again."""
        item = waiting[0]
        try:
            with log_context(chat=lane[0], update=None if isinstance(item, DueWork) else item.update_id):
                if isinstance(item, Job):
                    return await self._finish_job(lane, item)
                await item.run()
                return 1
        finally:
            self._inbox.prefetch.invalidate_chat(lane[0])

    async def _finish_job(self, lane: Lane, job: Job) -> int:
        try:
            if lane[1] == "look_up":
                await self._queues.lanes.wait_until_idle((lane[0], "play"))
            not_sent = await self._run_job(lane, job)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no update may end its chat's lane
            if not await self._wait_or_give_up(job, error):
                return 0
            not_sent = None
        self._queues.finish(job)
        self._backoff.clear_failures(job.update_id)
        self._outage_backoff.clear_failures(job.update_id)
        # The callback refers to this job: the cycle would wait for a garbage collection, which is rare.
        job.request.update.sending = replace(job.request.update.sending, on_wait=Sending().on_wait)
        if not_sent is not None:
            await self._queues.turn_away(job, crowded=not_sent.crowded)
        return 1

    async def _run_job(self, lane: Lane, job: Job) -> NotSent | None:
        """Handle an update and acknowledge it, even if its chat takes no reply; return why a reply was not sent."""
        sending = Sending(job.priority, job.requester, on_wait=partial(self._release_lane, lane, job))
        job.request.update.sending = sending
        if await self._dead_letter_if_poison(job):
            return None
        try:
            if (chat := job.chat_of_awaited_send_slot) is None:
                await self._handle_job(lane, job, sending)
            else:
                await self._callbacks.compose_when_allowed(chat, partial(self._handle_job, lane, job), sending)
        except WrongLane as error:
            entry = job.entry
            if entry.hops >= MOST_HOPS:
                raise
            await self._in_flight.forward_entry(replace(entry, over_limit=job.over_limit), error.scope)
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
        self._queues.mark_started(job)
        if job.request.update.acked:
            self._in_flight.mark_acked(job.entry)
        else:
            await self._in_flight.ack_entry(job.entry)
        return None

    async def _handle_job(self, lane: Lane, job: Job, sending: Sending) -> None:
        """Handle a job's request. No more jobs may join it, unless it is a throttle notice for several users."""
        if not (job.is_throttle_notice and job.crowded):
            self._queues.mark_started(job)
        # Other jobs may have joined while it waited for a send slot: it answers the latest of them.
        update = job.request.update
        update.lane_chat = lane[0]
        update.reply_owed = isinstance(job.request, Tap) or job.request.venue.private
        update.coalesced = job.crowded and not job.is_throttle_notice
        update.sending = replace(sending, requester=job.requester)
        if job.is_throttle_notice:
            await self._callbacks.report_throttled(job.request, job.crowded)
        else:
            await self._callbacks.handle(job.request)

    def _release_lane(self, lane: Lane, job: Job) -> None:
        """Let a lane continue while a job's reply waits; not a lane of look-ups, where equal ones gather behind it.

        A refused update is acknowledged first: another process, after later updates, might find it legal.
        """
        if lane[1] != "look_up":
            is_refused = not job.is_throttle_notice and job.request.update.refusal is not None
            if is_refused and self._in_flight.has_entry(job.entry):
                self._in_flight.ack_soon(job.entry)
            self._queues.lanes.release(lane, job)

    async def _dead_letter_if_poison(self, job: Job) -> bool:
        """Dead-letter an update over which processes may have crashed repeatedly; returns whether it did."""
        if job.start_counted or job.entry.deliveries <= MOST_DELIVERIES:
            return False
        starts = await self._inbox.count_attempt(job.entry)
        job.start_counted = True
        if starts > MOST_STARTS:
            await self._dead_letter_and_report(job, f"in hand {starts - 1} times when processes ended")
        return starts > MOST_STARTS

    async def _wait_or_give_up(self, job: Job, error: Exception) -> bool:
        """Wait before retrying a failed update, or dead-letter it; returns whether it is given up.

        Rate limits and outages of Redis never make an update a dead letter.
        """
        update, is_unreachable = job.update_id, isinstance(error, ApiUnreachable)
        if isinstance(error, RateLimited):
            job.request.update.release_lane()
            await self._backoff.wait_after_failure(update, error)
            return False
        if isinstance(error, ShardNotOwned | RedisError) and not is_permanent_error(error):
            if self._inbox.find_owned(job.entry.shard) is None:
                # Its shard's new owner claims it.
                log.info("an update is another process's by now", update=update, error=error)
                return True
            log.warning("an update waits for Redis", update=update, error=error)
            await self._outage_backoff.wait_after_failure(update, error)
            return False
        tries = self._backoff.failure_count(update) + 1
        if isinstance(error, ApiUnreachable):
            log.warning("an update waits for Telegram", update=update, tries=tries, error=error.message)
        else:
            log.error("an update failed", update=update, tries=tries, exc_info=error)
        if tries <= (_MOST_UNREACHABLE_RETRIES if is_unreachable else _MOST_RETRIES):
            await self._backoff.wait_after_failure(update, error)
            return False
        await self._dead_letter_and_report(job, f"Unreachable: {error}" if is_unreachable else error_location(error))
        return True

    async def _dead_letter_and_report(self, job: Job, reason: str) -> None:
        if not await self._in_flight.dead_letter(job.entry, reason):
            return
        try:
            # A context of its own, since the notice does not answer the update.
            said = UpdateContext(job.update_id, sending=Sending(on_wait=job.request.update.release_lane))
            await self._callbacks.report_failure(structs.replace(job.request, update=said))
        except CallFailed as error:
            log.warning("a chat could not be told that its update failed", update=job.update_id, error=error.message)
        except Exception:  # the outermost edge: a failure to tell must not end the loop or the chat's lane
            log.exception("a chat could not be told that its update failed", update=job.update_id)


ANSWER_SECONDS: Final = 8.0  # Telegram forgets a query after about ten


@dataclass(eq=False)
class InlineQueries:
    """Answers inline queries, which are never in the inbox, in order per user."""

    answer: Callable[[InlineQueryRequest], Awaitable[None]]
    _: KW_ONLY
    most_concurrent: int = 4
    most_people: int = 500  # the most waiting people; beyond, the one who has waited longest is dropped
    waiting: dict[int, tuple[float, InlineQueryRequest]] = field(default_factory=dict, init=False)
    """Each user's latest query, with the time at which it is dropped."""
    working: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)

    def submit_query(self, query: InlineQueryRequest) -> None:
        """Answer a query soon, unless the same user sends a newer one first; never waits."""
        until = asyncio.get_running_loop().time() + ANSWER_SECONDS
        # A user who continues to type keeps their place in the queue.
        self.waiting[query.sender.user] = (until, query)
        if len(self.waiting) > self.most_people:
            del self.waiting[next(iter(self.waiting))]
        self._start_waiting()

    async def close(self) -> None:
        """Drop all queries."""
        self.waiting.clear()
        await cancel_tasks(tuple(self.working.values()))

    def _start_waiting(self) -> None:
        for user in [user for user in self.waiting if user not in self.working]:
            if len(self.working) >= self.most_concurrent:
                return
            self.working[user] = asyncio.create_task(self._answer_query(*self.waiting.pop(user)), name="inline query")

    async def _answer_query(self, until: float, query: InlineQueryRequest) -> None:
        # Another user's query may have begun this task.
        with log_context(chat=query.sender.user, update=query.update_id):
            try:
                async with asyncio.timeout_at(until):
                    await self.answer(query)
            except TimeoutError:
                log.info("an inline query took too long")
            except CallFailed as error:
                # A user who continues to type sends the next query before the answer is there.
                log.info("an inline query cannot be answered", error=error.message)
            except Exception as error:  # noqa: BLE001 - the outermost edge: the user continues to type, and nothing is lost
                # Without the text: it may be a player's plan.
                log.warning("an inline query stays unanswered", error=error_location(error))
            finally:
                del self.working[query.sender.user]
                self._start_waiting()
