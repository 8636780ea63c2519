"""What somebody asks for beyond their share: few tries of many, the last one counts, and nothing goes ahead of it."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.outcomes import TooFast
from bot.store.keys import Scope
from bot.telegram.inbound import Request
from bot.workers.urgency import refusing
from tests.support.chats import KIRAZ, LIMON
from tests.support.desk import GROUP, Desk, said, until
from tests.support.games import NOW
from tests.support.present import Clock
from tests.support.timers import Timers, settled


class Crowd:
    """A desk where what is good is done and all else refused, by a judge that takes some time."""

    def __init__(self, redis: Redis) -> None:
        self.timers = Timers()
        self.clock = Clock(NOW)
        self.desk = Desk(redis, self.clock, pause=self.timers.pause)
        self.desk.work = self._work
        self.tried: list[tuple[float, str]] = []

    async def _work(self, request: Request) -> None:
        self.tried.append((self.timers.now, said(request)))
        if "good" not in said(request):
            with refusing():
                pass

    async def pass_(self, seconds: float) -> None:
        await self.timers.pass_(seconds)
        self.clock.now = NOW + timedelta(seconds=self.timers.now)

    async def hurry(self, times: int = 11) -> None:
        """Use up a share, and the try beyond it."""
        for number in range(times):
            await self.desk.say(f"/play bad {number}", KIRAZ)
        await until(lambda: len(self.tried) == times)

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.tried]


@pytest.fixture
def crowd(redis: Redis) -> Crowd:
    return Crowd(redis)


async def test_of_a_flood_little_is_tried_and_its_last_counts_within_two_seconds(crowd: Crowd) -> None:
    async with crowd.desk.open():
        for number in range(400):
            await crowd.desk.say(f"/play bad {number}", KIRAZ, later=number // 100)
            await settled()
            await crowd.pass_(0.01)
        await crowd.desk.say("/play good", KIRAZ, later=4)
        sent = crowd.timers.now
        await settled()
        for _ in range(20):
            await crowd.pass_(0.1)
        await crowd.desk.empty()
    assert crowd.names[-1] == "play good"
    assert crowd.tried[-1][0] <= sent + 2.0
    assert len(crowd.tried) <= 10 + 2 + 4, "the share, what it got back, and the tries"


async def test_nothing_of_an_administrator_s_is_tried_beyond_the_share(crowd: Crowd) -> None:
    async with crowd.desk.open():
        for _ in range(400):
            await crowd.desk.say("/pause", KIRAZ)
        await crowd.desk.empty()
    assert crowd.names == ["pause"] * 10


async def test_what_waits_for_its_try_keeps_its_place_before_others_moves(crowd: Crowd) -> None:
    async with crowd.desk.open():
        await crowd.hurry()
        await crowd.desk.say("/play good first", KIRAZ)
        await crowd.desk.say("/play good second", LIMON)
        await crowd.desk.empty()
    assert crowd.names[11:] == ["play good first", "play good second"]


async def test_of_several_people_s_tries_none_goes_ahead_of_an_earlier_one(crowd: Crowd) -> None:
    async with crowd.desk.open():
        await crowd.hurry()
        await crowd.pass_(1.0)
        for _ in range(11):
            await crowd.desk.say("/play bad", LIMON)
        await until(lambda: len(crowd.tried) == 22)
        await crowd.desk.say("/play good limon", LIMON)
        await crowd.desk.say("/play good kiraz", KIRAZ)
        await settled()
        await crowd.pass_(2.0)
        await crowd.desk.empty()
    assert crowd.names[22:] == ["play good limon", "play good kiraz"]


async def test_what_waits_for_its_try_keeps_its_place_before_what_is_due(crowd: Crowd) -> None:
    async def expired() -> None:
        crowd.tried.append((crowd.timers.now, "time"))

    async with crowd.desk.open():
        await crowd.hurry()
        await crowd.desk.say("/play good", KIRAZ)
        await settled()
        assert crowd.desk.consumer.busy
        await crowd.desk.consumer.put(Scope(GROUP), expired, lambda: None)
        await crowd.desk.empty()
        await until(lambda: not crowd.desk.consumer.busy)
    assert crowd.names[11:] == ["play good", "time"]


async def test_what_waits_for_its_try_outlives_the_process(crowd: Crowd, redis: Redis) -> None:
    async with crowd.desk.open():
        await crowd.hurry()
        await crowd.desk.say("/play good", KIRAZ)
        await settled()
    assert crowd.names[11:] == []
    later = Crowd(redis)
    async with later.desk.open():
        await later.desk.empty()
    assert later.names == ["play good"]


async def test_a_question_that_came_too_fast_holds_up_nobody_else(redis: Redis) -> None:
    timers = Timers()
    desk = Desk(redis, pause=timers.pause)

    async def work(request: Request) -> None:
        if said(request) == "join" and timers.now < 6.0:
            raise TooFast("Too Many Requests", 6.0)

    desk.work = work
    async with desk.open():
        await desk.say("/join", KIRAZ)
        await desk.say("/play good", LIMON)
        await until(lambda: desk.done == ["play good"])
        assert timers.now == 0
        await timers.pass_(6.0)
        await desk.empty()
    assert desk.done == ["play good", "join"]
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("tries")]
