"""What a process puts into its own streams is handed over to it without a read."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client, TooFewReplicas, replicated
from bot.store.commits import Commit, Committed, Duplicate
from bot.store.games import GameStore
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.streams import InboxEntry, Outbox
from bot.workers.supervisor import cancel_tasks
from tests.support.streams import (
    ALL_EPOCHS,
    CHAT,
    EntryRecorder,
    append_updates,
    claim_pending_entries,
    commit_with_notices,
    count_entries_and_pending,
    polling_reader,
    read_new_entries,
    update_ids,
    wait_for_sign,
)


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


async def test_what_was_given_out_to_one_who_was_cancelled_is_looked_for(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
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
