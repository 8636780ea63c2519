"""A group that becomes a supergroup takes along what it remembers: each game once, whatever ends in between."""

import asyncio
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.records.projection import Projection
from bot.store import chat_migration, keys, retention
from bot.store.chat_migration import RecordMigration
from bot.store.chats import RecordDecisions, SharedPicture, SharedPictureStore
from bot.store.commits import Commit, Committed, FinishedGame
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import RecordStore
from engine.forget_player import next_forgotten_user
from engine.game_record import SeasonBegun, encode_record
from tests.support.chat_migrations import ProcessKilled, killed_after
from tests.support.records import HISTORY_MS, derived_data, sample_record, store_samples

OLD, NEW = -4001, -1_001_000_004_001
AYSE, BORA = 1, 2
GAMES = range(1, 8)
EACH = 8
"""Of so many requests a case tries one: none takes long, however slow the machine is."""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_migration, "_RECORDS_PER_PART", 3)
    monkeypatch.setattr(chat_migration, "_GAMES_PER_PART", 2)


async def fill(redis: Redis) -> None:
    await store_samples(redis, OLD, GAMES[:4])
    await redis.rpush(keys.records(OLD), encode_record(SeasonBegun(1, sample_record(5).ended)))
    await store_samples(redis, OLD, GAMES[4:])
    await store_samples(redis, NEW, [90])
    await RecordStore(redis).set_unlisted(OLD, BORA, unlisted=True)
    for chat in (OLD, NEW):
        await Projection(RecordStore(redis)).catch_up(chat)


async def record_numbers(redis: Redis, chat: int) -> list[int]:
    known = {encode_record(sample_record(number)): number for number in (*GAMES, 90, 91)}
    return [known.get(record, 0) for record in await RecordStore(redis).read_records(chat, 0)]


async def check_all_came(redis: Redis) -> None:
    assert await record_numbers(redis, NEW) == [90, 1, 2, 3, 4, 0, 5, 6, 7]
    packed = await RecordStore(redis).read_packed_games(NEW, [sample_record(number).id for number in GAMES])
    for number in GAMES:
        data, left_ms = packed[sample_record(number).id]
        assert data == b"game %d" % number
        assert abs(left_ms - HISTORY_MS - 3_600_000 * number) < 60_000
    for user in (AYSE, BORA):
        assert await RecordStore(redis).read_user_chats(user) == [NEW]
        assert await RecordStore(redis).read_user_history(user, 20) == [
            (NEW, sample_record(number).id) for number in (90, *reversed(GAMES))
        ]
    assert await RecordStore(redis).read_unlisted(NEW) == {BORA}
    assert await redis.keys(f"hf:*{OLD}*") == [keys.game(Scope(OLD)).encode()], "nothing else is left behind"


async def test_all_records_and_games_come_along_behind_what_is_there(redis: Redis) -> None:
    await fill(redis)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    await check_all_came(redis)


async def test_figures_are_those_of_a_group_that_has_always_had_them_all(redis: Redis) -> None:
    await fill(redis)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    await Projection(RecordStore(redis)).catch_up(NEW)
    moved = await derived_data(redis, NEW)
    await RecordStore(redis).restart_derivation(NEW)
    await Projection(RecordStore(redis)).catch_up(NEW)
    assert await derived_data(redis, NEW) == moved
    assert len(moved[keys.record_effects(NEW)]) == len(GAMES) + 2


@pytest.mark.repeats(2)
@pytest.mark.parametrize("first", range(EACH))
async def test_whatever_request_is_the_last_the_next_one_goes_on(redis: Redis, first: int) -> None:
    for requests in count(first, EACH):
        await redis.flushall()
        await fill(redis)
        with killed_after(redis, requests):
            try:
                await chat_migration.migrate_chat(redis, OLD, NEW)
            except ProcessKilled:
                pass
            else:
                break
        await chat_migration.migrate_chat(redis, OLD, NEW)
        await check_all_came(redis)
    assert requests > 20


@pytest.mark.repeats(2)
@pytest.mark.parametrize("seed", range(5))
async def test_of_several_who_bring_them_each_part_is_taken_from_one(redis: Redis, seed: int) -> None:
    chance = Random(seed)
    for _ in range(2):
        await redis.flushall()
        await fill(redis)
        movers = [asyncio.create_task(chat_migration.migrate_chat(redis, OLD, NEW)) for _ in range(3)]
        for _ in range(chance.randrange(60)):
            await asyncio.sleep(0)
        movers[0].cancel()
        await asyncio.gather(*movers, return_exceptions=True)
        await check_all_came(redis)


async def test_a_late_mover_brings_back_nothing_erased_since(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(redis)
    carry = chat_migration._MIGRATE_RECORDS  # noqa: SLF001 - between reading and writing a process may stand still
    late: list[tuple[Any, ...]] = []

    async def carried(*arguments: Any) -> Any:
        late.append(arguments)
        return await carry(*arguments)

    monkeypatch.setattr(chat_migration, "_MIGRATE_RECORDS", carried)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    store = RecordStore(redis)
    await store.erase_games(NEW, [(sample_record(number).id, ()) for number in (*GAMES, 90)])
    assert await store.erase_records(NEW, await store.count_records(NEW))
    for arguments in late:
        await carry(*arguments)
    assert await record_numbers(redis, NEW) == []
    assert await redis.keys("hf:*:history:*") == []


@pytest.mark.repeats(2)
@pytest.mark.parametrize("requests", range(4, 40, 9))
async def test_a_game_that_ends_in_the_supergroup_meanwhile_counts_once(redis: Redis, requests: int) -> None:
    await fill(redis)
    with killed_after(redis, requests):
        await asyncio.gather(chat_migration.migrate_chat(redis, OLD, NEW), return_exceptions=True)
    ended = FinishedGame(sample_record(91).id, encode_record(sample_record(91)), b"game 91", 9_000)
    there = Commit(scope=Scope(NEW, table=2), expected_version=0, update_id=12, state=b"over", finished_game=ended)
    assert isinstance(await GameStore(redis).commit(there), Committed)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert sorted(await record_numbers(redis, NEW)) == [0, *GAMES, 90, 91]
    assert await RecordStore(redis).read_packed_game(NEW, sample_record(91).id) == b"game 91"
    assert await Projection(RecordStore(redis)).catch_up(NEW) == len(GAMES) + 3


async def test_what_administrators_decided_comes_before_what_they_decide_there(redis: Redis) -> None:
    decisions = RecordDecisions(redis)
    for number in range(retention.RECORD_DECISIONS):
        await decisions.note_decision(OLD, b"old %d" % number, number)
    await decisions.note_decision(NEW, b"new", 900)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    kept = await decisions.read_decisions(NEW)
    assert kept == [*(b"old %d" % number for number in range(1, retention.RECORD_DECISIONS)), b"new"]
    assert await decisions.read_decisions(OLD) == []


async def test_a_game_that_was_changed_in_the_supergroup_since_stays_as_it_is_there(redis: Redis) -> None:
    await fill(redis)
    await RecordMigration(redis, OLD, NEW).append_records()
    changed = keys.packed_game(NEW, sample_record(3).id)
    await redis.set(changed, b"without its secret", ex=1_000)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert await redis.get(changed) == b"without its secret"


async def test_what_is_in_its_last_millisecond_is_not_kept(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left of its lifetime is told as 0 then, which the script takes for no end."""
    await fill(redis)
    read_kept = RecordMigration._read_kept  # noqa: SLF001 - no test can ask in that very millisecond

    async def read_late(self: RecordMigration, records: Sequence[bytes]) -> list[dict[str, tuple[bytes, int]]]:
        kept = await read_kept(self, records)
        return [{key: (data, 0) for key, (data, _) in of_one.items()} for of_one in kept]

    monkeypatch.setattr(RecordMigration, "_read_kept", read_late)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert await redis.pttl(keys.packed_game(NEW, sample_record(1).id)) != -1


async def test_nothing_is_deleted_that_a_server_lost_as_it_came(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server takes over that lacks all of it, just when the last games have come."""
    await fill(redis)
    carry, lost = chat_migration._MIGRATE_RECORDS, [True]  # noqa: SLF001 - what comes between is to be had

    async def carried(client: Redis, names: Any, part: Any) -> Any:
        done = await carry(client, names, part)
        if part["mark"].startswith("games") and part["to"] == len(GAMES) + 1 and lost:
            lost.clear()
            await redis.delete(keys.records(NEW), keys.carried_records(NEW))
        return done

    monkeypatch.setattr(chat_migration, "_MIGRATE_RECORDS", carried)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert not lost
    assert await record_numbers(redis, NEW) == [1, 2, 3, 4, 0, 5, 6, 7]


async def test_records_that_this_version_cannot_read_come_along_with_their_games(redis: Redis) -> None:
    later = b"\x93\xa4game\xa7ab12cd3\x07"
    await redis.rpush(keys.records(OLD), later, b"\xc1")
    await redis.set(keys.packed_game(OLD, "ab12cd3"), b"game")
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert await redis.lrange(keys.records(NEW), 0, -1) == [later, b"\xc1"]
    assert await RecordStore(redis).read_packed_games(NEW, ["ab12cd3"]) == {"ab12cd3": (b"game", -1)}
    assert await redis.keys(f"hf:*{OLD}*") == [keys.game(Scope(OLD)).encode()]


async def test_who_was_forgotten_or_is_a_computer_player_gets_no_list(redis: Redis) -> None:
    users = (AYSE, next_forgotten_user(()), -12)
    await redis.rpush(keys.records(OLD), encode_record(sample_record(1, users)))
    await chat_migration.migrate_chat(redis, OLD, NEW)
    listed = {str(name, "utf-8") if isinstance(name, bytes) else name for name in await redis.keys("hf:*:u*")}
    assert listed == {keys.user_record_chats(AYSE), keys.user_history(AYSE)}


async def test_a_script_takes_few_records_and_fewer_long_ones(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_migration, "_RECORDS_PER_PART", 30)
    monkeypatch.setattr(chat_migration, "_GAMES_PER_PART", 15)
    monkeypatch.setattr(chat_migration, "_BYTES_PER_PART", 10_000)
    await store_samples(redis, OLD, range(50))
    long = {sample_record(number).id: b"%d" % number * 4_000 for number in range(20)}
    long[sample_record(7).id] = b"7" * 30_000
    for game, data in long.items():
        await redis.set(keys.packed_game(OLD, game), data)
    carry, parts = chat_migration._MIGRATE_RECORDS, list[list[bytes]]()  # noqa: SLF001 - what each script takes

    async def carried(client: Redis, names: Any, part: Any) -> Any:
        parts.append([*part["records"], *part["kept"]])
        return await carry(client, names, part)

    monkeypatch.setattr(chat_migration, "_MIGRATE_RECORDS", carried)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    assert max(map(len, parts)) <= 30
    assert [part for part in parts if sum(map(len, part)) > 10_000] == [[long[sample_record(7).id]]]
    assert max(len(part) for part in parts if part[0].startswith(b"game")) == 15
    assert await RecordStore(redis).count_records(NEW) == 50
    packed = await RecordStore(redis).read_packed_games(NEW, [sample_record(number).id for number in range(50)])
    assert len(packed) == 50
    assert long.items() <= {game: data for game, (data, _) in packed.items()}.items()


GAME = sample_record(1).id


async def test_a_picture_is_kept_for_a_month(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    await store.save_picture(NEW, GAME, "AgAD")
    assert await store.find_picture(NEW, GAME) == SharedPicture(NEW, "AgAD")
    assert await redis.ttl(keys.shared_picture(NEW, GAME)) > retention.SHARED_PICTURE_SECONDS - 60
    assert await store.find_picture(NEW, sample_record(2).id) is None


async def test_a_picture_that_was_kept_before_its_group_moved_is_found_by_either_number(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    await store_samples(redis, OLD, [1])
    await store.save_picture(OLD, GAME, "AgAD")
    await redis.expire(keys.shared_picture(OLD, GAME), 500)
    await chat_migration.migrate_chat(redis, OLD, NEW)
    for chat in (OLD, NEW):
        assert await store.find_picture(chat, GAME) == SharedPicture(NEW, "AgAD")
    assert not await redis.exists(keys.shared_picture(OLD, GAME))
    assert 0 < await redis.ttl(keys.shared_picture(NEW, GAME)) <= 500


async def test_a_picture_that_is_kept_in_the_midst_of_a_move_is_where_the_group_is(redis: Redis) -> None:
    store = SharedPictureStore(redis)
    for requests in count(step=4):
        await redis.flushall()
        await store_samples(redis, OLD, [1])
        with killed_after(redis, requests):
            try:
                await chat_migration.migrate_chat(redis, OLD, NEW)
            except ProcessKilled:
                pass
            else:
                break
        await store.save_picture(OLD, GAME, "AgAD")
        await chat_migration.migrate_chat(redis, OLD, NEW)
        for chat in (OLD, NEW):
            assert await store.find_picture(chat, GAME) == SharedPicture(NEW, "AgAD")
        assert not await redis.exists(keys.shared_picture(OLD, GAME))
    assert requests > 10
