"""Inbox and outbox: kept in order, given out once, and given out again when a worker dies."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.streams import Inbox, Outbox
from tests.support.streams import CHAT, commit, fill, left, updates


async def test_an_update_comes_out_as_it_went_in(inbox: Inbox) -> None:
    raw = '{"update_id":7,"text":"ığüşöç\\u0000"}'.encode() + b"\xff\x00"
    await inbox.put(7, CHAT, raw)
    [entry] = await inbox.read("a", count=10, block_ms=0)
    assert (entry.update_id, entry.raw, entry.deliveries) == (7, raw, 1)
    assert entry.partition == keys.partition_of(CHAT)


async def test_a_chats_updates_keep_their_order(inbox: Inbox) -> None:
    await fill(inbox, 25)
    read = [*await inbox.read("a", 10, 0), *await inbox.read("b", 10, 0), *await inbox.read("a", 10, 0)]
    assert updates(read) == list(range(25))


async def test_all_partitions_are_read_together_and_nothing_twice(inbox: Inbox) -> None:
    for chat in range(1, 41):
        await inbox.put(chat, chat, b"{}")
    reads = await asyncio.gather(*(inbox.read(name, 5, 0) for name in "abc"))
    rest = await inbox.read("d", 100, 0)
    everything = [*reads[0], *reads[1], *reads[2], *rest]
    assert sorted(updates(everything)) == list(range(1, 41))
    assert {entry.partition for entry in everything} == {0, 1, 2, 3}


async def test_an_empty_inbox_is_read_without_waiting(inbox: Inbox) -> None:
    assert await inbox.read("a", 10, block_ms=0) == []
    assert await inbox.pending("a") == []
    assert await inbox.claim("a", 0) == []
    await inbox.ack([])


async def test_an_update_that_is_sent_on_comes_out_with_the_table_s_chat(redis: Redis, inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    await inbox.put(7, CHAT, b"{}")
    [entry] = await inbox.read("a", 10, 0)
    assert (entry.chat, entry.about, entry.hops, entry.over) == (CHAT, None, 0, False)
    await inbox.forward(replace(entry, over=True), table)
    [sent] = await inbox.read("a", 10, 0)
    assert (sent.update_id, sent.raw, sent.partition) == (7, b"{}", keys.partition_of(table.chat))
    assert (sent.chat, sent.about, sent.hops, sent.over) == (CHAT, table, 1, True)
    assert sent.arrived == entry.arrived
    await inbox.ack([sent])
    assert await left(redis, keys.inbox(entry.partition)) == (0, 0)


async def test_an_update_waited_since_it_reached_the_bot_wherever_it_lay(inbox: Inbox) -> None:
    await inbox.put(7, CHAT, b"{}", about=Scope(-100777), arrived=await inbox.now() - 5_000)
    [entry] = await inbox.read("a", 10, 0)
    assert 5 <= entry.waited < 8


async def test_what_lies_for_a_chat_is_found_without_being_taken(inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    for number, chat in enumerate((CHAT, 5, table.chat)):
        await inbox.put(number, chat, b"{}")
    await inbox.put(8, 5, b"{}", about=table)
    assert updates(await inbox.lying([CHAT])) == [0]
    assert updates(await inbox.lying([5])) == [1], "what was sent on lies there no more"
    assert updates(await inbox.lying([table.chat])) == [2, 8]
    assert sorted(updates(await inbox.lying([CHAT, 5, 6]))) == [0, 1]
    assert await inbox.lying([]) == []
    assert len(await inbox.read("a", 10, 0)) == 4


async def test_a_reader_waits_for_an_update_and_wakes_for_it(inbox: Inbox) -> None:
    reading = asyncio.create_task(inbox.read("a", 10, block_ms=5_000))
    await asyncio.sleep(0)
    await inbox.put(1, CHAT, b"{}")
    async with asyncio.timeout(2):
        assert updates(await reading) == [1]


async def test_a_wait_ends_with_nothing(inbox: Inbox) -> None:
    assert await inbox.read("a", 10, block_ms=1) == []


async def test_what_was_acknowledged_is_gone(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 3)
    entries = await inbox.read("a", 10, 0)
    await inbox.ack(entries)
    await inbox.ack(entries)
    assert await inbox.pending("a") == []
    assert await left(redis, keys.inbox(keys.partition_of(CHAT))) == (0, 0)


async def test_a_worker_that_starts_again_finds_what_it_had(inbox: Inbox) -> None:
    await fill(inbox, 5)
    await inbox.ack((await inbox.read("a", 3, 0))[:1])
    again = await inbox.pending("a")
    assert updates(again) == [1, 2]
    assert {entry.deliveries for entry in again} == {2}
    assert {entry.deliveries for entry in await inbox.pending("a")} == {3}
    assert updates(await inbox.read("a", 10, 0)) == [3, 4]


async def test_a_worker_that_had_more_than_a_page_finds_all_in_order(inbox: Inbox) -> None:
    await fill(inbox, 600)
    await inbox.read("a", 1000, 0)
    assert updates(await inbox.pending("a")) == list(range(600))


async def test_another_worker_claims_what_a_dead_one_had(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 300)
    await inbox.read("dead", 1000, 0)
    assert await inbox.claim("alive", min_idle_ms=60_000) == []
    claimed = await inbox.claim("alive", min_idle_ms=0)
    assert updates(claimed) == list(range(300))
    assert {entry.deliveries for entry in claimed} == {2}
    assert await inbox.pending("dead") == []
    await inbox.ack(claimed)
    assert await left(redis, keys.inbox(keys.partition_of(CHAT))) == (0, 0)


async def test_two_workers_do_not_claim_the_same(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 20)
    ids: list[Any] = [entry.id for entry in await inbox.read("dead", 100, 0)]
    stream = keys.inbox(keys.partition_of(CHAT))
    await redis.xclaim(stream, "harfiyen", "dead", 0, ids, idle=60_000)
    claims = await asyncio.gather(*(inbox.claim(name, min_idle_ms=60_000) for name in "ab"))
    assert sorted(updates(claims[0]) + updates(claims[1])) == list(range(20))


async def test_what_still_waits_with_its_worker_is_not_claimed_and_no_delivery_counts(
    redis: Redis, inbox: Inbox
) -> None:
    await fill(inbox, 3)
    entries = await inbox.read("slow", 100, 0)
    ids: list[Any] = [entry.id for entry in entries]
    stream = keys.inbox(keys.partition_of(CHAT))
    await redis.xclaim(stream, "harfiyen", "slow", 0, ids, idle=60_000, justid=True)
    await inbox.renew([(entry.partition, entry.id) for entry in entries[:2]], "slow")
    assert updates(await inbox.claim("other", min_idle_ms=60_000)) == [2]
    assert {entry.deliveries for entry in await inbox.pending("slow")} == {2}, "with this time"


async def test_what_was_let_go_is_not_the_worker_s_again_when_it_says_so(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 1)
    [entry] = await inbox.read("slow", 100, 0)
    await inbox.ack([entry])
    await inbox.renew([(entry.partition, entry.id)], "slow")
    assert await left(redis, keys.inbox(entry.partition)) == (0, 0)


async def test_an_update_that_keeps_failing_is_buried_with_its_reason(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 2)
    await inbox.read("a", 1, 0)
    [entry] = await inbox.pending("a")
    await inbox.bury(entry, "KeyError: ‘x’")
    letters: Any = await redis.xrange(keys.dead(entry.partition))
    [(_, fields)] = letters
    assert fields == {
        b"update": b"0",
        b"raw": b'{"update_id":0}',
        b"reason": "KeyError: ‘x’".encode(),
        b"deliveries": b"2",
    }
    assert await inbox.pending("a") == []
    assert updates(await inbox.read("a", 10, 0)) == [1]


async def test_a_process_that_ends_right_after_it_buried_an_update_does_not_find_it_again(
    redis: Redis, inbox: Inbox
) -> None:
    """What is handled may leave the inbox with whatever is asked next; what is given up was told already."""
    await fill(inbox, 1)
    [entry] = await inbox.read("a", 1, 0)
    await inbox.bury(entry, "broken")
    async with Redis(connection_pool=redis.connection_pool) as other:
        assert await left(other, keys.inbox(entry.partition)) == (0, 0)


async def test_only_the_newest_dead_letters_are_kept(
    redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "DEAD_LETTERS", 3)
    await fill(inbox, 5)
    for entry in await inbox.read("a", 10, 0):
        await inbox.bury(entry, "broken")
    letters: Any = await redis.xrange(keys.dead(keys.partition_of(CHAT)))
    assert [fields[b"update"] for _, fields in letters] == [b"2", b"3", b"4"]


async def test_an_entry_whose_content_is_gone_is_dropped(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 3)
    entries = await inbox.read("a", 10, 0)
    stream = keys.inbox(keys.partition_of(CHAT))
    await redis.xdel(stream, entries[1].id)
    assert updates(await inbox.claim("b", 0)) == [0, 2]
    assert updates(await inbox.pending("b")) == [0, 2]
    assert await left(redis, stream) == (2, 2)


async def test_an_inbox_emptied_from_outside_goes_on(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 1)
    assert updates(await inbox.read("a", 10, 0)) == [0]
    await redis.flushall()
    assert await inbox.claim("a", 0) == []
    await redis.flushall()
    await fill(inbox, 2)
    assert updates(await inbox.read("a", 10, 0)) == [0, 1]


async def test_an_inbox_of_one_partition_reads_that_one_only(redis: Redis) -> None:
    everything = Inbox(redis)
    for chat in range(1, 21):
        await everything.put(chat, chat, b"{}")
    mine = await Inbox(redis, only=[2]).read("a", 100, 0)
    assert updates(mine) == [chat for chat in range(1, 21) if keys.partition_of(chat) == 2]


async def test_the_outbox_tells_commits_in_their_order(redis: Redis, outbox: Outbox) -> None:
    scope = Scope(CHAT, 7)
    await commit(redis, scope, 0, b"one", b"two")
    await commit(redis, scope, 1, b"three")
    entries = await outbox.read("a", count=64, block_ms=0)
    assert [entry.payload for entry in entries] == [b"one", b"two", b"three"]
    assert {(entry.scope, entry.deliveries) for entry in entries} == {(scope, 1)}


async def test_the_outbox_reads_every_shard(redis: Redis, outbox: Outbox) -> None:
    for chat in range(1, 301):
        await commit(redis, Scope(chat), 0, b"%d" % chat)
    entries = await outbox.read("a", count=64, block_ms=0)
    assert sorted(int(entry.payload) for entry in entries) == list(range(1, 301))
    assert all(entry.scope == Scope(int(entry.payload)) for entry in entries)


async def test_a_waiting_outbox_wakes_for_a_commit(redis: Redis, outbox: Outbox) -> None:
    reading = asyncio.create_task(outbox.read("a", 10, block_ms=5_000))
    await asyncio.sleep(0)
    await commit(redis, Scope(CHAT), 0, b"one")
    async with asyncio.timeout(2):
        assert [entry.payload for entry in await reading] == [b"one"]


async def test_what_was_not_told_is_told_again(redis: Redis, outbox: Outbox) -> None:
    await commit(redis, Scope(CHAT), 0, b"one", b"two", b"three")
    first, *_ = await outbox.read("a", 10, 0)
    await outbox.done([first], first.scope)
    assert [(entry.payload, entry.deliveries) for entry in await outbox.pending("a")] == [
        (b"two", 2),
        (b"three", 2),
    ]
    claimed = await outbox.claim("b", 0)
    assert [(entry.payload, entry.deliveries) for entry in claimed] == [(b"two", 3), (b"three", 3)]
    await outbox.done(claimed, Scope(CHAT))
    assert await outbox.pending("a") == await outbox.pending("b") == []
    assert await left(redis, keys.outbox(keys.shard_of(CHAT))) == (0, 0)


async def test_what_still_waits_to_be_told_is_not_claimed(redis: Redis, outbox: Outbox) -> None:
    scope = Scope(CHAT, 7)
    await commit(redis, scope, 0, b"one", b"two")
    entries = await outbox.read("slow", 10, 0)
    ids: list[Any] = [entry.id for entry in entries]
    await redis.xclaim(keys.outbox(keys.shard_of(CHAT)), "harfiyen", "slow", 0, ids, idle=60_000, justid=True)
    await outbox.renew([(scope, entries[0].id)], "slow")
    assert [entry.payload for entry in await outbox.claim("other", min_idle_ms=60_000)] == [b"two"]


async def test_an_outbox_of_some_shards_leaves_the_others(redis: Redis) -> None:
    for chat in range(1, 101):
        await commit(redis, Scope(chat), 0, b"told")
    entries = await Outbox(redis, shards=[3, 4]).read("a", 100, 0)
    assert {keys.shard_of(entry.scope.chat) for entry in entries} == {3, 4}
