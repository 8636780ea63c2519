"""What a process puts into its own streams is handed over to it, in order and without a read."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.client import Client
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.entries import InboxEntry
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.replicas import Replicas
from bot.store.streams import Inbox, Outbox
from bot.workers.follow import Follower
from tests.support.streams import ALL, CHAT, commit, fill, inherit, left, read, updates

SHARD = keys.shard_of(CHAT)


class Worker:
    """Follows an inbox or an outbox, and notes what it is given."""

    def __init__(self) -> None:
        self.taken: list[Any] = []

    async def take(self, entry: Any) -> None:
        self.taken.append(entry)


def following_of(source: Any, worker: Worker) -> Follower[Any]:
    """A follower that looks again at once."""

    async def at_once(_: float) -> Collection[int]:
        await asyncio.sleep(0)
        return ()

    return Follower(source, worker.take, at_once)


def following_breaks(client: Client, source: Any, worker: Worker) -> Follower[Any]:
    """A follower that looks again once answers are lost, and asks for nothing before: so nothing of its own is."""

    async def when_broken(_: float) -> Collection[int]:
        breaks = client.breaks
        await comes(lambda: client.breaks != breaks)
        return ()

    return Follower(source, worker.take, when_broken)


async def comes(sign: Callable[[], object]) -> None:
    """Let others work until there is a sign of it."""
    for _ in range(5_000):
        if sign():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("nothing came")


async def test_an_update_that_is_handed_over_is_the_workers_as_if_it_had_read_it(redis: Redis, inbox: Inbox) -> None:
    worker = Worker()
    await read(inbox)
    inbox.handed_over.to(ALL, worker.take)
    await fill(inbox, 2)
    assert updates(worker.taken) == [0, 1]
    assert worker.taken[0] == InboxEntry(keys.shard_of(CHAT), worker.taken[0].id, 0, b'{"update_id":0}', deliveries=1)
    assert (worker.taken[0].deliveries, worker.taken[0].waited) == (1, 0.0)
    assert await read(inbox) == [], "nobody else is given it"
    assert updates(await inherit(inbox)) == [0, 1], "it is found again after a crash"
    await inbox.ack(worker.taken)
    assert await left(redis, keys.inbox(keys.shard_of(CHAT))) == (0, 0)


async def test_what_nobody_had_taken_comes_before_what_is_handed_over(redis: Redis, inbox: Inbox) -> None:
    worker = Worker()
    await read(inbox)
    await fill(Inbox(redis), 3)
    inbox.handed_over.to(ALL, worker.take)
    await inbox.put(3, CHAT, b"{}")
    assert updates(worker.taken) == [0, 1, 2, 3]


class Slow(Replicas):
    """Replicas that take what is written when they are told to."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, 0)
        self.free = asyncio.Event()

    def have(self, key: str, seconds: float | None = None) -> Coroutine[Any, Any, None]:
        assert (key, seconds is not None) == (keys.inbox(SHARD), True)
        return self._later()

    async def _later(self) -> None:
        await self.free.wait()


async def test_an_update_is_handed_over_before_replicas_have_it_and_acknowledged_after_that(redis: Redis) -> None:
    """What comes later may have a reader who waits for nobody: it would be handled first."""
    worker, slow = Worker(), Slow(redis)
    inbox = Inbox(redis, replicas=slow)
    await read(inbox)
    inbox.handed_over.to(ALL, worker.take)
    putting = asyncio.create_task(inbox.put(1, CHAT, b"{}"))
    await comes(lambda: worker.taken)
    await fill(Inbox(redis), 1)
    assert updates([*worker.taken, *await read(inbox)]) == [1, 0]
    assert not putting.done()
    slow.free.set()
    await putting


async def test_nothing_is_handed_over_once_the_worker_has_stopped(inbox: Inbox) -> None:
    worker = Worker()
    await read(inbox)
    inbox.handed_over.to(ALL, worker.take)
    inbox.handed_over.to({}, worker.take)
    await fill(inbox, 1)
    assert worker.taken == []
    assert updates(await read(inbox)) == [0]


async def test_without_a_group_an_update_is_stored_and_waits_to_be_read(inbox: Inbox) -> None:
    worker = Worker()
    inbox.handed_over.to(ALL, worker.take)
    await fill(inbox, 1)
    assert worker.taken == []
    assert updates(await read(inbox)) == [0]


async def test_a_commit_hands_over_what_is_to_be_told(redis: Redis, outbox: Outbox) -> None:
    worker, scope = Worker(), Scope(CHAT, 7)
    await read(outbox)
    await commit(redis, scope, 0, b"of another process")
    outbox.handed_over.to(ALL, worker.take)
    store = Store(redis, outbox)
    done = Commit(scope=scope, expected=1, update_id=5, state=b"state", outbox=(b"one", b"two"))
    assert await store.commit(done) == Committed(2)
    assert [(entry.scope, entry.payload, entry.deliveries) for entry in worker.taken] == [
        (scope, b"of another process", 1),
        (scope, b"one", 1),
        (scope, b"two", 1),
    ]
    assert await store.commit(done) == Duplicate(2)
    silent = Commit(scope=scope, expected=2, update_id=None, state=b"state")
    assert await store.commit(silent) == Committed(3)
    assert len(worker.taken) == 3
    assert [entry.payload for entry in await inherit(outbox)] == [entry.payload for entry in worker.taken]


async def test_a_follower_takes_what_lay_there_first_and_is_then_given_what_is_put(inbox: Inbox) -> None:
    await fill(inbox, 70)
    await read(inbox, 2)
    worker, stop = Worker(), asyncio.Event()
    following = asyncio.create_task(following_of(inbox, worker).run(stop))
    await comes(lambda: inbox.handed_over.epoch(SHARD))
    assert updates(worker.taken) == list(range(70))
    await inbox.put(70, CHAT, b"{}")
    assert updates(worker.taken[70:]) == [70]
    stop.set()
    await following
    assert inbox.handed_over.epoch(SHARD) == ""


async def test_what_was_given_out_with_a_lost_answer_is_looked_for(redis: Redis, inbox: Inbox) -> None:
    assert isinstance(redis, Client)
    worker, stop = Worker(), asyncio.Event()
    following = asyncio.create_task(following_of(inbox, worker).run(stop))
    await comes(lambda: inbox.handed_over.epoch(SHARD))
    # Given to the worker by the server, and lost on the way.
    await redis.xadd(keys.inbox(0), {"update": 1, "raw": b"{}", "chat": 5})
    await comes(lambda: worker.taken)
    worker.taken.clear()
    redis.line.breaks += 1
    await comes(lambda: worker.taken)
    assert [(entry.update_id, entry.deliveries) for entry in worker.taken] == [(1, 2)]
    stop.set()
    await following


class Forgetful:
    """Loses the next answer of a server together with the connection."""

    def __init__(self, client: Client) -> None:
        connection = client.line._connection  # noqa: SLF001 - as the network would
        assert connection is not None
        self._read = connection.read_response
        connection.read_response = self._lost  # type: ignore[method-assign]

    async def _lost(self, *args: Any, **more: Any) -> Any:
        await self._read(*args, **more)
        raise Disconnected("the answer was lost")


async def test_a_notice_whose_answer_was_lost_is_told_before_that_of_the_next_commit(
    redis: Redis, outbox: Outbox
) -> None:
    """The commit is carried out, and found to be when it is sent again; the next one follows at once."""
    assert isinstance(redis, Client)
    worker, stop, store = Worker(), asyncio.Event(), Store(redis, outbox)
    following = asyncio.create_task(following_breaks(redis, outbox, worker).run(stop))
    await comes(lambda: outbox.handed_over.epoch(SHARD))
    await redis.ping()  # behind the look that handing over began with
    Forgetful(redis)
    await redis.ping()
    scope = Scope(CHAT)
    first = Commit(scope=scope, expected=0, update_id=1, state=b"one", outbox=(b"first",))
    assert await store.commit(first) == Duplicate(1)
    second = Commit(scope=scope, expected=1, update_id=2, state=b"two", outbox=(b"second",))
    assert await store.commit(second) == Committed(2)
    await comes(lambda: len(worker.taken) >= 2)
    stop.set()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert [entry.payload for entry in worker.taken] == [b"first", b"second"]


async def test_an_update_whose_answer_was_lost_is_handled_before_the_next(redis: Redis, inbox: Inbox) -> None:
    assert isinstance(redis, Client)
    worker, stop = Worker(), asyncio.Event()
    following = asyncio.create_task(following_breaks(redis, inbox, worker).run(stop))
    await comes(lambda: inbox.handed_over.epoch(SHARD))
    await redis.ping()  # behind the look that handing over began with
    Forgetful(redis)
    await redis.ping()
    await inbox.put(1, CHAT, b"{}")
    await inbox.put(2, CHAT, b"{}")
    await comes(lambda: {*updates(worker.taken)} == {1, 2})
    stop.set()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    # What is put again because its answer was lost is another entry, which its handler knows by the update's number.
    assert list(dict.fromkeys(updates(worker.taken))) == [1, 2]
    assert len({entry.id for entry in worker.taken}) == len(worker.taken)
