"""A source that a follower reads, which answers as it is told to, and a worker that follows it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Self

from bot.workers.follow import Follower
from tests.support.patience import PATIENCE

Answer = list[int] | Exception | Callable[[], Awaitable[list[int]]]
Take = Callable[[Sequence[int]], Awaitable[None]]


class Source:
    """Streams whose reads answer as they are told to; ``lost`` is what was given out with answers that were lost."""

    def __init__(self, *reads: Answer) -> None:
        self.breaks = 0
        self.handed_over = self
        self.give: Take | None = None
        self.given: Collection[int] = ()
        """The shards whose entries are handed over."""
        self.reading: dict[int, str] = {0: "me"}
        self.shards: dict[int, int] = {}
        """Of entries that are in another shard than 0."""
        self.reads = deque(reads)
        self.lost: list[int] = []
        self.asked: list[str] = []
        self.pauses: list[float] = []
        """For how many seconds each the worker waited before it tried again."""
        self.idle = asyncio.Event()
        self.woken = asyncio.Event()
        self.news: Collection[int] = ()
        """The shards where something is said to be."""

    def to(self, epochs: Mapping[int, str], take: Take) -> None:
        self.given, self.give = tuple(epochs), take

    def place(self, entry: int) -> tuple[int, int, int]:
        return self.shards.get(entry, 0), entry, 0

    async def inherit(self, epochs: Mapping[int, str]) -> Sequence[int]:
        self.asked.append(f"inherit {[*epochs]}")
        found, self.lost = self.lost, []
        return found

    async def read(self, epochs: Mapping[int, str], count: int, take: Callable[[list[int]], Awaitable[None]]) -> None:
        assert count > 0
        self.asked.append(f"read {[*epochs]}")
        match self.reads.popleft() if self.reads else []:
            case Exception() as error:
                raise error
            case list() as entries:
                found = entries
            case later:
                found = await later()
        if found:
            await take(found)

    async def until_news(self, _: float) -> Collection[int]:
        """Wait once there is nothing more to read."""
        if not self.reads:
            self.idle.set()
            await self.woken.wait()
            self.woken.clear()
            self.idle.clear()
        return self.news

    async def more(self, *reads: Answer) -> None:
        """Have more to read, and wait until it is read."""
        self.reads.extend(reads)
        self.woken.set()
        async with asyncio.timeout(PATIENCE):
            await self.woken_up()

    async def woken_up(self) -> None:
        while self.woken.is_set():  # noqa: ASYNC110 - it is the other side that clears it
            await asyncio.sleep(0)
        await self.idle.wait()


class Following:
    """A worker that follows a source for as long as the test goes on, and may be held as it takes an entry."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.taken: list[int] = []
        self.slow: dict[int, asyncio.Event] = {}
        """Entries that are taken only when it is let go on."""
        self.begun = asyncio.Event()
        self.follower = Follower[int](source, self.take, source.until_news)

    async def take(self, entry: int) -> None:
        if entry in self.slow:
            self.begun.set()
            await self.slow[entry].wait()
        self.taken.append(entry)

    async def __aenter__(self) -> Self:
        self._worker = asyncio.create_task(self.follower.run(asyncio.Event()))
        async with asyncio.timeout(PATIENCE):
            await self.source.idle.wait()
        self.source.asked.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)


async def taken(source: Source) -> list[int]:
    """What a worker takes until there is nothing more to read."""
    found: list[int] = []

    async def pause(seconds: float) -> None:
        source.pauses.append(seconds)

    async def take(entry: int) -> None:
        found.append(entry)

    follower = Follower(source, take, source.until_news, pause=pause)
    async with asyncio.timeout(PATIENCE):
        worker = asyncio.create_task(follower.run(asyncio.Event()))
        await source.idle.wait()
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    return found
