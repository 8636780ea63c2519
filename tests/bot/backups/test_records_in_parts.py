"""Records and packed games in backups: in parts behind their shards, and as they were at the shard's one instant."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.offline.backup import UnusableBackup, examine_backup, read_key_groups, restore_backup, write_backup
from bot.records.projection import Projection
from bot.store import keys, server_checks
from bot.store.export import ExportedKey
from bot.store.records import RECORDS_PER_READ, RecordStore
from engine.game_record import encode_record
from tests.support.records import derived_data, sample_record, store_samples
from tests.support.redis_faults import measured_requests
from tests.support.stored_games import FINISHED, RECORDED, append_group, find_key

RECORDS = keys.records(FINISHED.chat)


async def test_records_and_packed_games_are_parts_behind_their_shard(redis_with_data: Redis, backup_file: Path) -> None:
    await write_backup(redis_with_data, backup_file)
    records = keys.records(FINISHED.chat)
    parts, games, seen = [], [], False
    for group in read_key_groups(backup_file):
        kinds = {(found or ("",))[0] for found in (keys.identify_key(one.name) for one in group.exported_keys)}
        seen |= "game" in kinds and find_key(group, keys.game(FINISHED)) is not None
        if (part := find_key(group, records)) is not None:
            parts.append((len(part.values), part.continues))
        if "packed_game" in kinds:
            games.append(len(group.exported_keys))
        assert seen or not kinds & {"records", "packed_game"}
        assert len(kinds) == 1 or not kinds & {"records", "packed_game"}
    assert parts == [(200, False), (200, True), (50, True)]
    assert games == [25] * 18


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


async def test_records_that_are_erased_meanwhile_are_in_no_backups_way(
    redis_with_data: Redis, backup_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = RecordStore.read_records

    async def erased(store: RecordStore, chat: int, start: int, count: int = 200) -> list[bytes]:
        if start:
            await redis_with_data.delete(keys.records(chat))
        return await read(store, chat, start, count)

    monkeypatch.setattr(RecordStore, "read_records", erased)
    assert (await write_backup(redis_with_data, backup_file)).records == 200


async def test_figures_are_derived_anew_after_a_restore(redis_with_data: Redis, backup_file: Path) -> None:
    await Projection(RecordStore(redis_with_data)).catch_up(FINISHED.chat)
    before = await derived_data(redis_with_data, FINISHED.chat)
    assert before[keys.standings(FINISHED.chat)]
    await write_backup(redis_with_data, backup_file)
    await restore_backup(redis_with_data, backup_file, replace=True)
    assert not any((await derived_data(redis_with_data, FINISHED.chat)).values())
    await Projection(RecordStore(redis_with_data)).catch_up(FINISHED.chat)
    assert await derived_data(redis_with_data, FINISHED.chat) == before


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
async def test_an_impossible_part_is_refused(
    redis_with_data: Redis, backup_file: Path, stored: ExportedKey, why: str
) -> None:
    await write_backup(redis_with_data, backup_file)
    append_group(backup_file, stored)
    with pytest.raises(UnusableBackup, match=f"{stored.name}: {why}".replace("{", r"\{")):
        examine_backup(backup_file)


async def test_no_request_holds_more_than_a_part_of_many_records(redis: Redis, backup_file: Path) -> None:
    await server_checks.claim_schema(redis)
    await store_samples(redis, FINISHED.chat, range(2_000))
    with measured_requests() as sizes:
        await write_backup(redis, backup_file)
        await restore_backup(redis, backup_file, replace=True)
    assert await RecordStore(redis).count_records(FINISHED.chat) == 2_000
    part = RECORDS_PER_READ * 2 * len(encode_record(sample_record(1)))
    assert 0 < sizes.command < part
    assert 0 < sizes.answer < part
