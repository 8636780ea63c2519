"""A season of 500 games while replies are lost, updates come twice, and workers die: each game counts once."""

from collections import Counter
from random import Random

import pytest
from redis.asyncio import Redis

from tests.support.faulty_workers import Faults, faulty_client
from tests.support.plain_recount import PlayedGame
from tests.support.record_checks import check_chat
from tests.support.record_season import RECORDS_PER_FOLD, RecordSeason

GAMES = 500


@pytest.mark.long(seconds=80)
async def test_a_season_of_500_games_counts_each_once(
    redis: Redis, redis_url: str, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.records.projection._RECORDS_PER_FOLD", RECORDS_PER_FOLD)
    async with faulty_client(redis_url, Faults(Random(chance.random()))) as faulty:
        season = RecordSeason(redis, faulty, chance, chats=8)
        await season.play(GAMES)
    for chat, history in season.history.items():
        await check_chat(season.records, chat, history)
    games = [one for history in season.history.values() for one in history if isinstance(one, PlayedGame)]
    assert len(games) >= GAMES
    assert any(one.left_out for one in games)
    kinds = Counter(one.game.ruleset.family for one in games)
    assert min(kinds["crossword"], kinds["klepka"]) > 20
    assert min(season.faults.kills, season.faults.lost_replies, season.replays, season.moved_shards) > 100
