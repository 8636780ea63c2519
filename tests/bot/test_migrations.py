"""From a schema to the next: whole shards in one step, by one worker, resumed where it ended, and fenced."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.config import load
from bot.resources import redis_of
from bot.store import keys, migrations, schema
from bot.store.commits import Commit, Committed
from bot.store.keys import SHARDS, Scope
from bot.store.migrations import Migrating, MigrationFailed, Shard
from bot.store.ownership import NotOwned, Ownership
from bot.store.redis import Store
from bot.store.schema import SCHEMA, Outdated, WrongSchema
from tests.support.streams import Owned

NEXT = SCHEMA + 1
CHATS = tuple(range(-1, -200, -1))


async def renamed(shard: Shard) -> None:
    """A made-up migration: what chats chose as their language is called their tongue."""
    for name in shard.names:
        if name.endswith(":settings") and (chosen := await shard.client.hget(name, "language")) is not None:
            shard.write("HDEL", name, "language")
            shard.write("HSET", name, "tongue", chosen)
        if name.endswith(":game"):
            shard.write("HINCRBY", name, "version", 1)


async def plant(redis: Redis) -> None:
    """What the schema before has: here this program's."""
    await schema.claim(redis)
    for chat in CHATS:
        await redis.hset(keys.settings(chat), "language", "uk")
        await redis.hset(keys.game(Scope(chat)), "version", "1")


async def check_migrated(redis: Redis) -> None:
    for chat in CHATS:
        assert await redis.hgetall(keys.settings(chat)) == {b"tongue": b"uk"}
        assert await redis.hget(keys.game(Scope(chat)), "version") == b"2"
    found = await schema.numbers(redis)
    assert found is not None
    assert (found.whole, found.even, len(found.shards)) == (NEXT, True, SHARDS)
    assert not await redis.exists(keys.MIGRATING)
    assert not await redis.exists(keys.owner(0))


class Pauses:
    """Lets time pass at once; what happens meanwhile is a test's."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
        self.count = 0
        self._meanwhile = meanwhile

    async def __call__(self, seconds: float) -> None:
        assert seconds > 0
        self.count += 1
        if self._meanwhile is not None:
            await self._meanwhile()
        await asyncio.sleep(0)


def migrating(
    redis: Redis, migration: migrations.Migration = renamed, pause: Pauses | None = None, *, alone: bool = False
) -> Migrating:
    return Migrating(redis, alone=alone, pause=pause or Pauses(), migrations={SCHEMA: migration}, wanted=NEXT)


@pytest.mark.cluster_too
async def test_every_shard_is_taken_to_the_next_schema_once(redis: Redis) -> None:
    await plant(redis)
    await migrating(redis).run()
    await check_migrated(redis)
    await migrating(redis).run()
    await check_migrated(redis)
    with pytest.raises(WrongSchema, match="from a later version"):
        await schema.check(redis)


@pytest.mark.cluster_too
async def test_of_many_workers_that_start_one_migrates_and_the_others_wait(redis: Redis) -> None:
    await plant(redis)
    await asyncio.gather(*(migrating(redis).run() for _ in range(4)))
    await check_migrated(redis)


@pytest.mark.cluster_too
@pytest.mark.parametrize("after", [0, 1, 40])
async def test_one_that_was_cut_short_is_gone_on_with(redis: Redis, after: int) -> None:
    await plant(redis)
    done: list[int] = []

    async def breaks(shard: Shard) -> None:
        if len(done) == after:
            raise KeyboardInterrupt
        done.append(shard.number)
        await renamed(shard)

    with pytest.raises(KeyboardInterrupt):
        await migrating(redis, breaks).run()
    found = await schema.numbers(redis)
    assert found is not None
    assert (found.whole, len(found.shards), found.even) == (SCHEMA, after, not after)
    await migrating(redis).run()
    await check_migrated(redis)


async def test_two_steps_are_taken_in_their_order(redis: Redis) -> None:
    await plant(redis)

    async def again(shard: Shard) -> None:
        for name in shard.names:
            if name.endswith(":settings"):
                assert await shard.client.hexists(name, "tongue")
                shard.write("HSET", name, "then", "this")

    await Migrating(redis, alone=True, migrations={SCHEMA: renamed, NEXT: again}, wanted=NEXT + 1).run()
    assert await redis.hgetall(keys.settings(-1)) == {b"tongue": b"uk", b"then": b"this"}
    assert await redis.get(keys.SCHEMA) == str(NEXT + 1).encode()


async def test_where_no_step_leads_on_nothing_is_changed(redis: Redis) -> None:
    await plant(redis)
    with pytest.raises(WrongSchema, match=f"of schema {SCHEMA}, from an earlier version.* reads schema {NEXT + 1}"):
        await Migrating(redis, alone=True, migrations={SCHEMA: renamed}, wanted=NEXT + 1).run()
    await schema.check(redis)
    assert await redis.hgetall(keys.settings(-1)) == {b"language": b"uk"}


@pytest.mark.cluster_too
async def test_while_workers_of_the_version_before_run_nothing_is_migrated(redis: Redis) -> None:
    await plant(redis)
    old = Ownership(redis, "host:1")
    await old.renew()
    with pytest.raises(MigrationFailed, match=r"still run \(host:1\): stop them all"):
        await migrating(redis, pause=Pauses(old.renew)).run()
    await schema.check(redis)
    pauses = Pauses()
    await migrating(redis, pause=pauses).run()
    assert pauses.count == 1, "one that says nothing more is dead"
    await check_migrated(redis)


@pytest.mark.cluster_too
async def test_a_worker_of_the_version_before_that_comes_to_itself_writes_nothing(redis: Redis) -> None:
    """It was stopped before the migration and goes on behind it: what it knows and owns is no longer so."""
    await plant(redis)
    old = Ownership(redis, "host:1")
    await old.renew()
    epochs = await old.take(dict.fromkeys(range(SHARDS), ""))
    await migrating(redis).run()
    await check_migrated(redis)
    store = Store(redis, shards=Owned(epochs))
    with pytest.raises(NotOwned):
        await store.commit(Commit(scope=Scope(-1), expected=2, update_id=None, state=b"an older form"))
    with pytest.raises(Outdated, match=r"another version has migrated them\. Start that one here too\.$"):
        await old.take(dict.fromkeys(range(SHARDS), ""))


async def test_one_that_is_stopped_in_a_shard_changes_nothing_behind_the_next(redis: Redis) -> None:
    await plant(redis)
    overtaken: list[int] = []

    async def slow(shard: Shard) -> None:
        if not overtaken:
            overtaken.append(shard.number)
            await redis.delete(keys.MIGRATING)
            await migrating(redis).run()
        await renamed(shard)

    with pytest.raises(MigrationFailed, match="another worker has come in between"):
        await migrating(redis, slow).run()
    for chat in CHATS:
        assert await redis.hget(keys.game(Scope(chat)), "version") == b"2"


async def test_a_migration_writes_its_own_shard_alone(redis: Redis) -> None:
    shard = Shard(redis, 5, ())
    with pytest.raises(ValueError, match="no key of shard 5"):
        shard.write("SET", keys.owner(6), "x")


async def test_a_start_migrates_and_then_serves(
    redis: Redis, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await redis.set(keys.SCHEMA, SCHEMA)
    await redis.hset(keys.settings(-1), "language", "uk")
    planned = {SCHEMA: renamed}

    class Planned(Migrating):
        def __init__(self, client: Redis, *, alone: bool) -> None:
            super().__init__(client, alone=alone, migrations=planned, wanted=NEXT)

    monkeypatch.setattr("bot.resources.Migrating", Planned)
    async with redis_of(load({"REDIS_URL": redis_url}, tmp_path)):
        assert await redis.hgetall(keys.settings(-1)) == {b"tongue": b"uk"}


def test_every_schema_since_the_first_has_a_step_and_a_fixture() -> None:
    """Whoever raises the number brings the step from the one before, and a fixture that its parent commit wrote."""
    steps = set(range(1, SCHEMA))
    assert set(migrations.MIGRATIONS) == steps
    folder = Path(__file__).parent / "schemas"
    assert {int(file.stem) for file in folder.glob("*.backup")} >= steps


async def test_a_commit_without_a_migration_is_as_before(redis: Redis) -> None:
    await plant(redis)
    own = Ownership(redis, "host:1")
    epochs = await own.take(dict.fromkeys(range(SHARDS), ""))
    store = Store(redis, shards=Owned(epochs))
    done = await store.commit(Commit(scope=Scope(-1), expected=1, update_id=None, state=b"state"))
    assert isinstance(done, Committed)
