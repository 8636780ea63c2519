"""Reads the streams of this process's shards, inbox and outbox, in order."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, Generic, Protocol, TypeVar

from redis.exceptions import RedisError

from bot.logs import get_logger
from bot.workers.supervisor import STORE_SECONDS, Backoff

log = get_logger(__name__)

E = TypeVar("E")
_BATCH: Final = 64
_POLL_SECONDS: Final = 1.0  # the longest time without a read, even without a notification, which may be lost
_NEVER: Final = -1  # a break count that says: pending entries were never claimed

OwnedShard = tuple[int, str]
"""A shard's number and its owner's epoch, which is new each time a process takes the shard."""

StreamPosition = tuple[int, int, int]  # an entry's shard, and its place in that stream as two ascending numbers


async def sleep_without_news(seconds: float) -> Collection[int]:
    """Sleep, for readers that get no notifications; return no shards."""
    await asyncio.sleep(seconds)
    return ()


class Source(Protocol[E]):
    """The streams of shards, each read by its shard's owner; an entry is hashable, and equals its later deliveries."""

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost with a connection."""

    @property
    def readable_shards(self) -> AbstractSet[OwnedShard]:
        """The shards that this process reads."""

    def find_readable(self, shard: int) -> OwnedShard | None:
        """The shard, if it is one of :attr:`readable_shards`."""

    def deliver_to(self, shards: AbstractSet[OwnedShard], take: Callable[[Sequence[E]], Awaitable[None]]) -> None:
        """Pass what this process writes into exactly these shards to ``take``, each reply's entries together."""

    def entry_position(self, entry: E) -> StreamPosition:
        """The position of an entry."""

    async def claim_pending(self, shards: Sequence[OwnedShard]) -> Sequence[E]:
        """Take the entries that this process or a former owner took before and did not finish."""

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[E]], Awaitable[None]]
    ) -> None:
        """Take new entries; ``take`` receives those of each reply as soon as it comes."""


class ShardReader(Generic[E]):
    """Takes entries until told to stop: for each shard first those that former owners left, then new ones.

    Once it has caught up with a shard, entries that this process writes there are delivered directly. After a lost
    reply or a failed read, it claims pending entries before it takes newer ones. An entry that takes long to finish may
    then come twice, and ``take`` must recognise it. ``wait_for_news`` waits at most the given seconds for new entries
    and returns their shards; empty means any shard.
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
        """Held while the entries of one reply are taken, so that none of a later reply comes between."""
        self._checked_breaks = _NEVER  # the source's break count when pending entries were last claimed
        self._caught_up: AbstractSet[OwnedShard] = frozenset()  # the shards whose older entries are all taken
        self._deferred: list[E] = []  # entries that were delivered while older ones may be unread
        self._failed_reads = 0  # how many reads failed
        self._read_count = 0  # how many entries the last read brought
        self._skipped_some = False  # whether the last read left out shards that may have new entries
        self._all_read_at = float("-inf")  # when all shards were last read, by the event loop's clock

    @property
    def loss_count(self) -> int:
        """How often a reply was lost so far; while it stays the same, no older entry comes after a newer one."""
        return self._source.lost_reply_count + self._failed_reads

    @property
    def caught_up_shards(self) -> AbstractSet[OwnedShard]:
        """The shards whose older entries are all taken; none after a lost reply."""
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
        """Take nothing more from some shards, now or soon lost, without waiting for the next read."""
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
            await source.read_new(fresh, _BATCH, collect_into(new))
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


def collect_into(entries_read: list[E]) -> Callable[[list[E]], Awaitable[None]]:
    """A function that adds entries to a list."""

    async def take(entries: list[E]) -> None:
        entries_read.extend(entries)

    return take
