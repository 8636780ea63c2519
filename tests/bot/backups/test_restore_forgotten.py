"""A backup from before somebody was forgotten brings nothing of them back; and what was deleted leaves the disk."""

import json
import time
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.offline.backup import restore_backup, write_backup
from bot.store import keys
from bot.store.client import connect
from bot.store.housekeeping import Housekeeping
from bot.store.keys import Scope
from bot.store.people import Bans
from bot.store.personal_data import FORGOTTEN_FILE, ForgottenList, UnreadableForgottenList
from bot.store.server_checks import SCHEMA
from engine.forget_player import is_forgotten
from engine.game_base import Game
from tests.support.command_line import run_command
from tests.support.embedded_servers import start_embedded, wait_until_rewritten
from tests.support.forgetting_world import (
    AYSE,
    BORA,
    CEM,
    GROUP,
    KEPT_KEYS,
    THIRD,
    USERNAME,
    ForgettingWorld,
    make_world,
)
from tests.support.stored_games import find_in_files


@pytest.fixture
async def world(redis: Redis) -> ForgettingWorld:
    await redis.set(keys.schema(), SCHEMA)
    return await make_world(redis)


async def test_a_backup_brings_no_forgotten_player_back(world: ForgettingWorld, redis: Redis, tmp_path: Path) -> None:
    await world.start(GROUP, CEM, AYSE, BORA)
    backup, forgotten = tmp_path / "backup", ForgottenList(redis, tmp_path)
    await write_backup(redis, backup)
    await world.forget()
    await forgotten.add_user(AYSE, int(time.time()) + 1)
    await restore_backup(redis, backup, replace=True, forgotten=forgotten)
    assert await world.traces() == KEPT_KEYS
    records = await world.records.count_records(THIRD)
    assert records == 1
    # The seat that came back is given up by the bot, under the id that stands for it.
    (note,) = await world.notes.load_all()
    assert is_forgotten(note.user)
    assert await world.leaver.leave_all(note)
    table = (await world.games.load_table(Scope(GROUP))).table
    assert isinstance(table, Game)
    assert [player.active for player in table.players if is_forgotten(player.user)] == [False]
    assert (await write_backup(redis, backup)).damaged_games == []


@pytest.mark.usefixtures("redis_url_setting")
async def test_the_command_asks_the_list_in_the_data_directory(
    settings: pytest.MonkeyPatch, world: ForgettingWorld, redis: Redis, tmp_path: Path, backup_file: Path
) -> None:
    settings.setenv("DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    assert await run_command("backup", str(backup_file)) == 0
    await ForgottenList(redis, tmp_path / "data").add_user(AYSE, int(time.time()) + 1)
    await redis.flushall()
    assert await run_command("restore", str(backup_file)) == 0
    assert await world.traces() == KEPT_KEYS
    assert await world.records.count_records(THIRD) == 1


async def test_who_came_back_before_the_backup_stays(world: ForgettingWorld, redis: Redis, tmp_path: Path) -> None:
    backup, forgotten = tmp_path / "backup", ForgottenList(redis, tmp_path)
    await forgotten.add_user(AYSE, int(time.time()) - 60)
    await write_backup(redis, backup)
    await restore_backup(redis, backup, replace=True, forgotten=forgotten)
    assert await world.traces()


@pytest.mark.usefixtures("world")
async def test_the_list_lies_in_redis_and_in_a_file_and_says_no_id(redis: Redis, tmp_path: Path) -> None:
    await ForgottenList(redis, tmp_path).add_user(AYSE, 100)
    file = tmp_path / FORGOTTEN_FILE
    assert file.stat().st_mode & 0o777 == 0o600
    assert str(AYSE) not in file.read_text()
    backup = tmp_path / "backup"
    await write_backup(redis, backup)
    await restore_backup(redis, backup, replace=True)
    for folder in (None, tmp_path):
        assert await ForgottenList(redis, folder).find_forgotten([AYSE, BORA], 100) == [AYSE]
        assert await ForgottenList(redis, folder).find_forgotten([AYSE], 101) == []


async def test_a_list_is_carried_to_another_machine_by_its_file(redis: Redis, tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
    await ForgottenList(redis, there).add_user(AYSE, 100)
    await redis.flushall()
    await ForgottenList(redis, here).add_user(BORA, 200)
    (there / FORGOTTEN_FILE).replace(here / "theirs.json")
    merged = json.loads((here / FORGOTTEN_FILE).read_text())
    theirs = json.loads((here / "theirs.json").read_text())
    merged["forgotten"] |= theirs["forgotten"]
    (here / FORGOTTEN_FILE).write_text(json.dumps(merged))
    await ForgottenList(redis, here).merge_file()
    assert await ForgottenList(redis, None).find_forgotten([AYSE, BORA, CEM], 0) == [AYSE, BORA]


async def test_a_file_that_is_no_list_stops_what_needs_it(redis: Redis, tmp_path: Path) -> None:
    (tmp_path / FORGOTTEN_FILE).write_text("{}")
    with pytest.raises(UnreadableForgottenList, match="put the one there that was"):
        await ForgottenList(redis, tmp_path).merge_file()


async def test_what_was_deleted_leaves_every_file_of_the_data_directory(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with start_embedded(folder) as server, connect(server.url) as client:
        world = await make_world(client)
        traces = (str(AYSE).encode(), USERNAME.encode())
        assert find_in_files(folder, *traces)
        await world.forget()
        await Bans(client).lift_ban(AYSE)  # Forgetting leaves it, in the files too.
        await ForgottenList(client, folder).add_user(AYSE, 100)
        assert find_in_files(folder, *traces)
        await Housekeeping(client, embedded=True).clear_disk()
        await wait_until_rewritten(client)
        assert find_in_files(folder, *traces) == []
        assert await world.traces() == []
