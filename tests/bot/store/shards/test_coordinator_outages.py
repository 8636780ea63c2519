"""Workers whose Redis is away, refuses them, or has another of their name: nothing is lost, and nobody relies on it."""

import asyncio
import logging

import pytest
from redis.asyncio import Redis

from bot.store import keys, server_checks
from bot.store.keys import SHARDS
from bot.store.scripts import Script
from bot.store.shard_coordinator import ShardCoordinator, WorkerNotifier
from bot.store.shard_ownership import Membership, MemberState, ShardOwnership
from tests.support.shard_workers import ShardWorker, is_evenly_shared, poll_until, run_shard_workers, shorten_heartbeats


@pytest.fixture(autouse=True)
def _short_ownership_times(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_heartbeats(monkeypatch)


async def test_while_redis_is_away_a_worker_keeps_its_lease(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    now = 100.0
    alone = ShardWorker(redis, "a", lambda: now)
    await alone.acquire_first_share()
    had = dict(alone.epochs)
    alone.claims.is_redis_away = True
    alone.running = asyncio.create_task(alone.keep_share(alone.stop))
    await poll_until(lambda: sum("waits for Redis" in record.message for record in caplog.records) > 2)
    assert (alone.epochs, alone.lease_seconds_left) == (had, 1.0)
    now += 1.5
    assert alone.lease_seconds_left == -0.5
    alone.claims.is_redis_away = False
    await poll_until(lambda: alone.lease_seconds_left == 1.0)
    assert alone.epochs == had
    await alone.kill()


async def test_what_a_worker_relies_on_counts_from_when_it_asked(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others count from when they heard of it, which may be long before the answer is there."""
    now = 100.0
    alone = ShardWorker(redis, "a", lambda: now)
    renew = alone.claims.renew_membership

    async def slow(state: MemberState = "here") -> Membership:
        nonlocal now
        living = await renew(state)
        now += 0.4
        return living

    monkeypatch.setattr(alone.claims, "renew_membership", slow)
    await alone.acquire_first_share()
    assert alone.lease_seconds_left == pytest.approx(0.6)


async def test_a_worker_that_begins_without_redis_takes_its_share_later(redis: Redis) -> None:
    alone = ShardWorker(redis, "a")
    alone.claims.is_redis_away = True
    alone.running = asyncio.create_task(alone.keep_share(alone.stop))
    await asyncio.sleep(0)
    assert alone.readable_epochs == {}
    alone.claims.is_redis_away = False
    await poll_until(lambda: is_evenly_shared([alone]))
    await alone.kill()


async def test_what_is_let_go_by_two_at_once_ends_nobody(redis: Redis) -> None:
    """A share may have been finished just as the next second's look begins."""
    async with run_shard_workers(redis, "a") as workers:
        [a] = workers
        a.claims.release_gate = asyncio.Event()
        workers.append(await ShardWorker(redis, "b").start_running())
        await poll_until(lambda: a.claims.release_count > 1)
        a.claims.release_gate.set()
        await poll_until(lambda: is_evenly_shared(workers))
        assert a.running is not None
        assert not a.running.done()


async def test_a_share_that_fails_to_finish_is_tried_again(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    fails = [ArithmeticError(), ArithmeticError()]

    async def fail_twice(_: object, seconds: float) -> None:
        if seconds and fails:
            raise fails.pop()

    async with run_shard_workers(redis, "a") as workers:
        workers[0].users.add(fail_twice)
        workers.append(await ShardWorker(redis, "b").start_running())
        await poll_until(lambda: is_evenly_shared(workers))
    faults = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.exc_info is not None for record in faults] == [True, True]


async def test_who_leaves_without_redis_does_not_wait_for_it(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async with run_shard_workers(redis, "a") as workers:
        workers[0].claims.is_redis_away = True
        await workers[0].shut_down()
    assert "learn late" in caplog.text


async def test_after_an_outage_nobody_is_taken_for_dead_at_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.shard_ownership.ALIVE_SECONDS", 6.0)
    now = 100.0
    async with run_shard_workers(redis, "b") as [b]:
        await b.kill()
        had = set(b.epochs)
        a = ShardWorker(redis, "a", lambda: now)
        await a.acquire_first_share()
        now += 60
        for _ in range(6):
            await a._rebalance()  # noqa: SLF001 - a second passes
            assert a.epochs == {}
            now += 0.99
        now += 0.1
        await a._rebalance()  # noqa: SLF001 - a second passes
        assert a.epochs.keys() >= had


async def test_a_taking_whose_answer_was_lost_is_known_to_be_ones_own(redis: Redis) -> None:
    a = ShardOwnership(redis, "a")
    [(shard, epoch)] = (await a.acquire_shards({7: ""})).items()
    again = Script("acquire_shard")
    assert await again(redis, (keys.shard_owner(shard),), ("", epoch)) == 1, "as it is sent again"
    assert a.is_own_epoch(epoch)
    assert not ShardOwnership(redis, "a").is_own_epoch(epoch)


async def test_two_of_one_name_do_not_take_from_each_other(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    first, second = (
        ShardCoordinator(ShardOwnership(redis, "a", lambda: now), WorkerNotifier(redis, "a"), seconds=lambda: now)
        for _ in range(2)
    )
    await first.acquire_first_share()
    await second.acquire_first_share()
    await first.acquire_first_share()
    for shard, epoch in list(first.epochs.items()):
        first.report_lost(shard, epoch)
    await asyncio.sleep(0)
    for _ in range(3):
        now += 1
        await second.acquire_first_share()
        await first.acquire_first_share()
    assert (len(first.epochs), len(second.epochs)) == (0, SHARDS)
    assert "another process calls itself the same" in caplog.text
    assert "worker a" in caplog.text
    for _ in range(12):
        now += 1
        await first.acquire_first_share()
    assert len(first.epochs) == SHARDS, "a start by mistake that ended leaves nothing behind for ever"


async def test_a_shard_that_cannot_be_taken_is_told_of(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    await redis.rpush(keys.shard_owner(7), "no string")
    a = ShardCoordinator(ShardOwnership(redis, "a", lambda: now), WorkerNotifier(redis, "a"), seconds=lambda: now)
    for _ in range(40):
        await a.acquire_first_share()
        assert a.epochs.keys() == set(range(SHARDS)) - {7}
        assert a.is_healthy == (now < 30)
        now += 1
    assert caplog.text.count("shards cannot be taken") == 1
    assert "count 1, keys " in caplog.text
    assert keys.shard_owner(7)[-6:] in caplog.text
    await redis.delete(keys.shard_owner(7))
    await a.acquire_first_share()
    assert (7 in a.epochs, a.is_healthy) == (True, True)


async def test_data_that_redis_has_lost_are_called_so(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    await server_checks.claim_schema(redis)
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        shard, epoch = next(iter(workers[0].epochs.items()))
        workers[0].report_lost(shard, epoch)
        await poll_until(lambda: is_evenly_shared(workers))
        assert "lost the bot's data" not in caplog.text
        await redis.flushdb()
        for worker in workers:
            for shard, epoch in dict(worker.epochs).items():
                worker.report_lost(shard, epoch)
        await poll_until(lambda: is_evenly_shared(workers))
    assert caplog.text.count("Redis has lost the bot's data") == 1
    assert "another worker" not in caplog.text
    await server_checks.check_schema(redis)
