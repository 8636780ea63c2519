"""A source that a follower reads, which answers as it is told to, and a worker that follows it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from bot.workers.shard_reader import OwnedShard, ShardReader
from tests.support.waiting import PATIENCE

Answer = list[int] | Exception | Callable[[], Awaitable[list[int]]]
Take = Callable[[Sequence[int]], Awaitable[None]]


class ScriptedSource:
    """Streams with scripted answers; ``lost_entries`` is what was given out with answers that were lost."""

    def __init__(self, *reads: Answer) -> None:
        self.lost_reply_count = 0
        self.deliver: Take | None = None
        self.delivered_shards: Collection[int] = ()
        self.owners: dict[int, str] = {0: "me"}
        self.shards: dict[int, int] = {}
        """Of entries that are in another shard than 0."""
        self.reads = deque(reads)
        self.lost_entries: list[int] = []
        self.calls: list[str] = []
        self.pauses: list[float] = []
        """For how many seconds each the worker waited before it tried again."""
        self.is_idle = asyncio.Event()
        self.wake_event = asyncio.Event()
        self.news_shards: Collection[int] = ()

    @property
    def readable_shards(self) -> AbstractSet[OwnedShard]:
        return dict(self.owners).items()

    def find_readable(self, shard: int) -> OwnedShard | None:
        return (shard, self.owners[shard]) if shard in self.owners else None

    def deliver_to(self, shards: AbstractSet[OwnedShard], take: Take) -> None:
        self.delivered_shards, self.deliver = _numbers_of(shards), take

    def entry_position(self, entry: int) -> tuple[int, int, int]:
        return self.shards.get(entry, 0), entry, 0

    async def claim_pending(self, shards: Iterable[OwnedShard]) -> Sequence[int]:
        self.calls.append(f"inherit {[*_numbers_of(shards)]}")
        found, self.lost_entries = self.lost_entries, []
        return found

    async def read_new(
        self, shards: Iterable[OwnedShard], count: int, take: Callable[[list[int]], Awaitable[None]]
    ) -> None:
        assert count > 0
        self.calls.append(f"read {[*_numbers_of(shards)]}")
        match self.reads.popleft() if self.reads else []:
            case Exception() as error:
                raise error
            case list() as entries:
                found = entries
            case later:
                found = await later()
        if found:
            await take(found)

    async def wait_for_news(self, _: float) -> Collection[int]:
        if not self.reads:
            self.is_idle.set()
            await self.wake_event.wait()
            self.wake_event.clear()
            self.is_idle.clear()
        return self.news_shards

    async def add_reads(self, *reads: Answer) -> None:
        """Have more to read, and wait until it is read."""
        self.reads.extend(reads)
        self.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await self.wait_until_idle()

    async def wait_until_idle(self) -> None:
        while self.wake_event.is_set():  # noqa: ASYNC110 - it is the other side that clears it
            await asyncio.sleep(0)
        await self.is_idle.wait()


def _numbers_of(shards: Iterable[OwnedShard]) -> tuple[int, ...]:
    return tuple(sorted(shard for shard, _ in shards))


class RunningReader:
    """A worker that follows a source for as long as the test goes on, and may be held as it takes an entry."""

    def __init__(self, source: ScriptedSource) -> None:
        self.source = source
        self.accepted: list[int] = []
        self.held_entries: dict[int, asyncio.Event] = {}
        """Entries that are taken only when it is let go on."""
        self.started = asyncio.Event()
        self.follower = ShardReader[int](source, self.accept_entry, source.wait_for_news)

    async def accept_entry(self, entry: int) -> None:
        if entry in self.held_entries:
            self.started.set()
            await self.held_entries[entry].wait()
        self.accepted.append(entry)

    async def __aenter__(self) -> Self:
        self._worker = asyncio.create_task(self.follower.run(asyncio.Event()))
        async with asyncio.timeout(PATIENCE):
            await self.source.is_idle.wait()
        self.source.calls.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)


async def read_until_idle(source: ScriptedSource) -> list[int]:
    """What a worker takes until there is nothing more to read."""
    found: list[int] = []

    async def pause(seconds: float) -> None:
        source.pauses.append(seconds)

    async def take(entry: int) -> None:
        found.append(entry)

    follower = ShardReader(source, take, source.wait_for_news, pause=pause)
    async with asyncio.timeout(PATIENCE):
        worker = asyncio.create_task(follower.run(asyncio.Event()))
        await source.is_idle.wait()
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    return found


class LaneWork:
    """Does one item at a time; a key can be held back."""

    def __init__(self) -> None:
        self.finished_items: list[tuple[str, int]] = []
        self.held_keys: dict[str, asyncio.Event] = {}
        self.started = asyncio.Event()
        self.ended = asyncio.Event()

    async def __call__(self, key: str, waiting: Sequence[int]) -> int:
        self.started.set()
        if key in self.held_keys:
            await self.held_keys[key].wait()
        if waiting[0] < 0:
            raise ArithmeticError(key)
        self.finished_items.append((key, waiting[0]))
        self.ended.set()
        return 1
