"""Workers whose Redis is away, refuses them, or has another of their name: nothing is lost, and nobody relies on it."""

import asyncio
import logging

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from bot.store import keys
from bot.store.keys import SHARDS
from bot.store.living import Living
from bot.store.owners import Owners
from bot.store.ownership import Ownership, State
from bot.store.scripts import Script
from bot.store.wakes import Wakes
from tests.support.owners import Sharer, hasten, settled, sharers, until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


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


async def test_what_a_worker_relies_on_counts_from_when_it_asked(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others count from when they heard of it, which may be long before the answer is there."""
    now = 100.0
    alone = Sharer(redis, "a", lambda: now)
    renew = alone.claims.renew

    async def slow(state: State = "here") -> Living:
        nonlocal now
        living = await renew(state)
        now += 0.4
        return living

    monkeypatch.setattr(alone.claims, "renew", slow)
    await alone.begin()
    assert alone.left == pytest.approx(0.6)


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


async def test_a_shard_that_cannot_be_taken_keeps_none_of_the_others_and_is_told_of_until_it_can(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    await redis.rpush(keys.owner(7), "no string")
    a = Owners(Ownership(redis, "a", lambda: now), Wakes(redis, "a"), seconds=lambda: now)
    for _ in range(40):
        await a.begin()
        assert a.epochs.keys() == set(range(SHARDS)) - {7}
        assert a.well == (now < 30)
        now += 1
    assert caplog.text.count("1 shards cannot be taken") == 1
    assert keys.owner(7)[-6:] in caplog.text
    await redis.delete(keys.owner(7))
    await a.begin()
    assert (7 in a.epochs, a.well) == (True, True)


async def test_who_may_take_none_at_all_goes_on_trying_and_says_so(
    redis: Redis, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    claims = Ownership(redis, "a", lambda: now)

    async def refused(_: object) -> dict[int, str]:
        raise NoPermissionError("this user has no permissions")

    a = Owners(claims, Wakes(redis, "a"), seconds=lambda: now)
    with monkeypatch.context() as patch:
        patch.setattr(claims, "take", refused)
        for _ in range(32):
            with pytest.raises(NoPermissionError):
                await a.begin()
            now += 1
    assert not a.well
    assert "64 shards cannot be taken" in caplog.text
    await a.begin()
    assert (len(a.epochs), a.well) == (SHARDS, True)
