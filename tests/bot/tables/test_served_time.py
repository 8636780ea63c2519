"""Served time: what beats make of gaps, kills and clocks that are set, and where in it an instant of people's was."""

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import DOWNTIME_MS, Beat, Downtime, Heartbeat
from bot.tables.served_time import STALE_AFTER, ServedClock
from tests.support.games import NOW
from tests.support.timeout_workers import LONGEST, BeatingProcess, BeatRecord, World

SECOND = 1000
START = round(NOW.timestamp() * 1000)


def clock_after_beat(beat: Beat, seconds: float = 0) -> ServedClock:
    """A process that has heard one beat so many seconds ago."""
    now = [0.0]

    async def beats(former: Beat | None, *, returning: bool) -> Beat:  # noqa: ARG001 - always the same
        return beat

    served = ServedClock(beats, lambda: now[0])
    asyncio.run(served.record_beat(returning=True))
    now[0] = seconds
    return served


@pytest.mark.parametrize("age", [15, 20, 3600])
def test_a_beat_that_is_too_old_is_stale(age: float) -> None:
    assert not clock_after_beat(Beat(START), 14.9).is_stale
    assert clock_after_beat(Beat(START), age).is_stale


OUTAGES = (
    Downtime(START + 100 * SECOND, START + 160 * SECOND, total_before=0, total_after=60 * SECOND),
    Downtime(START + 300 * SECOND, START + 330 * SECOND, total_before=60 * SECOND, total_after=90 * SECOND),
)


@pytest.mark.parametrize(
    ("sent", "served"),
    [(0, 0), (99, 99), (100, 100), (130, 100), (160, 100), (161, 101), (299, 239), (315, 240), (330, 240), (400, 310)],
)
def test_an_instant_of_people_is_found_in_served_time(sent: int, served: int) -> None:
    """Whatever was sent in an absence came at its beginning, before which nobody's time ran."""
    time = clock_after_beat(Beat(START + 400 * SECOND, downtime_ms=90 * SECOND, downtimes=OUTAGES[::-1]))
    assert time.to_served_time(NOW + timedelta(seconds=sent)) == NOW + timedelta(seconds=served)


@pytest.mark.parametrize(("arrived", "served"), [(480, 100), (490, 100), (491, 401)])
def test_what_waited_longer_than_telegram_keeps_anything_back_came_as_it_arrived(arrived: int, served: int) -> None:
    time = clock_after_beat(Beat(START + 700 * SECOND, downtime_ms=90 * SECOND, downtimes=OUTAGES[::-1]))
    at = time.time_sent(NOW + timedelta(seconds=arrived), NOW + timedelta(seconds=90))
    assert at == NOW + timedelta(seconds=served)


@pytest.mark.parametrize(
    ("back", "stands"), [(0, False), (1, True), (DOWNTIME_MS - 1, True), (DOWNTIME_MS, False), (3_600_000, False)]
)
async def test_time_stands_still_where_it_was_ahead_on_the_same_redis(back: int, *, stands: bool) -> None:
    beats = iter((Beat(START), Beat(START - back)))

    async def beat(former: Beat | None, *, returning: bool) -> Beat:  # noqa: ARG001 - always the next
        return next(beats)

    served = ServedClock(beat, lambda: 0.0)
    for _ in range(2):
        await served.record_beat(returning=True)
        read = served()
    assert read == NOW - timedelta(milliseconds=0 if stands else back)


async def test_so_many_absences_are_remembered_and_no_more(redis: Redis) -> None:
    world = World(redis)
    for _ in range(retention.DOWNTIMES + 10):
        world.advance_unobserved(30)
        await world.new_worker().beats.record_first_beat()
    assert await redis.llen(keys.downtimes()) == retention.DOWNTIMES
    assert world.served_time.downtime == timedelta(seconds=30 * (retention.DOWNTIMES + 9))
    assert world.served_time.to_served_time(world.clock.now) == world.served_time()


@pytest.mark.parametrize("jump", [3600, 5, -30])
async def test_setting_the_clock_of_the_machine_changes_no_time(redis: Redis, jump: int) -> None:
    world = World(redis)
    workers = world.new_workers(2)
    await world.advance_beat_by_beat(30, *workers)
    world.jump = timedelta(seconds=jump)
    await world.advance_beat_by_beat(40, *workers)
    assert [worker.served_time() for worker in workers] == [NOW + timedelta(seconds=70)] * 2


AWAY = DOWNTIME_MS / 1000
STALE = STALE_AFTER.total_seconds()
EXACT = 0.01
"""Seconds that come of whole milliseconds."""

Step = tuple[str, float]
NUMBERS = st.integers(0, 2)
CALM = st.one_of(
    st.tuples(st.just("spend"), st.floats(0.1, 14)),
    st.tuples(st.just("spend"), st.floats(15, 90)),
    st.tuples(st.sampled_from(("beat", "beat", "begin", "on", "on", "kill")), NUMBERS),
)
SHAKEN = st.one_of(CALM, st.tuples(st.just("jump"), st.sampled_from((-3600, -30, 30, 3600))))


class StalledProcesses:
    """What three processes on one Redis do, and what time it should be by them."""

    def __init__(self, redis: Redis, *, calm: bool) -> None:
        self.redis = redis
        self.world = World(redis)
        self.calm = calm
        self.processes = [self._process(number) for number in range(3)]
        self.newest = BeatRecord(0, 0)
        """The newest beat of all."""

    def _process(self, number: float) -> BeatingProcess:
        return BeatingProcess(self.redis, self.world, str(number), self._check_run)

    def _check_run(self, process: BeatingProcess, run: BeatRecord) -> None:
        """What a beat makes of the time since the one before, and of that since the process's own."""
        gap, more = run.at - self.newest.at, run.served - self.newest.served
        own, process.newest_beat, self.newest = process.newest_beat, run, run
        assert -EXACT <= more <= max(gap, AWAY) + EXACT, "never back, never much too far"
        if not self.calm:
            return
        if gap >= AWAY:
            assert abs(more) <= EXACT, "an absence"
        elif own is not None and run.at - own.at < AWAY:
            assert abs(run.served - own.served - (run.at - own.at)) <= EXACT, "the process was there all the time"
        else:
            assert min(abs(more), abs(more - gap)) <= EXACT, "it depends on who else was"

    async def take_step(self, what: str, number: float) -> None:
        match what:
            case "spend":
                for process in self.processes:
                    if (
                        process.beating is not None
                        and self.world.seconds_passed() + number - process.beat_started_at > LONGEST
                    ):
                        await process.complete_beat()
                self.world.advance_unobserved(number)
            case "jump":
                self.world.jump += timedelta(seconds=number)
            case "kill":
                await self.processes[int(number)].kill()
                self.processes[int(number)] = self._process(number)
            case "begin" if self.processes[int(number)].beating is None:
                await self.processes[int(number)].start_beat()
            case "on":
                await self.processes[int(number)].resume_beat()
            case _:
                await self.processes[int(number)].complete_beat()
        self.check_time()

    def check_time(self) -> None:
        """Whoever may judge by the clock has the time, give or take what a beat may be old."""
        now = self.newest.served + self.world.seconds_passed() - self.newest.at
        for process in self.processes:
            if process.served_time.is_stale:
                continue
            read = process.served_time()
            assert read >= process.newest_reading
            process.newest_reading = read
            off = abs((read - NOW).total_seconds() - now)
            assert off <= (STALE if self.calm else AWAY + STALE)


def run_steps(server: EmbeddedRedis, steps: list[Step], *, calm: bool) -> None:
    async def taken() -> None:
        async with connect(server.url) as redis:
            await redis.flushall()
            course = StalledProcesses(redis, calm=calm)
            await Heartbeat(redis, "first", now=NOW.timestamp).record_beat(None, returning=True)
            await redis.delete(keys.worker_heartbeats())
            try:
                for what, number in steps:
                    await course.take_step(what, number)
            finally:
                for process in course.processes:
                    await process.kill()
            assert not calm or not await redis.exists(keys.clock_jumps())

    asyncio.run(taken())


@settings(max_examples=15)
@given(steps=st.lists(CALM, max_size=60))
def test_however_long_beats_take_everybody_has_the_time(redis_server: EmbeddedRedis, steps: list[Step]) -> None:
    run_steps(redis_server, steps, calm=True)


@settings(max_examples=15)
@given(steps=st.lists(SHAKEN, max_size=60))
def test_clocks_that_are_set_meanwhile_cost_little_time(redis_server: EmbeddedRedis, steps: list[Step]) -> None:
    run_steps(redis_server, steps, calm=False)
