"""Inbox and outbox: kept in order, given to a shard's owner alone and once, and again to whoever owns it next."""

import asyncio
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis

from bot.metrics.meters import Meters
from bot.store import keys, retention
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.inbox import DeadLetters, Inbox, ReplayOutcome
from bot.store.keys import Scope
from bot.store.shard_ownership import ShardNotOwned
from bot.store.streams import NewestMessage, Outbox
from tests.support.streams import (
    CHAT,
    SHARD,
    EntryRecorder,
    OwnedShards,
    append_updates,
    claim_pending_entries,
    commit_with_notices,
    count_entries_and_pending,
    read_new_entries,
    set_shard_owner,
    update_ids,
)

INBOX = keys.inbox(SHARD)
SCOPE = Scope(CHAT, 7)
FORMER, LATTER = "a#1", "b#2"


async def test_an_update_comes_out_as_it_went_in(inbox: Inbox) -> None:
    raw = '{"update_id":7,"text":"ığüşöç\\u0000"}'.encode() + b"\xff\x00"
    await inbox.append_update(7, CHAT, raw)
    [entry] = await read_new_entries(inbox)
    assert (entry.update_id, entry.raw, entry.deliveries) == (7, raw, 1)
    assert entry.shard == SHARD


async def test_all_shards_are_read_together_and_nothing_twice(inbox: Inbox) -> None:
    for chat in range(1, 201):
        await inbox.append_update(chat, chat, b"{}")
    reads = await asyncio.gather(*(read_new_entries(inbox, 1) for _ in range(3)))
    everything = [entry for found in reads for entry in found] + await read_new_entries(inbox)
    assert sorted(update_ids(everything)) == list(range(1, 201))
    assert {entry.shard for entry in everything} == set(range(keys.SHARDS))


async def test_an_update_that_is_sent_on_comes_out_with_the_table_s_chat(redis: Redis, inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    await inbox.append_update(7, CHAT, b"{}")
    [entry] = await read_new_entries(inbox)
    assert (entry.chat, entry.forwarded_to, entry.hops, entry.over_limit) == (CHAT, None, 0, False)
    await inbox.forward_update(replace(entry, over_limit=True, arrived_ms=entry.arrived_ms - 5_000), table)
    [sent] = await read_new_entries(inbox)
    assert (sent.update_id, sent.raw, sent.shard) == (7, b"{}", keys.shard_of(table.chat))
    assert (sent.chat, sent.forwarded_to, sent.hops, sent.over_limit) == (CHAT, table, 1, True)
    assert 5 <= sent.waited_seconds < 8, "since it reached the bot, wherever it lay"
    assert sent.arrived_ms == entry.arrived_ms - 5_000
    await inbox.ack_updates([sent])
    assert await count_entries_and_pending(redis, INBOX) == (0, 0)


async def test_what_lies_for_a_chat_is_found_without_being_taken(inbox: Inbox) -> None:
    table = Scope(-100777, 3)
    for number, chat in enumerate((CHAT, 5, table.chat)):
        await inbox.append_update(number, chat, b"{}")
    await inbox.append_update(8, 5, b"{}")
    sent = next(entry for entry in await inbox.find_unhandled([5]) if entry.update_id == 8)
    await inbox.forward_update(sent, table)
    await read_new_entries(inbox, 1)
    assert update_ids(await inbox.find_unhandled([CHAT])) == [0]
    assert update_ids(await inbox.find_unhandled([5])) == [1], "what was sent on lies there no more"
    assert update_ids(await inbox.find_unhandled([table.chat])) == [2, 8]
    assert sorted(update_ids(await inbox.find_unhandled([CHAT, 5, 6]))) == [0, 1]
    assert await inbox.find_unhandled([]) == []
    assert len(await claim_pending_entries(inbox)) + len(await read_new_entries(inbox)) == 4


async def test_what_lies_is_asked_once_for_all(redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes while a question is under way may not share its answer: that may be of before."""
    await inbox.find_unhandled([CHAT])
    asked: list[tuple[object, ...]] = []
    send, first, go_on = redis.evalsha, asyncio.Event(), asyncio.Event()

    async def evalsha(digest: str, count: int, *rest: Any) -> Any:
        found = await send(digest, count, *rest)
        if rest[0] == INBOX and rest[1:2] != (keys.shard_owner(SHARD),):
            asked.append(rest)
            first.set()
            await go_on.wait()
        return found

    monkeypatch.setattr(redis, "evalsha", evalsha)
    others = [chat for chat in range(20_000) if keys.shard_of(chat) == SHARD][:40]
    before = asyncio.create_task(inbox.find_unhandled([CHAT]))
    await first.wait()
    await inbox.append_update(1, CHAT, b"{}")
    for number, chat in enumerate(others):
        await inbox.append_update(2 + number, chat, b"{}")
    later = [asyncio.create_task(inbox.find_unhandled([chat])) for chat in (CHAT, *others)]
    await asyncio.sleep(0)
    go_on.set()
    assert update_ids(await before) == []
    assert [update_ids(found) for found in await asyncio.gather(*later)] == [[1 + at] for at in range(41)]
    assert len(asked) == 2


async def test_an_owner_that_lost_an_answer_finds_what_it_had(inbox: Inbox) -> None:
    await append_updates(inbox, 5)
    await inbox.ack_updates((await read_new_entries(inbox, 3))[:1])
    again = await claim_pending_entries(inbox)
    assert update_ids(again) == [1, 2]
    assert {entry.deliveries for entry in again} == {2}
    assert {entry.deliveries for entry in await claim_pending_entries(inbox)} == {3}
    assert update_ids(await read_new_entries(inbox)) == [3, 4]


async def test_a_new_owner_finds_all_that_former_ones_left_in_order(redis: Redis, inbox: Inbox) -> None:
    first = await set_shard_owner(redis, "a#0")
    await append_updates(inbox, 300)
    await read_new_entries(inbox, 100, first)
    second = await set_shard_owner(redis, FORMER)
    await claim_pending_entries(inbox, second)
    await read_new_entries(inbox, 100, second)
    third = await set_shard_owner(redis, LATTER)
    found = await claim_pending_entries(inbox, third)
    assert update_ids(found) == list(range(200))
    assert [entry.deliveries for entry in found] == [3] * 100 + [2] * 100
    assert update_ids(await read_new_entries(inbox, 1000, third)) == list(range(200, 300))
    consumers: Any = await redis.xinfo_consumers(INBOX, "harfiyen")
    assert [one["name"] for one in consumers] == [LATTER.encode()], "those of former owners have ended"
    await inbox.ack_updates(found)
    assert await count_entries_and_pending(redis, INBOX) == (100, 100)


async def test_an_update_that_keeps_failing_is_buried_with_its_reason(redis: Redis, inbox: Inbox) -> None:
    await append_updates(inbox, 2)
    await read_new_entries(inbox, 1)
    [entry] = await claim_pending_entries(inbox)
    await inbox.dead_letter(entry, "KeyError: ‘x’")
    letters: Any = await redis.xrange(keys.dead_letters(entry.shard))
    [(_, fields)] = letters
    assert fields == {
        b"update": b"0",
        b"raw": b'{"update_id":0}',
        b"reason": "KeyError: ‘x’".encode(),
        b"deliveries": b"2",
        b"chat": str(CHAT).encode(),
    }
    assert await count_entries_and_pending(redis, INBOX) == (1, 0)
    assert await claim_pending_entries(inbox) == []
    assert update_ids(await read_new_entries(inbox)) == [1]


async def test_the_newest_dead_letters_are_kept(redis: Redis, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DEAD_LETTERS_PER_SHARD", 3)
    await append_updates(inbox, 5)
    for entry in await read_new_entries(inbox):
        await inbox.dead_letter(entry, "broken")
    letters: Any = await redis.xrange(keys.dead_letters(SHARD))
    assert [fields[b"update"] for _, fields in letters] == [b"2", b"3", b"4"]


async def test_an_entry_whose_content_is_gone_is_dropped(redis: Redis, inbox: Inbox) -> None:
    await append_updates(inbox, 3)
    entries = await read_new_entries(inbox)
    await redis.xdel(INBOX, entries[1].id)
    assert update_ids(await claim_pending_entries(inbox)) == [0, 2]
    assert await count_entries_and_pending(redis, INBOX) == (2, 2)


async def test_an_inbox_emptied_from_outside_goes_on(redis: Redis, inbox: Inbox) -> None:
    await append_updates(inbox, 1)
    assert update_ids(await read_new_entries(inbox)) == [0]
    await redis.flushall()
    assert await claim_pending_entries(inbox) == []
    await redis.flushall()
    await append_updates(inbox, 2)
    assert update_ids(await read_new_entries(inbox)) == [0, 1]


async def test_what_was_not_told_is_told_again(redis: Redis, outbox: Outbox) -> None:
    await commit_with_notices(redis, Scope(CHAT), 0, b"one", b"two", b"three")
    first, *_ = await read_new_entries(outbox)
    await outbox.ack_notices([first], first.scope)
    found = await claim_pending_entries(outbox)
    assert [(entry.payload, entry.deliveries) for entry in found] == [(b"two", 2), (b"three", 2)]
    await outbox.ack_notices(found, Scope(CHAT))
    assert await claim_pending_entries(outbox) == []
    assert await count_entries_and_pending(redis, keys.outbox(SHARD)) == (0, 0)


async def test_what_waits_and_was_sent_of_a_migrated_group_is_found_there(redis: Redis, outbox: Outbox) -> None:
    old, new = Scope(-77), Scope(-1_001_000_000_077, table=2)
    await commit_with_notices(redis, old, 0, b"waits")
    assert await outbox.find_of_migrated(new.chat) == []
    await GameStore(redis).migrate_chat(old.chat, new.chat)
    await outbox.hand_over_sent(b"sent", new, 1_800_000_000_123)
    assert await outbox.find_of_migrated(new.chat) == [b"waits", b"sent"]
    entries = {entry.payload: entry for entry in await read_new_entries(outbox)}
    assert [(entries[one].scope, entries[one].sent_ms) for one in (b"waits", b"sent")] == [
        (old, 0),
        (new, 1_800_000_000_123),
    ]


async def test_what_was_sent_is_not_sent_again_by_a_replayed_notice(redis: Redis, outbox: Outbox) -> None:
    sent_ms = 1_800_000_000_123
    await commit_with_notices(redis, SCOPE, 0, b"waits")
    await outbox.hand_over_sent(b"sent", SCOPE, sent_ms)
    for entry in await read_new_entries(outbox):
        await outbox.dead_letter(entry, "broken")
    for letter in await DeadLetters(redis).list_letters():
        assert await DeadLetters(redis).replay_letter(letter.id) is ReplayOutcome.DONE
    again = [(entry.payload, entry.sent_ms) for entry in await read_new_entries(outbox)]
    assert sorted(again) == [(b"sent", sent_ms), (b"waits", 0)]


async def test_an_update_is_put_there_once_however_often_telegram_sends_it(redis: Redis) -> None:
    """Also after it was handled: what was refused might count by then, behind what came later."""
    inbox = Inbox(redis)
    await append_updates(inbox, 1)
    await append_updates(inbox, 1)
    [entry] = await read_new_entries(inbox)
    await inbox.ack_updates([entry])
    await append_updates(inbox, 2)
    assert update_ids(await read_new_entries(inbox)) == [1]


async def test_what_is_sent_on_within_its_shard_is_no_second_copy(redis: Redis) -> None:
    inbox = Inbox(redis)
    await append_updates(inbox, 1)
    [entry] = await read_new_entries(inbox)
    for _ in range(2):
        await inbox.forward_update(entry, Scope(CHAT))
    [again] = await read_new_entries(inbox)
    assert (again.update_id, again.forwarded_to, again.hops) == (entry.update_id, Scope(CHAT), 1)


async def take_over_shard(redis: Redis) -> tuple[dict[int, str], dict[int, str]]:
    before = await set_shard_owner(redis, FORMER)
    return before, await set_shard_owner(redis, LATTER)


async def test_a_former_owner_is_given_nothing_and_told_so(redis: Redis) -> None:
    before, after = await take_over_shard(redis)
    shards = OwnedShards(before)
    former, latter = Inbox(redis, shards), Inbox(redis, OwnedShards(after))
    await append_updates(latter, 2)
    assert await read_new_entries(former, epochs=before) == []
    assert shards.lost_reports == [(SHARD, FORMER)]
    assert await claim_pending_entries(former, before) == []
    assert shards.lost_reports == [(SHARD, FORMER)] * 2
    assert update_ids(await read_new_entries(latter, epochs=after)) == [0, 1], "nothing was taken"
    assert await claim_pending_entries(former, before) == []
    assert [entry.deliveries for entry in await claim_pending_entries(latter, after)] == [2, 2], (
        "nor given out once more"
    )


async def test_a_shard_that_is_lost_keeps_nothing_of_the_others_back(redis: Redis) -> None:
    before, _ = await take_over_shard(redis)
    shards = OwnedShards(before)
    inbox = Inbox(redis, shards)
    mine = await set_shard_owner(redis, FORMER, CHAT + 1)
    assert mine.keys() != before.keys()
    await append_updates(inbox, 1, CHAT)
    await append_updates(inbox, 2, CHAT + 1)
    assert update_ids(await read_new_entries(inbox, epochs=before | mine)) == [0, 1]
    assert shards.lost_reports == [(SHARD, FORMER)]


async def test_what_a_former_owner_puts_is_stored_and_wakes_the_owner(redis: Redis) -> None:
    before, after = await take_over_shard(redis)
    news, worker = list[tuple[int, str]](), EntryRecorder()
    former = Inbox(redis, OwnedShards(before), lambda shard, epoch: news.append((shard, epoch)))
    former.deliver_to(before.items(), worker.take_all)
    await read_new_entries(former, epochs=after)
    await append_updates(former, 1)
    assert worker.taken == []
    assert news == [(SHARD, LATTER)], "whoever that is"
    assert update_ids(await read_new_entries(Inbox(redis), epochs=after)) == [0]


async def test_an_update_for_an_own_shard_that_is_not_followed_yet_is_news(redis: Redis) -> None:
    mine, news = await set_shard_owner(redis, FORMER), list[tuple[int, str]]()
    inbox = Inbox(redis, OwnedShards(mine), lambda shard, epoch: news.append((shard, epoch)))
    await append_updates(inbox, 1)
    assert news == [(SHARD, FORMER)]


async def test_an_update_for_a_shard_being_handed_over_is_left_to_its_next_owner(redis: Redis) -> None:
    shards, worker = OwnedShards(await set_shard_owner(redis, FORMER)), EntryRecorder()
    inbox = Inbox(redis, shards)
    await read_new_entries(inbox, epochs=shards.epochs)
    inbox.deliver_to(dict(shards.epochs).items(), worker.take_all)
    await append_updates(inbox, 1)
    shards.handing_over.add(SHARD)
    await inbox.append_update(1, CHAT, b'{"update_id":1}')
    assert update_ids(worker.taken) == [0]
    assert update_ids(await read_new_entries(inbox, epochs=shards.epochs)) == [1]


async def test_a_former_owner_commits_nothing(redis: Redis) -> None:
    before, after = await take_over_shard(redis)
    shards = OwnedShards(before)
    await commit_with_notices(redis, SCOPE, 0, b"told")
    stored = {key: await redis.dump(key) for key in await redis.keys("*")}
    change = Commit(scope=SCOPE, expected_version=1, update_id=5, state=b"other", log=(b"x",), outbox=(b"y",))
    change = replace(change, deadline=1.0, custom_words=b"z")
    meters = Mock(spec=Meters)
    with pytest.raises(ShardNotOwned, match=str(SHARD)):
        await GameStore(redis, shards=shards, meters=meters).commit(change)
    assert shards.lost_reports == [(SHARD, FORMER)]
    meters.count_commit.assert_called_once_with("not_owned")
    assert {key: await redis.dump(key) for key in await redis.keys("*")} == stored
    assert await GameStore(redis, shards=OwnedShards(after)).commit(change) == Committed(2)


async def test_a_former_owner_neither_gives_up_nor_lets_go_what_another_has_in_hand(redis: Redis) -> None:
    await Inbox(redis).append_update(7, CHAT, b"{}")
    await commit_with_notices(redis, SCOPE, 0, b"one")
    former = OwnedShards(await set_shard_owner(redis, FORMER))
    inbox, outbox = Inbox(redis, former), Outbox(redis, former)
    [update], [notice] = (
        await read_new_entries(inbox, epochs=former.epochs),
        await read_new_entries(outbox, epochs=former.epochs),
    )
    await set_shard_owner(redis, LATTER)
    assert not await inbox.dead_letter(update, "broken")
    assert former.lost_reports == [(SHARD, FORMER)]
    former.epochs[SHARD] = FORMER
    await outbox.ack_notices([notice], SCOPE, NewestMessage(9))
    assert former.lost_reports == [(SHARD, FORMER)] * 2
    assert not await inbox.dead_letter(update, "broken"), "nor once it knows"
    await outbox.ack_notices([notice], SCOPE, NewestMessage(9))
    assert await redis.xlen(INBOX) == await redis.xlen(keys.outbox(SHARD)) == 1
    assert not await redis.exists(keys.dead_letters(SHARD))
    assert await GameStore(redis).load_newest_message_id(SCOPE) is None
