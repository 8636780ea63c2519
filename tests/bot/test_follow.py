"""Following streams as the owner of their shards: what was left there first, and then what comes, in order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Self

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store.client import Client
from bot.store.streams import Inbox, InboxEntry
from bot.workers.follow import Follower
from tests.support.streams import ALL, read

Answer = list[int] | Exception | Callable[[], Awaitable[list[int]]]
Take = Callable[[int], Awaitable[None]]


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
        async with asyncio.timeout(5):
            await self.woken_up()

    async def woken_up(self) -> None:
        while self.woken.is_set():  # noqa: ASYNC110 - it is the other side that clears it
            await asyncio.sleep(0)
        await self.idle.wait()


async def taken(source: Source) -> list[int]:
    """What a worker takes until there is nothing more to read."""
    found: list[int] = []

    async def pause(seconds: float) -> None:
        source.pauses.append(seconds)

    async def take(entry: int) -> None:
        found.append(entry)

    follower = Follower(source, take, source.until_news, pause=pause)
    async with asyncio.timeout(5):
        worker = asyncio.create_task(follower.run(asyncio.Event()))
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
    assert source.asked == [
        *("inherit [0]", "read [0]", "read [0]"),
        *("inherit [0]", "read [0]", "read [0]"),
    ]


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
    assert await taken(source) == [1, 2, 3, 4, 5]


async def test_what_is_given_out_between_the_two_looks_comes_ahead_of_what_the_second_one_finds() -> None:
    """As by what was sent again, and says itself to whom it is to be given out."""
    source = Source([1], Disconnected("the answer was lost"))

    async def sent_again_meanwhile() -> list[int]:
        assert source.give is not None
        await source.give(2)
        return [3]

    source.reads.append(sent_again_meanwhile)
    assert await taken(source) == [1, 2, 3]


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
        self.follower = Follower[int](self.source, self.take, self.source.until_news, pause=self.pause)
        self.taken: list[tuple[int, bool]] = []
        self.paused: list[bool] = []

    async def pause(self, _: float) -> None:
        self.paused.append(self.follower.abreast)

    async def take(self, entry: int) -> None:
        self.taken.append((entry, self.follower.abreast))
        if entry == 2 and self.source.give is not None:
            self.giving = asyncio.ensure_future(self.source.give(4))

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
    assert watched.taken == [(1, False), (2, False), (3, False), (4, True)], "and what comes meanwhile comes last"


async def test_a_worker_is_not_abreast_after_a_read_that_failed_until_it_has_looked() -> None:
    watched = Watched([], Disconnected("the answer was lost"))
    await watched.until_idle()
    assert watched.paused == [False]
    assert watched.follower.lost == 1, "who was abreast before and is again has missed something"


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
        async with asyncio.timeout(5):
            await self.source.idle.wait()
        self.source.asked.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)


async def test_of_a_shard_that_is_gained_later_what_was_left_comes_before_anything_new() -> None:
    source = Source([1])
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [2, 3], {2: 7, 3: 7, 4: 7}
        assert not following.follower.abreast
        await source.more([4], [5])
    assert following.taken == [1, 2, 3, 4, 5]
    assert source.asked[:3] == ["inherit [7]", "read [7]", "read [0, 7]"]


async def test_what_is_followed_is_read_without_another_wake_behind_a_shard_that_is_gained() -> None:
    source = Source([1])
    async with Following(source) as following:
        source.reading[7] = "me, too"
        await source.more([])
    assert following.taken == [1]
    assert source.asked == ["inherit [7]", "read [7]", "read [0, 7]"], "the wake may have been for shard 0"


async def test_where_there_are_news_only_that_is_read() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source):
        source.news = (7, 9)
        await source.more([])
        source.news = ()
        await source.more([])
    assert source.asked == ["read [7]", "read [0, 7]"]


async def test_steady_news_from_one_shard_keep_no_other_s_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wake may be lost, and then each owner looks by itself."""
    monkeypatch.setattr("bot.workers.follow._LOOK_SECONDS", 0.0)
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source):
        source.news = (7,)
        await source.more([], [])
    assert source.asked == ["read [0, 7]", "read [0, 7]"]


async def test_a_page_full_of_what_is_new_is_read_on_before_anything_is_handed_over() -> None:
    source = Source()
    given: list[Collection[int]] = []

    async def rest() -> list[int]:
        given.append(source.given)
        return [64]

    source.reads.extend([list(range(64)), rest])
    assert await taken(source) == list(range(65))
    assert given == [()]


async def test_a_shard_that_is_lost_is_neither_read_nor_handed_over() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source) as following:
        assert {*source.given} == {0, 7}
        del source.reading[7]
        await source.more([])
        assert {*source.given} == {0}
        assert following.follower.followed == {0: "me"}
        assert following.follower.abreast
    assert source.asked == ["read [0]"]


async def test_a_shard_that_is_left_is_not_handed_over_from_that_moment_on() -> None:
    source = Source()
    source.reading = {0: "me", 7: "me, too"}
    async with Following(source) as following:
        following.follower.leave((7,))
        assert source.given == (0,)
        assert following.follower.followed == {0: "me"}


async def test_a_shard_that_is_owned_anew_is_inherited_anew() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[0], source.lost = "me again", [1]
        await source.more([2])
    assert following.taken == [1, 2]
    assert source.asked == ["inherit [0]", "read [0]", "read [0]"]


async def test_a_shard_that_is_lost_while_what_lay_there_is_taken_is_not_followed() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1], {1: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(5):
            await following.begun.wait()
        del source.reading[7]
        following.slow[1].set()
        await source.more()
        assert source.given == (0,)
        assert following.follower.followed == {0: "me"}


async def test_of_a_shard_that_is_lost_while_what_lay_there_is_taken_the_rest_is_left_to_its_owner() -> None:
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(5):
            await following.begun.wait()
        del source.reading[7]
        following.follower.leave((7,))
        following.slow[1].set()
        await source.more()
    assert following.taken == [1]


async def test_what_was_given_out_of_a_shard_that_was_left_meanwhile_is_left_to_its_owner() -> None:
    source = Source()
    source.reading, source.shards = {0: "me", 7: "me, too"}, {1: 7, 2: 7}
    async with Following(source) as following:

        async def lost_meanwhile() -> list[int]:
            del source.reading[7]
            following.follower.leave((7,))
            assert source.give is not None
            await source.give(1)
            return [2, 3]

        await source.more(lost_meanwhile)
    assert following.taken == [3]


async def test_what_is_handed_over_while_a_page_is_taken_does_not_overtake_it() -> None:
    source = Source()
    async with Following(source) as following:
        following.slow = {1: asyncio.Event()}
        source.reads.append([1, 2])
        source.woken.set()
        async with asyncio.timeout(5):
            await following.begun.wait()
        assert source.give is not None
        giving = asyncio.ensure_future(source.give(3))
        await asyncio.sleep(0)
        assert following.taken == []
        following.slow[1].set()
        await giving
    assert following.taken == [1, 2, 3]


async def test_what_is_handed_over_while_a_shard_is_inherited_comes_behind_what_lay_there() -> None:
    """Of a shard that is followed; of the other nothing is handed over yet."""
    source = Source()
    async with Following(source) as following:
        source.reading[7], source.lost, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.slow = {1: asyncio.Event()}
        source.woken.set()
        async with asyncio.timeout(5):
            await following.begun.wait()
        assert source.given == (0,)
        assert source.give is not None
        giving = asyncio.ensure_future(source.give(3))
        await asyncio.sleep(0)
        following.slow[1].set()
        await giving
    assert following.taken == [1, 2, 3]


async def test_an_answer_lost_on_its_way_from_a_server_is_found_at_once(redis: Redis) -> None:
    """The server gave an update out and the connection broke."""
    assert isinstance(redis, Client)
    inbox, found, stop = Inbox(redis), list[InboxEntry](), asyncio.Event()
    came = asyncio.Event()

    async def take(entry: InboxEntry) -> None:
        found.append(entry)
        came.set()

    async def lost(*_: object, **__: object) -> None:
        del inbox.read
        assert [entry.update_id for entry in await read(inbox, epochs=ALL)] == [1], "and nobody gets the answer"
        raise Disconnected("the answer was lost")

    await inbox.put(1, 5, b"{}")
    inbox.read = lost  # type: ignore[method-assign] # as the network would
    worker = asyncio.create_task(Follower(inbox, take).run(stop))
    async with asyncio.timeout(5):
        await came.wait()
        stop.set()
        await worker
    assert [(entry.update_id, entry.deliveries) for entry in found] == [(1, 2)]
