"""From a schema to the next: whole shards in one step, by one worker, resumed where it ended, and fenced."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.config import StartError, load_config
from bot.resources import claim_database, open_redis
from bot.store import keys, schema, server_checks
from bot.store.commits import Commit
from bot.store.games import GameStore
from bot.store.keys import SHARDS, Scope
from bot.store.schema import MigrationFailed, SchemaMigrator, ShardMigration
from bot.store.server_checks import SCHEMA, SchemaChanged, WrongSchema
from bot.store.shard_ownership import ShardNotOwned, ShardOwnership
from tests.support.streams import OwnedShards

NEXT = SCHEMA + 1
CHATS = tuple(range(-1, -20, -1))


async def rename_language_setting(shard: ShardMigration) -> None:
    """A made-up migration: what chats chose as their language is called their tongue."""
    for name in shard.key_names:
        if name.endswith(":settings") and (chosen := await shard.client.hget(name, "language")) is not None:
            shard.queue_command("HDEL", name, "language")
            shard.queue_command("HSET", name, "tongue", chosen)
        if name.endswith(":game"):
            shard.queue_command("HINCRBY", name, "version", 1)


async def write_former_schema(redis: Redis) -> None:
    """What the schema before has: here this program's."""
    await redis.set(keys.schema(), SCHEMA)
    for chat in CHATS:
        await redis.hset(keys.settings(chat), "language", "uk")
        await redis.hset(keys.game(Scope(chat)), "version", "1")


async def check_migrated(redis: Redis) -> None:
    for chat in CHATS:
        assert await redis.hgetall(keys.settings(chat)) == {b"tongue": b"uk"}
        assert await redis.hget(keys.game(Scope(chat)), "version") == b"2"
    found = await server_checks.read_schema_numbers(redis)
    assert found is not None
    assert (found.whole, found.is_uniform, len(found.shards)) == (NEXT, True, SHARDS)
    assert not await redis.exists(keys.migration_lock())
    assert not await redis.exists(keys.shard_owner(0))


class InstantPauses:
    def __init__(self, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
        self.count = 0
        self._meanwhile = meanwhile

    async def __call__(self, seconds: float) -> None:
        assert seconds > 0
        self.count += 1
        if self._meanwhile is not None:
            await self._meanwhile()
        await asyncio.sleep(0)


def new_migrator(
    redis: Redis,
    migration: schema.Migration = rename_language_setting,
    pause: InstantPauses | None = None,
    *,
    alone: bool = False,
) -> SchemaMigrator:
    return SchemaMigrator(
        redis, exclusive=alone, pause=pause or InstantPauses(), migrations={SCHEMA: migration}, wanted=NEXT
    )


async def test_one_that_was_cut_short_is_gone_on_with_by_one_of_many_each_shard_once(redis: Redis) -> None:
    await write_former_schema(redis)
    done: list[int] = []

    async def breaks(shard: ShardMigration) -> None:
        if len(done) == 40:
            raise KeyboardInterrupt
        done.append(shard.number)
        await rename_language_setting(shard)

    with pytest.raises(KeyboardInterrupt):
        await new_migrator(redis, breaks).migrate_database()
    found = await server_checks.read_schema_numbers(redis)
    assert found is not None
    assert (found.whole, len(found.shards), found.is_uniform) == (SCHEMA, 40, False)
    await asyncio.gather(*(new_migrator(redis).migrate_database() for _ in range(3)))
    await check_migrated(redis)
    await new_migrator(redis).migrate_database()
    await check_migrated(redis)
    with pytest.raises(WrongSchema, match="from a later version"):
        await server_checks.check_schema(redis)


@pytest.mark.parametrize("alone", [False, True])
async def test_the_lock_of_one_that_was_killed_is_taken_over_within_ten_seconds(
    redis: Redis,
    caplog: pytest.LogCaptureFixture,
    alone: bool,  # noqa: FBT001 - a parameter
) -> None:
    await write_former_schema(redis)
    left: list[int] = []

    async def is_killed(_: ShardMigration) -> None:
        left.append(await redis.ttl(keys.migration_lock()))
        await redis.set(keys.migration_lock(), "of one that was killed")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await new_migrator(redis, is_killed).migrate_database()
    assert 0 < left[0] < 9
    waits = InstantPauses(partial(redis.delete, keys.migration_lock()))
    with caplog.at_level("INFO", "bot"):
        await new_migrator(redis, pause=waits, alone=alone).migrate_database()
    assert waits.count == (not alone)
    await check_migrated(redis)
    assert "broken off" in caplog.text


async def test_where_no_step_leads_on_nothing_is_changed(redis: Redis) -> None:
    await write_former_schema(redis)
    with pytest.raises(WrongSchema, match=f"of schema {SCHEMA}, from an earlier version.* reads schema {NEXT + 1}"):
        await SchemaMigrator(
            redis, exclusive=True, migrations={SCHEMA: rename_language_setting}, wanted=NEXT + 1
        ).migrate_database()
    await server_checks.check_schema(redis)
    assert await redis.hgetall(keys.settings(-1)) == {b"language": b"uk"}


async def test_while_workers_of_the_version_before_run_nothing_is_migrated_and_later_they_write_nothing(
    redis: Redis,
) -> None:
    await write_former_schema(redis)
    old = ShardOwnership(redis, "host:1")
    await old.renew_membership()
    epochs = await old.acquire_shards(dict.fromkeys(range(SHARDS), ""))
    with pytest.raises(MigrationFailed, match=r"still run \(host:1\): stop them all"):
        await new_migrator(redis, pause=InstantPauses(old.renew_membership)).migrate_database()
    await server_checks.check_schema(redis)
    pauses = InstantPauses()
    await new_migrator(redis, pause=pauses).migrate_database()
    assert pauses.count == 1, "one that says nothing more is dead"
    await check_migrated(redis)
    store = GameStore(redis, shards=OwnedShards(epochs))
    with pytest.raises(ShardNotOwned):
        await store.commit(Commit(scope=Scope(-1), expected_version=2, update_id=None, state=b"an older form"))
    with pytest.raises(SchemaChanged, match=r"another version has migrated them\. Start that one here too\.$"):
        await old.acquire_shards(dict.fromkeys(range(SHARDS), ""))


async def test_one_that_is_stopped_in_a_shard_changes_nothing_behind_the_next(redis: Redis) -> None:
    await write_former_schema(redis)
    overtaken: list[int] = []

    async def slow(shard: ShardMigration) -> None:
        if not overtaken:
            overtaken.append(shard.number)
            await redis.delete(keys.migration_lock())
            await new_migrator(redis).migrate_database()
        await rename_language_setting(shard)

    with pytest.raises(MigrationFailed, match="another worker has come in between"):
        await new_migrator(redis, slow).migrate_database()
    for chat in CHATS:
        assert await redis.hget(keys.game(Scope(chat)), "version") == b"2"


async def test_a_migration_writes_its_own_shard_alone(redis: Redis) -> None:
    shard = ShardMigration(redis, 5, ())
    with pytest.raises(ValueError, match="no key of shard 5"):
        shard.queue_command("SET", keys.shard_owner(6), "x")


@pytest.fixture
def planned_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = {SCHEMA: rename_language_setting}

    class Planned(SchemaMigrator):
        def __init__(self, client: Redis, *, exclusive: bool) -> None:
            super().__init__(client, exclusive=exclusive, migrations=planned, wanted=NEXT)

    monkeypatch.setattr("bot.resources.SchemaMigrator", Planned)


@pytest.mark.usefixtures("planned_migration")
async def test_a_start_migrates_once_it_knows_the_data_as_its(redis: Redis, redis_url: str, tmp_path: Path) -> None:
    await redis.set(keys.schema(), SCHEMA)
    await redis.hset(keys.settings(-1), "language", "uk")
    await server_checks.claim_tenant(redis, 1)
    config = load_config({"REDIS_URL": redis_url}, tmp_path)
    async with open_redis(config) as client:
        with pytest.raises(StartError, match="games of another bot"):
            await claim_database(config, client, 2)
        assert await redis.hgetall(keys.settings(-1)) == {b"language": b"uk"}
        await claim_database(config, client, 1)
        assert await redis.hgetall(keys.settings(-1)) == {b"tongue": b"uk"}


def test_every_schema_since_the_first_has_a_step_and_a_fixture() -> None:
    """Whoever raises the number brings the step from the one before, and a fixture that its parent commit wrote."""
    steps = set(range(1, SCHEMA))
    assert set(schema.MIGRATIONS) == steps
    folder = Path(__file__).parents[1] / "schemas"
    assert {int(file.stem) for file in folder.glob("*.backup")} >= steps
