"""Restoring: what is damaged is refused whole, and nothing is written over unasked or under a bot at work."""

import json
import tracemalloc
import zlib
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from bot.config import StartError, load_config
from bot.offline.backup import UnusableBackup, examine_backup, restore_backup, write_backup
from bot.resources import open_redis
from bot.store import export, keys, server_checks
from bot.store.export import ExportedKey, KeyGroup
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.server_checks import SCHEMA
from bot.tables.codec import encode_stored
from engine.crossword.state import GameState
from tests.support.command_line import run_command
from tests.support.embedded_servers import start_embedded
from tests.support.games import with_fields
from tests.support.stored_games import (
    RUNNING,
    backup_content,
    commit_course_step,
    dump_backed_up_keys,
    files_beside,
    simulated_course,
)
from tools.write_data_directory import FOLDER, describe_data

MISSING = "nothing was restored"
SCHEMAS = FOLDER.parent / "schemas"


def alter_file(path: Path, change: Callable[[bytearray], object], *, sealed: bool = False) -> None:
    """Change a file's bytes; ``sealed`` puts the checksum right again."""
    data = bytearray(path.read_bytes())
    body = data[:-32] if sealed else data
    change(body)
    path.write_bytes(body + sha256(body).digest() if sealed else body)


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.__setitem__(len(data) // 2, data[len(data) // 2] ^ 1),
        lambda data: data.__delitem__(slice(len(data) // 2, None)),
        lambda data: data.__setitem__(60, data[60] ^ 1),
        lambda data: data.clear(),
    ],
    ids=["bit", "half", "head", "empty"],
)
@pytest.mark.usefixtures("redis_url_setting")
async def test_a_damaged_file_is_refused_before_anything_is_written(
    redis_with_data: Redis,
    written_backup: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[bytearray], object],
) -> None:
    alter_file(written_backup, change)
    await redis_with_data.set(keys.game(Scope(-7)), b"there")
    before = await dump_backed_up_keys(redis_with_data)
    assert await run_command("restore", str(written_backup), "--replace") == 2
    assert MISSING in capsys.readouterr().err
    assert await dump_backed_up_keys(redis_with_data) == before


async def test_a_part_that_becomes_longer_than_any_is_refused_before_it_fills_the_memory(
    written_backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.offline.backup.MAX_GROUP_BYTES", 2**20)
    first = backup_content(written_backup).index(b"\n") + 1
    bomb = zlib.compress(bytes(2**25))

    def long(data: bytearray) -> None:
        data[first:] = len(bomb).to_bytes(4, "big") + bomb + bytes(4)

    alter_file(written_backup, long, sealed=True)
    tracemalloc.start()
    try:
        with pytest.raises(UnusableBackup, match="longer than 1,048,576 bytes"):
            examine_backup(written_backup)
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (ExportedKey(keys.shard_owner(5), "string", -1, [b"evil#1"], []), "no backup holds it"),
        (ExportedKey(keys.tenant(), "string", -1, [b"another"], []), "no backup holds it"),
        (ExportedKey(keys.game_log(Scope(-5)), "set", -1, [b"x"], []), "it is no set"),
        (ExportedKey(keys.deadlines(3), "list", -1, [b"-5", b"1"], []), "it is no list"),
    ],
    ids=["owner", "bot", "kind", "sorted"],
)
@pytest.mark.usefixtures("redis_url_setting")
async def test_only_keys_that_a_backup_holds_are_restored(
    redis_with_data: Redis, written_backup: Path, capsys: pytest.CaptureFixture[str], stored: ExportedKey, why: str
) -> None:
    before = await dump_backed_up_keys(redis_with_data)

    def forge(data: bytearray) -> None:
        packed = zlib.compress(msgspec.msgpack.encode(KeyGroup("", [stored])))
        data[-4:] = len(packed).to_bytes(4, "big") + packed + bytes(4)

    alter_file(written_backup, forge, sealed=True)
    assert await run_command("restore", str(written_backup), "--replace") == 2
    said = capsys.readouterr().err
    assert f"{stored.name}: {why}" in said
    assert MISSING in said
    assert await dump_backed_up_keys(redis_with_data) == before


async def test_a_backup_of_another_version_is_refused_with_both(written_backup: Path) -> None:
    alter_file(
        written_backup,
        lambda data: data.__setitem__(slice(None), data.replace(b'"version":2', b'"version":3', 1)),
        sealed=True,
    )
    with pytest.raises(UnusableBackup, match="of version 3; this program reads versions 1 to 2"):
        examine_backup(written_backup)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("log", "its log does not replay: entry 7, action"),
        ("end", "its log of 19 entries leads to another state"),
        ("none", "its log of 0 entries leads to another state"),
        ("state", "it cannot be read: "),
        ("rules", "its rules cannot be played by"),
    ],
)
@pytest.mark.usefixtures("redis_url_setting")
async def test_a_game_that_is_not_whole_is_named_and_refused(
    redis_with_data: Redis, backup_file: Path, capsys: pytest.CaptureFixture[str], harm: str, told: str
) -> None:
    secret = simulated_course("kelimelik")[19][0].secret
    log: Any = await redis_with_data.lrange(keys.game_log(RUNNING), 0, -1)
    match harm:
        case "log":
            await redis_with_data.lrem(keys.game_log(RUNNING), 1, log[6])
        case "end":
            await redis_with_data.rpop(keys.game_log(RUNNING))
        case "none":
            await redis_with_data.delete(keys.game_log(RUNNING))
        case "rules":
            table = simulated_course("kelimelik")[19][0]
            assert isinstance(table, GameState)
            bag = table.ruleset.bags[table.ruleset.bag]
            bags = {table.ruleset.bag: with_fields(bag, counts=dict(bag.counts) | {"A": 10**12})}
            endless = with_fields(table, ruleset=with_fields(table.ruleset, bags=bags))
            await redis_with_data.hset(keys.game(RUNNING), "state", encode_stored(endless))
        case _:
            await redis_with_data.hset(keys.game(RUNNING), "state", "{")
    assert await run_command("backup", str(backup_file)) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"chat {RUNNING}: {told}")
    assert secret not in said
    assert await run_command("restore", str(backup_file), "--replace") == 1
    assert MISSING in capsys.readouterr().err


@pytest.mark.usefixtures("redis_url_setting")
async def test_a_game_that_is_not_whole_is_restored_where_that_is_asked_for(
    redis_with_data: Redis, backup_file: Path
) -> None:
    await redis_with_data.rpop(keys.game_log(RUNNING))
    before = await dump_backed_up_keys(redis_with_data)
    assert await run_command("backup", str(backup_file)) == 1
    assert await run_command("restore", str(backup_file), "--replace", "--check") == 1
    assert await run_command("restore", str(backup_file), "--replace", "--with-faults") == 0
    assert await dump_backed_up_keys(redis_with_data) == before


@pytest.mark.usefixtures("redis_url_setting")
async def test_a_redis_that_holds_something_is_not_written_over_unasked(
    redis_with_data: Redis, backup_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_command("backup", str(backup_file)) == 0
    await commit_course_step(GameStore(redis_with_data), RUNNING, 20, simulated_course("kelimelik"))
    await Heartbeat(redis_with_data, "worker").deregister_worker()
    before = await dump_backed_up_keys(redis_with_data)
    assert await run_command("restore", str(backup_file)) == 1
    assert "is not empty" in capsys.readouterr().err
    assert await dump_backed_up_keys(redis_with_data) == before
    assert await run_command("restore", str(backup_file), "--replace") == 0
    assert (await GameStore(redis_with_data).load_table(RUNNING)).version == 20


@pytest.mark.usefixtures("redis_url_setting")
async def test_no_restore_beside_a_bot(redis: Redis, backup_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("backup", str(backup_file)) == 0
    await Heartbeat(redis, "host:8080").record_beat(None, returning=True)
    assert await run_command("restore", str(backup_file), "--replace") == 2
    assert "a bot works on the Redis of REDIS_URL (host:8080)" in capsys.readouterr().err
    assert await run_command("restore", str(backup_file), "--check") == 0


@pytest.mark.usefixtures("settings")
async def test_the_bot_s_own_redis_is_backed_up_at_work_and_restored_at_rest(
    tmp_path: Path, backup_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with start_embedded(tmp_path / "data-playground"):
        assert await run_command("backup", str(backup_file)) == 0
        assert await run_command("restore", str(backup_file), "--replace") == 2
        assert "in use by another Harfiyen" in capsys.readouterr().err
    assert await run_command("restore", str(backup_file), "--replace") == 0


async def test_a_restore_cut_short_keeps_a_bot_from_starting(
    redis_with_data: Redis, backup_file: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await write_backup(redis_with_data, backup_file)
    whole, write = await dump_backed_up_keys(redis_with_data), export.write_keys
    done = count()

    async def killed(client: Redis, group: export.KeyGroup) -> None:
        if next(done) == 3:
            raise KeyboardInterrupt
        await write(client, group)

    monkeypatch.setattr(export, "write_keys", killed)
    with pytest.raises(KeyboardInterrupt):
        await restore_backup(redis_with_data, backup_file, replace=True)
    with pytest.raises(StartError, match=r"a restore of games\.backup was cut short: run `harfiyen restore FILE"):
        async with open_redis(load_config({"REDIS_URL": redis_url}, tmp_path)):
            pass
    with pytest.raises(export.IncompleteRestore):
        await write_backup(redis_with_data, backup_file.with_name("half.backup"))
    assert files_beside(backup_file) == []
    monkeypatch.setattr(export, "write_keys", write)
    await restore_backup(redis_with_data, backup_file, replace=True)
    assert await dump_backed_up_keys(redis_with_data) == whole
    async with open_redis(load_config({"REDIS_URL": redis_url}, tmp_path)):
        pass


@pytest.mark.usefixtures("redis_url_setting")
async def test_a_backup_of_an_earlier_schema_is_migrated(redis: Redis, capsys: pytest.CaptureFixture[str]) -> None:
    former = Path(__file__).parents[1] / "schemas" / "1.backup"
    assert await run_command("restore", str(former), "--check") == 0
    assert not await redis.exists(keys.schema())
    assert await run_command("restore", str(former)) == 0
    said = capsys.readouterr()
    assert "the data are of schema 1" in said.err
    assert "a restore migrates them" in said.err
    assert said.out.endswith("All of it is restored; start the bot.\n")
    await server_checks.check_schema(redis)
    assert not await redis.exists(keys.restore_marker())


@pytest.mark.usefixtures("redis_url_setting", "redis_with_data")
async def test_a_later_schema_is_refused(redis: Redis, backup_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("backup", str(backup_file)) == 0
    head, later = b'"schema":%d' % SCHEMA, b'"schema":%d' % (SCHEMA + 1)
    alter_file(backup_file, lambda data: data.__setitem__(slice(None), data.replace(head, later, 1)), sealed=True)
    before = await dump_backed_up_keys(redis)
    capsys.readouterr()
    assert await run_command("restore", str(backup_file), "--replace") == 2
    said = capsys.readouterr().err
    assert f"it is a backup of schema {SCHEMA + 1}, and this program restores schema {SCHEMA}" in said
    assert len(said.splitlines()) == 1
    with pytest.raises(UnusableBackup, match=f"it is a backup of schema {SCHEMA + 1}"):
        await restore_backup(redis, backup_file, replace=True)
    assert await dump_backed_up_keys(redis) == before


async def test_the_kept_backup_of_this_schema_holds_what_its_directory_held(redis: Redis) -> None:
    await restore_backup(redis, SCHEMAS / f"{SCHEMA}.backup", replace=False)
    described = json.loads((FOLDER / f"schema-{SCHEMA}.json").read_text("utf-8"))
    assert await describe_data(redis) == described
