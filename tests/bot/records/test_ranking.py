"""Rankings are total orders: whoever comes first, and places are shared by those who are equal."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.records.player_stats import (
    SPANS,
    Candidate,
    figures_candidate,
    is_shown,
    period_name,
    rank_players,
    rating_candidate,
)
from engine.figures import Figures, GameKind, PeriodFigures
from engine.forget_player import next_forgotten_user
from engine.ratings import NEW_RATING, Rating
from engine.standings import FamilyRating, Standing

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


@given(CANDIDATES)
def test_who_is_not_sure_comes_behind_all_who_are(candidates: list[Candidate]) -> None:
    assert all(before.sure or not after.sure for before, after in pairwise(rank_players(candidates)))


def test_equal_ones_share_a_place_and_the_next_one_is_skipped() -> None:
    ranked = rank_players([Candidate(4, 5, 1), Candidate(3, 7, 2), Candidate(2, 7, 3), Candidate(1, 9, 1)])
    assert [(one.place, one.user) for one in ranked] == [(1, 1), (2, 2), (2, 3), (4, 4)]


@pytest.mark.parametrize(("user", "days_ago", "shown"), [(1, 0, True), (1, 31, True), (1, 32, False), (7, 0, False)])
def test_who_has_not_played_for_a_month_or_left_is_not_shown(user: int, days_ago: int, shown: bool) -> None:  # noqa: FBT001 - a column
    assert is_shown(user, NOW - days_ago * DAY, NOW, {7}) is shown


def test_nobody_forgotten_is_shown() -> None:
    assert not is_shown(next_forgotten_user(()), NOW, NOW, ())


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
