"""Workers on one Redis: their shares of the shards settle, whoever comes, leaves, dies or sleeps, and in outages."""

import asyncio
import logging
from collections.abc import Collection

import pytest
from redis.asyncio import Redis

from bot.store import keys, server_checks
from bot.store.keys import SHARDS
from bot.store.scripts import Script
from bot.store.server_checks import SCHEMA
from bot.store.shard_coordinator import ShardCoordinator, WorkerNotifier
from bot.store.shard_ownership import Membership, MemberState, ShardOwnership
from tests.support.shard_workers import (
    ShardWorker,
    is_evenly_shared,
    load_shard_owners,
    poll_until,
    run_shard_workers,
    shorten_heartbeats,
)
from tests.support.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _short_ownership_times(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_heartbeats(monkeypatch)


async def test_one_worker_has_all_before_it_runs(redis: Redis) -> None:
    alone = ShardWorker(redis, "a")
    await alone.rebalance()
    assert alone.readable_epochs.keys() == set(range(SHARDS))
    assert await load_shard_owners(redis) == alone.epochs
    assert (alone.worker_count, 0 < alone.lease_seconds_left <= 1) == (1, True)


async def test_a_worker_that_joins_gets_its_share_in_good_order(redis: Redis) -> None:
    async with run_shard_workers(redis, "a") as workers:
        [a] = workers
        told: list[tuple[str, Collection[str]]] = []

        async def note(worker: str, active: Collection[str]) -> None:
            told.append((worker, active))

        a.on_renewed = note
        workers.append(await ShardWorker(redis, "b").start_running())
        await poll_until(lambda: is_evenly_shared(workers))
        b = workers[1]
        first = dict(b.epochs)
        assert {**a.epochs, **first} == await load_shard_owners(redis)
        assert sorted(a.shard_work.drained) == sorted(first), "each was finished before it went"
        assert a.shard_work.dropped == b.shard_work.dropped == []
        assert told[-1] == ("a", {"a", "b"})
        workers.append(await ShardWorker(redis, "c").start_running())
        await poll_until(lambda: is_evenly_shared(workers))
        assert sorted(a.shard_work.drained + b.shard_work.drained) == sorted([*first, *workers[2].epochs])


async def test_what_a_worker_that_leaves_had_goes_over_at_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_shard_workers(redis, "a", "b", "c") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, *others = workers
        # From now on the others look again only when they are woken.
        monkeypatch.setattr("bot.store.shard_coordinator._REBALANCE_SECONDS", 600)
        monkeypatch.setattr("bot.store.shard_ownership.ALIVE_SECONDS", 600)
        for worker in workers:
            await worker.restart_and_look_once()
        had = set(a.epochs)
        await a.shut_down()
        assert set(a.shard_work.drained) >= had
        assert (a.epochs, a.readable_epochs) == ({}, {})
        assert not await redis.exists(keys.member("a"))
        await poll_until(lambda: is_evenly_shared(others))


async def test_a_worker_that_leaves_is_no_more_s_while_it_still_finishes(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        a.shard_work.free.clear()
        a.shard_work.started.clear()
        leaving = asyncio.create_task(a.shut_down())
        await a.shard_work.started.wait()
        await poll_until(lambda: b.worker_count == 1)
        await b.rebalance()  # a second passes
        assert (a.readable_epochs, a.epochs) == ({}, had)
        assert b.epochs == its
        a.shard_work.free.set()
        await leaving
        await poll_until(lambda: is_evenly_shared([b]))


async def test_a_worker_that_is_started_again_has_its_share_before_its_death_is_noticed(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        await a.kill()
        again = ShardWorker(redis, "a")
        await again.rebalance()
        assert again.epochs.keys() == had.keys()
        assert not {*again.epochs.values()} & {*had.values()}
        assert b.epochs == its


async def test_what_a_worker_had_before_it_was_started_again_goes_to_whose_share_it_is(redis: Redis) -> None:
    """It died before it could hand over, and lives again before anybody noticed: to the others it never went."""
    async with run_shard_workers(redis, "a") as workers:
        await workers[0].kill()
        workers[:] = [await ShardWorker(redis, "b").start_running(), await ShardWorker(redis, "a").start_running()]
        await poll_until(lambda: is_evenly_shared(workers))
        assert {**workers[0].epochs, **workers[1].epochs} == await load_shard_owners(redis)


async def test_what_a_dead_worker_had_is_taken_over_and_one_that_only_slept_gets_its_share_back(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b", "c") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, *others = workers
        had = dict(a.epochs)
        await a.kill()
        await poll_until(lambda: is_evenly_shared(others))
        assert {**others[0].epochs, **others[1].epochs} == await load_shard_owners(redis)
        assert (a.epochs, a.lease_seconds_left <= 0) == (had, True)
        for shard, epoch in had.items():
            a.report_lost(shard, epoch)
            a.report_lost(shard, epoch)
            a.report_lost(shard, "another's")
        assert a.epochs == {}
        await poll_until(lambda: sorted(a.shard_work.dropped) == sorted(had))
        a.running = asyncio.create_task(a.keep_share(a.stop))
        await poll_until(lambda: is_evenly_shared(workers))
        assert a.epochs.keys() == had.keys()


async def test_what_was_lost_is_taken_again_only_once_what_was_in_hand_there_is_dropped(redis: Redis) -> None:
    alone = ShardWorker(redis, "a")
    await alone.rebalance()
    alone.shard_work.free.clear()
    alone.report_lost(3, alone.epochs[3])
    await alone.rebalance()  # a second passes
    assert 3 not in alone.epochs
    alone.shard_work.free.set()
    await poll_until(lambda: alone.shard_work.dropped == [3])
    await asyncio.sleep(0)
    await alone.rebalance()  # a second passes
    assert 3 in alone.epochs


async def test_who_gains_shards_has_its_readers_look(redis: Redis) -> None:
    owners = ShardWorker(redis, "a")
    waiting = asyncio.ensure_future(owners.events.wait_for_entries(30))
    await asyncio.sleep(0)
    await owners.rebalance()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == frozenset()
        assert await owners.events.wait_for_shards(30) == ()
    waiting = asyncio.ensure_future(owners.events.wait_for_shards(30))
    owners.events.signal_gained()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == ()


async def test_while_redis_is_away_a_worker_keeps_its_lease(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    now = 100.0
    alone = ShardWorker(redis, "a", lambda: now)
    await alone.rebalance()
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
    await alone.rebalance()
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
        await a.rebalance()
        now += 60
        for _ in range(6):
            await a.rebalance()  # a second passes
            assert a.epochs == {}
            now += 0.99
        now += 0.1
        await a.rebalance()  # a second passes
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
    await first.rebalance()
    await second.rebalance()
    await first.rebalance()
    for shard, epoch in list(first.epochs.items()):
        first.report_lost(shard, epoch)
    await asyncio.sleep(0)
    for _ in range(3):
        now += 1
        await second.rebalance()
        await first.rebalance()
    assert (len(first.epochs), len(second.epochs)) == (0, SHARDS)
    assert "another process calls itself the same" in caplog.text
    assert "worker a" in caplog.text
    for _ in range(12):
        now += 1
        await first.rebalance()
    assert len(first.epochs) == SHARDS, "a start by mistake that ended leaves nothing behind for ever"


async def test_a_shard_that_cannot_be_taken_is_told_of(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    await redis.rpush(keys.shard_owner(7), "no string")
    a = ShardCoordinator(ShardOwnership(redis, "a", lambda: now), WorkerNotifier(redis, "a"), seconds=lambda: now)
    for _ in range(40):
        await a.rebalance()
        assert a.epochs.keys() == set(range(SHARDS)) - {7}
        assert a.is_healthy == (now < 30)
        now += 1
    assert caplog.text.count("shards cannot be taken") == 1
    assert "count 1, keys " in caplog.text
    assert keys.shard_owner(7)[-6:] in caplog.text
    await redis.delete(keys.shard_owner(7))
    await a.rebalance()
    assert (7 in a.epochs, a.is_healthy) == (True, True)


async def test_data_that_redis_has_lost_are_called_so(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    await redis.set(keys.schema(), SCHEMA)
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
