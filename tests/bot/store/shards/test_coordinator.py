"""Workers on one Redis: their shares of the shards settle, whoever comes, leaves, dies or sleeps."""

import asyncio
from collections.abc import Collection

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import SHARDS
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
    await alone.acquire_first_share()
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


async def test_workers_that_begin_at_once_share_all(redis: Redis) -> None:
    names = ["a", "b", "c"]
    workers = [ShardWorker(redis, name) for name in names]
    await asyncio.gather(*(worker.start_running() for worker in workers))
    await poll_until(lambda: is_evenly_shared(workers))
    for worker in workers:
        await worker.kill()


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
    """Nobody takes over what is still being finished, and nothing new is begun there."""
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        a.shard_work.free.clear()
        a.shard_work.started.clear()
        leaving = asyncio.create_task(a.shut_down())
        await a.shard_work.started.wait()
        await poll_until(lambda: b.worker_count == 1)
        await b._rebalance()  # noqa: SLF001 - a second passes
        assert (a.readable_epochs, a.epochs) == ({}, had)
        assert b.epochs == its
        a.shard_work.free.set()
        await leaving
        await poll_until(lambda: is_evenly_shared([b]))


async def test_what_a_worker_that_died_had_is_taken_over(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b", "c") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, *others = workers
        await a.kill()
        assert a.epochs.keys() & set(range(SHARDS))
        await poll_until(lambda: is_evenly_shared(others))
        assert {**others[0].epochs, **others[1].epochs} == await load_shard_owners(redis)


async def test_a_worker_that_is_started_again_has_its_share_before_its_death_is_noticed(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        await a.kill()
        again = ShardWorker(redis, "a")
        await again.acquire_first_share()
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


async def test_one_that_slept_past_its_time_drops_what_it_had_and_gets_its_share_back(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        had = dict(a.epochs)
        await a.kill()
        await poll_until(lambda: is_evenly_shared([b]))
        assert a.lease_seconds_left <= 0
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
    """Else an update that a dying lane still holds would be taken for one that is being handled."""
    alone = ShardWorker(redis, "a")
    await alone.acquire_first_share()
    alone.shard_work.free.clear()
    alone.report_lost(3, alone.epochs[3])
    await alone._rebalance()  # noqa: SLF001 - a second passes
    assert 3 not in alone.epochs
    alone.shard_work.free.set()
    await poll_until(lambda: alone.shard_work.dropped == [3])
    await asyncio.sleep(0)
    await alone._rebalance()  # noqa: SLF001 - a second passes
    assert 3 in alone.epochs


async def test_what_is_put_into_an_own_shard_is_news_and_of_another_s_wakes_that_one(redis: Redis) -> None:
    async with run_shard_workers(redis, "a", "b") as workers:
        await poll_until(lambda: is_evenly_shared(workers))
        a, b = workers
        await a.events.wait_for_entries(0)
        await b.events.wait_for_entries(0)
        mine, its = next(iter(a.epochs.items())), next(iter(b.epochs.items()))
        a.notify_owner(*mine)
        assert await a.events.wait_for_entries(30) == {mine[0]}
        assert await a.events.wait_for_entries(0) == frozenset(), "once"
        a.notify_owner(*its)
        async with asyncio.timeout(PATIENCE):
            assert await b.events.wait_for_entries(30) == {its[0]}


async def test_who_gains_shards_has_its_readers_look(redis: Redis) -> None:
    """Each of them: the one that is at work as well as the one that waits."""
    owners = ShardWorker(redis, "a")
    waiting = asyncio.ensure_future(owners.events.wait_for_entries(30))
    await asyncio.sleep(0)
    await owners.acquire_first_share()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == frozenset()
        assert await owners.events.wait_for_shards(30) == ()
    waiting = asyncio.ensure_future(owners.events.wait_for_shards(30))
    owners.events.signal_gained()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == ()
