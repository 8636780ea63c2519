"""Served time: what beats make of gaps, kills and clocks that are set, and where in it an instant of people's was."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import DOWNTIME_MS, Beat, Downtime, Heartbeat
from bot.tables.served_time import ServedClock
from tests.support.games import NOW
from tests.support.timeout_workers import World

SECOND = 1000
START = round(NOW.timestamp() * 1000)
Step = tuple[str, int]


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


async def test_before_the_first_beat_nobody_knows_the_time(redis: Redis) -> None:
    served = ServedClock(Heartbeat(redis, "bot").record_beat)
    assert served.is_stale
    with pytest.raises(RuntimeError):
        served()


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


@pytest.mark.parametrize("jump", [3600, 30, 5, -5, -30, -3600])
async def test_setting_the_clock_of_the_machine_changes_no_time(redis: Redis, jump: int) -> None:
    world = World(redis)
    workers = world.new_workers(2)
    await world.advance_beat_by_beat(30, *workers)
    world.jump = timedelta(seconds=jump)
    await world.advance_beat_by_beat(40, *workers)
    assert [worker.served_time() for worker in workers] == [NOW + timedelta(seconds=70)] * 2


NUMBERS = st.integers(0, 2)
CALM = st.one_of(
    st.tuples(st.just("spend"), st.integers(1, 45)),
    st.tuples(st.sampled_from(("beat", "beat", "kill", "leave")), NUMBERS),
)
SHAKEN = st.one_of(
    CALM,
    st.tuples(st.just("jump"), st.sampled_from((-3600, 3600))),
    # Less may pass for a gap that is none, or the other way round, where a process that has just started beats first.
    st.tuples(st.just("jump seen"), st.sampled_from((-20, -3, 3, 20))),
)


class BeatingProcess:
    def __init__(self, world: World, name: str) -> None:
        self.heartbeat = Heartbeat(world.redis, name, world.seconds_passed, world.server_time)
        self.served = ServedClock(self._beat, world.seconds_passed)
        self.at: float | None = None
        """When it beat last; ``None`` before it has."""
        self.read = NOW
        self.raw = 0.0
        """Seconds of served time at its last beat."""

    async def _beat(self, former: Beat | None, *, returning: bool) -> Beat:
        beat = await self.heartbeat.record_beat(former, returning=returning)
        self.raw = (beat.redis_ms - beat.downtime_ms - START) / SECOND
        return beat


class ServedHistory:
    """Three processes on one Redis, and what time there should have been."""

    def __init__(self, redis: Redis) -> None:
        self.world = World(redis)
        self.processes = [BeatingProcess(self.world, str(number)) for number in range(3)]
        self.last = 0.0
        """When anybody beat last."""
        self.raw = 0.0
        """Seconds of served time then."""
        self.absent = 0.0
        """Seconds in gaps that were absences whoever beat."""

    async def beat(self, number: int) -> tuple[BeatingProcess, float, float]:
        process, now = self.processes[number], self.world.seconds_passed()
        await process.served.record_beat(returning=process.at is None)
        gap, more = now - self.last, process.raw - self.raw
        self.absent += gap if gap >= DOWNTIME_MS / SECOND else 0
        self.last, self.raw = now, process.raw
        return process, gap, more

    @property
    def running_process(self) -> int | None:
        return next((place for place, one in enumerate(self.processes) if one.at is not None), None)

    async def apply_other_step(self, what: str, number: int) -> None:
        match what:
            case "jump seen" if self.running_process is None:
                pass
            case "spend":
                self.world.advance_unobserved(number)
            case "jump" | "jump seen":
                self.world.jump += timedelta(seconds=number)
            case "kill":
                self.processes[number] = BeatingProcess(self.world, str(number))
            case "leave":
                await self.processes[number].heartbeat.deregister_worker()
                self.processes[number] = BeatingProcess(self.world, str(number))


def run_steps(
    server: EmbeddedRedis, steps: list[Step], look: Callable[[ServedHistory, BeatingProcess, float, float], None]
) -> None:
    async def taken() -> None:
        async with connect(server.url) as redis:
            await redis.flushall()
            history = ServedHistory(redis)
            (await history.beat(0))[0].at = 0.0
            for what, number in steps:
                beats = number if what == "beat" else history.running_process if what == "jump seen" else None
                if what != "beat":
                    await history.apply_other_step(what, number)
                if beats is None:
                    continue
                process, gap, more = await history.beat(beats)
                look(history, process, gap, more)
                process.at = history.last

    asyncio.run(taken())


@settings(max_examples=15)
@given(steps=st.lists(CALM, max_size=40))
def test_an_absence_costs_no_time_and_nothing_else_gives_any(redis_server: EmbeddedRedis, steps: list[Step]) -> None:
    def look(history: ServedHistory, process: BeatingProcess, gap: float, more: float) -> None:
        if gap >= DOWNTIME_MS / SECOND:
            assert more == 0, "an absence"
        elif gap == 0 or (process.at is not None and history.last - process.at < DOWNTIME_MS / SECOND):
            assert more == gap, "the process was there all the time"
        else:
            assert more in {0, gap}, "it depends on who else was"

    run_steps(redis_server, steps, look)


@settings(max_examples=15)
@given(steps=st.lists(SHAKEN, max_size=40))
def test_whoever_sets_clocks_time_goes_on_and_never_faster(redis_server: EmbeddedRedis, steps: list[Step]) -> None:
    def look(history: ServedHistory, process: BeatingProcess, gap: float, more: float) -> None:  # noqa: ARG001 - one form for both
        assert more >= 0
        assert history.raw <= history.last - history.absent
        now = process.served()
        assert now >= process.read
        process.read = now

    run_steps(redis_server, steps, look)
