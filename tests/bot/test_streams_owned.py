"""What a former owner of a shard may still do with its streams, and what is told to whom of what is put there."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.entries import Newest
from bot.store.keys import Scope
from bot.store.ownership import NotOwned
from bot.store.redis import Store
from bot.store.streams import Inbox, Outbox
from tests.support.streams import CHAT, Owned, commit, fill, inherit, left, own, read, updates

SHARD = keys.shard_of(CHAT)
INBOX = keys.inbox(SHARD)
SCOPE = Scope(CHAT, 7)
FORMER, LATTER = "a#1", "b#2"


async def taken_over(redis: Redis) -> tuple[dict[int, str], dict[int, str]]:
    """A shard that one worker owned, and another does now: by what each reads it."""
    before = await own(redis, FORMER)
    return before, await own(redis, LATTER)


async def test_a_former_owner_is_given_nothing_and_told_so(redis: Redis) -> None:
    before, after = await taken_over(redis)
    shards = Owned(before)
    former, latter = Inbox(redis, shards), Inbox(redis, Owned(after))
    await fill(latter, 2)
    assert await read(former, epochs=before) == []
    assert shards.told == [(SHARD, FORMER)]
    assert await inherit(former, before) == []
    assert shards.told == [(SHARD, FORMER)] * 2
    assert updates(await read(latter, epochs=after)) == [0, 1], "nothing was taken"
    assert await inherit(former, before) == []
    assert [entry.deliveries for entry in await inherit(latter, after)] == [2, 2], "nor given out once more"


async def test_a_shard_that_is_lost_keeps_nothing_of_the_others_back(redis: Redis) -> None:
    before, _ = await taken_over(redis)
    shards = Owned(before)
    inbox = Inbox(redis, shards)
    mine = await own(redis, FORMER, CHAT + 1)
    assert mine.keys() != before.keys()
    await fill(inbox, 1, CHAT)
    await fill(inbox, 2, CHAT + 1)
    assert updates(await read(inbox, epochs=before | mine)) == [0, 1]
    assert shards.told == [(SHARD, FORMER)]


async def test_what_a_former_owner_puts_is_stored_and_wakes_the_owner(redis: Redis) -> None:
    before, after = await taken_over(redis)
    news: list[tuple[int, str]] = []
    former = Inbox(redis, Owned(before), lambda shard, epoch: news.append((shard, epoch)))
    given: list[Any] = []

    async def take(entries: Sequence[Any]) -> None:
        given.extend(entries)

    former.handed_over.to(before, take)
    await read(former, epochs=after)
    await fill(former, 1)
    assert given == []
    assert news == [(SHARD, LATTER)], "whoever that is"
    assert updates(await read(Inbox(redis), epochs=after)) == [0]


async def test_an_update_for_an_own_shard_that_is_not_followed_yet_is_news(redis: Redis) -> None:
    mine, news = await own(redis, FORMER), list[tuple[int, str]]()
    inbox = Inbox(redis, Owned(mine), lambda shard, epoch: news.append((shard, epoch)))
    await fill(inbox, 1)
    assert news == [(SHARD, FORMER)]


async def test_an_update_for_a_shard_that_is_about_to_be_handed_over_is_left_to_the_next_owner(redis: Redis) -> None:
    shards, given = Owned(await own(redis, FORMER)), list[Any]()
    inbox = Inbox(redis, shards)

    async def take(entries: Sequence[Any]) -> None:
        given.extend(entries)

    await read(inbox, epochs=shards.epochs)
    inbox.handed_over.to(dict(shards.epochs), take)
    await fill(inbox, 1)
    shards.leaving.add(SHARD)
    await inbox.put(1, CHAT, b'{"update_id":1}')
    assert updates(given) == [0]
    assert updates(await read(inbox, epochs=shards.epochs)) == [1]


async def test_an_update_for_a_shard_that_nobody_owns_wakes_nobody(redis: Redis) -> None:
    news = list[tuple[int, str]]()
    await fill(Inbox(redis, Owned(), lambda shard, epoch: news.append((shard, epoch))), 1)
    assert news == []


async def test_a_former_owner_commits_nothing(redis: Redis) -> None:
    before, after = await taken_over(redis)
    shards = Owned(before)
    await commit(redis, SCOPE, 0, b"told")
    stored = {key: await redis.dump(key) for key in await redis.keys("*")}
    change = Commit(
        scope=SCOPE, expected=1, update_id=5, state=b"other", log=(b"x",), outbox=(b"y",), deadline=1.0, words=b"z"
    )
    with pytest.raises(NotOwned, match=str(SHARD)):
        await Store(redis, shards=shards).commit(change)
    assert shards.told == [(SHARD, FORMER)]
    with pytest.raises(NotOwned):
        await Store(redis, shards=shards).commit(change)
    assert {key: await redis.dump(key) for key in await redis.keys("*")} == stored
    assert await Store(redis, shards=Owned(after)).commit(change) == Committed(2)


async def test_a_former_owner_claims_nothing_that_is_due(redis: Redis) -> None:
    before, after = await taken_over(redis)
    await Store(redis).commit(Commit(scope=SCOPE, expected=0, update_id=None, state=b"state", deadline=5.0))
    assert await Store(redis, shards=Owned(before)).due(10, 9) == []
    assert await Store(redis, shards=Owned(after)).due(10, 9) == [SCOPE]


async def test_what_was_let_go_is_not_the_worker_s_again_when_it_says_so(redis: Redis, inbox: Inbox) -> None:
    await fill(inbox, 1)
    [entry] = await read(inbox)
    await inbox.ack([entry])
    await inbox.keep(entry)
    assert await left(redis, INBOX) == (0, 0)


async def test_a_former_owner_tells_nothing(redis: Redis) -> None:
    before, after = await taken_over(redis)
    await commit(redis, SCOPE, 0, b"one")
    assert await read(Outbox(redis, Owned(before)), epochs=before) == []
    assert [entry.payload for entry in await read(Outbox(redis), epochs=after)] == [b"one"]


async def test_a_former_owner_neither_gives_up_nor_lets_go_what_another_has_in_hand(redis: Redis) -> None:
    """Nor does it say which message is the newest: the other one may have sent a newer."""
    await Inbox(redis).put(7, CHAT, b"{}")
    await commit(redis, SCOPE, 0, b"one")
    former = Owned(await own(redis, FORMER))
    inbox, outbox = Inbox(redis, former), Outbox(redis, former)
    [update], [notice] = await read(inbox, epochs=former.epochs), await read(outbox, epochs=former.epochs)
    await own(redis, LATTER)
    assert not await inbox.bury(update, "broken")
    assert former.told == [(SHARD, FORMER)]
    former.epochs[SHARD] = FORMER
    await outbox.done([notice], SCOPE, Newest(9))
    assert former.told == [(SHARD, FORMER)] * 2
    assert not await inbox.bury(update, "broken"), "nor once it knows"
    await outbox.done([notice], SCOPE, Newest(9))
    assert await redis.xlen(INBOX) == await redis.xlen(keys.outbox(SHARD)) == 1
    assert not await redis.exists(keys.dead(SHARD))
    assert await Store(redis).post(SCOPE) is None


async def test_what_lies_in_another_s_shard_and_is_no_update_is_left_to_that_one(redis: Redis, inbox: Inbox) -> None:
    await redis.xadd(INBOX, {"chat": str(CHAT), "update": "of a newer version"})
    await inbox.put(7, CHAT, b"{}")
    assert updates(await inbox.lying([CHAT])) == [7]
    assert await redis.xlen(INBOX) == 2
