"""Broadcasts while Telegram fails: it is asked before more messages are lost, and every chat is told of or listed."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, CallFailed, ChatUnreachable
from bot.store import keys
from bot.store.broadcasts import Broadcasts
from bot.store.keys import BOT_OWNER_SHARD
from tests.support.broadcasts import BroadcastOwner, BroadcastRun


async def test_telegram_is_asked_before_more_are_lost(redis: Redis) -> None:
    lost = iter([ApiUnreachable("no route")])
    hall = BroadcastRun(redis, lambda _: next(lost, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 1
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown"]


async def test_of_two_faults_at_once_the_worse_is_not_forgotten(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    faults, both_wait, take = (
        iter([ApiUnreachable("no route"), CallFailed("odd")]),
        asyncio.Event(),
        Broadcasts.take_next_chat,
    )

    async def watched(broadcasts: Broadcasts, *, is_sending: bool) -> int | str:
        said = await take(broadcasts, is_sending=is_sending)
        if said == "wait":
            both_wait.set()
        return said

    async def answered(_: int) -> None:
        await both_wait.wait()

    monkeypatch.setattr(Broadcasts, "take_next_chat", watched)
    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(-21, -22)
    await hall.confirm_broadcast()
    hall.telegram.answers = answered
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 1


async def test_what_is_lost_while_telegram_is_asked_makes_it_be_asked_again(redis: Redis) -> None:
    faults = iter([ApiUnreachable("no route"), ApiUnreachable("no route")])
    both, asked = asyncio.Event(), asyncio.Event()

    async def answered(sent: int) -> None:
        if sent == 2:
            both.set()
            await asked.wait()
        await both.wait()

    async def alive(_: int) -> None:
        asked.set()
        for _ in range(20):
            await asyncio.sleep(0)

    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    hall.telegram.answers, hall.telegram.is_alive = answered, alive
    await hall.run(await hall.start_process())
    assert hall.telegram.asked == 2
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown", "unknown"]


async def test_an_owner_who_cannot_be_written_to_keeps_no_broadcast_open(redis: Redis) -> None:
    hall = BroadcastRun(redis, lambda _: ChatUnreachable("blocked"))
    await hall.add_chats(-1)
    await hall.confirm_broadcast()
    hall.telegram.blocked = True
    await hall.run(await hall.start_process())
    assert await hall.state() == "over"


async def test_a_late_answer_mends_what_was_unknown(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(-1)
    broadcasts = await hall.confirm_broadcast()
    await redis.set(keys.shard_owner(BOT_OWNER_SHARD), "a")
    former, heir = Broadcasts(redis, BroadcastOwner("a")), Broadcasts(redis, BroadcastOwner("b"))
    await former.add_recipients([-1])
    assert await former.take_next_chat(is_sending=False) == -1
    await redis.set(keys.shard_owner(BOT_OWNER_SHARD), "b")
    assert await heir.take_next_chat(is_sending=False) == "done"
    assert await broadcasts.list_failed_chats() == [(-1, "unknown")]
    await former.record_outcome(-1, "told")
    assert await broadcasts.list_failed_chats() == []
    assert (await broadcasts.load_progress()).delivered == 1
