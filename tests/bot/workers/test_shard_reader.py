"""Following streams as the owner of their shards: what was left there first, and then what comes, in order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store.client import Client
from bot.store.inbox import Inbox
from bot.store.streams import InboxEntry
from bot.workers.shard_reader import OwnedShard, ShardReader
from tests.support.streams import ALL_EPOCHS, read_new_entries
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
        return ()

    async def add_reads(self, *reads: Answer) -> None:
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


async def test_after_a_read_that_failed_what_it_gave_out_comes_first() -> None:
    source = ScriptedSource([1], Disconnected("the answer was lost"), [4])

    async def lost() -> list[int]:
        source.lost_entries = [2, 3]
        raise Disconnected("the answer was lost")

    source.reads[1] = lost
    assert await read_until_idle(source) == [1, 2, 3, 4]
    assert source.calls == [*("inherit [0]", "read [0]", "read [0]"), *("inherit [0]", "read [0]", "read [0]")]


async def test_a_server_that_is_away_is_looked_for_by_the_schedule_and_never_late() -> None:
    source = ScriptedSource(*(Disconnected("refused") for _ in range(4)), [1], Disconnected("refused"), [2])
    assert await read_until_idle(source) == [1, 2]
    ranges = [(0.25, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.25, 0.5)]
    assert [least <= pause <= most for pause, (least, most) in zip(source.pauses, ranges, strict=True)] == [True] * 5


async def test_what_is_read_after_a_break_waits_for_what_was_lost() -> None:
    source = ScriptedSource([1])

    async def broken_meanwhile() -> list[int]:
        source.lost_reply_count, source.lost_entries = 1, [2]
        return [3]

    source.reads.append(broken_meanwhile)
    assert await read_until_idle(source) == [1, 2, 3]


async def test_what_is_handed_over_after_a_break_and_found_with_what_was_lost_comes_once() -> None:
    source = ScriptedSource([1])

    async def broken_meanwhile() -> list[int]:
        source.lost_reply_count, source.lost_entries = 1, [2, 3, 5]
        assert source.deliver is not None
        for entry in (3, 4):
            await source.deliver([entry])
        return [5]

    source.reads.append(broken_meanwhile)
    assert await read_until_idle(source) == [1, 2, 3, 4, 5]


async def test_what_is_given_out_between_the_two_looks_comes_ahead_of_what_the_second_one_finds() -> None:
    source = ScriptedSource([1], Disconnected("the answer was lost"))

    async def sent_again_meanwhile() -> list[int]:
        assert source.deliver is not None
        await source.deliver([2])
        return [3]

    source.reads.append(sent_again_meanwhile)
    assert await read_until_idle(source) == [1, 2, 3]


class IdleAwareWorker:
    def __init__(self, *reads: Answer) -> None:
        self.source = ScriptedSource(*reads)
        self.follower = ShardReader[int](self.source, self.receive_entry, self.source.wait_for_news)
        self.taken: list[tuple[int, bool]] = []

    async def receive_entry(self, entry: int) -> None:
        self.taken.append((entry, self.follower.is_caught_up))
        if entry == 2 and self.source.deliver is not None:
            self.giving = asyncio.ensure_future(self.source.deliver([4]))

    async def until_idle(self) -> None:
        async with asyncio.timeout(PATIENCE):
            worker = asyncio.create_task(self.follower.run(asyncio.Event()))
            await self.source.is_idle.wait()
        assert self.follower.is_caught_up
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        assert not self.follower.is_caught_up, "who has stopped takes nothing"


async def test_a_worker_is_not_abreast_from_a_break_until_what_was_lost_is_taken() -> None:
    watched = IdleAwareWorker([1])

    async def broken_meanwhile() -> list[int]:
        assert watched.follower.is_caught_up
        watched.source.lost_reply_count, watched.source.lost_entries = 1, [2, 3]
        assert not watched.follower.is_caught_up
        return []

    watched.source.reads.append(broken_meanwhile)
    assert (watched.follower.is_caught_up, watched.follower.loss_count) == (False, 0)
    await watched.until_idle()
    assert watched.follower.loss_count == 1
    assert watched.taken == [(1, False), (2, False), (3, False), (4, True)], "and what comes meanwhile comes last"


async def test_an_answer_lost_on_its_way_from_a_server_is_found_at_once(redis: Redis) -> None:
    assert isinstance(redis, Client)
    inbox, found, stop = Inbox(redis), list[InboxEntry](), asyncio.Event()
    came = asyncio.Event()

    async def take(entry: InboxEntry) -> None:
        found.append(entry)
        came.set()

    async def lost(*_: object, **__: object) -> None:
        del inbox.read_new
        assert [entry.update_id for entry in await read_new_entries(inbox, epochs=ALL_EPOCHS)] == [1]
        raise Disconnected("the answer was lost")

    await inbox.append_update(1, 5, b"{}")
    inbox.read_new = lost  # type: ignore[method-assign] # as the network would
    worker = asyncio.create_task(ShardReader(inbox, take).run(stop))
    async with asyncio.timeout(PATIENCE):
        await came.wait()
        stop.set()
        await worker
    assert [(entry.update_id, entry.deliveries) for entry in found] == [(1, 2)]


async def test_of_a_shard_that_is_gained_later_what_was_left_comes_before_anything_new() -> None:
    source = ScriptedSource([1])
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [2, 3], {2: 7, 3: 7, 4: 7}
        assert not following.follower.is_caught_up
        await source.add_reads([4], [5])
    assert following.accepted == [1, 2, 3, 4, 5]
    assert source.calls[:3] == ["inherit [7]", "read [7]", "read [0, 7]"]


async def test_what_is_followed_is_read_without_another_wake_behind_a_shard_that_is_gained() -> None:
    source = ScriptedSource([1])
    async with RunningReader(source) as following:
        source.owners[7] = "me, too"
        await source.add_reads([])
    assert following.accepted == [1]
    assert source.calls == ["inherit [7]", "read [7]", "read [0, 7]"], "the wake may have been for shard 0"


async def test_a_shard_that_is_lost_is_neither_read_nor_handed_over() -> None:
    source = ScriptedSource()
    source.owners = {0: "me", 7: "me, too"}
    async with RunningReader(source) as following:
        assert {*source.delivered_shards} == {0, 7}
        del source.owners[7]
        await source.add_reads([])
        assert {*source.delivered_shards} == {0}
        assert following.follower.caught_up_shards == {(0, "me")}
        assert following.follower.is_caught_up
    assert source.calls == ["read [0]"]


async def test_of_a_shard_that_is_lost_while_what_lay_there_is_taken_the_rest_is_left_to_its_owner() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.held_entries = {1: asyncio.Event()}
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        del source.owners[7]
        following.follower.stop_shards((7,))
        following.held_entries[1].set()
        await source.add_reads()
    assert following.accepted == [1]


async def test_what_was_given_out_of_a_shard_that_was_left_meanwhile_is_left_to_its_owner() -> None:
    source = ScriptedSource()
    source.owners, source.shards = {0: "me", 7: "me, too"}, {1: 7, 2: 7}
    async with RunningReader(source) as following:

        async def lost_meanwhile() -> list[int]:
            del source.owners[7]
            following.follower.stop_shards((7,))
            assert source.deliver is not None
            await source.deliver([1])
            return [2, 3]

        await source.add_reads(lost_meanwhile)
    assert following.accepted == [3]


async def test_what_is_handed_over_while_a_page_is_taken_does_not_overtake_it() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        following.held_entries = {1: asyncio.Event()}
        source.reads.append([1, 2])
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        assert source.deliver is not None
        giving = asyncio.ensure_future(source.deliver([3]))
        await asyncio.sleep(0)
        assert following.accepted == []
        following.held_entries[1].set()
        await giving
    assert following.accepted == [1, 2, 3]


async def test_what_is_handed_over_while_a_shard_is_inherited_comes_behind_what_lay_there() -> None:
    source = ScriptedSource()
    async with RunningReader(source) as following:
        source.owners[7], source.lost_entries, source.shards = "me, too", [1, 2], {1: 7, 2: 7}
        following.held_entries = {1: asyncio.Event()}
        source.wake_event.set()
        async with asyncio.timeout(PATIENCE):
            await following.started.wait()
        assert source.delivered_shards == (0,)
        assert source.deliver is not None
        giving = asyncio.ensure_future(source.deliver([3]))
        await asyncio.sleep(0)
        following.held_entries[1].set()
        await giving
    assert following.accepted == [1, 2, 3]
