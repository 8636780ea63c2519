"""Inbox and outbox: kept in order, given to a shard's owner alone and once, and again to whoever owns it next."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.keys import Scope
from bot.store.streams import Inbox, Outbox
from tests.support.streams import ALL, CHAT, commit, fill, inherit, left, own, read, updates

SHARD = keys.shard_of(CHAT)
INBOX = keys.inbox(SHARD)
SCOPE = Scope(CHAT, 7)
FORMER, LATTER = "a#1", "b#2"


async def test_an_update_comes_out_as_it_went_in(inbox: Inbox) -> None:
    raw = '{"update_id":7,"text":"ığüşöç\\u0000"}'.encode() + b"\xff\x00"
    await inbox.put(7, CHAT, raw)
    [entry] = await read(inbox)
    assert (entry.update_id, entry.raw, entry.deliveries) == (7, raw, 1)
    assert entry.shard == SHARD


async def test_a_chats_updates_keep_their_order(inbox: Inbox) -> None:
    await fill(inbox, 25)
    assert updates([*await read(inbox, 10), *await read(inbox, 10), *await read(inbox, 10)]) == list(range(25))


async def test_all_shards_are_read_together_and_nothing_twice(inbox: Inbox) -> None:
    for chat in range(1, 401):
        await inbox.put(chat, chat, b"{}")
    reads = await asyncio.gather(*(read(inbox, 1) for _ in range(3)))
    everything = [entry for found in reads for entry in found] + await read(inbox)
    assert sorted(updates(everything)) == list(range(1, 401))
    assert {entry.shard for entry in everything} == set(range(keys.SHARDS))


async def test_an_empty_inbox_is_read_without_waiting(inbox: Inbox) -> None:
    assert await read(inbox) == []
    assert await inherit(inbox) == []
    assert await read(inbox, epochs={}) == await inherit(inbox, {}) == []
    await inbox.ack([])


async def test_an_update_that_is_sent_on_comes_out_with_the_table_s_chat(redis: Redis, inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    await inbox.put(7, CHAT, b"{}")
    [entry] = await read(inbox)
    assert (entry.chat, entry.about, entry.hops, entry.over) == (CHAT, None, 0, False)
    await inbox.forward(replace(entry, over=True, arrived=entry.arrived - 5_000), table, 5)
    [sent] = await read(inbox)
    assert (sent.update_id, sent.raw, sent.shard) == (7, b"{}", keys.shard_of(table.chat))
    assert (sent.chat, sent.about, sent.hops, sent.over) == (CHAT, table, 1, True)
    assert 5 <= sent.waited < 8, "since it reached the bot, wherever it lay"
    assert sent.arrived == entry.arrived - 5_000
    await inbox.ack([sent])
    assert await left(redis, INBOX) == (0, 0)


async def test_what_lies_for_a_chat_is_found_without_being_taken(inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    for number, chat in enumerate((CHAT, 5, table.chat)):
        await inbox.put(number, chat, b"{}")
    await inbox.put(8, 5, b"{}")
    sent = next(entry for entry in await inbox.lying([5]) if entry.update_id == 8)
    await inbox.forward(sent, table, 0)
    await read(inbox, 1)
    assert updates(await inbox.lying([CHAT])) == [0]
    assert updates(await inbox.lying([5])) == [1], "what was sent on lies there no more"
    assert updates(await inbox.lying([table.chat])) == [2, 8]
    assert sorted(updates(await inbox.lying([CHAT, 5, 6]))) == [0, 1]
    assert await inbox.lying([]) == []
    assert len(await inherit(inbox)) + len(await read(inbox)) == 4


async def test_what_lies_is_asked_once_for_all_who_wait_and_anew_for_who_comes_later(
    redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes while a question is under way may not share its answer: that may be of before."""
    await inbox.lying([CHAT])
    asked: list[tuple[object, ...]] = []
    send, first, go_on = redis.evalsha, asyncio.Event(), asyncio.Event()

    async def evalsha(digest: str, count: int, *rest: Any) -> Any:
        found = await send(digest, count, *rest)
        if rest[0] == INBOX and rest[1:2] != (keys.owner(SHARD),):
            asked.append(rest)
            first.set()
            await go_on.wait()
        return found

    monkeypatch.setattr(redis, "evalsha", evalsha)
    others = [chat for chat in range(20_000) if keys.shard_of(chat) == SHARD][:40]
    before = asyncio.create_task(inbox.lying([CHAT]))
    await first.wait()
    await inbox.put(1, CHAT, b"{}")
    for number, chat in enumerate(others):
        await inbox.put(2 + number, chat, b"{}")
    later = [asyncio.create_task(inbox.lying([chat])) for chat in (CHAT, *others)]
    await asyncio.sleep(0)
    go_on.set()
    assert updates(await before) == []
    assert [updates(found) for found in await asyncio.gather(*later)] == [[1 + at] for at in range(41)]
    assert len(asked) == 2


async def test_what_was_acknowledged_is_gone(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 3)
    entries = await read(inbox)
    await inbox.ack(entries)
    await inbox.ack(entries)
    assert await inherit(inbox) == []
    assert await left(redis, INBOX) == (0, 0)


async def test_an_owner_that_lost_an_answer_finds_what_it_had(inbox: Inbox) -> None:
    await fill(inbox, 5)
    await inbox.ack((await read(inbox, 3))[:1])
    again = await inherit(inbox)
    assert updates(again) == [1, 2]
    assert {entry.deliveries for entry in again} == {2}
    assert {entry.deliveries for entry in await inherit(inbox)} == {3}
    assert updates(await read(inbox)) == [3, 4]


async def test_a_new_owner_finds_all_that_former_ones_left_in_order_with_its_deliveries(
    redis: Redis, inbox: Inbox
) -> None:
    """Entries of two former owners lie between each other's, in more than a page."""
    first = await own(redis, "a#0")
    await fill(inbox, 600)
    await read(inbox, 200, first)
    second = await own(redis, FORMER)
    await inherit(inbox, second)
    await read(inbox, 200, second)
    third = await own(redis, LATTER)
    found = await inherit(inbox, third)
    assert updates(found) == list(range(400))
    assert [entry.deliveries for entry in found] == [3] * 200 + [2] * 200
    assert updates(await read(inbox, 1000, third)) == list(range(400, 600))
    consumers: Any = await redis.xinfo_consumers(INBOX, "harfiyen")
    assert [one["name"] for one in consumers] == [LATTER.encode()], "those of former owners have ended"
    await inbox.ack(found)
    assert await left(redis, INBOX) == (200, 200)


async def test_a_delivery_that_was_none_does_not_count(inbox: Inbox) -> None:
    await fill(inbox, 1)
    await read(inbox)
    [entry] = await inherit(inbox)
    await inbox.keep(entry)
    assert [again.deliveries for again in await inherit(inbox)] == [entry.deliveries] == [2]


async def test_an_update_that_keeps_failing_is_buried_with_its_reason(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 2)
    await read(inbox, 1)
    [entry] = await inherit(inbox)
    await inbox.bury(entry, "KeyError: ‘x’")
    letters: Any = await redis.xrange(keys.dead(entry.shard))
    [(_, fields)] = letters
    assert fields == {
        b"update": b"0",
        b"raw": b'{"update_id":0}',
        b"reason": "KeyError: ‘x’".encode(),
        b"deliveries": b"2",
        b"chat": str(CHAT).encode(),
    }
    assert await inherit(inbox) == []
    assert updates(await read(inbox)) == [1]


async def test_a_process_that_ends_right_after_it_buried_an_update_does_not_find_it_again(
    redis: Redis, inbox: Inbox
) -> None:
    """What is handled may leave the inbox with whatever is asked next; what is given up was told already."""
    await fill(inbox, 1)
    [entry] = await read(inbox)
    await inbox.bury(entry, "broken")
    async with Redis(connection_pool=redis.connection_pool) as other:
        assert await left(other, INBOX) == (0, 0)


async def test_only_the_newest_dead_letters_are_kept(
    redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "DEAD_LETTERS", 3)
    await fill(inbox, 5)
    for entry in await read(inbox):
        await inbox.bury(entry, "broken")
    letters: Any = await redis.xrange(keys.dead(SHARD))
    assert [fields[b"update"] for _, fields in letters] == [b"2", b"3", b"4"]


async def test_an_entry_whose_content_is_gone_is_dropped(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 3)
    entries = await read(inbox)
    await redis.xdel(INBOX, entries[1].id)
    assert updates(await inherit(inbox)) == [0, 2]
    assert await left(redis, INBOX) == (2, 2)


async def test_an_inbox_emptied_from_outside_goes_on(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 1)
    assert updates(await read(inbox)) == [0]
    await redis.flushall()
    assert await inherit(inbox) == []
    await redis.flushall()
    await fill(inbox, 2)
    assert updates(await read(inbox)) == [0, 1]


async def test_an_inbox_reads_the_shards_that_it_is_asked_to(inbox: Inbox) -> None:
    for chat in range(1, 101):
        await inbox.put(chat, chat, b"{}")
    mine = await read(inbox, epochs={shard: ALL[shard] for shard in (2, 5)})
    assert updates(mine) == [chat for shard in (2, 5) for chat in range(1, 101) if keys.shard_of(chat) == shard]


async def test_the_outbox_tells_commits_in_their_order(redis: Redis, outbox: Outbox) -> None:
    await commit(redis, SCOPE, 0, b"one", b"two")
    await commit(redis, SCOPE, 1, b"three")
    entries = await read(outbox)
    assert [entry.payload for entry in entries] == [b"one", b"two", b"three"]
    assert {(entry.scope, entry.deliveries) for entry in entries} == {(SCOPE, 1)}


async def test_the_outbox_reads_every_shard(redis: Redis, outbox: Outbox) -> None:
    for chat in range(1, 301):
        await commit(redis, Scope(chat), 0, b"%d" % chat)
    entries = await read(outbox)
    assert sorted(int(entry.payload) for entry in entries) == list(range(1, 301))
    assert all(entry.scope == Scope(int(entry.payload)) for entry in entries)


async def test_what_was_not_told_is_told_again(redis: Redis, outbox: Outbox) -> None:
    await commit(redis, Scope(CHAT), 0, b"one", b"two", b"three")
    first, *_ = await read(outbox)
    await outbox.done([first], first.scope)
    found = await inherit(outbox)
    assert [(entry.payload, entry.deliveries) for entry in found] == [(b"two", 2), (b"three", 2)]
    await outbox.done(found, Scope(CHAT))
    assert await inherit(outbox) == []
    assert await left(redis, keys.outbox(SHARD)) == (0, 0)


async def test_an_update_is_put_there_once_however_often_telegram_sends_it(redis: Redis) -> None:
    """Also after it was handled: what was refused might count by then, behind what came later."""
    inbox = Inbox(redis)
    await fill(inbox, 1)
    await fill(inbox, 1)
    [entry] = await read(inbox)
    await inbox.ack([entry])
    await fill(inbox, 2)
    assert updates(await read(inbox)) == [1]


async def test_what_is_sent_on_within_its_shard_is_no_second_copy(redis: Redis) -> None:
    inbox = Inbox(redis)
    await fill(inbox, 1)
    [entry] = await read(inbox)
    for _ in range(2):
        await inbox.forward(entry, Scope(CHAT), 0)
    [again] = await read(inbox)
    assert (again.update_id, again.about, again.hops) == (entry.update_id, Scope(CHAT), 1)
