"""Records put into a chat as a bot puts them there: games by the commits that end them, seasons by decisions."""

from datetime import UTC, datetime
from itertools import count
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
from engine.game_record import GameRecord, SeasonBegun, encode_record

_TABLE: Final = 999
"""The number of the table at which all of these games end; no test has another one there."""

_updates = count(900_000_000)


async def append_records(redis: Redis, chat: int, *records: GameRecord | SeasonBegun | bytes) -> None:
    """Have a chat remember records, the oldest first; bytes are what another version has written of a game.

    Before a season begins, what is derived catches up with the records.
    """
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
