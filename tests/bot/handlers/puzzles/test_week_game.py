"""A group's game of the week begins on Mondays at the daily puzzle's hour, once, whoever ends in between."""

from datetime import date, datetime, timedelta

import pytest
from redis.asyncio import Redis

from bot.tables.daily_time import DailyTime, end_of_day_round
from tests.support.daily_posts import DAY, DUE, GROUP, MINUTE, NINE, World

MONDAY = DUE + 3 * DAY
"""DUE is a Friday's."""


@pytest.fixture
async def world(redis: Redis) -> World:
    made = World(redis)
    await made.want_week_game(GROUP, NINE)
    return made


async def test_it_begins_each_monday_and_is_due_on_no_other_day(world: World) -> None:
    worker = world.worker()
    while world.clock.now < MONDAY + 15 * DAY:
        world.clock.now += timedelta(hours=1)
        await worker.look()
    assert world.told.week_games == [(GROUP, "2026-11-30"), (GROUP, "2026-12-07"), (GROUP, "2026-12-14")]
    assert await world.next_due(GROUP, " week") == MONDAY + 21 * DAY
    assert not world.told.posts, "the daily puzzle is another setting"


async def test_the_daily_puzzles_hour_goes_first(world: World) -> None:
    await world.want(GROUP, DailyTime(20, 15, "Europe/Istanbul"))
    world.clock.now = MONDAY + 30 * MINUTE
    await world.worker().look()
    assert not world.told.week_games
    world.clock.now = MONDAY + timedelta(hours=11, minutes=16)
    for _ in range(2):
        await world.worker().look()
    assert world.told.week_games == [(GROUP, "2026-11-30")]
    assert len(world.told.posts) == 1


async def test_while_no_table_is_free_it_is_tried_each_minute_for_an_hour(world: World) -> None:
    worker, world.told.has_free_table = world.worker(), False
    world.clock.now = MONDAY
    await worker.look()
    assert await world.next_due(GROUP, " week") == MONDAY + MINUTE
    world.told.has_free_table, world.clock.now = True, MONDAY + MINUTE
    await worker.look()
    assert world.told.week_games == [(GROUP, "2026-11-30")]
    world.told.has_free_table, world.clock.now = False, MONDAY + 7 * DAY
    await worker.look()
    world.clock.now += 61 * MINUTE
    await worker.look()
    assert await world.next_due(GROUP, " week") == MONDAY + 14 * DAY


@pytest.mark.parametrize(
    ("opens", "ends"),
    [
        ("2026-11-30T06:00:05", "2026-12-01T06:00"),
        ("2026-12-01T06:00:31", "2026-12-02T06:00"),
        ("2026-11-30T17:00", "2026-12-01T06:00"),
        ("2026-11-30T19:00", "2026-12-02T06:00"),
    ],
    ids=["with the hour", "after the grace", "half a day before it", "less than half a day before it"],
)
def test_a_round_of_a_day_ends_at_the_groups_hour(opens: str, ends: str) -> None:
    at = end_of_day_round({"week": NINE.stored}, datetime.fromisoformat(f"{opens}+00:00"))
    assert at == datetime.fromisoformat(f"{ends}+00:00")


def test_a_round_over_a_change_of_the_clock_ends_at_the_same_hour() -> None:
    kyiv = DailyTime(9, 0, "Europe/Kyiv")
    saturday, sunday = (kyiv.occurrence_on(date(2026, 10, day)) for day in (24, 25))
    assert saturday is not None
    assert sunday is not None
    assert sunday.at - saturday.at == timedelta(hours=25)
    assert end_of_day_round({"daily": kyiv.stored}, saturday.at + timedelta(seconds=31)) == sunday.at
