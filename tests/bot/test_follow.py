"""Following a stream: what a lost answer gave out comes before anything newer, however that one comes."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.client import Client
from bot.store.streams import Inbox, InboxEntry
from bot.workers.follow import Follower, follow

Answer = list[int] | Exception | Callable[[], Awaitable[list[int]]]


class Source:
    """A stream whose reads answer as they are told to; ``lost`` is what was given out with answers that were lost."""

    def __init__(self, *reads: Answer) -> None:
        self.breaks = 0
        self.handed_over = self
        self.give: Callable[[int], Awaitable[None]] | None = None
        self.reads = deque(reads)
        self.lost: list[int] = []
        self.asked: list[str] = []
        self.pauses: list[float] = []
        """For how many seconds each the worker waited before it tried again."""
        self.idle = asyncio.Event()

    def to(self, consumer: str, take: Callable[[int], Awaitable[None]] | None) -> None:
        assert consumer == "me"
        self.give = take

    async def pending(self, consumer: str) -> Sequence[int]:
        assert consumer == "me"
        self.asked.append("pending")
        found, self.lost = self.lost, []
        return found

    async def read(self, consumer: str, count: int, block_ms: int) -> Sequence[int]:
        assert consumer == "me"
        assert (count > 0, block_ms >= 0) == (True, True)
        self.asked.append("read")
        if not self.reads:
            self.idle.set()
            await asyncio.Event().wait()
        match self.reads.popleft():
            case Exception() as error:
                raise error
            case list() as entries:
                return entries
            case later:
                return await later()

    async def claim(self, consumer: str, min_idle_ms: int) -> Sequence[int]:
        raise AssertionError((consumer, min_idle_ms))


async def taken(source: Source) -> list[int]:
    """What a worker takes until there is nothing more to read."""
    found: list[int] = []

    async def pause(seconds: float) -> None:
        source.pauses.append(seconds)

    async def take(entry: int) -> None:
        found.append(entry)

    async with asyncio.timeout(5):
        worker = asyncio.create_task(follow(source, "me", asyncio.Event(), take, pause=pause))
        await source.idle.wait()
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    return found


async def test_after_a_read_that_failed_what_it_gave_out_comes_first() -> None:
    source = Source([1], Disconnected("the answer was lost"), [4])

    async def lost() -> list[int]:
        source.lost = [2, 3]
        raise Disconnected("the answer was lost")

    source.reads[1] = lost
    assert await taken(source) == [1, 2, 3, 4]
    assert source.asked == ["pending", "read", "read", "pending", "read", "read"]


async def test_a_server_that_is_away_is_looked_for_by_the_schedule_and_never_late() -> None:
    source = Source(*(Disconnected("refused") for _ in range(4)), [1], Disconnected("refused"), [2])
    assert await taken(source) == [1, 2]
    ranges = [(0.25, 0.5), (0.5, 1), (1, 1), (1, 1), (0.25, 0.5)]
    assert [least <= pause <= most for pause, (least, most) in zip(source.pauses, ranges, strict=True)] == [True] * 5


async def test_what_is_read_after_a_break_waits_for_what_was_lost() -> None:
    source = Source([1])

    async def broken_meanwhile() -> list[int]:
        source.breaks, source.lost = 1, [2]
        return [3]

    source.reads.append(broken_meanwhile)
    assert await taken(source) == [1, 2, 3]


async def test_what_is_handed_over_after_a_break_waits_for_what_was_lost() -> None:
    source = Source([1])

    async def broken_meanwhile() -> list[int]:
        source.breaks, source.lost = 1, [2]
        assert source.give is not None
        await source.give(3)
        return []

    source.reads.append(broken_meanwhile)
    assert await taken(source) == [1, 2, 3]


async def test_what_is_handed_over_after_a_break_and_found_with_what_was_lost_comes_once() -> None:
    source = Source([1])

    async def broken_meanwhile() -> list[int]:
        source.breaks, source.lost = 1, [2, 3, 5]
        assert source.give is not None
        for entry in (3, 4):
            await source.give(entry)
        return [5]

    source.reads.append(broken_meanwhile)
    assert await taken(source) == [1, 2, 3, 5, 4]


async def test_what_is_handed_over_while_nothing_broke_is_taken_at_once() -> None:
    source = Source([1])
    found: list[int] = []

    async def handed_over() -> list[int]:
        assert source.give is not None
        await source.give(2)
        found.append(2)
        return [3]

    source.reads.append(handed_over)
    assert await taken(source) == [1, 2, 3]
    assert found == [2]


class Watched:
    """A worker, and whether it was abreast of its source at each step."""

    def __init__(self, *reads: Answer) -> None:
        self.source = Source(*reads)
        self.follower = Follower[int](self.source, "me", self.take, pause=self.pause)
        self.taken: list[tuple[int, bool]] = []
        self.paused: list[bool] = []

    async def pause(self, _: float) -> None:
        self.paused.append(self.follower.abreast)

    async def take(self, entry: int) -> None:
        self.taken.append((entry, self.follower.abreast))
        if entry == 2 and self.source.give is not None:
            await self.source.give(4)

    async def until_idle(self) -> None:
        async with asyncio.timeout(5):
            worker = asyncio.create_task(self.follower.run(asyncio.Event()))
            await self.source.idle.wait()
        assert self.follower.abreast
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        assert not self.follower.abreast, "who has stopped takes nothing"


async def test_a_worker_is_not_abreast_from_a_break_until_what_was_lost_is_taken() -> None:
    watched = Watched([1])

    async def broken_meanwhile() -> list[int]:
        assert watched.follower.abreast
        watched.source.breaks, watched.source.lost = 1, [2, 3]
        assert not watched.follower.abreast
        return []

    watched.source.reads.append(broken_meanwhile)
    assert (watched.follower.abreast, watched.follower.lost) == (False, 0)
    await watched.until_idle()
    assert watched.follower.lost == 1
    assert watched.taken == [(1, False), (2, False), (3, False), (4, False)], "and what comes meanwhile comes last"


async def test_a_worker_is_not_abreast_after_a_read_that_failed_until_it_has_looked() -> None:
    watched = Watched([], Disconnected("the answer was lost"))
    await watched.until_idle()
    assert watched.paused == [False]
    assert watched.follower.lost == 1, "who was abreast before and is again has missed something"


async def test_an_answer_lost_on_its_way_from_a_server_is_found_at_once(redis: Redis) -> None:
    """The server gave an update out and the connection broke: it is not left to those who look after two minutes."""
    assert isinstance(redis, Client)
    inbox, found, stop = Inbox(redis), list[InboxEntry](), asyncio.Event()
    came = asyncio.Event()

    async def take(entry: InboxEntry) -> None:
        found.append(entry)
        came.set()

    async def lost(*_: object, **__: object) -> None:
        del inbox.read
        await inbox._group.read("me", 10, 0)  # noqa: SLF001 - as a read whose answer nobody gets
        raise Disconnected("the answer was lost")

    await inbox.put(1, 5, b"{}")
    inbox.read = lost  # type: ignore[assignment,method-assign]
    worker = asyncio.create_task(follow(inbox, "me", stop, take))
    async with asyncio.timeout(5):
        await came.wait()
        stop.set()
        await worker
    assert [(entry.update_id, entry.deliveries) for entry in found] == [(1, 2)]


async def test_a_read_that_waits_is_not_sent_again_behind_its_readers_back(redis: Redis) -> None:
    """Asked again, the server would give out what is newer, and nobody would know of what it gave out before."""
    inbox = Inbox(redis)
    await inbox.read("me", 10, 0)
    reading = asyncio.create_task(inbox.read("me", 10, block_ms=10_000))
    blocked: list[dict[str, str]] = []
    async with asyncio.timeout(5):
        while not blocked:
            blocked = [one for one in await redis.client_list() if "b" in one["flags"]]
            await asyncio.sleep(0)
        await redis.client_kill_filter(_id=blocked[0]["id"])
        await redis.xadd(keys.inbox(0), {"update": 1, "raw": b"{}"})
        with pytest.raises(Disconnected):
            await reading
        assert [entry.update_id for entry in await inbox.read("me", 10, 0)] == [1]
