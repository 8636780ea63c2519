"""Broadcasts while Telegram fails: it is asked before more messages are lost, and every chat is told of or listed."""

import asyncio

from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, CallFailed, ChatUnreachable, NotSent, RateLimited
from tests.support.broadcasts import BroadcastRun


async def test_telegram_is_asked_before_more_are_lost(redis: Redis) -> None:
    lost = iter([ApiUnreachable("no route")])
    hall = BroadcastRun(redis, lambda _: next(lost, None))
    await hall.add_chats(*range(-30, -20))
    broadcasts = await hall.confirm_broadcast()
    await hall.run(hall.start_process())
    assert hall.telegram.asked == 1
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown"]


async def test_of_two_faults_at_once_the_worse_is_not_forgotten(redis: Redis) -> None:
    faults, both = iter([ApiUnreachable("no route"), CallFailed("odd")]), asyncio.Event()

    async def answered(sent: int) -> None:
        if sent == 2:
            both.set()
        await both.wait()

    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(-21, -22, -23)
    await hall.confirm_broadcast()
    hall.telegram.answers = answered
    await hall.run(hall.start_process())
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
    await hall.run(hall.start_process())
    assert hall.telegram.asked == 2
    assert [why for _, why in await broadcasts.list_failed_chats()] == ["unknown", "unknown"]


async def test_an_owner_who_cannot_be_written_to_keeps_no_broadcast_open(redis: Redis) -> None:
    hall = BroadcastRun(redis, lambda _: ChatUnreachable("blocked"))
    await hall.add_chats(-1)
    await hall.confirm_broadcast()
    hall.telegram.blocked = True
    await hall.run(hall.start_process())
    assert await hall.state() == "over"


async def test_a_late_answer_mends_what_was_unknown(redis: Redis) -> None:
    hall = BroadcastRun(redis)
    await hall.add_chats(-1)
    broadcasts = await hall.confirm_broadcast()
    await broadcasts.add_recipients([-1])
    assert await broadcasts.take_next_chat() == -1
    assert await broadcasts.take_next_chat() is None
    assert await broadcasts.list_failed_chats() == [(-1, "unknown")]
    await broadcasts.record_outcome(-1, "told")
    assert await broadcasts.list_failed_chats() == []
    assert (await broadcasts.load_progress()).delivered == 1


async def test_what_is_recorded_twice_tells_nobody_twice(redis: Redis) -> None:
    """As when the answer of Redis is lost, and the command sent once more."""
    hall = BroadcastRun(redis)
    broadcasts = await hall.confirm_broadcast()
    await broadcasts.add_recipients([-1])
    assert await broadcasts.take_next_chat() == -1
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() == -1001
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() is None, "it is being told"
    await broadcasts.record_outcome(-1001, "told")
    await broadcasts.record_outcome(-1, "moved", -1001)
    assert await broadcasts.take_next_chat() is None
    assert await broadcasts.list_failed_chats() == []


async def test_a_chat_that_surely_was_not_sent_it_is_tried_again(redis: Redis) -> None:
    faults = iter([RateLimited("Too Many Requests", 3), NotSent("more answers wait than there is room for")])
    hall = BroadcastRun(redis, lambda _: next(faults, None))
    await hall.add_chats(-1)
    broadcasts = await hall.confirm_broadcast()
    await hall.run(hall.start_process())
    assert hall.telegram.delivered == {-1: 1}
    assert hall.now >= 3
    assert await broadcasts.list_failed_chats() == []
