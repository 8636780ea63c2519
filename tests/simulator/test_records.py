"""The audit of records notices what is lost, doubled or wrong, and nothing else."""

from typing import Final

from msgspec.structs import replace
from redis.asyncio import Redis

from bot.records.projection import Projection
from bot.store import keys
from bot.store.records import RecordStore
from engine.game_base import Game
from engine.game_record import GameRecord, compose_record
from engine.packed_game import pack_game
from tests.simulator.audited_games import AuditedGame, whole_crossword_game
from tests.support.games import NOW
from tests.support.stored_records import append_records
from tools.simulator.audit import check_records
from tools.simulator.ledger import FindingKind, Findings

PLAYED: Final = whole_crossword_game()
CHAT: Final = PLAYED.place.scope.chat


def end_of(played: AuditedGame) -> Game:
    table = played.steps[-1].after
    assert isinstance(table, Game)
    return table


def record_of(played: AuditedGame) -> GameRecord:
    record = compose_record(end_of(played), [event for entry in played.kept.log for event in entry.events], NOW, NOW)
    assert record is not None
    return record


async def store_game(redis: Redis, *records: GameRecord, packs: bool = True) -> RecordStore:
    """Have the played game in the chat's history, with these records."""
    store, end = RecordStore(redis), end_of(PLAYED)
    await append_records(redis, CHAT, *records)
    if packs:
        packed = pack_game(end.ruleset, end.secret, PLAYED.kept.log, "harfiyen test")
        await redis.set(keys.packed_game(CHAT, record_of(PLAYED).id), packed)
    return store


async def found_in(redis: Redis, replaced: int = 0) -> list[FindingKind]:
    findings = Findings()
    await check_records(redis, [(PLAYED.place, PLAYED.steps)], {CHAT: replaced}, findings)
    return [finding.kind for finding in findings]


async def test_a_record_of_each_game_is_all_that_there_is_to_say(redis: Redis) -> None:
    store = await store_game(redis, record_of(PLAYED))
    assert await found_in(redis) == []
    assert await store.all_standings(CHAT), "and the figures were derived"


async def test_a_missing_record_and_a_missing_game_are_lost(redis: Redis) -> None:
    await store_game(redis)
    assert await found_in(redis) == ["lost"]
    await redis.flushall()
    await store_game(redis, record_of(PLAYED), packs=False)
    assert await found_in(redis) == ["lost"]


async def test_a_second_record_of_a_game_is_doubled(redis: Redis) -> None:
    await store_game(redis, record_of(PLAYED), record_of(PLAYED))
    assert await found_in(redis) == ["doubled"]


async def test_other_players_or_scores_are_wrong(redis: Redis) -> None:
    record = record_of(PLAYED)
    first, *others = record.players
    await store_game(redis, replace(record, players=(replace(first, score=first.score + 1), *others)))
    assert await found_in(redis) == ["wrong"]


async def test_what_was_derived_twice_is_wrong(redis: Redis) -> None:
    record = record_of(PLAYED)
    store = await store_game(redis, record)
    await Projection(store).catch_up(CHAT)
    # As if it had been folded once more.
    await redis.hset(keys.record_progress(CHAT), "count", "0")
    await Projection(store).catch_up(CHAT)
    found = await found_in(redis)
    assert set(found) == {"wrong"}
    assert len(found) == 5, "standings, and figures ever, of the season, the month and the week"
