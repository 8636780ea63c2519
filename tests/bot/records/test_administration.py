"""What administrators decide about records counts once an update, and the file of records that they get."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from redis.asyncio import Redis

from bot.records.administration import DecisionKind, PlacedGame, RecordAdministration, RecordDecision, RecordSummary
from bot.records.archive import export_files, to_json_line
from bot.records.projection import Projection
from bot.store import keys
from bot.store.chat_migration import RecordMigration, close_chat
from bot.store.chats import RecordDecisions
from bot.store.records import RecordProgress, RecordStore
from engine.game_record import GameRecord, Record, SeasonBegun, decode_record
from tests.support.records import append_records, finished_game, player_record

CHAT, SUPERGROUP = -777, -1_001_234_567_890
AYSE, BORA = 101, 102
AT = datetime(2026, 11, 26, 12, tzinfo=UTC)


def decision(update: int, kind: DecisionKind = "season", game: str = "") -> RecordDecision:
    return RecordDecision(kind, AT, "Ayşe", update, game=game)


def game_of_two(number: int) -> GameRecord:
    return finished_game(number, player_record(AYSE, 1, 300 + number), player_record(BORA, 2, 250))


class Records:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.store = RecordStore(redis)
        self.projection = Projection(self.store)
        self.administration = RecordAdministration(self.store, RecordDecisions(redis), self.projection)

    async def append(self, *records: GameRecord | SeasonBegun | bytes) -> None:
        await append_records(self.redis, CHAT, *records)

    async def stored(self, chat: int = CHAT) -> list[Record]:
        return [decode_record(data) for data in await self.store.read_records(chat, 0)]

    async def begin_season(self, number: int, update: int) -> bool:
        return await self.administration.begin_season(CHAT, SeasonBegun(number, 5), decision(update))

    async def game_at(self, place: int, number: int) -> PlacedGame:
        found = await self.administration.find_game(CHAT, place, f"{number:016x}")
        assert found is not None
        return found

    async def kinds_noted(self) -> list[DecisionKind]:
        return [one.kind for one in await self.administration.read_decisions(CHAT)]


@pytest.fixture
def records(redis: Redis) -> Records:
    return Records(redis)


async def test_an_update_that_is_handled_again_begins_no_further_season(records: Records) -> None:
    await records.append(game_of_two(1))
    assert await records.begin_season(1, update=5)
    assert await records.begin_season(1, update=5), "it is done"
    assert not await records.begin_season(1, update=6), "somebody else has begun it"
    assert not await records.begin_season(3, update=7), "it is not the next one"
    assert await records.stored() == [game_of_two(1), SeasonBegun(1, 5)]
    assert await records.kinds_noted() == ["season"]
    assert await records.administration.summarize(CHAT) == RecordSummary(2, 1)


async def test_of_two_who_begin_a_season_at_the_same_time_one_does(records: Records) -> None:
    done = await asyncio.gather(*(records.begin_season(1, update) for update in range(1, 9)))
    assert sum(done) == 1
    assert await records.stored() == [SeasonBegun(1, 5)]


async def test_a_season_begins_in_the_supergroup_that_a_group_became(records: Records) -> None:
    await close_chat(records.redis, CHAT, SUPERGROUP)
    assert await records.begin_season(1, update=5)
    assert await records.stored(SUPERGROUP) == [SeasonBegun(1, 5)]
    assert await records.stored() == []


async def test_what_is_decided_while_a_group_becomes_a_supergroup_is_decided_there(records: Records) -> None:
    await records.append(game_of_two(1))
    await close_chat(records.redis, CHAT, SUPERGROUP)
    await RecordMigration(records.redis, CHAT, SUPERGROUP).append_records()
    game = await records.game_at(0, 1)
    with pytest.raises(RuntimeError):
        await records.administration.set_left_out(CHAT, game, decision(5, "leave-out", game.record.id))
    with pytest.raises(RuntimeError):
        await records.administration.erase(CHAT, decision(6, "erase"))
    assert await records.kinds_noted() == []
    await records.store.restart_derivation(CHAT)
    assert await records.administration.set_left_out(SUPERGROUP, game, decision(5, "leave-out", game.record.id))


async def test_a_game_is_left_out_once_for_an_update_and_counts_again(records: Records) -> None:
    await records.append(game_of_two(1), game_of_two(2))
    await records.projection.catch_up(CHAT)
    leave_out = decision(5, "leave-out", f"{2:016x}")
    changed = await records.administration.set_left_out(CHAT, await records.game_at(1, 2), leave_out)
    assert changed is not None
    assert changed.record.left_out
    again = await records.administration.set_left_out(CHAT, await records.game_at(1, 2), leave_out)
    assert again is not None, "it may not have been told yet"
    other = decision(6, "leave-out", f"{2:016x}")
    assert await records.administration.set_left_out(CHAT, await records.game_at(1, 2), other) is None
    assert await records.kinds_noted() == ["leave-out"]
    assert [one.left_out for one in await records.stored() if isinstance(one, GameRecord)] == [False, True]
    count = decision(7, "count", f"{2:016x}")
    assert await records.administration.set_left_out(CHAT, await records.game_at(1, 2), count)
    assert await records.stored() == [game_of_two(1), game_of_two(2)]
    assert await records.kinds_noted() == ["leave-out", "count"]


async def test_who_ended_before_noting_what_was_done_notes_it_when_handled_again(records: Records) -> None:
    await records.append(finished_game(1, player_record(AYSE, 1, 3), player_record(BORA, 2, 2), left_out=True))
    leave_out = decision(5, "leave-out", f"{1:016x}")
    assert await records.administration.set_left_out(CHAT, await records.game_at(0, 1), leave_out)
    assert await records.kinds_noted() == ["leave-out"]


async def test_records_rewritten_meanwhile_are_rewritten(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    await records.append(game_of_two(1), game_of_two(2))
    rewrite, tried = records.store.rewrite_records, list[bool]()

    async def slow_rewrite(chat: int, progress: RecordProgress, rewritten: dict[int, bytes]) -> bool:
        if not tried:
            assert await rewrite(chat, progress, {}), "somebody else rewrites"
        tried.append(await rewrite(chat, progress, rewritten))
        return tried[-1]

    monkeypatch.setattr(records.store, "rewrite_records", slow_rewrite)
    leave_out = decision(5, "leave-out", f"{1:016x}")
    assert await records.administration.set_left_out(CHAT, await records.game_at(0, 1), leave_out)
    assert [one.left_out for one in await records.stored() if isinstance(one, GameRecord)] == [True, False]
    assert tried == [False, True]


async def test_games_are_paged_from_the_newest_on(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.records.administration.RECORDS_PER_READ", 10)
    for number in range(30):
        await records.append(*([b"of another version"] * 3 if number % 20 == 7 else ()), game_of_two(number))
    found: list[int] = []
    before: int | None = None
    while True:
        page, before = await records.administration.newest_games(CHAT, 8, before)
        found += [int(game.record.id, 16) for game in page]
        assert before is None or len(page) == 8
        if before is None:
            break
    assert found == list(reversed(range(30)))


async def test_erasing_is_noted_once_for_an_update_and_spares_other_chats(records: Records) -> None:
    await records.append(game_of_two(1), SeasonBegun(1, 5), game_of_two(2))
    await records.projection.catch_up(CHAT)
    await append_records(records.redis, CHAT - 1, game_of_two(3))
    await records.projection.catch_up(CHAT - 1)
    await records.redis.set(keys.packed_game(CHAT, f"{2:016x}"), b"a game")
    await records.store.set_unlisted(CHAT, BORA, unlisted=True)
    assert await records.administration.erase(CHAT, decision(5, "erase"))
    assert await records.stored() == []
    assert await records.store.read_packed_game(CHAT, f"{2:016x}") is None
    assert await records.store.read_unlisted(CHAT) == frozenset()
    assert await records.store.all_standings(CHAT) == {}
    assert await records.store.read_effects(CHAT, 0) == []
    assert await records.store.read_user_chats(AYSE) == [CHAT - 1]
    assert await records.store.read_user_history(AYSE, 9) == [(CHAT - 1, f"{3:016x}")]
    assert await records.administration.erase(CHAT, decision(5, "erase")), "it may not have been told yet"
    assert not await records.administration.erase(CHAT, decision(6, "erase"))
    assert await records.kinds_noted() == ["season", "erase"]
    assert await records.administration.summarize(CHAT) == RecordSummary(0, 0)


async def test_a_game_that_ends_meanwhile_is_erased_whole(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    await records.append(game_of_two(1))
    erase, ended = records.store.erase_records, list[GameRecord]()

    async def slow_erase(chat: int, count: int) -> bool:
        if not ended:
            ended.append(game_of_two(2))
            await records.append(*ended)
            await records.redis.set(keys.packed_game(CHAT, ended[0].id), b"a game")
        return await erase(chat, count)

    monkeypatch.setattr(records.store, "erase_records", slow_erase)
    assert await records.administration.erase(CHAT, decision(5, "erase"))
    assert await records.stored() == []
    assert await records.store.read_packed_game(CHAT, f"{2:016x}") is None


GAME = finished_game(1, player_record(101, 1, 301, bingos=2, best_word="ŞEFTALİ"), player_record(-3, 2, 250, left=True))


async def each_of(*records: Record) -> AsyncIterator[Record]:
    for record in records:
        yield record


def test_a_game_is_a_line_with_the_names_of_all_fields() -> None:
    line = json.loads(to_json_line(GAME))
    assert line.pop("record") == "game"
    assert list(line) == list(GAME.__struct_fields__)
    first, second = line["players"]
    assert (first["user"], first["score"], first["figures"]["best_word"]) == (101, 301, "ŞEFTALİ")
    assert (second["user"], second["left"]) == (-3, True)


async def test_files_have_all_lines_and_none_is_too_long() -> None:
    records: list[Record] = [GAME, SeasonBegun(1, 5), GAME, GAME]
    lines = [to_json_line(record) for record in records]
    files = [file async for file in export_files(each_of(*records), most_bytes=len(lines[0]) + len(lines[1]))]
    assert files == [lines[0] + lines[1], lines[2], lines[3]]
