"""Records of games, made up or stored."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any, Final

from redis.asyncio import Redis

from bot.records.administration import RecordAdministration, RecordDecision
from bot.records.projection import Projection
from bot.store import keys
from bot.store.chats import RecordDecisions
from bot.store.commits import Commit, Committed, FinishedGame
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.records import RecordStore
from engine.game_record import GameRecord, PlayerRecord, SeasonBegun, encode_record
from engine.rulesets import shipped_rulesets
from engine.seat_figures import SeatFigures
from tests.support.games import NOW

ENDED = int(NOW.timestamp())


def player_record(
    user: int, place: int, score: int, *, left: bool = False, joined_late: bool = False, **figures: Any
) -> PlayerRecord:
    return PlayerRecord(user, f"P{user}", place, score, left, joined_late, SeatFigures(**figures))


def finished_game(
    number: int, *players: PlayerRecord, ended: int = ENDED, left_out: bool = False, ruleset: str = "kelimelik"
) -> GameRecord:
    return GameRecord(f"{number:016x}", ruleset, "crossword", ended - 600, ended, "out", 20, players, left_out=left_out)


BEGUN: Final = 1_790_000_000
"""When the first sample game ended; Unix seconds."""
HISTORY_MS: Final = 34_000_000_000


def sample_record(number: int, users: Sequence[int] = (1, 2)) -> GameRecord:
    chance = Random(number)
    ranked = sorted(users, key=lambda _: chance.random())
    ended = BEGUN + 3_600 * number
    return GameRecord(
        f"{number:016x}",
        "kelimelik",
        "crossword",
        ended - 600,
        ended,
        "out",
        24,
        tuple(
            PlayerRecord(user, f"P{user}", place, 500 - 40 * place, False, False, _figures(chance))
            for user, place in ((user, ranked.index(user) + 1) for user in users)
        ),
    )


def _figures(chance: Random) -> SeatFigures:
    points = chance.randrange(20, 110)
    return SeatFigures(
        plays=12, play_points=12 * points // 2, bingos=points // 80, best_play=points, best_play_word="KALEM",
        best_word="KALEM", best_word_points=points, longest_word="KALEMLİK",
    )  # fmt: skip


async def store_samples(redis: Redis, chat: int, numbers: Sequence[int], users: Sequence[int] = (1, 2)) -> None:
    records = [sample_record(number, users) for number in numbers]
    pipe = redis.pipeline(transaction=False)
    for number, record in zip(numbers, records, strict=True):
        pipe.rpush(keys.records(chat), encode_record(record))
        pipe.set(keys.packed_game(chat, record.id), b"game %d" % number, px=HISTORY_MS + 3_600_000 * number)
    await pipe.execute()
    await RecordStore(redis).note_users(chat, [(record.id, record.ended, users) for record in records])


async def derived_data(redis: Redis, chat: int) -> dict[str, Any]:
    store, found = RecordStore(redis), dict[str, Any]()
    for key in await store.list_derived_keys(chat):
        found[key] = await (redis.lrange(key, 0, -1) if key == keys.record_effects(chat) else redis.hgetall(key))
    return found


_TABLE: Final = 999
"""The number of the table at which all of these games end; no test has another one there."""
_updates = count(900_000_000)


async def append_records(redis: Redis, chat: int, *records: GameRecord | SeasonBegun | bytes) -> None:
    """Have a chat remember records, the oldest first; bytes are what another version has written of a game."""
    for record in records:
        match record:
            case SeasonBegun():
                await _begin_season(redis, chat, record)
            case GameRecord():
                await _end_game(redis, chat, record.id, encode_record(record))
            case _:
                await _end_game(redis, chat, "ffffffffffffffff", record)


async def _end_game(redis: Redis, chat: int, game: str, record: bytes) -> None:
    scope = Scope(chat, table=_TABLE)
    stored: Any = await redis.hget(keys.game(scope), "version")
    ended = FinishedGame(game, record, None, 0)
    commit = Commit(scope=scope, expected_version=int(stored or 0), update_id=None, state=None, finished_game=ended)
    done = await GameStore(redis).commit(commit)
    assert isinstance(done, Committed)


async def _begin_season(redis: Redis, chat: int, season: SeasonBegun) -> None:
    store = RecordStore(redis)
    administration = RecordAdministration(store, RecordDecisions(redis), Projection(store))
    at = datetime.fromtimestamp(season.at, UTC)
    decision = RecordDecision("season", at, "Kurucu", next(_updates), number=season.number)
    assert await administration.begin_season(chat, season, decision)


_numbers = count(1)


def game_by_results(
    ended: int, *results: tuple[int, str, int], ruleset: str = "kelimelik", figures: Sequence[dict[str, Any]] = ()
) -> GameRecord:
    """A game by its players' results, each a user, a name and a score; figures of turns by seat, where given."""
    scores = sorted((score for _, _, score in results), reverse=True)
    done = [*figures, *({} for _ in results)]
    players = tuple(
        PlayerRecord(user, name, 1 + scores.index(score), score, False, False, SeatFigures(**done[seat]))
        for seat, (user, name, score) in enumerate(results)
    )
    family = shipped_rulesets()[ruleset].family
    return GameRecord(f"{next(_numbers):016x}", ruleset, family, ended - 600, ended, "out", 20, players)
