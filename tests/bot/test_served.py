"""Served time: what beats make of gaps, kills and clocks that are set, and where in it an instant of people's was."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.store import keys, retention
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import AWAY_MS, Absence, Beat, Heartbeat
from bot.tables.served import Served
from tests.support.games import NOW
from tests.support.workers import World

SECOND = 1000
START = round(NOW.timestamp() * 1000)
Step = tuple[str, int]


def told(beat: Beat, seconds: float = 0) -> Served:
    """A process that has heard one beat so many seconds ago."""
    now = [0.0]

    async def beats(former: Beat | None, *, returning: bool) -> Beat:  # noqa: ARG001 - always the same
        return beat

    served = Served(beats, lambda: now[0])
    asyncio.run(served.beat(returning=True))
    now[0] = seconds
    return served


def test_between_beats_time_goes_by_the_monotonic_clock() -> None:
    served = told(Beat(START, away=60 * SECOND), seconds=7.25)
    assert served() == NOW + timedelta(seconds=7.25 - 60)
    assert served.away == timedelta(minutes=1)


@pytest.mark.parametrize("age", [15, 20, 3600])
def test_a_beat_that_is_too_old_is_stale(age: float) -> None:
    assert not told(Beat(START), 14.9).stale
    assert told(Beat(START), age).stale


async def test_before_the_first_beat_nobody_knows_the_time(redis: Redis) -> None:
    served = Served(Heartbeat(redis, "bot").beat)
    assert served.stale
    with pytest.raises(RuntimeError):
        served()


OUTAGES = (
    Absence(START + 100 * SECOND, START + 160 * SECOND, before=0, after=60 * SECOND),
    Absence(START + 300 * SECOND, START + 330 * SECOND, before=60 * SECOND, after=90 * SECOND),
)


@pytest.mark.parametrize(
    ("sent", "served"),
    [(0, 0), (99, 99), (100, 100), (130, 100), (160, 100), (161, 101), (299, 239), (315, 240), (330, 240), (400, 310)],
)
def test_an_instant_of_people_is_found_in_served_time(sent: int, served: int) -> None:
    """Whatever was sent in an absence came at its beginning, before which nobody's time ran."""
    time = told(Beat(START + 400 * SECOND, away=90 * SECOND, absences=OUTAGES[::-1]))
    assert time.of(NOW + timedelta(seconds=sent)) == NOW + timedelta(seconds=served)


def test_what_is_older_than_all_that_is_remembered_is_before_the_oldest() -> None:
    time = told(Beat(START + 400 * SECOND, away=90 * SECOND, absences=OUTAGES[1:]))
    assert time.of(NOW + timedelta(seconds=200)) == NOW + timedelta(seconds=140)


@pytest.mark.parametrize(
    ("arrived", "served"),
    [(480, 100), (490, 100), (491, 401)],
)
def test_what_waited_longer_than_telegram_keeps_anything_back_came_as_it_arrived(arrived: int, served: int) -> None:
    time = told(Beat(START + 700 * SECOND, away=90 * SECOND, absences=OUTAGES[::-1]))
    at = time.sent(NOW + timedelta(seconds=arrived), NOW + timedelta(seconds=90))
    assert at == NOW + timedelta(seconds=served)


@pytest.mark.parametrize(
    ("back", "stands"), [(0, False), (1, True), (AWAY_MS - 1, True), (AWAY_MS, False), (3_600_000, False)]
)
async def test_time_stands_still_where_it_was_told_ahead_and_not_where_another_redis_told_it(
    back: int, *, stands: bool
) -> None:
    beats = iter((Beat(START), Beat(START - back)))

    async def beat(former: Beat | None, *, returning: bool) -> Beat:  # noqa: ARG001 - always the next
        return next(beats)

    served = Served(beat, lambda: 0.0)
    for _ in range(2):
        await served.beat(returning=True)
        read = served()
    assert read == NOW - timedelta(milliseconds=0 if stands else back)


@pytest.mark.cluster_too
async def test_the_time_is_that_of_redis(redis: Redis) -> None:
    seconds, microseconds = await redis.time()
    beat = await Heartbeat(redis, "bot").beat(None, returning=True)
    assert 0 <= beat.at - (seconds * 1000 + microseconds // 1000) < 5 * SECOND


@pytest.mark.cluster_too
async def test_so_many_absences_are_remembered_and_no_more(redis: Redis) -> None:
    world = World(redis)
    for _ in range(retention.ABSENCES + 10):
        world.spend(30)
        await world.worker().begin()
    assert await redis.llen(keys.ABSENCES) == retention.ABSENCES
    assert world.served.away == timedelta(seconds=30 * (retention.ABSENCES + 9))
    assert world.served.of(world.clock.now) == world.served()


@pytest.mark.parametrize("jump", [3600, 30, 5, -5, -30, -3600])
async def test_setting_the_clock_of_the_machine_changes_no_time(redis: Redis, jump: int) -> None:
    world = World(redis)
    workers = world.workers(2)
    await world.later(30, *workers)
    world.jump = timedelta(seconds=jump)
    await world.later(40, *workers)
    assert [worker.served() for worker in workers] == [NOW + timedelta(seconds=70)] * 2


async def test_a_clock_that_was_set_back_while_nobody_ran_stops_no_clock(redis: Redis) -> None:
    world = World(redis)
    await world.later(30, world.worker())
    world.jump = timedelta(hours=-1)
    world.spend(60)
    worker = world.worker()
    await worker.begin()
    await world.later(10, worker)
    assert worker.served() == NOW + timedelta(seconds=40)


async def test_a_jump_that_a_starting_worker_takes_for_an_absence_counts_once(redis: Redis) -> None:
    world = World(redis)
    first = world.worker("bot0")
    await world.later(30, first)
    world.jump = timedelta(hours=1)
    second = world.worker("bot1")
    await second.begin()
    await world.later(20, first, second)
    assert first.served() == second.served() == NOW + timedelta(seconds=50)


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


class Process:
    """One that beats when a test says so."""

    def __init__(self, world: World, name: str) -> None:
        self.heartbeat = Heartbeat(world.redis, name, world.passed, world.server_time)
        self.served = Served(self._beat, world.passed)
        self.at: float | None = None
        """When it beat last; ``None`` before it has."""
        self.read = NOW
        self.raw = 0.0
        """Seconds of served time at its last beat."""

    async def _beat(self, former: Beat | None, *, returning: bool) -> Beat:
        beat = await self.heartbeat.beat(former, returning=returning)
        self.raw = (beat.at - beat.away - START) / SECOND
        return beat


class History:
    """Three processes on one Redis, and what time there should have been."""

    def __init__(self, redis: Redis) -> None:
        self.world = World(redis)
        self.processes = [Process(self.world, str(number)) for number in range(3)]
        self.last = 0.0
        """When anybody beat last."""
        self.raw = 0.0
        """Seconds of served time then."""
        self.absent = 0.0
        """Seconds in gaps that were absences whoever beat."""

    async def beat(self, number: int) -> tuple[Process, float, float]:
        """Let a process beat: which it is, the seconds since anybody did, and by how many served time went on."""
        process, now = self.processes[number], self.world.passed()
        await process.served.beat(returning=process.at is None)
        gap, more = now - self.last, process.raw - self.raw
        self.absent += gap if gap >= AWAY_MS / SECOND else 0
        self.last, self.raw = now, process.raw
        return process, gap, more

    @property
    def there(self) -> int | None:
        """A process that has beaten."""
        return next((place for place, one in enumerate(self.processes) if one.at is not None), None)

    async def other(self, what: str, number: int) -> None:
        """Whatever else happens."""
        match what:
            case "jump seen" if self.there is None:
                pass
            case "spend":
                self.world.spend(number)
            case "jump" | "jump seen":
                self.world.jump += timedelta(seconds=number)
            case "kill":
                self.processes[number] = Process(self.world, str(number))
            case "leave":
                await self.processes[number].heartbeat.leave()
                self.processes[number] = Process(self.world, str(number))


def run(server: EmbeddedRedis, steps: list[Step], look: Callable[[History, Process, float, float], None]) -> None:
    """Take steps from a first beat on, and look at each further one."""

    async def taken() -> None:
        async with connect(server.url) as redis:
            await redis.flushall()
            history = History(redis)
            (await history.beat(0))[0].at = 0.0
            for what, number in steps:
                beats = number if what == "beat" else history.there if what == "jump seen" else None
                if what != "beat":
                    await history.other(what, number)
                if beats is None:
                    continue
                process, gap, more = await history.beat(beats)
                look(history, process, gap, more)
                process.at = history.last

    asyncio.run(taken())


@settings(max_examples=150)
@given(steps=st.lists(CALM, max_size=40))
def test_an_absence_costs_nobody_time_and_nothing_else_gives_any(
    redis_server: EmbeddedRedis, steps: list[Step]
) -> None:
    def look(history: History, process: Process, gap: float, more: float) -> None:
        if gap >= AWAY_MS / SECOND:
            assert more == 0, "an absence"
        elif gap == 0 or (process.at is not None and history.last - process.at < AWAY_MS / SECOND):
            assert more == gap, "the process was there all the time"
        else:
            assert more in {0, gap}, "it depends on who else was"

    run(redis_server, steps, look)


@settings(max_examples=150)
@given(steps=st.lists(SHAKEN, max_size=40))
def test_whoever_sets_clocks_time_goes_on_and_never_faster(redis_server: EmbeddedRedis, steps: list[Step]) -> None:
    def look(history: History, process: Process, gap: float, more: float) -> None:  # noqa: ARG001 - one form for both
        assert more >= 0
        assert history.raw <= history.last - history.absent
        now = process.served()
        assert now >= process.read
        process.read = now

    run(redis_server, steps, look)
