"""What somebody asks for beyond their share: few tries of many, the last one counts, and nothing goes ahead of it."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.call_errors import RateLimited
from bot.store.scope import Scope
from bot.telegram.incoming.requests import Request
from tests.support.bot_time import BotClock
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.consumer_harness import GROUP, ConsumerHarness, request_text
from tests.support.games import NOW
from tests.support.timers import FakeTimers
from tests.support.waiting import run_until_idle, wait_until


class SlowJudgedDesk:
    """A desk where what is good is done and all else refused, by a judge that takes some time."""

    def __init__(self, redis: Redis) -> None:
        self.timers = FakeTimers()
        self.clock = BotClock(NOW)
        self.desk = ConsumerHarness(redis, self.clock, pause=self.timers.pause)
        self.desk.on_request = self._work
        self.tried: list[tuple[float, str]] = []

    async def _work(self, request: Request) -> None:
        self.tried.append((self.timers.now, request_text(request)))
        if "good" not in request_text(request):
            request.sending.as_refusal()

    async def pass_time(self, seconds: float) -> None:
        await self.timers.advance(seconds)
        self.clock.now = NOW + timedelta(seconds=self.timers.now)

    async def use_up_share(self, times: int = 11) -> None:
        """Use up a share, and the try beyond it."""
        for number in range(times):
            await self.desk.append_text(f"/play bad {number}", KIRAZ)
        await wait_until(lambda: len(self.tried) == times)

    @property
    def handled_names(self) -> list[str]:
        return [name for _, name in self.tried]


@pytest.fixture
def crowd(redis: Redis) -> SlowJudgedDesk:
    return SlowJudgedDesk(redis)


async def test_of_a_flood_little_is_tried_and_its_last_counts_within_two_seconds(crowd: SlowJudgedDesk) -> None:
    async with crowd.desk.run_consumer():
        for number in range(400):
            await crowd.desk.append_text(f"/play bad {number}", KIRAZ, later=number // 100)
            await run_until_idle()
            await crowd.pass_time(0.01)
        await crowd.desk.append_text("/play good", KIRAZ, later=4)
        sent = crowd.timers.now
        await run_until_idle()
        for _ in range(20):
            await crowd.pass_time(0.1)
        await crowd.desk.wait_until_empty()
    assert crowd.handled_names[-1] == "play good"
    assert crowd.tried[-1][0] <= sent + 2.0
    assert len(crowd.tried) <= 10 + 2 + 4, "the share, what it got back, and the tries"


async def test_nothing_of_an_administrator_s_is_tried_beyond_the_share(crowd: SlowJudgedDesk) -> None:
    async with crowd.desk.run_consumer():
        for _ in range(400):
            await crowd.desk.append_text("/pause", KIRAZ)
        await crowd.desk.wait_until_empty()
    assert crowd.handled_names == ["pause"] * 10


async def test_what_waits_for_its_try_keeps_its_place_before_others_moves(crowd: SlowJudgedDesk) -> None:
    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.desk.append_text("/play good first", KIRAZ)
        await crowd.desk.append_text("/play good second", LIMON)
        await crowd.desk.wait_until_empty()
    assert crowd.handled_names[11:] == ["play good first", "play good second"]


async def test_of_several_people_s_tries_none_goes_ahead_of_an_earlier_one(crowd: SlowJudgedDesk) -> None:
    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.pass_time(1.0)
        for _ in range(11):
            await crowd.desk.append_text("/play bad", LIMON)
        await wait_until(lambda: len(crowd.tried) == 22)
        await crowd.desk.append_text("/play good limon", LIMON)
        await crowd.desk.append_text("/play good kiraz", KIRAZ)
        await run_until_idle()
        await crowd.pass_time(2.0)
        await crowd.desk.wait_until_empty()
    assert crowd.handled_names[22:] == ["play good limon", "play good kiraz"]


async def test_what_waits_for_its_try_keeps_its_place_before_what_is_due(crowd: SlowJudgedDesk) -> None:
    async def expired() -> None:
        crowd.tried.append((crowd.timers.now, "time"))

    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.desk.append_text("/play good", KIRAZ)
        await run_until_idle()
        assert crowd.desk.consumer.is_busy
        await crowd.desk.consumer.timeouts.queue_work(Scope(GROUP), expired, lambda: None)
        await crowd.desk.wait_until_empty()
        await wait_until(lambda: not crowd.desk.consumer.is_busy)
    assert crowd.handled_names[11:] == ["play good", "time"]


async def test_what_waits_for_its_try_outlives_the_process(crowd: SlowJudgedDesk, redis: Redis) -> None:
    async with crowd.desk.run_consumer():
        await crowd.use_up_share()
        await crowd.desk.append_text("/play good", KIRAZ)
        await run_until_idle()
    assert crowd.handled_names[11:] == []
    later = SlowJudgedDesk(redis)
    async with later.desk.run_consumer():
        await later.desk.wait_until_empty()
    assert later.handled_names == ["play good"]


async def test_a_question_that_came_too_fast_holds_up_nobody_else(redis: Redis) -> None:
    timers = FakeTimers()
    desk = ConsumerHarness(redis, pause=timers.pause)

    async def work(request: Request) -> None:
        if request_text(request) == "join" and timers.now < 6.0:
            raise RateLimited("Too Many Requests", 6.0)

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/join", KIRAZ)
        await desk.append_text("/play good", LIMON)
        await wait_until(lambda: desk.handled_texts == ["play good"])
        assert timers.now == 0
        await timers.advance(6.0)
        await desk.wait_until_empty()
    assert desk.handled_texts == ["play good", "join"]
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("tries")]
