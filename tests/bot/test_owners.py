"""Workers on one Redis: their shares of the shards settle, whoever comes, leaves, dies or sleeps."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import SHARDS
from tests.support.owners import Sharer, hasten, settled, sharers, stored, until
from tests.support.patience import PATIENCE


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


async def test_one_worker_has_all_before_it_runs(redis: Redis) -> None:
    alone = Sharer(redis, "a")
    await alone.begin()
    assert alone.reading.keys() == set(range(SHARDS))
    assert await stored(redis) == alone.epochs
    assert (alone.living, 0 < alone.left <= 1) == (1, True)


async def test_a_worker_that_joins_gets_its_share_in_good_order(redis: Redis) -> None:
    async with sharers(redis, "a") as workers:
        [a] = workers
        counts: list[int] = []
        a.changed = counts.append
        workers.append(await Sharer(redis, "b").start())
        await until(lambda: settled(workers))
        b = workers[1]
        first = dict(b.epochs)
        assert {**a.epochs, **first} == await stored(redis)
        assert sorted(a.hands.drained) == sorted(first), "each was finished before it went"
        assert a.hands.dropped == b.hands.dropped == []
        assert counts == [2]
        workers.append(await Sharer(redis, "c").start())
        await until(lambda: settled(workers))
        assert sorted(a.hands.drained + b.hands.drained) == sorted([*first, *workers[2].epochs])


async def test_workers_that_begin_at_once_share_all(redis: Redis) -> None:
    names = ["a", "b", "c"]
    workers = [Sharer(redis, name) for name in names]
    await asyncio.gather(*(worker.start() for worker in workers))
    await until(lambda: settled(workers))
    for worker in workers:
        await worker.die()


async def test_what_a_worker_that_leaves_had_goes_over_at_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sharers(redis, "a", "b", "c") as workers:
        await until(lambda: settled(workers))
        a, *others = workers
        # From now on the others look again only when they are woken.
        monkeypatch.setattr("bot.store.owners._EVERY_SECONDS", 600)
        monkeypatch.setattr("bot.store.living.ALIVE_SECONDS", 600)
        for worker in workers:
            await worker.look()
        had = set(a.epochs)
        await a.go()
        assert set(a.hands.drained) >= had
        assert (a.epochs, a.reading) == ({}, {})
        assert not await redis.exists(keys.alive("a"))
        await until(lambda: settled(others))


async def test_a_worker_that_leaves_is_no_more_s_while_it_still_finishes(redis: Redis) -> None:
    """Nobody takes over what is still being finished, and nothing new is begun there."""
    async with sharers(redis, "a", "b") as workers:
        await until(lambda: settled(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        a.hands.free.clear()
        a.hands.begun.clear()
        leaving = asyncio.create_task(a.go())
        await a.hands.begun.wait()
        await until(lambda: b.living == 1)
        await b._step()  # noqa: SLF001 - a second passes
        assert (a.reading, a.epochs) == ({}, had)
        assert b.epochs == its
        a.hands.free.set()
        await leaving
        await until(lambda: settled([b]))


async def test_what_a_worker_that_died_had_is_taken_over(redis: Redis) -> None:
    async with sharers(redis, "a", "b", "c") as workers:
        await until(lambda: settled(workers))
        a, *others = workers
        await a.die()
        assert a.epochs.keys() & set(range(SHARDS))
        await until(lambda: settled(others))
        assert {**others[0].epochs, **others[1].epochs} == await stored(redis)


async def test_a_worker_that_is_started_again_has_its_share_before_its_death_is_noticed(redis: Redis) -> None:
    async with sharers(redis, "a", "b") as workers:
        await until(lambda: settled(workers))
        a, b = workers
        had, its = dict(a.epochs), dict(b.epochs)
        await a.die()
        again = Sharer(redis, "a")
        await again.begin()
        assert again.epochs.keys() == had.keys()
        assert not {*again.epochs.values()} & {*had.values()}
        assert b.epochs == its


async def test_what_a_worker_had_before_it_was_started_again_goes_to_whose_share_it_is(redis: Redis) -> None:
    """It died before it could hand over, and lives again before anybody noticed: to the others it never went."""
    async with sharers(redis, "a") as workers:
        await workers[0].die()
        workers[:] = [await Sharer(redis, "b").start(), await Sharer(redis, "a").start()]
        await until(lambda: settled(workers))
        assert {**workers[0].epochs, **workers[1].epochs} == await stored(redis)


async def test_one_that_slept_past_its_time_drops_what_it_had_and_gets_its_share_back(redis: Redis) -> None:
    async with sharers(redis, "a", "b") as workers:
        await until(lambda: settled(workers))
        a, b = workers
        had = dict(a.epochs)
        await a.die()
        await until(lambda: settled([b]))
        assert a.left <= 0
        for shard, epoch in had.items():
            a.lost(shard, epoch)
            a.lost(shard, epoch)
            a.lost(shard, "another's")
        assert a.epochs == {}
        await until(lambda: sorted(a.hands.dropped) == sorted(had))
        a.running = asyncio.create_task(a.run(a.stop))
        await until(lambda: settled(workers))
        assert a.epochs.keys() == had.keys()


async def test_what_was_lost_is_taken_again_only_once_what_was_in_hand_there_is_dropped(redis: Redis) -> None:
    """Else an update that a dying lane still holds would be taken for one that is being handled."""
    alone = Sharer(redis, "a")
    await alone.begin()
    alone.hands.free.clear()
    alone.lost(3, alone.epochs[3])
    await alone._step()  # noqa: SLF001 - a second passes
    assert 3 not in alone.epochs
    alone.hands.free.set()
    await until(lambda: alone.hands.dropped == [3])
    await asyncio.sleep(0)
    await alone._step()  # noqa: SLF001 - a second passes
    assert 3 in alone.epochs


async def test_what_is_put_into_an_own_shard_is_news_and_of_another_s_wakes_that_one(redis: Redis) -> None:
    async with sharers(redis, "a", "b") as workers:
        await until(lambda: settled(workers))
        a, b = workers
        await a.until_news(0)
        await b.until_news(0)
        mine, its = next(iter(a.epochs.items())), next(iter(b.epochs.items()))
        a.news(*mine)
        assert await a.until_news(30) == {mine[0]}
        assert await a.until_news(0) == frozenset(), "once"
        a.news(*its)
        async with asyncio.timeout(PATIENCE):
            assert await b.until_news(30) == {its[0]}


async def test_who_gains_shards_has_its_readers_look(redis: Redis) -> None:
    """Each of them: the one that is at work as well as the one that waits."""
    owners = Sharer(redis, "a")
    waiting = asyncio.ensure_future(owners.until_news(30))
    await asyncio.sleep(0)
    await owners.begin()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == frozenset()
        assert await owners.until_gained(30) == ()
    waiting = asyncio.ensure_future(owners.until_gained(30))
    owners.hurry()
    async with asyncio.timeout(PATIENCE):
        assert await waiting == ()
