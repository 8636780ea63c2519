"""One message on its way: in its turn, and again where Telegram says that it came too fast."""

import asyncio

import pytest

from bot.call_errors import RateLimited, RequestRejected
from bot.telegram.api.send_queue import SendQueue
from bot.workers.limiter import Limiter, RateLimits
from bot.workers.sending import Priority, Sending
from tests.support.timers import FakeTimers

GROUP = -100


class RateLimitedTelegram:
    """Refuses the first so many messages for a while."""

    def __init__(self, refused: int) -> None:
        self.refused = refused
        self.asked = 0
        self.pauses: list[float] = []

    async def send(self) -> str:
        self.asked += 1
        if self.asked <= self.refused:
            raise RateLimited("Too Many Requests", 7.0)
        return "sent"

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


async def test_an_answer_is_sent_again_as_soon_as_it_may_be() -> None:
    telegram = RateLimitedTelegram(2)
    answer = Sending(Priority.ANSWER)
    assert await SendQueue(pause=telegram.pause).send_when_allowed(GROUP, telegram.send, answer) == "sent"
    assert telegram.pauses == [7.0, 7.0]


async def test_who_puts_together_anew_what_there_is_to_say_is_told_of_it() -> None:
    telegram = RateLimitedTelegram(1)
    with pytest.raises(RateLimited):
        await SendQueue(pause=telegram.pause).send_when_allowed(GROUP, telegram.send)
    assert telegram.pauses == []


async def test_nobody_else_is_sent_to_a_chat_that_telegram_has_shut() -> None:
    timers, telegram = FakeTimers(), RateLimitedTelegram(1)
    limiter = Limiter(RateLimits(30, 1, 20), clock=timers.clock, call_later=timers.call_later)
    with pytest.raises(RateLimited):
        await SendQueue(limiter).send_when_allowed(GROUP, telegram.send)

    other = asyncio.create_task(SendQueue(limiter).send_when_allowed(GROUP, telegram.send))
    await timers.advance(6.9)
    assert not other.done()
    await timers.advance(0.2)
    assert await other == "sent"


async def test_what_is_refused_is_not_sent_again() -> None:
    telegram = RateLimitedTelegram(0)

    async def refused() -> None:
        telegram.asked += 1
        raise RequestRejected("Bad Request")

    with pytest.raises(RequestRejected):
        await SendQueue(pause=telegram.pause).send_when_allowed(GROUP, refused, Sending(Priority.ANSWER))
    assert telegram.asked == 1


async def test_an_answer_to_a_tap_waits_for_no_chat() -> None:
    timers, telegram = FakeTimers(), RateLimitedTelegram(0)
    limiter = Limiter(RateLimits(30, 1, 20), clock=timers.clock, call_later=timers.call_later)
    limiter.block_chat(GROUP, 600)
    assert await SendQueue(limiter).send_when_allowed(None, telegram.send) == "sent"
