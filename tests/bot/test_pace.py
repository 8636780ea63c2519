"""One message on its way: in its turn, and again where Telegram says that it came too fast."""

import asyncio

import pytest

from bot.outcomes import Refused, TooFast
from bot.telegram.pace import Pace
from bot.workers.limiter import Limiter, Limits
from bot.workers.urgency import Urgency, urgent
from tests.support.timers import Timers

GROUP = -100


class Telegram:
    """Refuses the first so many messages for a while."""

    def __init__(self, refused: int) -> None:
        self.refused = refused
        self.asked = 0
        self.pauses: list[float] = []

    async def send(self) -> str:
        self.asked += 1
        if self.asked <= self.refused:
            raise TooFast("Too Many Requests", 7.0)
        return "sent"

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


async def test_an_answer_is_sent_again_as_soon_as_it_may_be() -> None:
    telegram = Telegram(2)
    with urgent(Urgency.ANSWER):
        assert await Pace(pause=telegram.pause).out(GROUP, telegram.send) == "sent"
    assert telegram.pauses == [7.0, 7.0]


async def test_who_puts_together_anew_what_there_is_to_say_is_told_of_it() -> None:
    telegram = Telegram(1)
    with pytest.raises(TooFast):
        await Pace(pause=telegram.pause).out(GROUP, telegram.send)
    assert telegram.pauses == []


async def test_nobody_else_is_sent_to_a_chat_that_telegram_has_shut() -> None:
    timers, telegram = Timers(), Telegram(1)
    limiter = Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later)
    with pytest.raises(TooFast):
        await Pace(limiter).out(GROUP, telegram.send)

    other = asyncio.create_task(Pace(limiter).out(GROUP, telegram.send))
    await timers.pass_(6.9)
    assert not other.done()
    await timers.pass_(0.2)
    assert await other == "sent"


async def test_what_is_refused_is_not_sent_again() -> None:
    telegram = Telegram(0)

    async def refused() -> None:
        telegram.asked += 1
        raise Refused("Bad Request")

    with pytest.raises(Refused), urgent(Urgency.ANSWER):
        await Pace(pause=telegram.pause).out(GROUP, refused)
    assert telegram.asked == 1


async def test_an_answer_to_a_tap_waits_for_no_chat() -> None:
    timers, telegram = Timers(), Telegram(0)
    limiter = Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later)
    limiter.refused(GROUP, 600)
    assert await Pace(limiter).out(None, telegram.send) == "sent"
