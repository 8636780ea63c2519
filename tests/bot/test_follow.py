"""Following streams as the owner of their shards: what was left there first, and then what comes, in order."""

import asyncio

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store.client import Client
from bot.store.entries import InboxEntry
from bot.store.streams import Inbox
from bot.workers.follow import Follower
from tests.support.followed import Answer, Source, taken
from tests.support.patience import PATIENCE
from tests.support.streams import ALL, read


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
    ranges = [(0.25, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.25, 0.5)]
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
        await source.give([3])
        return []

    source.reads.append(broken_meanwhile)
    assert await taken(source) == [1, 2, 3]


async def test_what_is_handed_over_after_a_break_and_found_with_what_was_lost_comes_once() -> None:
    source = Source([1])

    async def broken_meanwhile() -> list[int]:
        source.breaks, source.lost = 1, [2, 3, 5]
        assert source.give is not None
        for entry in (3, 4):
            await source.give([entry])
        return [5]

    source.reads.append(broken_meanwhile)
    assert await taken(source) == [1, 2, 3, 4, 5]


async def test_what_is_given_out_between_the_two_looks_comes_ahead_of_what_the_second_one_finds() -> None:
    """As by what was sent again, and says itself to whom it is to be given out."""
    source = Source([1], Disconnected("the answer was lost"))

    async def sent_again_meanwhile() -> list[int]:
        assert source.give is not None
        await source.give([2])
        return [3]

    source.reads.append(sent_again_meanwhile)
    assert await taken(source) == [1, 2, 3]


async def test_what_is_handed_over_while_nothing_broke_is_taken_at_once() -> None:
    source = Source([1])
    found: list[int] = []

    async def handed_over() -> list[int]:
        assert source.give is not None
        await source.give([2])
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
            self.giving = asyncio.ensure_future(self.source.give([4]))

    async def until_idle(self) -> None:
        async with asyncio.timeout(PATIENCE):
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
    async with asyncio.timeout(PATIENCE):
        await came.wait()
        stop.set()
        await worker
    assert [(entry.update_id, entry.deliveries) for entry in found] == [(1, 2)]
