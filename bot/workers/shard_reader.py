"""Reads the streams of this process's shards in order, and works them off: lanes, people's turns, send priorities.

The streams are inbox and outbox; :class:`bot.store.streams.ShardStreams` does the commands.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final, Generic, Protocol, TypeVar

from redis.exceptions import RedisError

from bot.call_errors import NotSent
from bot.logs import error_location, get_logger
from bot.workers.supervisor import STORE_SECONDS, Backoff, cancel_tasks

log = get_logger(__name__)

E = TypeVar("E")
_BATCH: Final = 64
_POLL_SECONDS: Final = 1.0  # the longest time without a read, even if no notification came: one may be lost
_NEVER: Final = -1  # stands for a break count: pending entries were not claimed yet

OwnedShard = tuple[int, str]
"""A shard's number, and a mark of who owns it: a new one whenever a process takes the shard."""

StreamPosition = tuple[int, int, int]  # an entry's shard, and its place in that shard's stream as two numbers that grow


async def sleep_without_news(seconds: float) -> Collection[int]:
    """Wait so long; there are no notifications."""
    await asyncio.sleep(seconds)
    return ()


class Source(Protocol[E]):
    """A stream for each shard, read by its owner; its entries are hashable, and equal however often delivered."""

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost with a connection."""

    @property
    def readable_shards(self) -> AbstractSet[OwnedShard]:
        """The shards that this process reads."""

    def find_readable(self, shard: int) -> OwnedShard | None:
        """That one of :attr:`readable_shards`."""

    def deliver_to(self, shards: AbstractSet[OwnedShard], take: Callable[[Sequence[E]], Awaitable[None]]) -> None:
        """Deliver what this process writes into these shards, and no others, from now on, of each reply together."""

    def entry_position(self, entry: E) -> StreamPosition:
        """An entry's place."""

    async def claim_pending(self, shards: Sequence[OwnedShard]) -> Sequence[E]:
        """Take what this or a former owner took before and did not finish."""

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[E]], Awaitable[None]]
    ) -> None:
        """Take new entries; ``take`` receives those of each reply as soon as it comes."""


class ShardReader(Generic[E]):
    """Takes entries until told to stop: for each shard first those that former owners left, then new ones.

    Once it has caught up with a shard, entries that this process writes there are delivered as they are written. After
    a lost reply or a failed read, it claims pending entries before it takes newer ones. An entry that came meanwhile
    and is found again is taken once; one that takes long to finish may come twice, and ``take`` must know what it has
    in hand. ``wait_for_news`` waits at most so many seconds for new entries and returns their shards; none means any
    shard.
    """

    def __init__(
        self,
        source: Source[E],
        take: Callable[[E], Awaitable[None]],
        wait_for_news: Callable[[float], Awaitable[Collection[int]]] = sleep_without_news,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._source: Final = source
        self._take: Final = take
        self._wait_for_news: Final = wait_for_news
        self._pause: Final = pause
        self._delivery_lock: Final = asyncio.Lock()
        """Held while the entries of one reply are taken, so that none of a later one comes between."""
        self._checked_breaks = _NEVER  # the source's break count when pending entries were last claimed
        self._caught_up: AbstractSet[OwnedShard] = frozenset()  # the shards whose older entries are all taken
        self._deferred: list[E] = []  # entries that came while older ones may be unread
        self._failed_reads = 0  # how many reads failed
        self._read_count = 0  # how many entries the newest read brought
        self._skipped_some = False  # whether the newest read left out shards that may have new entries
        self._all_read_at = float("-inf")  # when all shards were last read, by the event loop's clock

    @property
    def loss_count(self) -> int:
        """How often entries were lost so far; while it stays the same, no older entry came after a newer one."""
        return self._source.lost_reply_count + self._failed_reads

    @property
    def caught_up_shards(self) -> AbstractSet[OwnedShard]:
        """The shards whose older entries are all taken; none if a reply was lost since."""
        return self._caught_up if self._checked_breaks == self._source.lost_reply_count else frozenset()

    @property
    def is_caught_up(self) -> bool:
        """Whether it has caught up with all shards of this process."""
        return self._source.readable_shards <= self.caught_up_shards

    async def run(self, stop: asyncio.Event) -> None:
        """Take entries until told to stop."""
        retries = Backoff[None](pause=self._pause, longest=STORE_SECONDS)
        news: Collection[int] = ()
        try:
            while not stop.is_set():
                self._read_count, self._skipped_some = 0, False
                try:
                    await self._read_once(news)
                except RedisError as error:
                    log.warning("Redis cannot be reached, it is tried again", error=error)
                    self._failed_reads += 1
                    self._reset()
                    await retries.wait_after_failure(None, error)
                    continue
                retries.clear_failures(None)
                if (
                    self._skipped_some
                    or self._read_count >= _BATCH
                    or self._checked_breaks != self._source.lost_reply_count
                ):
                    continue
                news = await self._wait_for_news(_POLL_SECONDS)
        except Exception:
            self._failed_reads += 1
            raise
        finally:
            self._reset()

    def stop_shards(self, shards: Collection[int]) -> None:
        """Take nothing more of shards that are lost or about to be, without waiting for the next read."""
        self._caught_up = {one for one in self._caught_up if one[0] not in shards}
        self._subscribe_local()

    async def _read_once(self, news: Collection[int]) -> None:
        source, breaks, reading = self._source, self._source.lost_reply_count, self._source.readable_shards
        self._caught_up = self._caught_up & reading if breaks == self._checked_breaks else frozenset()
        self._subscribe_local()
        fresh = [one for one in reading if one not in self._caught_up]
        if not fresh and breaks == self._checked_breaks:
            await source.read_new(self._shards_to_read(news), _BATCH, self._deliver_page)
            return
        self._skipped_some = True
        found = list(await source.claim_pending(fresh))
        more = True
        while more:
            new: list[E] = []
            await source.read_new(fresh, _BATCH, _collect_into(new))
            found += new
            more = len(new) >= _BATCH
        self._read_count += len(found)
        async with self._delivery_lock:
            if source.lost_reply_count != breaks:
                return
            self._checked_breaks = breaks
            behind, self._deferred = self._deferred, []
            # Deferred entries were delivered between the claim and the read, so all are sorted together.
            for entry in sorted(dict.fromkeys((*found, *behind)), key=source.entry_position):
                if self._is_owned(entry, fresh):
                    await self._take(entry)
            self._caught_up = self._caught_up | (source.readable_shards & set(fresh))
            self._subscribe_local()

    def _is_owned(self, entry: E, shards: Collection[OwnedShard]) -> bool:
        shard, *_ = self._source.entry_position(entry)
        return self._source.find_readable(shard) in shards

    def _shards_to_read(self, news: Collection[int]) -> Collection[OwnedShard]:
        now = asyncio.get_running_loop().time()
        some = [one for one in self._caught_up if one[0] in news]
        if some and now < self._all_read_at + _POLL_SECONDS:
            return some
        self._all_read_at = now
        return self._caught_up

    async def _deliver_page(self, entries: list[E]) -> None:
        self._read_count += len(entries)
        await self._take_together(entries)

    async def _take_together(self, entries: Sequence[E]) -> None:
        async with self._delivery_lock:
            for entry in entries:
                await self._deliver_or_defer(entry)

    async def _deliver_or_defer(self, entry: E) -> None:
        if self._is_owned(entry, self.caught_up_shards):
            await self._take(entry)
        elif self._is_owned(entry, self._source.readable_shards):
            self._deferred.append(entry)

    def _subscribe_local(self) -> None:
        self._source.deliver_to(self._caught_up, self._take_together)

    def _reset(self) -> None:
        self._checked_breaks, self._caught_up = _NEVER, frozenset()
        self._subscribe_local()


def _collect_into(entries_read: list[E]) -> Callable[[list[E]], Awaitable[None]]:
    async def take(entries: list[E]) -> None:
        entries_read.extend(entries)

    return take


_MOST_TRIES: Final = 3
"""How often work is tried that fails; then its item is left out, and what waits behind it goes on."""

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Lanes(Generic[K, T]):
    """A queue for each key; while it holds items, a task of its own works it off.

    ``work`` gets a lane's key and all its items, and returns how many from the front are done, or 0 to be called again.
    It handles its own errors; others are logged. ``capacity`` gives the most items of a key's lane; a full lane delays
    no other. ``index_of`` gives a new item's place, by default the last; the first item keeps its own, as its work may
    have begun. ``arrange`` orders a lane's items before each call.
    """

    def __init__(
        self,
        work: Callable[[K, Sequence[T]], Awaitable[int]],
        capacity: Callable[[K], int] | None = None,
        *,
        index_of: Callable[[K, Sequence[T], T], int] = lambda _, items, __: len(items),
        arrange: Callable[[K, Sequence[T]], Sequence[T]] | None = None,
    ) -> None:
        self._work: Final = work
        self._capacity: Final = capacity
        self._index_of: Final = index_of
        self._arrange: Final = arrange
        self._lanes: Final[dict[K, list[T]]] = {}
        self._runners: Final[dict[K, asyncio.Task[None]]] = {}  # the task that works off each lane
        self._idle_events: Final[dict[K, asyncio.Event]] = {}  # of lanes whose end somebody waits for
        self._tasks: Final[dict[asyncio.Task[None], K]] = {}  # the runners, and work that has released its lane
        self._retries: Final[Backoff[K]] = Backoff()

    @property
    def busy_keys(self) -> Sequence[K]:
        """The keys of the lanes that hold items."""
        return tuple(self._lanes)

    def all_items(self) -> Iterator[T]:
        """The items of all lanes."""
        return (item for lane in self._lanes.values() for item in lane)

    def enqueue(self, key: K, item: T, *, always: bool = False) -> T | None:
        """Add an item to a key's lane; returns the item that a full lane drops for it, which may be the same.

        With ``always`` a full lane drops nothing.
        """
        if (lane := self._lanes.get(key)) is None:
            lane = self._lanes[key] = []
            self._start_lane(key)
        lane.insert(max(1, self._index_of(key, lane, item)), item)
        is_full = self._capacity is not None and len(lane) > self._capacity(key)
        return lane.pop() if is_full and not always else None

    def release(self, key: K, item: T) -> None:
        """Let a lane's next item begin, as the rest of the work on its first, ``item``, need not come before it.

        Idempotent. Only for work that does one item at a time.
        """
        lane = self._lanes.get(key)
        if lane and lane[0] is item:
            del lane[0]
            if lane:
                self._start_lane(key)
            else:
                self._close_lane(key)

    async def wait_until_idle(self, key: K) -> None:
        """Wait until a key's lane is empty."""
        while key in self._lanes:
            await self._idle_events.setdefault(key, asyncio.Event()).wait()

    def _start_lane(self, key: K) -> None:
        task = self._runners[key] = asyncio.create_task(self._run_lane(key), name=f"lane {key}")
        self._tasks[task] = key
        task.add_done_callback(self._tasks.pop)

    def _close_lane(self, key: K) -> None:
        del self._lanes[key], self._runners[key]
        if (ended := self._idle_events.pop(key, None)) is not None:
            ended.set()

    async def _run_lane(self, key: K) -> None:
        lane, this_task = self._lanes[key], asyncio.current_task()
        try:
            while lane:
                if self._arrange is not None:
                    lane[:] = self._arrange(key, tuple(lane))
                first = lane[0]
                done = await self._try_work(key, tuple(lane))
                if self._runners.get(key) is not this_task:
                    while not done:
                        done = await self._try_work(key, (first,))
                    return
                del lane[:done]
        finally:
            if self._runners.get(key) is this_task:
                self._close_lane(key)

    async def _try_work(self, key: K, waiting: Sequence[T]) -> int:
        try:
            done = await self._work(key, waiting)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no item may end its lane
            # Without its message, which might name a letter.
            log.error("what a lane has to do failed", error=error_location(error))  # noqa: TRY400 - as above
            if self._retries.failure_count(key) < _MOST_TRIES - 1:
                await self._retries.wait_after_failure(key, error)
                return 0
            done = 1
        self._retries.clear_failures(key)
        return done

    async def stop_lanes(self, which: Callable[[K], bool], seconds: float) -> None:
        """Let the lanes of some keys, and work that has released them, finish; drop after ``seconds`` what is left."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (tasks := [task for task, key in self._tasks.items() if which(key)]) and (
            left := until - loop.time()
        ) > 0:
            await asyncio.wait(tasks, timeout=left)
        await cancel_tasks(tasks)
        # A task that is cancelled before it has begun does not close its lane.
        for key in [key for key, task in self._runners.items() if which(key) and task.done()]:
            self._close_lane(key)

    async def finish_all(self, seconds: float) -> None:
        """Let all lanes finish within ``seconds``, then drop the rest (it stays in Redis and comes again)."""
        await self.stop_lanes(lambda _: True, seconds)


_DUST: Final = 1e-6  # a tolerance for rounding, in tokens


class TokenBucket:
    """A bucket that holds ``capacity`` tokens at most and gains ``rate`` a second; it may be overdrawn."""

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self.capacity = capacity
        self._rate = rate
        self._level = capacity
        self._refilled_at = now

    def level(self, now: float) -> float:
        """How many tokens there are; an instant before the newest one gives nothing back."""
        return min(self.capacity, self._level + max(0.0, now - self._refilled_at) * self._rate)

    def take(self, now: float, tokens: float = 1) -> None:
        """Take tokens; below 0 puts them back."""
        self._level = min(self.capacity, self.level(now) - tokens)
        self._refilled_at = max(now, self._refilled_at)

    def resize(self, capacity: float, rate: float, now: float) -> None:
        """Change capacity and rate from now on."""
        self.capacity = capacity
        self.take(now, 0)
        self._rate = rate

    def seconds_until(self, tokens: float, now: float) -> float:
        """Seconds until there are so many tokens."""
        missing = tokens - self.level(now)
        return missing / self._rate if missing > _DUST else 0.0


def fair_index(waiting: Sequence[Hashable], person: Hashable) -> int:
    """Where to insert a person's next item among those of ``waiting`` people, so that each has one a round."""
    most, seen = waiting.count(person) + 1, Counter[Hashable]()
    for index, other in enumerate(waiting):
        seen[other] += 1
        if seen[other] > most:
            return index
    return len(waiting)


class Priority(IntEnum):
    """What is sent first: what is due now, news of a game, replies to a person, replies to look-ups, the rest."""

    NOW = 0
    PLAY = 1
    ANSWER = 2
    LOOK_UP = 3  # a reply to a look-up
    LEISURE = 4  # a message to many chats, sent when nothing else waits


@dataclass(frozen=True, slots=True)
class Requester:
    """The person who is answered, in a chat, with the id of their update."""

    chat: int
    user: int
    update: int
    muted: bool = False  # whether a refusal is not sent to them
    is_refusal: bool = False  # whether what is sent is a refusal, which the person's next refusal replaces

    @property
    def person(self) -> tuple[int, int]:
        """Chat and user: one user counts separately in each chat."""
        return self.chat, self.user


def _do_nothing() -> None:
    """Nobody waits for what is sent."""


@dataclass(frozen=True, slots=True)
class Sending:
    """How a message is sent."""

    priority: Priority = Priority.PLAY
    requester: Requester | None = None  # the person whom it answers; `None` for nobody
    reserved: set[int] = field(default_factory=set, compare=False)
    """Chats that have a send slot for the first message to them, which was waited for before it was composed."""
    on_wait: Callable[[], None] = field(default=_do_nothing, compare=False)
    """Called whenever it has to wait for a send slot."""

    def as_refusal(self) -> "Sending":
        """The same for a refusal. Raises NotSent if the requester is muted."""
        if self.requester is None:
            return self
        if self.requester.muted:
            raise NotSent("who asks too much is not told why it was refused")
        return replace(self, requester=replace(self.requester, is_refusal=True))

    def use_send_slot(self, chat: int | None) -> bool:
        """Use the chat's reserved send slot; returns whether there was one."""
        has_send_slot = chat in self.reserved
        if chat is not None:
            self.reserved.discard(chat)
        return has_send_slot


GAME_NEWS: Final = Sending()  # how news of a game are sent: ahead of all replies
