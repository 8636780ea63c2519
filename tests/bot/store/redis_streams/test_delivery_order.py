"""What a process puts into its own streams is handed to it in order, with its table, whatever answer is lost."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.chats import UnreachableChats
from bot.store.client import Client, TooFewReplicas, replicated
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.games import GameStore
from bot.store.inbox import PREFETCH_SECONDS, Inbox, TablePrefetch
from bot.store.keys import Scope
from bot.store.streams import InboxEntry, Outbox
from bot.workers.supervisor import cancel_tasks
from tests.support.streams import (
    ALL_EPOCHS,
    CHAT,
    SHARD,
    EntryRecorder,
    append_updates,
    break_only_reader,
    claim_pending_entries,
    commit_with_notices,
    count_entries_and_pending,
    polling_reader,
    read_new_entries,
    update_ids,
    wait_for_sign,
)

ENTRY_ID = re.compile(r"b'\d+-\d+'")


class Held(EntryRecorder):
    def __init__(self) -> None:
        super().__init__()
        self.begun, self.free = asyncio.Event(), asyncio.Event()

    async def take(self, entry: Any) -> None:
        self.begun.set()
        await self.free.wait()
        await super().take(entry)


def lose_next_answer(patch: pytest.MonkeyPatch) -> None:
    """Have the next answer of a server lost with its connection, but that of a ping."""
    read = AbstractConnection.read_response

    async def lose(connection: AbstractConnection, *args: Any, **options: Any) -> Any:
        answer = await read(connection, *args, **options)
        if answer == b"PONG":
            return answer
        patch.setattr(AbstractConnection, "read_response", read)
        raise Disconnected("the answer was lost")

    patch.setattr(AbstractConnection, "read_response", lose)


async def test_a_notice_of_a_lost_reply_is_first(redis: Redis, outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, store, scope = EntryRecorder(), GameStore(redis, outbox), Scope(CHAT)
    async with followed(redis, outbox, worker):
        lose_next_answer(monkeypatch)
        first = Commit(scope=scope, expected_version=0, update_id=1, state=b"one", outbox=(b"first",))
        assert await store.commit(first) == Duplicate(1)
        second = Commit(scope=scope, expected_version=1, update_id=2, state=b"two", outbox=(b"second",))
        assert await store.commit(second) == Committed(2)
        await wait_for_sign(lambda: len(worker.taken) >= 2)
    assert [entry.payload for entry in worker.taken] == [b"first", b"second"]


async def test_an_update_of_a_lost_answer_is_first(redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = EntryRecorder()
    async with followed(redis, inbox, worker):
        lose_next_answer(monkeypatch)
        await inbox.append_update(1, CHAT, b"{}")
        await inbox.append_update(2, CHAT, b"{}")
        await wait_for_sign(lambda: {*update_ids(worker.taken)} == {1, 2})
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


async def test_all_that_a_commit_gives_out_comes_before_what_the_next_one_does(redis: Redis, outbox: Outbox) -> None:
    worker, store, scope = Held(), GameStore(redis, outbox), Scope(CHAT)
    async with followed(redis, outbox, worker):
        await commit_with_notices(redis, Scope(CHAT, 7), 0, b"older")
        first = Commit(scope=scope, expected_version=0, update_id=1, state=b"one", outbox=(b"first",))
        second = Commit(scope=scope, expected_version=1, update_id=2, state=b"two", outbox=(b"second",))
        committing = [asyncio.create_task(store.commit(one)) for one in (first, second)]
        await worker.begun.wait()
        worker.free.set()
        assert await asyncio.gather(*committing) == [Committed(1), Committed(2)]
    assert [entry.payload for entry in worker.taken] == [b"older", b"first", b"second"]


async def test_what_is_put_aside_lets_nothing_overtake_what_came_with_it(redis: Redis, inbox: Inbox) -> None:
    worker = EntryRecorder()
    async with followed(redis, inbox, worker):
        await redis.xadd(keys.inbox(SHARD), {"of": "another version"})
        await asyncio.gather(*(inbox.append_update(number, CHAT, b"{}") for number in (1, 2)))
    assert update_ids(worker.taken) == [1, 2]
    assert await redis.xlen(keys.dead_letters(SHARD)) == 1


@pytest.fixture
def late_answer(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Holds back the next answer with an entry: the first event is set once it is there, the second lets it go."""
    there, free, read = asyncio.Event(), asyncio.Event(), AbstractConnection.read_response

    async def hold(connection: AbstractConnection, *args: Any, **options: Any) -> Any:
        answer = await read(connection, *args, **options)
        if isinstance(answer, list) and not there.is_set() and ENTRY_ID.search(repr(answer)):
            there.set()
            await free.wait()
        return answer

    monkeypatch.setattr(AbstractConnection, "read_response", hold)
    return there, free


async def test_no_update_overtakes_a_late_one(
    redis: Redis, inbox: Inbox, late_answer: tuple[asyncio.Event, asyncio.Event]
) -> None:
    worker, (there, free) = EntryRecorder(), late_answer
    there.set()
    async with followed(redis, inbox, worker):
        there.clear()
        putting = [asyncio.create_task(inbox.append_update(1, CHAT, b"{}"))]
        await there.wait()
        await Inbox(redis).append_update(2, CHAT, b"{}")
        reading = asyncio.create_task(inbox.read_new(inbox.readable_shards, 9, worker.take_all))
        putting.append(asyncio.create_task(inbox.append_update(3, CHAT, b"{}")))
        for _ in range(9):
            await redis.ping()
        assert worker.taken == []
        free.set()
        await asyncio.gather(reading, *putting)
    assert update_ids(worker.taken) == [1, 2, 3]


async def test_no_notice_overtakes_one_whose_commit_is_answered_late(
    redis: Redis, outbox: Outbox, late_answer: tuple[asyncio.Event, asyncio.Event]
) -> None:
    worker, store, (there, free) = EntryRecorder(), GameStore(redis, outbox), late_answer
    there.set()
    async with followed(redis, outbox, worker):
        there.clear()
        first = Commit(scope=Scope(CHAT), expected_version=0, update_id=1, state=b"one", outbox=(b"first",))
        second = Commit(scope=Scope(CHAT, 7), expected_version=0, update_id=2, state=b"two", outbox=(b"second",))
        committing = [asyncio.create_task(store.commit(first))]
        await there.wait()
        committing.append(asyncio.create_task(store.commit(second)))
        for _ in range(9):
            await redis.ping()
        assert worker.taken == []
        free.set()
        await asyncio.gather(*committing)
    assert [entry.payload for entry in worker.taken] == [b"first", b"second"]


async def test_an_update_that_is_handed_over_is_the_workers_as_if_it_had_read_it(redis: Redis, inbox: Inbox) -> None:
    worker = EntryRecorder()
    await read_new_entries(inbox)
    inbox.deliver_to(ALL_EPOCHS.items(), worker.take_all)
    await append_updates(inbox, 2)
    assert update_ids(worker.taken) == [0, 1]
    assert worker.taken[0] == InboxEntry(keys.shard_of(CHAT), worker.taken[0].id, 0, b'{"update_id":0}', deliveries=1)
    assert (worker.taken[0].deliveries, worker.taken[0].waited_seconds) == (1, 0.0)
    assert await read_new_entries(inbox) == [], "nobody else is given it"
    assert update_ids(await claim_pending_entries(inbox)) == [0, 1], "it is found again after a crash"
    await inbox.ack_updates(worker.taken)
    assert await count_entries_and_pending(redis, keys.inbox(keys.shard_of(CHAT))) == (0, 0)


async def test_an_update_that_lacks_replicas_is_not_handed_over_and_looked_for_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.inbox._REPLICA_SECONDS", 0.01)
    worker, inbox = EntryRecorder(), Inbox(redis, durable=replicated(redis, 1))
    await read_new_entries(inbox)
    inbox.deliver_to(ALL_EPOCHS.items(), worker.take_all)
    lost = inbox.lost_reply_count
    with pytest.raises(TooFewReplicas):
        await inbox.append_update(1, CHAT, b"{}")
    assert (worker.taken, inbox.lost_reply_count - lost) == ([], 1)
    assert update_ids(await claim_pending_entries(inbox)) == [1]


async def test_nothing_is_handed_over_once_the_worker_has_stopped(inbox: Inbox) -> None:
    worker = EntryRecorder()
    await read_new_entries(inbox)
    inbox.deliver_to(ALL_EPOCHS.items(), worker.take_all)
    inbox.deliver_to(frozenset(), worker.take_all)
    await append_updates(inbox, 1)
    assert worker.taken == []
    assert update_ids(await read_new_entries(inbox)) == [0]


async def test_a_commit_hands_over_what_is_to_be_told(redis: Redis, outbox: Outbox) -> None:
    worker, scope = EntryRecorder(), Scope(CHAT, 7)
    await read_new_entries(outbox)
    await commit_with_notices(redis, scope, 0, b"of another process")
    outbox.deliver_to(ALL_EPOCHS.items(), worker.take_all)
    store = GameStore(redis, outbox)
    done = Commit(scope=scope, expected_version=1, update_id=5, state=b"state", outbox=(b"one", b"two"))
    assert await store.commit(done) == Committed(2)
    assert [(entry.scope, entry.payload, entry.deliveries) for entry in worker.taken] == [
        (scope, b"of another process", 1),
        (scope, b"one", 1),
        (scope, b"two", 1),
    ]
    assert await store.commit(done) == Duplicate(2)
    silent = Commit(scope=scope, expected_version=2, update_id=None, state=b"state")
    assert await store.commit(silent) == Committed(3)
    assert len(worker.taken) == 3
    assert [entry.payload for entry in await claim_pending_entries(outbox)] == [entry.payload for entry in worker.taken]


async def test_a_follower_takes_what_lay_there_first_and_is_then_given_what_is_put(inbox: Inbox) -> None:
    await append_updates(inbox, 70)
    await read_new_entries(inbox, 2)
    worker, stop = EntryRecorder(), asyncio.Event()
    following = asyncio.create_task(polling_reader(inbox, worker).run(stop))
    await wait_for_sign(lambda: inbox.delivers_locally(CHAT))
    assert update_ids(worker.taken) == list(range(70))
    await inbox.append_update(70, CHAT, b"{}")
    assert update_ids(worker.taken[70:]) == [70]
    stop.set()
    await following
    assert not inbox.delivers_locally(CHAT)


async def test_what_was_given_out_with_a_lost_answer_is_looked_for(redis: Redis, inbox: Inbox) -> None:
    assert isinstance(redis, Client)
    worker, stop = EntryRecorder(), asyncio.Event()
    following = asyncio.create_task(polling_reader(inbox, worker).run(stop))
    await wait_for_sign(lambda: inbox.delivers_locally(CHAT))
    # Given to the worker by the server, and lost on the way.
    await redis.xadd(keys.inbox(0), {"update": 1, "raw": b"{}", "chat": 5})
    await wait_for_sign(lambda: worker.taken)
    worker.taken.clear()
    redis.state.break_count += 1
    await wait_for_sign(lambda: worker.taken)
    assert [(entry.update_id, entry.deliveries) for entry in worker.taken] == [(1, 2)]
    stop.set()
    await following


async def test_what_a_cancelled_reader_was_given_is_looked_for(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, stop, sent = EntryRecorder(), asyncio.Event(), asyncio.Event()
    following = asyncio.create_task(polling_reader(inbox, worker).run(stop))
    await wait_for_sign(lambda: inbox.delivers_locally(CHAT))
    run = inbox._append_script  # noqa: SLF001 - whose answer is not waited for

    async def unheard(*arguments: Any) -> None:
        await run(*arguments)
        sent.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(inbox, "_append_script", unheard)
    appending = asyncio.create_task(inbox.append_update(7, CHAT, b"{}"))
    await sent.wait()
    await cancel_tasks((appending,))
    await wait_for_sign(lambda: worker.taken)
    assert update_ids(worker.taken) == [7]
    stop.set()
    await following


SCOPE = Scope(CHAT)
RAW = b'{"update_id":7}'


async def start_local_delivery(inbox: Inbox) -> None:
    await read_new_entries(inbox)
    inbox.deliver_to(ALL_EPOCHS.items(), EntryRecorder().take_all)


async def fill_table_keys(redis: Redis, scope: Scope = SCOPE) -> None:
    done = await GameStore(redis).commit(
        Commit(scope=scope, expected_version=0, update_id=6, state=b"first", custom_words=b"words", downtime_ms=1234)
    )
    assert done == Committed(1)
    await GameStore(redis).save_setting(scope.chat, "theme", "dark")
    await UnreachableChats(redis).mark_unreachable(scope)


async def test_a_table_is_read_in_the_step_that_stores_the_update(redis: Redis, inbox: Inbox) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    await inbox.append_update(7, CHAT, RAW)
    asked = await GameStore(redis).load_place(SCOPE, 7)
    await redis.delete(keys.game(SCOPE))
    store = GameStore(redis, prefetch=inbox.prefetch)
    found = await store.load_place(SCOPE, 7)
    assert found == asked, "as if it had been asked for"
    assert (found.version, found.state, found.settings, found.custom_words) == (
        1,
        b"first",
        {"theme": "dark"},
        b"words",
    )
    assert (found.downtime_ms, found.unreachable, found.duplicate) == (1234, frozenset({SCOPE}), False)
    assert (await store.load_place(SCOPE, 7)).version == 0, "a second time it is asked for"


async def test_that_a_chat_has_moved_comes_with_its_update(redis: Redis, inbox: Inbox) -> None:
    old, new = -12, -1001234567890
    await fill_table_keys(redis, Scope(old))
    await GameStore(redis).close_chat(old, new)
    await start_local_delivery(inbox)
    await inbox.append_update(7, old, RAW)
    found = await GameStore(redis, prefetch=inbox.prefetch).load_place(Scope(old), 7)
    assert (found.migrated_to, found.state) == (
        (await GameStore(redis).load_place(Scope(old), 7)).migrated_to,
        b"first",
    )
    assert found.migrated_to is not None
    assert (found.migrated_to.chat, found.migrated_to.is_copied) == (new, False)


@pytest.mark.parametrize(("scope", "update"), [(SCOPE, 8), (SCOPE, None), (Scope(CHAT, 3), 7), (Scope(CHAT - 1), 7)])
async def test_whatever_else_is_asked_for_is_read(redis: Redis, inbox: Inbox, scope: Scope, update: int | None) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    await inbox.append_update(7, CHAT, RAW)
    for place in {SCOPE, scope}:
        await commit_with_notices(redis, place, (await GameStore(redis).load_place(place)).version)
    assert await GameStore(redis, prefetch=inbox.prefetch).load_place(scope, update) == await GameStore(
        redis
    ).load_place(scope, update)


async def test_what_was_read_before_a_commit_is_not_used_after_it(redis: Redis, inbox: Inbox) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    store = GameStore(redis, prefetch=inbox.prefetch)
    await inbox.append_update(7, CHAT, RAW)
    assert await store.commit(Commit(scope=SCOPE, expected_version=1, update_id=None, state=b"second")) == Committed(2)
    assert (await store.load_place(SCOPE, 7)).state == b"second"
    await inbox.append_update(8, CHAT, RAW)
    assert (await store.load_place(SCOPE, 8)).state == b"second"


async def test_a_commit_with_a_lost_answer_counts(redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill_table_keys(redis)
    await start_local_delivery(inbox)
    store = GameStore(redis, prefetch=inbox.prefetch)
    await inbox.append_update(7, CHAT, RAW)
    evalsha = redis.evalsha

    async def lost(*arguments: Any) -> None:
        await evalsha(*arguments)
        raise Disconnected("the answer was lost")

    monkeypatch.setattr(redis, "evalsha", lost)
    with pytest.raises(Disconnected):
        await store.commit(Commit(scope=SCOPE, expected_version=1, update_id=None, state=b"second"))
    monkeypatch.undo()
    assert (await store.load_place(SCOPE, 7)).state == b"second"


@pytest.mark.parametrize(("seconds", "kept"), [(PREFETCH_SECONDS - 0.001, True), (PREFETCH_SECONDS + 0.001, False)])
async def test_what_an_answer_brings_is_as_old_as_its_question(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, *, seconds: float, kept: bool
) -> None:
    now = 100.0
    await fill_table_keys(redis)
    inbox = Inbox(redis)
    await start_local_delivery(inbox)
    inbox.prefetch = TablePrefetch(lambda: now)  # type: ignore[misc]  # in place of the inbox's own
    evalsha = redis.evalsha

    async def slowly(*arguments: Any) -> Any:
        nonlocal now
        now += seconds
        return await evalsha(*arguments)

    monkeypatch.setattr(redis, "evalsha", slowly)
    await inbox.append_update(7, CHAT, RAW)
    assert (inbox.prefetch.take_prefetched(SCOPE, 7) is not None) is kept
