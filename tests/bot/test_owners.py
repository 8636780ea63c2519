"""Workers on one Redis: their shares of the shards settle, whoever comes, leaves, dies or sleeps."""

import asyncio
import logging

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import SHARDS
from bot.store.owners import Owners
from bot.store.ownership import Ownership
from bot.store.scripts import Script
from bot.store.wakes import Wakes
from tests.support.owners import Sharer, settled, sharers, until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.owners._EVERY_SECONDS", 0.02)
    monkeypatch.setattr("bot.store.owners.ALIVE_SECONDS", 1.0)
    monkeypatch.setattr("bot.store.living.ALIVE_SECONDS", 1.0)


async def stored(redis: Redis) -> dict[int, str]:
    """By what each shard is owned, as it stands in Redis."""
    return await Ownership(redis, "anybody").owners(range(SHARDS))


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
            await worker._step()  # noqa: SLF001 - the last time for now
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


async def test_while_redis_is_away_a_worker_keeps_what_it_has_and_knows_how_long_that_holds(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    now = 100.0
    alone = Sharer(redis, "a", lambda: now)
    await alone.begin()
    had = dict(alone.epochs)
    alone.claims.away = True
    alone.running = asyncio.create_task(alone.run(alone.stop))
    await until(lambda: sum("waits for Redis" in record.message for record in caplog.records) > 2)
    assert (alone.epochs, alone.left) == (had, 1.0)
    now += 1.5
    assert alone.left == -0.5
    alone.claims.away = False
    await until(lambda: alone.left == 1.0)
    assert alone.epochs == had
    await alone.die()


async def test_a_worker_that_begins_without_redis_takes_its_share_later(redis: Redis) -> None:
    alone = Sharer(redis, "a")
    alone.claims.away = True
    alone.running = asyncio.create_task(alone.run(alone.stop))
    await asyncio.sleep(0)
    assert alone.reading == {}
    alone.claims.away = False
    await until(lambda: settled([alone]))
    await alone.die()


async def test_what_could_not_be_let_go_is_let_go_later(redis: Redis) -> None:
    async with sharers(redis, "a") as workers:
        [a] = workers
        a.claims.stays = 3
        workers.append(await Sharer(redis, "b").start())
        await until(lambda: settled(workers))
        assert a.claims.letting_go > 3


async def test_what_is_let_go_by_two_at_once_ends_nobody(redis: Redis) -> None:
    """A share may have been finished just as the next second's look begins."""
    async with sharers(redis, "a") as workers:
        [a] = workers
        a.claims.slow = asyncio.Event()
        workers.append(await Sharer(redis, "b").start())
        await until(lambda: a.claims.letting_go > 1)
        a.claims.slow.set()
        await until(lambda: settled(workers))
        assert a.running is not None
        assert not a.running.done()


async def test_a_share_that_cannot_be_finished_stays_and_is_tried_again(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        fails = 2

        async def drain(self, _: object, __: float) -> None:
            if self.fails:
                self.fails -= 1
                raise ArithmeticError

        async def drop(self, _: object) -> None:
            """Nothing is held."""

    async with sharers(redis, "a") as workers:
        workers[0].join(Broken())
        workers.append(await Sharer(redis, "b").start())
        await until(lambda: settled(workers))
    faults = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.exc_info is not None for record in faults] == [True, True]


async def test_who_leaves_without_redis_does_not_wait_for_it(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async with sharers(redis, "a") as workers:
        workers[0].claims.away = True
        await workers[0].go()
    assert "learn late" in caplog.text


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
        async with asyncio.timeout(5):
            assert await b.until_news(30) == {its[0]}


async def test_who_gains_shards_has_its_readers_look(redis: Redis) -> None:
    """Each of them: the one that is at work as well as the one that waits."""
    owners = Sharer(redis, "a")
    waiting = asyncio.ensure_future(owners.until_news(30))
    await asyncio.sleep(0)
    await owners.begin()
    async with asyncio.timeout(5):
        assert await waiting == frozenset()
        assert await owners.until_gained(30) == ()
    waiting = asyncio.ensure_future(owners.until_gained(30))
    owners.hurry()
    async with asyncio.timeout(5):
        assert await waiting == ()


async def test_after_redis_was_away_nobody_is_taken_for_dead_at_once(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are about to say that they live."""
    monkeypatch.setattr("bot.store.living.ALIVE_SECONDS", 6.0)
    now = 100.0
    async with sharers(redis, "b") as [b]:
        await b.die()
        had = set(b.epochs)
        a = Sharer(redis, "a", lambda: now)
        await a.begin()
        now += 60
        for _ in range(6):
            await a._step()  # noqa: SLF001 - a second passes
            assert a.epochs == {}
            now += 0.99
        now += 0.1
        await a._step()  # noqa: SLF001 - a second passes
        assert a.epochs.keys() >= had


async def test_who_is_alone_relies_on_what_it_has_without_end(redis: Redis) -> None:
    owners = Owners(Ownership(redis, "bot"), Wakes(redis, "bot"), alone=True)
    assert owners.left == float("inf")
    assert owners.living == 1


async def test_a_taking_whose_answer_was_lost_is_known_to_be_ones_own(redis: Redis) -> None:
    a = Ownership(redis, "a")
    [(shard, epoch)] = (await a.take({7: ""})).items()
    again = Script("own")
    assert await again(redis, (keys.owner(shard),), ("", epoch)) == 1, "as it is sent again"
    assert a.made(epoch)
    assert not Ownership(redis, "a").made(epoch)


async def test_two_processes_of_one_name_do_not_take_from_each_other_while_both_live(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    first, second = (
        Owners(Ownership(redis, "a", lambda: now), Wakes(redis, "a"), seconds=lambda: now) for _ in range(2)
    )
    await first.begin()
    await second.begin()
    await first.begin()
    for shard, epoch in list(first.epochs.items()):
        first.lost(shard, epoch)
    await asyncio.sleep(0)
    for _ in range(3):
        now += 1
        await second.begin()
        await first.begin()
    assert (len(first.epochs), len(second.epochs)) == (0, SHARDS)
    assert "another process calls itself a" in caplog.text
    for _ in range(12):
        now += 1
        await first.begin()
    assert len(first.epochs) == SHARDS, "a start by mistake that ended leaves nothing behind for ever"


async def test_who_wakes_past_its_time_relies_on_nothing_before_it_knows_what_it_lost(redis: Redis) -> None:
    now = 0.0
    a = Owners(Ownership(redis, "a", lambda: now), Wakes(redis, "a"), seconds=lambda: now)
    await a.begin()
    for shard in range(SHARDS // 2):
        await redis.set(keys.owner(shard), "b#1")
    now += 60
    await a.begin()
    assert a.left > 0
    assert not any(epoch == "b#1" for epoch in a.epochs.values())
    stored = await Ownership(redis, "c").owners(a.epochs.keys())
    assert stored == a.epochs
