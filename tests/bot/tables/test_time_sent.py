"""When something counts that Telegram dated: its clock and that of Redis's machine need not agree."""

import asyncio
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import connect
from bot.store.heartbeat import Heartbeat
from bot.store.server.embedded import EmbeddedRedis
from bot.tables.served_time import LONGEST_DELAY_MS, SENT_BEFORE_DOWNTIME_MS, ServedClock
from tests.support.timeout_workers import World

HOUR = 3600
SECOND = timedelta(seconds=1)
BEATS = timedelta(seconds=10)
SKEWS = (-300, -70, -3, 0, 3, 70, 300)
"""Seconds that Redis's clock may always have been ahead of Telegram's."""
WHOLE_SECONDS = 1.0
"""Telegram's instants have no fractions."""


class Service:
    """One process at a time on a Redis whose clock is set; Telegram's clock is right."""

    def __init__(self, redis: Redis) -> None:
        self.world = World(redis)
        self.last = self.world.clock.now
        """When it beat last, by a right clock."""
        self.served = self._process()

    def _process(self) -> ServedClock:
        heartbeat = Heartbeat(self.world.redis, "bot", self.world.seconds_passed, self.world.server_time)
        return ServedClock(heartbeat.record_beat, self.world.seconds_passed)

    async def beat(self, *, returning: bool = False) -> None:
        await self.served.record_beat(returning=returning)
        self.last = self.world.clock.now

    async def serve(self, seconds: float) -> None:
        """Be there for so long, beating every ten seconds."""
        end = self.world.clock.now + timedelta(seconds=seconds)
        while (due := self.last + BEATS) <= end:
            self.world.advance_unobserved((due - self.world.clock.now).total_seconds())
            await self.beat()
        self.world.advance_unobserved((end - self.world.clock.now).total_seconds())

    async def be_absent(self, seconds: float) -> datetime:
        """Be killed and come back: when, in served time, the service was last known to be there."""
        left = self.served() - (self.world.clock.now - self.last)
        self.world.advance_unobserved(seconds)
        self.served = self._process()
        await self.beat(returning=True)
        return left

    async def jump(self, seconds: float) -> None:
        """Redis's clock is set while the service is there."""
        self.world.jump += timedelta(seconds=seconds)
        await self.beat()

    def counts(self, ago: float = 0.0) -> datetime:
        """From when something counts that was sent so long ago and arrives now."""
        sent = (self.world.clock.now - timedelta(seconds=ago)).replace(microsecond=0)
        return self.served.time_counted(self.served() + self.served.downtime, sent)

    def sent(self, ago: float = 0.0) -> datetime:
        """When that was sent in served time."""
        sent = (self.world.clock.now - timedelta(seconds=ago)).replace(microsecond=0)
        return self.served.time_sent(self.served() + self.served.downtime, sent)


@pytest.fixture
async def service(redis: Redis) -> Service:
    made = Service(redis)
    await made.beat(returning=True)
    await made.serve(100)
    return made


JUMPS = st.sampled_from((-3 * HOUR, -2 * HOUR, -HOUR, HOUR, 2 * HOUR, 3 * HOUR))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("serve"), st.floats(0.1, 300)),
        st.tuples(st.just("absence"), st.floats(1, 3000), st.floats(0, 1)),
        st.tuples(st.just("jump"), JUMPS),
    ),
    max_size=20,
)


@settings(max_examples=25)
@given(steps=STEPS)
def test_what_came_at_once_counts_from_then_and_what_waited_from_the_beginning_of_the_absence(
    redis_server: EmbeddedRedis, steps: list[tuple[str, float] | tuple[str, float, float]]
) -> None:
    async def told() -> None:
        async with connect(redis_server.url) as redis:
            await redis.flushall()
            service = Service(redis)
            await service.beat(returning=True)
            for what, number, *more in steps:
                match what:
                    case "serve":
                        await service.serve(number)
                    case "jump":
                        await service.jump(number)
                    case _:
                        left = await service.be_absent(number)
                        waited = service.counts(number * more[0]) - left
                        assert -WHOLE_SECONDS <= waited.total_seconds() <= 0.01
                at_once = service.served() - service.counts()
                assert 0 <= at_once.total_seconds() <= WHOLE_SECONDS

    asyncio.run(told())


async def test_a_clock_that_was_set_is_no_absence(service: Service, redis: Redis) -> None:
    await service.jump(HOUR)
    await service.serve(100)
    assert await redis.lrange(keys.downtimes(), 0, -1) == []
    assert service.served() - service.counts(ago=5) == timedelta()


async def test_clocks_set_ahead_and_back_again_leave_nothing_behind(service: Service, redis: Redis) -> None:
    for seconds in (HOUR, 5 * HOUR, -2 * HOUR, -4 * HOUR):
        await service.jump(seconds)
        await service.serve(60)
    assert await redis.llen(keys.clock_jumps()) == 0
    await service.jump(-HOUR)
    assert await redis.llen(keys.clock_jumps()) == 1


async def test_what_waited_counts_no_earlier_than_half_a_minute_before_the_absence(service: Service) -> None:
    left = await service.be_absent(60)
    assert service.counts(ago=70) == left - 10 * SECOND
    assert service.counts(ago=95) == service.counts(ago=200) == left - timedelta(milliseconds=SENT_BEFORE_DOWNTIME_MS)


async def test_what_waited_through_two_absences_counts_from_the_first(service: Service) -> None:
    left = await service.be_absent(60)
    await service.serve(4)
    await service.be_absent(60)
    assert service.counts(ago=100) == left


async def test_nothing_waits_for_long_while_the_service_is_there(service: Service) -> None:
    left = await service.be_absent(600)
    await service.serve(LONGEST_DELAY_MS // 1000)
    assert service.counts(ago=700) == left
    await service.serve(1)
    assert service.counts(ago=700) == service.served()


async def test_a_clock_that_was_set_wrong_while_nobody_ran_shifts_nothing_for_long(service: Service) -> None:
    service.world.jump = timedelta(hours=1)
    await service.be_absent(60)
    await service.serve(LONGEST_DELAY_MS // 1000 + 1)
    assert service.counts() == service.served()


async def test_a_jump_that_a_starting_process_took_for_an_absence_is_none(service: Service, redis: Redis) -> None:
    world = service.world
    world.jump = timedelta(hours=1)
    other = ServedClock(
        Heartbeat(redis, "other", world.seconds_passed, world.server_time).record_beat, world.seconds_passed
    )
    await other.record_beat(returning=True)
    await service.beat()
    assert await redis.llen(keys.downtimes()) == 0
    await other.record_beat(returning=False)
    assert other.downtime == service.served.downtime == timedelta(hours=1)
    for served in (other, service.served):
        assert served.time_counted(served() + served.downtime, world.clock.now) == served()


async def test_an_arrival_is_found_in_served_time_whichever_clock_told_it(service: Service) -> None:
    arrived = service.served() + service.served.downtime
    before = service.served()
    await service.serve(5)
    await service.jump(HOUR)
    assert service.served.to_served_time(arrived) == before
    assert service.served.to_served_time(service.served() + service.served.downtime) == service.served()


async def test_nothing_was_sent_after_it_arrived(service: Service) -> None:
    await service.be_absent(60)
    arrived = service.served() + service.served.downtime
    for seconds in (-HOUR, -10, 10, HOUR):
        sent = service.world.clock.now + timedelta(seconds=seconds)
        assert service.served.time_sent(arrived, sent) <= service.served()


@pytest.fixture
async def skewed_service(redis: Redis, ahead: int) -> Service:
    """A service on a Redis whose clock has always been ahead of Telegram's."""
    made = Service(redis)
    made.world.jump = timedelta(seconds=ahead)
    await made.beat(returning=True)
    await made.serve(100)
    return made


@pytest.mark.parametrize("ahead", SKEWS)
async def test_what_came_first_was_sent_first_whichever_clock_is_ahead(skewed_service: Service) -> None:
    before = skewed_service.sent()
    skewed_service.world.advance_unobserved(0.1)
    laid = skewed_service.served()
    assert before < laid
    for passed in (0.1, 4, 50):
        await skewed_service.serve(passed)
        assert skewed_service.sent() == skewed_service.sent(ago=1) == skewed_service.served() >= laid


@pytest.mark.parametrize("ahead", SKEWS)
async def test_what_was_sent_in_an_absence_was_sent_after_all_that_came_before_it(skewed_service: Service) -> None:
    laid = skewed_service.served()
    await skewed_service.be_absent(60)
    assert skewed_service.sent(ago=30) >= laid


@pytest.mark.parametrize("ahead", [-3, 0, 3])
async def test_what_waited_through_an_absence_was_sent_before_all_that_was_done_after_it(
    skewed_service: Service,
) -> None:
    await skewed_service.be_absent(60)
    skewed_service.world.advance_unobserved(0.1)
    laid = skewed_service.served()
    skewed_service.world.advance_unobserved(0.1)
    assert skewed_service.sent(ago=30) < laid


class SlowTime:
    """Redis's clock, asked by way of a Redis that answers slowly now and then."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.before = self.after = 0.0
        """For how many seconds the next questions lie there, and then their answers."""

    def __call__(self) -> float:
        self.world.advance_unobserved(self.before)
        now = self.world.server_time()
        self.world.advance_unobserved(self.after)
        return now


@pytest.mark.parametrize(("before", "after"), [(3, 0), (0, 3), (4.5, 4.5), (8, 0), (0, 8)])
async def test_a_slow_answer_is_no_jump_and_no_absence(redis: Redis, before: float, after: float) -> None:
    world = World(redis)
    stalled = SlowTime(world)
    served = ServedClock(Heartbeat(redis, "bot", world.seconds_passed, stalled).record_beat, world.seconds_passed)
    await served.record_beat(returning=True)
    for slow in (True, True, False, True, False, False):
        stalled.before, stalled.after = (before, after) if slow else (0, 0)
        world.advance_unobserved(1)
        await served.record_beat(returning=False)
        assert timedelta() <= world.clock.now - served() <= timedelta(seconds=after)
    assert served.downtime == timedelta()
    assert await redis.exists(keys.clock_jumps(), keys.downtimes()) == 0


@pytest.mark.parametrize("jump", [HOUR, 30, -30, -HOUR])
async def test_a_jump_is_seen_for_all_the_slow_answers_around_it(redis: Redis, jump: float) -> None:
    world = World(redis)
    stalled = SlowTime(world)
    served = ServedClock(Heartbeat(redis, "bot", world.seconds_passed, stalled).record_beat, world.seconds_passed)
    await served.record_beat(returning=True)
    stalled.before = 3
    world.advance_unobserved(5)
    world.jump = timedelta(seconds=jump)
    await served.record_beat(returning=False)
    stalled.before = 0
    world.advance_unobserved(5)
    await served.record_beat(returning=False)
    assert abs(world.clock.now - served()) <= timedelta(seconds=6)
    assert await redis.llen(keys.clock_jumps()) == 1


async def test_an_answer_that_took_long_makes_a_beat_old(redis: Redis) -> None:
    world = World(redis)
    stalled = SlowTime(world)
    stalled.after = 14
    served = ServedClock(Heartbeat(redis, "bot", world.seconds_passed, stalled).record_beat, world.seconds_passed)
    await served.record_beat(returning=True)
    assert not served.is_stale
    world.advance_unobserved(1)
    assert served.is_stale
