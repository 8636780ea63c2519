"""What a process puts into its own streams comes in order, whatever answer is lost and whoever takes long."""

import asyncio
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.connection.client import Client
from bot.store.connection.replication import ReplicaWaiter
from bot.store.games import GameStore
from bot.store.redis_streams.inbox import Inbox
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.workers.shard_reader import ShardReader
from tests.support.stream_followers import EntryRecorder, break_only_reader, wait_for_sign
from tests.support.streams import CHAT, SHARD, commit_with_notices, update_ids


class Held(EntryRecorder):
    """One who takes nothing until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.free = asyncio.Event(), asyncio.Event()

    async def take(self, entry: Any) -> None:
        self.begun.set()
        await self.free.wait()
        await super().take(entry)


class LosesNextAnswer:
    """Loses the next answer of a server together with the connection, but that of a ping.

    Whether the connection reads already is nothing that a caller knows; after a ping it reads by this.
    """

    def __init__(self, client: Client) -> None:
        connection = client.shared_connection._connection  # noqa: SLF001 - as the network would
        assert connection is not None
        self._read = connection.read_response
        connection.read_response = self._lose_answer  # type: ignore[method-assign]

    async def _lose_answer(self, *args: Any, **more: Any) -> Any:
        answer = await self._read(*args, **more)
        if answer == b"PONG":
            return answer
        raise Disconnected("the answer was lost")


async def test_a_notice_whose_answer_was_lost_is_told_before_that_of_the_next_commit(
    redis: Redis, outbox: Outbox
) -> None:
    """The commit is carried out, and found to be when it is sent again; the next one follows at once."""
    assert isinstance(redis, Client)
    worker, stop, store = EntryRecorder(), asyncio.Event(), GameStore(redis, outbox)
    following = asyncio.create_task(break_only_reader(redis, outbox, worker).run(stop))
    await wait_for_sign(lambda: outbox.delivers_locally(CHAT))
    await redis.ping()  # behind the look that handing over began with
    LosesNextAnswer(redis)
    await redis.ping()
    scope = Scope(CHAT)
    first = Commit(scope=scope, expected_version=0, update_id=1, state=b"one", outbox=(b"first",))
    assert await store.commit(first) == Duplicate(1)
    second = Commit(scope=scope, expected_version=1, update_id=2, state=b"two", outbox=(b"second",))
    assert await store.commit(second) == Committed(2)
    await wait_for_sign(lambda: len(worker.taken) >= 2)
    stop.set()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert [entry.payload for entry in worker.taken] == [b"first", b"second"]


async def test_an_update_whose_answer_was_lost_is_handled_before_the_next(redis: Redis, inbox: Inbox) -> None:
    assert isinstance(redis, Client)
    worker, stop = EntryRecorder(), asyncio.Event()
    following = asyncio.create_task(break_only_reader(redis, inbox, worker).run(stop))
    await wait_for_sign(lambda: inbox.delivers_locally(CHAT))
    await redis.ping()  # behind the look that handing over began with
    LosesNextAnswer(redis)
    await redis.ping()
    await inbox.append_update(1, CHAT, b"{}")
    await inbox.append_update(2, CHAT, b"{}")
    await wait_for_sign(lambda: {*update_ids(worker.taken)} == {1, 2})
    stop.set()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    # What is put again because its answer was lost is another entry, which its handler knows by the update's number.
    assert list(dict.fromkeys(update_ids(worker.taken))) == [1, 2]
    assert len({entry.id for entry in worker.taken}) == len(worker.taken)


@asynccontextmanager
async def followed(client: Redis, source: Any, worker: EntryRecorder) -> AsyncIterator[None]:
    """A source of which all is handed over and nothing is read, for as long as no answer is lost."""
    assert isinstance(client, Client)
    following = asyncio.create_task(break_only_reader(client, source, worker).run(asyncio.Event()))
    await wait_for_sign(lambda: source.delivers_locally(CHAT))
    await client.ping()  # behind the look that handing over began with
    try:
        yield
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def asked(client: Redis, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Something that has its answer of the server and goes on with it."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0)
    await client.ping()  # answered behind it
    return task


async def test_all_that_a_commit_gives_out_comes_before_what_the_next_one_does(redis: Redis, outbox: Outbox) -> None:
    """Also where something older comes with the first, as what was written before the shard was followed."""
    worker, store, scope = Held(), GameStore(redis, outbox), Scope(CHAT)
    async with followed(redis, outbox, worker):
        await commit_with_notices(redis, Scope(CHAT, 7), 0, b"older")
        first = Commit(scope=scope, expected_version=0, update_id=1, state=b"one", outbox=(b"first",))
        second = Commit(scope=scope, expected_version=1, update_id=2, state=b"two", outbox=(b"second",))
        committing = [await asked(redis, store.commit(one)) for one in (first, second)]
        assert worker.begun.is_set()
        worker.free.set()
        assert await asyncio.gather(*committing) == [Committed(1), Committed(2)]
    assert [entry.payload for entry in worker.taken] == [b"older", b"first", b"second"]


async def test_all_that_an_update_gives_out_comes_before_what_the_next_one_does(redis: Redis, inbox: Inbox) -> None:
    worker = Held()
    async with followed(redis, inbox, worker):
        await Inbox(redis).append_update(0, CHAT, b"{}")
        putting = [await asked(redis, inbox.append_update(number, CHAT, b"{}")) for number in (1, 2)]
        assert worker.begun.is_set()
        worker.free.set()
        await asyncio.gather(*putting)
    assert update_ids(worker.taken) == [0, 1, 2]


async def test_what_is_put_aside_lets_nothing_overtake_what_came_with_it(redis: Redis, inbox: Inbox) -> None:
    worker = EntryRecorder()
    async with followed(redis, inbox, worker):
        await redis.xadd(keys.inbox(SHARD), {"of": "another version"})
        await asyncio.gather(*(inbox.append_update(number, CHAT, b"{}") for number in (1, 2)))
    assert update_ids(worker.taken) == [1, 2]
    assert await redis.xlen(keys.dead_letters(SHARD)) == 1


class InTurns(ReplicaWaiter):
    """Replicas that take in one go what waits for them by then."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, 0)
        self.waiting: list[asyncio.Future[None]] = []

    async def wait_replicated(self, key: str, seconds: float | None = None) -> None:
        assert (key.startswith("hf:"), seconds) == (True, None)
        self.waiting.append(asyncio.get_running_loop().create_future())
        await self.waiting[-1]

    async def took(self) -> None:
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            one.set_result(None)
        for _ in range(3):
            await asyncio.sleep(0)


async def test_what_is_read_of_several_shards_waits_for_replicas_once(redis: Redis) -> None:
    """Else what a later commit hands over would have waited for them before."""
    worker, wake, replicas = EntryRecorder(), asyncio.Event(), InTurns(redis)
    outbox, scope = Outbox(redis, replicas=replicas), Scope(CHAT)

    async def news(_: float) -> Collection[int]:
        await wake.wait()
        wake.clear()
        return ()

    following = asyncio.create_task(ShardReader(outbox, worker.take, news).run(asyncio.Event()))
    await wait_for_sign(lambda: outbox.delivers_locally(CHAT))
    await redis.ping()
    await commit_with_notices(redis, scope, 0, b"first")
    await commit_with_notices(redis, Scope(CHAT + 1), 0, b"of another shard")
    wake.set()
    await wait_for_sign(lambda: replicas.waiting)
    second = Commit(scope=scope, expected_version=1, update_id=2, state=b"two", outbox=(b"second",))
    committing = await asked(redis, GameStore(redis, outbox, replicas=replicas).commit(second))
    while not committing.done():
        await replicas.took()
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert sorted(entry.payload for entry in worker.taken) == [b"first", b"of another shard", b"second"]
    assert [entry.payload for entry in worker.taken if entry.scope == scope] == [b"first", b"second"]
