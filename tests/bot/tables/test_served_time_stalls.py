"""Served time of several processes whose beats take long, while others beat, die and start, and clocks are set."""

import asyncio
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import DOWNTIME_MS, Heartbeat
from bot.tables.served_time import STALE_AFTER
from tests.support.games import NOW
from tests.support.timeout_workers import LONGEST, BeatingProcess, BeatRecord, World

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
