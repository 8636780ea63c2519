"""A small season of games while replies are lost and workers die: nothing counts twice, and nothing is lost.

``tests/long/test_record_season.py`` plays one of 500 games.
"""

from random import Random

import pytest
from redis.asyncio import Redis

from tests.support.faulty_workers import Faults, faulty_client
from tests.support.plain_recount import PlayedGame
from tests.support.record_checks import check_chat
from tests.support.record_season import RECORDS_PER_FOLD, RecordSeason


async def test_a_season_of_two_dozen_games_counts_each_once(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.records.projection._RECORDS_PER_FOLD", RECORDS_PER_FOLD)
    async with faulty_client(redis_url, Faults(Random("faults"))) as faulty:
        season = RecordSeason(redis, faulty, Random("season"), chats=3)
        await season.play(24)
    for chat, history in season.history.items():
        await check_chat(season.records, chat, history)
    games = [one for history in season.history.values() for one in history if isinstance(one, PlayedGame)]
    assert len(games) >= 24
    assert min(season.faults.kills, season.faults.lost_replies, season.replays) > 5
