"""The schema of the data: noted in an empty Redis, compared by everything that reads them, and never misread."""

import asyncio
import json
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.config import StartError, load_config
from bot.offline.backup import BACKUP_VERSION, restore_backup, write_backup
from bot.offline.doctor import check_configuration
from bot.resources import open_redis
from bot.store import export, keys, server_checks
from bot.store.client import connect
from bot.store.keys import Scope
from bot.store.schema import SchemaMigrator
from bot.store.server_checks import SCHEMA, UNNUMBERED, WrongSchema
from bot.tables.codec import compress_json, encode_stored
from tests.support.command_line import run_command
from tests.support.embedded_servers import start_embedded
from tests.support.games import started_game
from tests.support.stored_games import dump_backed_up_keys

LATER, EARLIER = SCHEMA + 1, SCHEMA - 1
BOTH = f"stored schema {SCHEMA}, this version's {SCHEMA}"


async def check_schema_at_start(url: str, folder: Path) -> None:
    async with open_redis(load_config({"REDIS_URL": url}, folder)):
        pass


async def migrate(redis: Redis) -> None:
    await SchemaMigrator(redis, exclusive=False).migrate_database()


async def test_an_empty_redis_gets_the_number_once_whoever_comes_first(redis: Redis) -> None:
    await asyncio.gather(*(migrate(redis) for _ in range(5)))
    await migrate(redis)
    assert await redis.get(keys.schema()) == str(SCHEMA).encode()
    assert await redis.keys("*") == [keys.schema().encode()]


async def test_what_another_program_keeps_in_a_redis_is_nobodys_data(redis: Redis) -> None:
    await redis.set("cache:5", b"x")
    await migrate(redis)


@pytest.mark.parametrize(
    "key", [keys.tenant(), keys.settings(-5), keys.inbox(3), keys.clock(), keys.game(Scope(-7, 3))]
)
async def test_data_without_a_number_are_an_earlier_versions(redis: Redis, key: str) -> None:
    await redis.set(key, b"whatever it is")
    for check in (server_checks.check_schema, migrate, migrate):
        with pytest.raises(WrongSchema, match=r"earlier version wrote.* no way there: start that version") as caught:
            await check(redis)
    assert caught.value.schema == UNNUMBERED
    assert await redis.keys("*") == [key.encode()]


@pytest.mark.parametrize("number", [str(LATER), "x", "", "-1", "9" * 5_000])
async def test_a_start_refuses_another_schema(redis: Redis, redis_url: str, tmp_path: Path, number: str) -> None:
    await redis.set(keys.schema(), number)
    await redis.hset(keys.settings(-5), "language", "uk")
    before = await dump_backed_up_keys(redis)
    with pytest.raises(StartError, match=r"^REDIS_URL names a database with data .*this one reads schema \d.*\.$"):
        await check_schema_at_start(redis_url, tmp_path)
    assert (await dump_backed_up_keys(redis), await redis.get(keys.schema())) == (before, number.encode())


@pytest.mark.parametrize("number", [LATER, EARLIER])
async def test_a_shard_of_another_schema_refuses_the_whole(redis: Redis, number: int) -> None:
    """A migration was cut short: what it has made of some shards no program of the other schema may read."""
    await redis.set(keys.schema(), SCHEMA)
    await redis.set(keys.shard_schema(9), number)
    with pytest.raises(WrongSchema) as caught:
        await server_checks.check_schema(redis)
    assert caught.value.schema in {LATER, SCHEMA}


async def test_a_start_on_the_bots_own_redis_refuses_too(tmp_path: Path) -> None:
    async with start_embedded(tmp_path) as server, connect(server.url) as client:
        await client.hset(keys.game(Scope(-5)), "state", b'{"an older form": 1}')
    with pytest.raises(StartError, match=rf"^DATA_DIR is {tmp_path}, a folder with data that an earlier version wrote"):
        async with open_redis(load_config({"DATA_DIR": str(tmp_path)}, tmp_path)):
            pass
    checks = {check.name: check async for check in check_configuration({"DATA_DIR": str(tmp_path)}, tmp_path)}
    assert checks["data"].status == "wrong"
    assert "earlier version" in checks["data"].found
    assert "start that version" in checks["data"].remedy
    assert "harfiyen backup" not in checks["data"].remedy, "what it writes, this version cannot restore"


@pytest.mark.usefixtures("redis_url_setting")
async def test_earlier_data_are_backed_up(redis: Redis, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await redis.hset(keys.game(Scope(-5)), mapping={"version": 3, "state": b'{"an older form": 1}'})
    file = tmp_path / "old.backup"
    assert await run_command("backup", str(file)) == 1
    said = capsys.readouterr()
    assert "the data are of an earlier version, without the number of a schema" in said.err
    assert "its games were not replayed" in said.err
    assert "damaged" not in said.err
    head = json.loads(file.read_bytes().partition(b"\n")[0])
    assert (head["version"], head["schema"]) == (BACKUP_VERSION, UNNUMBERED)
    assert await run_command("restore", str(file), "--replace") == 2
    assert "restore it with the version that wrote it; nothing was restored" in capsys.readouterr().err
    assert await redis.hget(keys.game(Scope(-5)), "version") == b"3"
    assert await run_command("inbox") == 2
    assert "earlier version" in capsys.readouterr().err


async def test_a_backup_tells_its_schema_and_a_restore_notes_it(redis: Redis, tmp_path: Path) -> None:
    await redis.set(keys.schema(), SCHEMA)
    await redis.hset(keys.settings(-5), "language", "uk")
    file = tmp_path / "games.backup"
    assert (await write_backup(redis, file)).schema == SCHEMA
    assert json.loads(file.read_bytes().partition(b"\n")[0])["schema"] == SCHEMA
    await redis.set(keys.schema(), LATER)
    await redis.set(keys.shard_schema(9), LATER)
    await restore_backup(redis, file, replace=True)
    await server_checks.check_schema(redis)
    await redis.set(keys.shard_schema(9), LATER)
    with pytest.raises(export.IncompleteRestore, match=f"half-way to schema {LATER}"):
        await write_backup(redis, file)


async def test_the_doctor_names_tables_that_cannot_be_read(redis: Redis, redis_url: str, tmp_path: Path) -> None:
    async def check() -> tuple[str, str]:
        checks = {one.name: one async for one in check_configuration({"REDIS_URL": redis_url}, tmp_path)}
        return checks["data"].status, checks["data"].found

    assert await check() == ("good", f"nothing stored yet; this version's schema is {SCHEMA}")
    await redis.set(keys.schema(), SCHEMA)
    assert await check() == ("good", f"{BOTH}; 0 tables")
    await redis.hset(keys.game(Scope(-5)), "state", encode_stored(started_game()[0]))
    await redis.hset(keys.game(Scope(-6)), "moved", "-100")
    assert await check() == ("good", f"{BOTH}; 1 table, and all can be read")
    await redis.hset(keys.game(Scope(-7, 3)), "state", compress_json(b'{"type": "crossword", "schema": 999}'))
    status, found = await check()
    assert (status, found) == ("wrong", f"{BOTH}; 2 tables, of which 1 cannot be read, in chat -7:3")
    await redis.set(keys.schema(), LATER)
    status, found = await check()
    assert (status, "from a later version" in found) == ("wrong", True)


async def test_the_doctor_tells_of_tables_that_were_put_aside(redis: Redis, redis_url: str, tmp_path: Path) -> None:
    await redis.set(keys.schema(), SCHEMA)
    for chat in range(-12, 0):
        await redis.hset(keys.quarantined_game(Scope(chat), 3), "state", b"whatever it is")
    checks = {one.name: one async for one in check_configuration({"REDIS_URL": redis_url}, tmp_path)}
    check = checks["quarantine"]
    assert (check.status, checks["data"].status) == ("advice", "good")
    assert check.found.startswith("12 tables put aside as unreadable, in chat -1, ")
    assert check.found.endswith(" and 2 more")
    assert "Restore a backup" in check.remedy
