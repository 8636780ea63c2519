"""A machine that was suspended: nothing is gone on with that others may do by then, and nobody loses time by it."""

import asyncio
import time
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.surroundings import MACHINE, since_boot
from bot.workers import lease
from bot.workers.lease import Lease, LeaseOver
from tests.support.games import NOW
from tests.support.owners import Sharer, until
from tests.support.patience import PATIENCE
from tests.support.workers import World


def test_seconds_go_on_while_the_machine_is_suspended_where_it_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
    monkeypatch.setattr(time, "clock_gettime", {7: 4000.5}.__getitem__)
    assert since_boot() == MACHINE.monotonic() == 4000.5


def test_elsewhere_they_only_never_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    monkeypatch.setattr(time, "monotonic", lambda: 12.5)
    assert since_boot() == 12.5


async def test_what_goes_out_is_broken_off_though_no_timer_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timers of the event loop stand still while the machine is suspended."""
    monkeypatch.setattr(lease, "_LOOK_SECONDS", 0.001)
    left, begun = 1000.0, asyncio.Event()

    async def send() -> None:
        begun.set()
        await asyncio.Event().wait()

    keeping = asyncio.create_task(Lease(lambda: left).keeping(send()))
    await begun.wait()
    left = -50.0
    with pytest.raises(LeaseOver):
        async with asyncio.timeout(PATIENCE):
            await keeping


async def test_a_worker_that_was_suspended_reads_whose_its_shards_are_before_it_relies_on_them(redis: Redis) -> None:
    slept = 0.0
    worker = Sharer(redis, "a", lambda: slept)
    await worker.begin()
    assert worker.left > 0
    await redis.set(keys.owner(0), "b#1")
    slept = 3600.0
    assert worker.left < 0
    await worker.begin()
    assert worker.reading.keys() == set(range(1, keys.SHARDS))
    await until(lambda: worker.hands.dropped == [0])


@pytest.mark.parametrize("counts", [True, False], ids=["its clock counts it", "its clock stands still"])
@pytest.mark.parametrize("seconds", [15, 600])
async def test_beside_others_a_machine_that_was_suspended_goes_by_their_time(
    redis: Redis, seconds: int, *, counts: bool
) -> None:
    world = World(redis)
    machine = World(redis)
    machine.clock, stood = world.clock, 0.0
    machine.passed = lambda: world.passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended, other = machine.worker("bot0"), world.worker("bot1")
    await world.later(30, suspended, other)
    await world.later(seconds, other)
    stood = 0.0 if counts else seconds
    await world.later(20, suspended, other)
    for passed in range(60, 90, 10):
        await world.later(10, suspended, other)
        expected = NOW + timedelta(seconds=seconds + passed)
        assert [worker.served() for worker in (suspended, other)] == [expected] * 2


@pytest.mark.parametrize("seconds", [15, 600])
async def test_alone_it_costs_nobody_time_though_its_clock_stood_still(redis: Redis, seconds: int) -> None:
    world, stood = World(redis), 0.0
    passed = world.passed
    world.passed = lambda: passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended = world.worker()
    await world.later(30, suspended)
    world.spend(seconds)
    stood = seconds
    await world.later(30, suspended)
    assert suspended.served() == NOW + timedelta(seconds=60)
