"""Rankings are total orders: whoever comes first, and places are shared by those who are equal."""

import asyncio
from time import thread_time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.records.player_stats import (
    SPANS,
    Candidate,
    FiguresReader,
    figures_candidate,
    is_shown,
    period_name,
    rank_players,
    rating_candidate,
)
from bot.records.projection import Projection
from bot.store import keys
from bot.store.records import RecordStore
from engine.figures import EVER, MOST_OPPONENTS, Figures, GameKind, PeriodFigures, week_name
from engine.forget_player import next_forgotten_user
from engine.ratings import NEW_RATING, Rating
from engine.standings import CURVE_POINTS, FamilyRating, Standing

DAY = 86_400
NOW = 20_000 * DAY

CANDIDATES = st.lists(
    st.builds(Candidate, st.integers(1, 10**6), st.integers(-5, 5), st.integers(1, 4), st.booleans()),
    unique_by=lambda one: one.user,
    max_size=30,
)


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_who_comes_first(candidates: list[Candidate], chance: object) -> None:
    shuffled = list(candidates)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # Hypothesis's own kind of Random
    assert rank_players(shuffled) == rank_players(candidates)


@given(CANDIDATES)
def test_a_place_says_how_many_are_better(candidates: list[Candidate]) -> None:
    ranked = rank_players(candidates)
    assert sorted(one.user for one in ranked) == sorted(one.user for one in candidates)
    for one in ranked:
        better = [other for other in candidates if (not other.sure, -other.value) < (not one.sure, -one.value)]
        assert one.place == len(better) + 1


def test_equal_ones_share_a_place_and_the_next_one_is_skipped() -> None:
    ranked = rank_players([Candidate(4, 5, 1), Candidate(3, 7, 2), Candidate(2, 7, 3), Candidate(1, 9, 1)])
    assert [(one.place, one.user) for one in ranked] == [(1, 1), (2, 2), (2, 3), (4, 4)]


@pytest.mark.parametrize(
    ("user", "days_ago", "shown"),
    [(1, 0, True), (1, 31, True), (1, 32, False), (7, 0, False), (next_forgotten_user(()), 0, False)],
)
def test_who_left_was_forgotten_or_rested_for_a_month_is_not_shown(user: int, days_ago: int, *, shown: bool) -> None:
    assert is_shown(user, NOW - days_ago * DAY, NOW, {7}) is shown


def test_a_rating_grows_uncertain_while_nobody_plays() -> None:
    standing = Standing("A", (FamilyRating("crossword", Rating(1_700_000, 100_000, 40, 20_000)),))
    fresh = rating_candidate(1, standing, "crossword", NOW)
    stale = rating_candidate(1, standing, "crossword", NOW + 700 * DAY)
    assert fresh == Candidate(1, 1700, 40, sure=True)
    assert stale == Candidate(1, 1700, 40, sure=False)
    assert rating_candidate(1, standing, "klepka", NOW) is None
    assert rating_candidate(1, Standing("B", (FamilyRating("klepka", NEW_RATING),)), "klepka", NOW) is not None


def test_figures_rank_by_games_with_people_alone() -> None:
    kinds = (
        (GameKind("kelimelik"), Figures(games=3, wins=2, points=901)),
        (GameKind("kelimelik", with_computers=True), Figures(games=9, wins=9, points=9000)),
        (GameKind("klepka"), Figures(games=1, wins=1, points=40)),
    )
    figures = PeriodFigures(kinds)
    assert figures_candidate(1, figures, "points", "", 1) == Candidate(1, 941, 4)
    assert figures_candidate(1, figures, "points", "kelimelik", 1) == Candidate(1, 901, 3)
    assert figures_candidate(1, figures, "wins", "", 1) == Candidate(1, 3, 4)
    assert figures_candidate(1, figures, "average", "kelimelik", 3) == Candidate(1, 3003, 3)
    assert figures_candidate(1, figures, "average", "kelimelik", 4) is None
    assert figures_candidate(1, figures, "wins", "scrabble-tr", 1) is None


def test_the_part_of_the_tops_ranks_those_alone_who_have_played_in_rounds() -> None:
    rounds = Figures(games=2, points=500, shares=((NOW, 900), (NOW, 701)))
    figures = PeriodFigures(((GameKind("duplicate-tr"), rounds), (GameKind("kelimelik"), Figures(games=3, points=901))))
    assert figures_candidate(1, figures, "share", "", 1) == Candidate(1, 801, 2)
    assert figures_candidate(1, figures, "share", "kelimelik", 1) is None


def test_periods_are_those_that_last_now() -> None:
    assert [period_name(span, NOW, 2) for span in SPANS] == ["2024-W40", "2024-10", "s2", "ever"]


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
