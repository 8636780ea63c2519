"""The audit finds what is planted in logs, at tables and in records, and nothing else."""

from msgspec.structs import replace
from redis.asyncio import Redis

from bot.records.projection import Projection
from bot.store import keys
from bot.store.records import RecordStore
from engine.crossword.actions import Place
from engine.game import Game
from engine.game_record import GameRecord, compose_record
from engine.packed_game import pack_game
from tests.simulator.audited_games import CHAT, AuditedGame, whole_crossword_game, with_wrong_score
from tests.support.games import NOW
from tests.support.records import append_records
from tools.simulator import audit
from tools.simulator.ledger import NEVER, Findings, StoredTable


def kinds(game: AuditedGame) -> list[str]:
    return [finding.kind for finding in game.find_faults()]


def first_place(game: AuditedGame) -> int:
    """The entry of the first play, from 0."""
    return next(number for number, entry in enumerate(game.kept.log) if isinstance(entry.action, Place))


def test_a_game_that_is_right_has_no_findings() -> None:
    for number in range(3):
        assert kinds(whole_crossword_game(number=number)) == []


def test_entries_that_were_not_asked_for_or_stand_twice_and_wrong_scores_are_found() -> None:
    game = whole_crossword_game()
    del game.place.sent_updates[first_place(game)]
    assert kinds(game) == ["doubled"]

    game = whole_crossword_game()
    number = first_place(game)
    log = (*game.kept.log[: number + 1], *game.kept.log[number:])
    game.kept = replace(game.kept, log=log, version=len(log))
    assert kinds(game)[0] == "wrong"

    game = whole_crossword_game()
    assert isinstance(game.kept.table, Game)
    game.kept = replace(game.kept, table=with_wrong_score(game.kept.table))
    assert kinds(game) == ["wrong"]

    game = whole_crossword_game({"clock": "2min"})
    game.truncate_log(first_place(game) + 1)
    del game.place.sent_updates[first_place(game) + 1 :]
    assert kinds(game) == []
    game.kept = replace(game.kept, due=(game.kept.due or 0.0) + 60)
    assert kinds(game) == ["wrong"]


def test_what_was_acknowledged_and_is_nowhere_is_lost() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    game.truncate_log(number)
    del game.place.sent_updates[number + 1 :]
    assert kinds(game) == ["lost"]

    game = whole_crossword_game()
    del game.place.sent_updates[1:]
    game.kept = StoredTable(0, None, (), None)
    assert kinds(game) == ["lost"]
    game.place.sent_updates[0].acknowledged_at = NEVER
    assert kinds(game) == []


def test_what_stands_before_what_was_acknowledged_earlier_is_out_of_order() -> None:
    game = whole_crossword_game()
    number = first_place(game)
    one, other = game.place.sent_updates[number], game.place.sent_updates[number + 1]
    one.posted_at, other.posted_at = other.posted_at, one.posted_at
    one.acknowledged_at, other.acknowledged_at = other.acknowledged_at, one.acknowledged_at
    assert kinds(game) == ["out_of_order"]
    # Where the group became a supergroup between them the latter overtook the former in another shard.
    for sent in (other, *game.place.sent_updates[:number]):
        sent.moved_at = other.acknowledged_at
    assert kinds(game) == []


async def found_in(redis: Redis, played: AuditedGame, *records: GameRecord, packs: bool = True) -> list[str]:
    """What is found where a chat's history has these records of the game, and (``packs``) the game itself."""
    findings, end = Findings(), played.steps[-1].after
    assert isinstance(end, Game)
    await redis.flushall()
    await append_records(redis, CHAT, *records)
    if packs:
        packed = pack_game(end.ruleset, end.secret, played.kept.log, "harfiyen test")
        await redis.set(keys.packed_game(CHAT, record_of(played).id), packed)
    await audit.check_records(redis, [(played.place, played.steps)], {CHAT: 0}, findings)
    return [finding.kind for finding in findings]


def record_of(played: AuditedGame) -> GameRecord:
    end = played.steps[-1].after
    assert isinstance(end, Game)
    record = compose_record(end, [event for entry in played.kept.log for event in entry.events], NOW, NOW)
    assert record is not None
    return record


async def test_missing_doubled_and_wrong_records_and_figures_are_found(redis: Redis) -> None:
    played = whole_crossword_game()
    record = record_of(played)
    assert await found_in(redis, played, record) == []
    store = RecordStore(redis)
    assert await store.all_standings(CHAT), "and the figures were derived"
    # As if it had been folded once more.
    await redis.hset(keys.record_progress(CHAT), "count", "0")
    await Projection(store).catch_up(CHAT)
    findings = Findings()
    await audit.check_records(redis, [(played.place, played.steps)], {CHAT: 0}, findings)
    assert [finding.kind for finding in findings] == ["wrong"] * 5, "standings; ever, the season, month and week"

    assert await found_in(redis, played) == ["lost"]
    assert await found_in(redis, played, record, packs=False) == ["lost"]
    assert await found_in(redis, played, record, record) == ["doubled"]
    first, *others = record.players
    wrong = replace(record, players=(replace(first, score=first.score + 1), *others))
    assert await found_in(redis, played, wrong) == ["wrong"]
