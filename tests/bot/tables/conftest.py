"""The tables of a Redis, whose clock stands still."""

import pytest
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.store.games import GameStore
from bot.tables.games import Games
from tests.support.games import NOW
from tests.support.timers import frozen_served_clock


@pytest.fixture
def store(redis: Redis) -> GameStore:
    return GameStore(redis)


@pytest.fixture
def games(store: GameStore, redis: Redis) -> Games:
    return Games(store, WordJudge(redis), frozen_served_clock(NOW))
