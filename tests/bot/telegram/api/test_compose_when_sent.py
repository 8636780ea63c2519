"""What shows how something stands is composed when it may be sent, and one answer serves all who wait for it."""

import asyncio
from functools import partial

import pytest
from redis.asyncio import Redis

from bot.call_errors import RequestRejected
from bot.telegram.requests import Request
from bot.workers.sending import Sending
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN
from tests.support.consumer_harness import GROUP, ConsumerHarness, request_text
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle, wait_until


class BusyGroup:
    """A group that may be sent twenty messages a minute, and a game there."""

    def __init__(self, redis: Redis) -> None:
        self.timers = FakeTimers()
        self.pace = self.timers.new_send_queue()
        self.desk = ConsumerHarness(redis, pause=self.timers.pause, compose_when_allowed=self.pace.compose_when_allowed)
        self.desk.on_request = self.answer
        self.turns = self.told = 0
        self.shown: list[tuple[int, int]] = []
        """What each answer shows, and what the group had been told of by then."""

    async def answer(self, request: Request) -> None:
        turns = self.turns

        async def show() -> None:
            self.shown.append((turns, self.told))

        await self.pace.send_when_allowed(GROUP, show, request.sending)

    async def play(self) -> None:
        self.turns += 1
        turns = self.turns

        async def tell() -> None:
            self.told = max(self.told, turns)

        await self.pace.send_when_allowed(GROUP, tell)


async def test_four_who_ask_in_a_busy_group_are_answered_by_one_message_that_is_true_when_it_is_sent(
    redis: Redis,
) -> None:
    group = BusyGroup(redis)
    telling = list[asyncio.Task[None]]()
    async with group.desk.run_consumer():
        for turn in range(12):
            telling.append(asyncio.create_task(group.play()))
            if turn == 6:
                for person in (KIRAZ, LIMON, NANE, ZEYTIN):
                    await group.desk.append_text("/board", person)
                    await run_until_idle()
            await group.timers.advance(2.4)
            await group.desk.count_waiting_and_dead()
        for _ in range(60):
            await group.timers.advance(1.0)
            await group.desk.count_waiting_and_dead()
        await group.desk.wait_until_empty()
    assert len(group.shown) == 1
    shown, told = group.shown[0]
    assert told > 6, "it waited while the game went on"
    assert shown >= told, "none older than the group has read"
    await asyncio.gather(*telling)


async def test_room_that_was_waited_for_and_is_not_needed_is_somebody_else_s() -> None:
    timers = FakeTimers()
    pace = timers.new_send_queue()

    async def nothing(_: Sending) -> None:
        """As a look that is answered elsewhere, or refused in silence."""

    async def refused(_: Sending) -> None:
        raise RequestRejected("Bad Request")

    async def sent() -> bool:
        return True

    for _ in range(100):
        await pace.compose_when_allowed(GROUP, nothing)
        with pytest.raises(RequestRejected):
            await pace.compose_when_allowed(GROUP, refused)
    for _ in range(3):
        assert await pace.compose_when_allowed(GROUP, partial(pace.send_when_allowed, GROUP, sent))
    assert timers.now == 0
    fourth = asyncio.create_task(pace.compose_when_allowed(GROUP, partial(pace.send_when_allowed, GROUP, sent)))
    await run_until_idle()
    assert not fourth.done(), "what is sent counts, and once"
    await timers.advance(1.0)
    assert await fourth


async def test_what_is_for_one_alone_waits_for_their_own_chat_and_not_for_the_group_s(redis: Redis) -> None:
    group = BusyGroup(redis)
    composed = list[tuple[str, float]]()

    async def answer(request: Request) -> None:
        composed.append((request_text(request), group.timers.now))

    group.desk.on_request = answer
    group.pace.block_chat(GROUP, 600)
    group.pace.block_chat(LIMON, 30)
    async with group.desk.run_consumer():
        await group.desk.append_text("/rack", KIRAZ)
        await wait_until(lambda: composed == [("rack", 0.0)])
        await group.desk.append_text("/rack", LIMON)
        await run_until_idle()
        for _ in range(29):
            await group.timers.advance(1.0)
            await group.desk.count_waiting_and_dead()
        assert len(composed) == 1, "their chat takes nothing yet"
        for _ in range(3):
            await group.timers.advance(1.0)
            await group.desk.count_waiting_and_dead()
        await group.desk.wait_until_empty()
    assert len(composed) == 2
    assert composed[1][1] >= 30


async def test_who_asks_while_an_answer_is_composed_gets_the_next(redis: Redis) -> None:
    """What it shows was read before they asked."""
    group, free, begun = BusyGroup(redis), asyncio.Event(), list[int]()

    async def answer(request: Request) -> None:
        begun.append(request.sender.user)
        await free.wait()

    group.desk.on_request = answer
    async with group.desk.run_consumer():
        await group.desk.append_text("/board", KIRAZ)
        await wait_until(lambda: begun == [KIRAZ])
        await group.desk.append_text("/board", LIMON)
        await group.desk.append_text("/board", NANE)
        free.set()
        await group.desk.wait_until_empty()
    assert begun == [KIRAZ, NANE], "the newest stands for all who waited"
