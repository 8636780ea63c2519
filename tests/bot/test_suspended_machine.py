"""A machine that was suspended: nothing is gone on with that others may do by then, and nobody loses time by it."""

import asyncio
import time
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.runtime import SYSTEM_RUNTIME, boot_seconds
from bot.store import keys
from bot.workers import supervisor
from bot.workers.supervisor import Lease, LeaseExpired
from tests.support.games import NOW
from tests.support.shard_workers import ShardWorker, poll_until
from tests.support.timeout_workers import World
from tests.support.waiting import PATIENCE


def test_seconds_go_on_while_the_machine_is_suspended_where_it_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
    monkeypatch.setattr(time, "clock_gettime", {7: 4000.5}.__getitem__)
    assert boot_seconds() == SYSTEM_RUNTIME.monotonic() == 4000.5


async def test_what_goes_out_is_broken_off_though_no_timer_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timers of the event loop stand still while the machine is suspended."""
    monkeypatch.setattr(supervisor, "_RECHECK_SECONDS", 0.001)
    left, begun = 1000.0, asyncio.Event()

    async def send() -> None:
        begun.set()
        await asyncio.Event().wait()

    keeping = asyncio.create_task(Lease(lambda: left).run_under_lease(send()))
    await begun.wait()
    left = -50.0
    with pytest.raises(LeaseExpired):
        async with asyncio.timeout(PATIENCE):
            await keeping


async def test_a_worker_that_was_suspended_reads_whose_its_shards_are_before_it_relies_on_them(redis: Redis) -> None:
    slept = 0.0
    worker = ShardWorker(redis, "a", lambda: slept)
    await worker.acquire_first_share()
    assert worker.lease_seconds_left > 0
    await redis.set(keys.shard_owner(0), "b#1")
    slept = 3600.0
    assert worker.lease_seconds_left < 0
    await worker.acquire_first_share()
    assert worker.readable_epochs.keys() == set(range(1, keys.SHARDS))
    await poll_until(lambda: worker.shard_work.dropped == [0])


@pytest.mark.parametrize("counts", [True, False], ids=["its clock counts it", "its clock stands still"])
@pytest.mark.parametrize("seconds", [15, 600])
async def test_beside_others_a_suspended_machine_goes_by_their_time(
    redis: Redis, seconds: int, *, counts: bool
) -> None:
    world = World(redis)
    machine = World(redis)
    machine.clock, stood = world.clock, 0.0
    machine.seconds_passed = lambda: world.seconds_passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended, other = machine.new_worker("bot0"), world.new_worker("bot1")
    await world.advance_beat_by_beat(30, suspended, other)
    await world.advance_beat_by_beat(seconds, other)
    stood = 0.0 if counts else seconds
    await world.advance_beat_by_beat(20, suspended, other)
    for passed in range(60, 90, 10):
        await world.advance_beat_by_beat(10, suspended, other)
        expected = NOW + timedelta(seconds=seconds + passed)
        assert [worker.served_time() for worker in (suspended, other)] == [expected] * 2


@pytest.mark.parametrize("seconds", [15, 600])
async def test_alone_it_costs_nobody_time_though_its_clock_stood_still(redis: Redis, seconds: int) -> None:
    world, stood = World(redis), 0.0
    passed = world.seconds_passed
    world.seconds_passed = lambda: passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended = world.new_worker()
    await world.advance_beat_by_beat(30, suspended)
    world.advance_unobserved(seconds)
    stood = seconds
    await world.advance_beat_by_beat(30, suspended)
    assert suspended.served_time() == NOW + timedelta(seconds=60)
