"""What a former owner of a shard may still do with its streams, and what is told to whom of what is put there."""

from dataclasses import replace
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis

from bot.metrics.meters import Meters
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.inbox import Inbox
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
    read_new_entries,
    set_shard_owner,
    update_ids,
)

INBOX = keys.inbox(SHARD)
SCOPE = Scope(CHAT, 7)
FORMER, LATTER = "a#1", "b#2"


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
