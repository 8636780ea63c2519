"""A ranking of many people is read a part at a time, so that others have their turn in between."""

import asyncio
from time import thread_time

import msgspec
from redis.asyncio import Redis

from bot.records.player_stats import FiguresReader
from bot.records.projection import Projection
from bot.store import keys
from bot.store.records import RecordStore
from engine.figures import EVER, MOST_OPPONENTS, Figures, GameKind, PeriodFigures, week_name
from engine.ratings import Rating
from engine.standings import CURVE_POINTS, FamilyRating, Standing

CHAT, NOW = -100888, 20_000 * 86_400
PLAYERS = 2_000
MOST_AT_ONCE = 0.1
"""Seconds on a busy machine; a whole ranking takes longer."""


async def fill(redis: Redis) -> None:
    curve = tuple((20_000, 1500 + point) for point in range(CURVE_POINTS))
    opponents = tuple((10**9 + number, 3) for number in range(MOST_OPPONENTS))
    for user in range(1, PLAYERS + 1):
        rating = FamilyRating("crossword", Rating(1_000_000 + 1_000 * user, 100_000, 9, 20_000), curve)
        standing = Standing(f"P{user}", (rating,), opponents=opponents, newest=NOW)
        figures = PeriodFigures(((GameKind("kelimelik"), Figures(games=1, points=user)),), NOW)
        await redis.hset(keys.standings(CHAT), str(user), msgspec.msgpack.encode(standing))
        for period in (EVER, week_name(NOW)):
            await redis.hset(keys.figures(CHAT, period), str(user), msgspec.msgpack.encode(figures))


async def test_the_loop_goes_on_meanwhile_and_nobody_is_missing(redis: Redis) -> None:
    await fill(redis)
    store = RecordStore(redis)
    reader = FiguresReader(store, Projection(store))
    waits = []

    async def watch() -> None:
        while True:
            start = thread_time()
            await asyncio.sleep(0)
            waits.append(thread_time() - start)

    watching = asyncio.create_task(watch())
    by_rating = await reader.rank_by_rating(CHAT, "", NOW)
    by_points = await reader.rank_by_figures(CHAT, "points", "week", "", NOW)
    watching.cancel()
    assert [one.user for one in by_points.players] == list(range(PLAYERS, 0, -1))
    assert len(by_rating.players) == PLAYERS
    assert (by_rating.choices, by_points.choices) == (["crossword"], ["kelimelik"])
    assert sorted(waits)[-3] < MOST_AT_ONCE, "it was held up several times"
