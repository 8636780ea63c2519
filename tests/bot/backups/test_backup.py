"""Backups: whole while the bot works, the owner's alone, and restored to the same."""

import asyncio
import json
import os
import stat
from collections.abc import AsyncIterator, Sequence
from itertools import count
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.offline.backup import (
    BackupContents,
    UnusableBackup,
    examine_backup,
    open_temporary,
    read_key_groups,
    restore_backup,
    write_backup,
)
from bot.records.projection import Projection
from bot.store import export, keys
from bot.store.commits import FinishedGame
from bot.store.export import ExportedKey
from bot.store.games import GameStore
from bot.store.inbox import Inbox
from bot.store.keys import KEYS, Scope
from bot.store.records import RecordStore
from bot.store.server_checks import SCHEMA
from bot.store.streams import Outbox
from bot.tables.table_loader import table_name
from engine.game_record import GameRecord, encode_record
from tests.support.command_line import run_command
from tests.support.records import derived_data, sample_record, store_samples
from tests.support.stored_games import (
    FINISHED,
    RECORDED,
    RUNNING,
    append_group,
    backup_content,
    commit_course_step,
    dump_backed_up_keys,
    files_beside,
    find_key,
    simulated_course,
    stored_values,
)
from tests.support.streams import read_new_entries


def file_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write_file(path: Path, data: bytes) -> None:
    path.write_bytes(data)


async def test_what_is_restored_is_what_was_backed_up(redis_with_data: Redis, backup_file: Path) -> None:
    before = await dump_backed_up_keys(redis_with_data)
    figures = await write_backup(redis_with_data, backup_file)
    await redis_with_data.flushall()
    await restore_backup(redis_with_data, backup_file, replace=False)
    assert await dump_backed_up_keys(redis_with_data) == before
    assert figures.damaged_games == []
    assert (figures.running_games, figures.finished_games, figures.lobbies) == (1, 1, 1)
    assert figures.entries == 20 + len(simulated_course("klepka")) + 2
    assert (figures.chats, figures.users) == ({-100, -200, -300}, {1, 2})
    assert (figures.updates, figures.notices) == (1, figures.entries)
    assert (figures.records, figures.packed_games) == (len(RECORDED), len(RECORDED))


async def test_what_a_killed_backup_left_is_removed_by_the_next(redis_with_data: Redis, backup_file: Path) -> None:
    own = backup_file.with_name(".games.backup.20261128")
    own.write_bytes(b"somebody's own")
    with open_temporary(backup_file) as (left, _):
        pass
    write_file(left, b"half")  # as a process leaves it that is killed: locked by nobody
    with open_temporary(backup_file.with_name("other.backup")) as (under_way, _):
        await write_backup(redis_with_data, backup_file)
        assert sorted(files_beside(backup_file)) == sorted([own, under_way])


async def test_it_holds_every_kind_but_what_is_of_the_moment(written_backup: Path) -> None:
    found = [
        keys.identify_key(stored.name) for group in read_key_groups(written_backup) for stored in group.exported_keys
    ]
    assert {one and one[0] for one in found} == {what for what, key in KEYS.items() if key.in_backup}


async def test_a_game_begun_between_two_shards_is_in_players_lists(redis_with_data: Redis, backup_file: Path) -> None:
    before = await dump_backed_up_keys(redis_with_data)
    for user in (1, 2):
        await redis_with_data.delete(keys.user_games(user), keys.user_finished_games(user))
    await GameStore(redis_with_data).players.add_user_game(1, FINISHED, table_name(simulated_course("klepka")[0][0]))
    await write_backup(redis_with_data, backup_file)
    await restore_backup(redis_with_data, backup_file, replace=True)
    assert await dump_backed_up_keys(redis_with_data) == before


async def test_running_games_are_counted_and_streams_can_be_followed_after_a_restore(
    redis_with_data: Redis, backup_file: Path
) -> None:
    await write_backup(redis_with_data, backup_file)
    await read_new_entries(Inbox(redis_with_data))
    await restore_backup(redis_with_data, backup_file, replace=True)
    last = simulated_course("kelimelik")[19][1].at
    counted = [
        await redis_with_data.zrange(keys.running_games(shard), 0, -1, withscores=True) for shard in range(keys.SHARDS)
    ]
    assert [one for found in counted for one in found] == [(str(RUNNING).encode(), int(last.timestamp()))]
    [entry] = await read_new_entries(Inbox(redis_with_data))
    assert (entry.update_id, entry.deliveries) == (9, 1)
    assert len(await read_new_entries(Outbox(redis_with_data), 1_000)) == 22 + len(simulated_course("klepka"))
    await Inbox(redis_with_data).append_update(10, -200, b"{}")
    await commit_course_step(GameStore(redis_with_data), RUNNING, 20, simulated_course("kelimelik"))
    assert [one.update_id for one in await read_new_entries(Inbox(redis_with_data))] == [10]


async def test_a_backup_of_a_bot_at_work_is_whole(redis: Redis, backup_file: Path) -> None:
    await redis.set(keys.schema(), SCHEMA)
    scopes = [Scope(-1000 - chat) for chat in range(8)]
    steps = [simulated_course("kelimelik", number) for number in range(1, 4)]
    stop = asyncio.Event()

    async def play(scope: Scope) -> None:
        store = GameStore(redis)
        for number in count(abs(scope.chat)):
            for step in range(len(steps[number % 3])):
                is_last = step == len(steps[number % 3]) - 1
                record = sample_record(number)
                ended = FinishedGame(record.id, encode_record(record), b"game", 9_000) if is_last else None
                await commit_course_step(store, scope, step, steps[number % 3], ended)
                if stop.is_set():
                    return

    async def back_up() -> BackupContents:
        contents = await write_backup(redis, backup_file)
        stored = stored_values(backup_file)
        for scope in scopes:
            if (game := stored.get(keys.game(scope))) is None:
                continue
            version = int(dict(zip(game[::2], game[1::2], strict=True))[b"version"])
            over = games_over_by(scope, version, [len(one) for one in steps])
            assert stored.get(keys.records(scope.chat), []) == [encode_record(record) for record in over]
            packed = {name for name in stored if name.startswith(keys.packed_game(scope.chat, ""))}
            assert packed == {keys.packed_game(scope.chat, record.id) for record in over}
        return contents

    at_work = [asyncio.create_task(play(scope)) for scope in scopes]
    figures = [await back_up() for _ in range(4)]
    stop.set()
    await asyncio.gather(*at_work)
    assert [one.damaged_games for one in figures] == [[]] * 4
    assert len({one.entries for one in figures}) > 1, "nothing was played meanwhile"
    assert figures[-1].records > figures[0].records, "no game ended meanwhile"


def games_over_by(scope: Scope, version: int, lengths: Sequence[int]) -> list[GameRecord]:
    found: list[GameRecord] = []
    for number in count(abs(scope.chat)):
        version -= lengths[number % len(lengths)]
        if version < 0:
            break
        found.append(sample_record(number))
    return found


async def test_what_began_after_its_shard_was_listed_is_left_out(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(redis)
    old = Scope(-1)
    young = next(Scope(-chat) for chat in count(2) if keys.shard_of(-chat) == keys.shard_of(-1))
    await commit_course_step(store, old, 0, simulated_course("kelimelik"))
    found = await export.list_key_names(redis)
    for step in range(3):
        await commit_course_step(store, young, step, simulated_course("kelimelik"))
        await commit_course_step(store, old, step + 1, simulated_course("kelimelik"))

    async def names(_: Redis) -> list[str]:
        return found

    monkeypatch.setattr(export, "list_key_names", names)
    [group] = [group async for group in export.Exporter(redis).export_groups()]
    outbox = find_key(group, keys.outbox(keys.shard_of(-1)))
    assert outbox is not None
    assert {entry.fields[1] for entry in outbox.entries} == {b"-1"}
    assert {stored.name for stored in group.exported_keys} == {
        *(keys.game(old), keys.game_log(old), keys.game_words(old), keys.seen_updates(old.chat)),
        *(keys.outbox(keys.shard_of(-1)), keys.deadlines(keys.shard_of(-1)), keys.table_numbers(old)),
    }


async def test_all_tables_of_a_place_come_back(redis: Redis, backup_file: Path) -> None:
    await redis.set(keys.schema(), SCHEMA)
    store, place = GameStore(redis), Scope(-100, 3)
    steps = [simulated_course("kelimelik"), simulated_course("scrabble-tr"), simulated_course("klepka")]
    for number, course in enumerate(steps, 1):
        for step in range(6):
            await commit_course_step(store, place.at_table(number), step, course)
    before = await dump_backed_up_keys(redis), await store.load_place(place)
    figures = await write_backup(redis, backup_file)
    assert (figures.running_games, figures.chats, figures.damaged_games) == (3, {-100}, [])
    await redis.flushall()
    await restore_backup(redis, backup_file, replace=False)
    lists = {keys.user_games(user) for user in (1, 2)}
    after = {name: stored for name, stored in (await dump_backed_up_keys(redis)).items() if name not in lists}
    assert (after, await store.load_place(place)) == before
    assert await store.players.load_user_games(1) == [place, place.at_table(2), place.at_table(3)]


@pytest.mark.usefixtures("redis_url_setting", "redis_with_data")
async def test_the_file_is_private_and_says_its_content(backup_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("backup", str(backup_file)) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{backup_file}: 3 chats and 2 users; 1 running game, 1 finished, 1 open table; ")
    assert "secrets of running games" in said
    assert file_mode(backup_file) == 0o600
    assert await run_command("restore", "--check", "--json", str(backup_file)) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["running"], found["faults"], found["bytes"]) == (1, [], len(backup_content(backup_file)))
    assert await run_command("backup", str(backup_file)) == 0
    assert files_beside(backup_file) == []


@pytest.mark.usefixtures("redis_url_setting", "redis")
async def test_no_other_file_is_written_over(backup_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_file(backup_file, b"a letter")
    assert await run_command("backup", str(backup_file)) == 2
    assert "it is no backup of Harfiyen; nothing was written" in capsys.readouterr().err
    assert backup_content(backup_file) == b"a letter"
    assert await run_command("backup", str(backup_file / "none" / "x")) == 2
    assert "it cannot be written: " in capsys.readouterr().err


@pytest.mark.usefixtures("settings")
async def test_no_backup_without_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_command("backup", "good.backup") == 2
    assert "where no data are: run this in the bot's folder" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - of an async test


async def test_a_broken_backup_leaves_the_former(
    redis_with_data: Redis, backup_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write_backup(redis_with_data, backup_file)
    before = backup_content(backup_file)

    async def breaks(_: export.Exporter) -> AsyncIterator[export.KeyGroup]:
        yield export.KeyGroup("", [])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export.Exporter, "export_groups", breaks)
    with pytest.raises(OSError, match="No space left"):
        await write_backup(redis_with_data, backup_file)
    assert backup_content(backup_file) == before
    assert files_beside(backup_file) == []


RECORDS = keys.records(FINISHED.chat)


@pytest.mark.usefixtures("small_parts")
async def test_records_and_packed_games_are_parts_behind_their_shard(redis_with_data: Redis, backup_file: Path) -> None:
    await write_backup(redis_with_data, backup_file)
    parts, games, seen = [], [], False
    for group in read_key_groups(backup_file):
        kinds = {(found or ("",))[0] for found in (keys.identify_key(one.name) for one in group.exported_keys)}
        seen |= "game" in kinds and find_key(group, keys.game(FINISHED)) is not None
        if (part := find_key(group, RECORDS)) is not None:
            parts.append((len(part.values), part.continues))
        if "packed_game" in kinds:
            games.append(len(group.exported_keys))
        assert seen or not kinds & {"records", "packed_game"}
        assert len(kinds) == 1 or not kinds & {"records", "packed_game"}
    assert parts == [(20, False), (20, True), (5, True)]
    assert games == [10, 10, 10, 10, 5]


async def test_a_game_that_ends_after_its_shard_was_read_has_no_record(
    redis_with_data: Redis, backup_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = RecordStore.read_records

    async def ended(store: RecordStore, chat: int, start: int, count: int = 200) -> list[bytes]:
        await store_samples(redis_with_data, chat, [1_000 + start])
        return await read(store, chat, start, count)

    monkeypatch.setattr(RecordStore, "read_records", ended)
    contents = await write_backup(redis_with_data, backup_file)
    assert (contents.records, contents.packed_games) == (len(RECORDED), len(RECORDED))


@pytest.mark.usefixtures("small_parts")
async def test_records_that_are_erased_meanwhile_are_in_no_backups_way(
    redis_with_data: Redis, backup_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = RecordStore.read_records

    async def erased(store: RecordStore, chat: int, start: int, count: int = 200) -> list[bytes]:
        if start:
            await redis_with_data.delete(keys.records(chat))
        return await read(store, chat, start, count)

    monkeypatch.setattr(RecordStore, "read_records", erased)
    assert (await write_backup(redis_with_data, backup_file)).records == 20


async def test_figures_are_derived_anew_after_a_restore(redis_with_data: Redis, backup_file: Path) -> None:
    await Projection(RecordStore(redis_with_data)).catch_up(FINISHED.chat)
    before = await derived_data(redis_with_data, FINISHED.chat)
    assert before[keys.standings(FINISHED.chat)]
    await write_backup(redis_with_data, backup_file)
    await restore_backup(redis_with_data, backup_file, replace=True)
    assert not any((await derived_data(redis_with_data, FINISHED.chat)).values())
    await Projection(RecordStore(redis_with_data)).catch_up(FINISHED.chat)
    assert await derived_data(redis_with_data, FINISHED.chat) == before


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (ExportedKey(RECORDS, "list", -1, [b"x"], []), "it is there twice"),
        (ExportedKey(keys.records(-7), "list", -1, [b"x"], [], continues=True), "its beginning is missing"),
        (
            ExportedKey(keys.unlisted_players(FINISHED.chat), "hash", -1, [b"1", b"1"], [], continues=True),
            "it goes on, and is no list",
        ),
        (ExportedKey(keys.standings(FINISHED.chat), "hash", -1, [b"1", b"1"], []), "no backup holds it"),
    ],
    ids=["twice", "no beginning", "no list", "derived"],
)
async def test_an_impossible_part_is_refused(written_backup: Path, stored: ExportedKey, why: str) -> None:
    append_group(written_backup, stored)
    with pytest.raises(UnusableBackup, match=f"{stored.name}: {why}".replace("{", r"\{")):
        examine_backup(written_backup)
