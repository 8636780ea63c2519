"""What shows how something stands is composed when it may be sent, and one answer serves all who wait for it."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot.outcomes import Refused, TooFast
from bot.telegram.inbound import Request
from bot.telegram.pace import Pace
from bot.workers.limiter import Limiter, Limits
from bot.workers.urgency import Urgency, urgent
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN
from tests.support.desk import GROUP, Desk, said, until
from tests.support.timers import Timers, settled


class Group:
    """A group that may be sent twenty messages a minute, and a game there."""

    def __init__(self, redis: Redis) -> None:
        self.timers = Timers()
        self.limiter = Limiter(Limits(30, 1, 20), clock=self.timers.clock, later=self.timers.later)
        self.pace = Pace(self.limiter, pause=self.timers.pause)
        self.desk = Desk(redis, pause=self.timers.pause, in_turn=self.pace.in_turn)
        self.desk.work = self.answer
        self.turns = self.told = 0
        self.shown: list[tuple[int, int]] = []
        """What each answer shows, and what the group had been told of by then."""

    async def answer(self, _: Request) -> None:
        turns = self.turns

        async def show() -> None:
            self.shown.append((turns, self.told))

        await self.pace.out(GROUP, show)

    async def play(self) -> None:
        """A turn is committed, and told."""
        self.turns += 1
        turns = self.turns

        async def tell() -> None:
            self.told = max(self.told, turns)

        with urgent(Urgency.PLAY):
            await self.pace.out(GROUP, tell)


async def test_four_who_ask_in_a_busy_group_are_answered_by_one_message_that_is_true_when_it_is_sent(
    redis: Redis,
) -> None:
    group = Group(redis)
    telling = list[asyncio.Task[None]]()
    async with group.desk.open():
        for turn in range(12):
            telling.append(asyncio.create_task(group.play()))
            if turn == 6:
                for person in (KIRAZ, LIMON, NANE, ZEYTIN):
                    await group.desk.say("/board", person)
                    await settled()
            await group.timers.pass_(2.4)
            await group.desk.left()
        for _ in range(60):
            await group.timers.pass_(1.0)
            await group.desk.left()
        await group.desk.empty()
    assert len(group.shown) == 1
    shown, told = group.shown[0]
    assert told > 6, "it waited while the game went on"
    assert shown >= told, "none older than the group has read"
    await asyncio.gather(*telling)


async def test_room_that_was_waited_for_and_is_not_needed_is_somebody_else_s() -> None:
    timers = Timers()
    pace = Pace(Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later))

    async def nothing() -> None:
        """As a look that is answered elsewhere, or refused in silence."""

    async def refused() -> None:
        raise Refused("Bad Request")

    async def sent() -> bool:
        return True

    for _ in range(100):
        await pace.in_turn(GROUP, nothing)
        with pytest.raises(Refused):
            await pace.in_turn(GROUP, refused)
    for _ in range(3):
        assert await pace.in_turn(GROUP, lambda: pace.out(GROUP, sent))
    assert timers.now == 0
    fourth = asyncio.create_task(pace.in_turn(GROUP, lambda: pace.out(GROUP, sent)))
    await settled()
    assert not fourth.done(), "what is sent counts, and once"
    await timers.pass_(1.0)
    assert await fourth


async def test_what_goes_to_another_chat_waits_for_that_one() -> None:
    timers = Timers()
    limiter = Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later)
    pace = Pace(limiter)

    async def sent() -> bool:
        return True

    limiter.refused(KIRAZ, 60)
    private = asyncio.create_task(pace.in_turn(GROUP, lambda: pace.out(KIRAZ, sent)))
    await timers.pass_(59)
    assert not private.done()
    await timers.pass_(1)
    assert await private


async def test_what_telegram_wants_to_wait_is_composed_anew() -> None:
    timers = Timers()
    pace = Pace(Limiter(Limits(30, 1, 20), clock=timers.clock, later=timers.later), pause=timers.pause)
    composed = list[float]()

    async def answer() -> None:
        composed.append(timers.now)

        async def send() -> None:
            if len(composed) == 1:
                raise TooFast("Too Many Requests", 7.0)

        await pace.out(GROUP, send)

    with urgent(Urgency.LOOK):
        task = asyncio.create_task(pace.in_turn(GROUP, answer))
    await timers.pass_(8)
    await task
    assert composed == [0.0, 7.0]


async def test_what_is_for_one_alone_waits_for_their_own_chat_and_not_for_the_group_s(redis: Redis) -> None:
    group = Group(redis)
    composed = list[tuple[str, float]]()

    async def answer(request: Request) -> None:
        composed.append((said(request), group.timers.now))

    group.desk.work = answer
    group.limiter.refused(GROUP, 600)
    group.limiter.refused(LIMON, 30)
    async with group.desk.open():
        await group.desk.say("/rack", KIRAZ)
        await until(lambda: composed == [("rack", 0.0)])
        await group.desk.say("/rack", LIMON)
        await settled()
        for _ in range(29):
            await group.timers.pass_(1.0)
            await group.desk.left()
        assert len(composed) == 1, "their chat takes nothing yet"
        for _ in range(3):
            await group.timers.pass_(1.0)
            await group.desk.left()
        await group.desk.empty()
    assert len(composed) == 2
    assert composed[1][1] >= 30


async def test_who_asks_while_an_answer_is_composed_gets_the_next(redis: Redis) -> None:
    """What it shows was read before they asked."""
    group, free, begun = Group(redis), asyncio.Event(), list[int]()

    async def answer(request: Request) -> None:
        begun.append(request.sender.user)
        await free.wait()

    group.desk.work = answer
    async with group.desk.open():
        await group.desk.say("/board", KIRAZ)
        await until(lambda: begun == [KIRAZ])
        await group.desk.say("/board", LIMON)
        await group.desk.say("/board", NANE)
        free.set()
        await group.desk.empty()
    assert begun == [KIRAZ, NANE], "the newest stands for all who waited"
