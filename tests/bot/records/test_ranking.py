"""Rankings are total orders with shared places, and the figures of one player are sums of what is kept apart."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.records.player_stats import (
    Candidate,
    figures_candidate,
    frequent_opponents,
    is_shown,
    main_rating,
    played_games,
    rank_players,
    rating_candidate,
    select_figures,
)
from engine.figures import Figures, GameKind, PeriodFigures, combine_figures
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
def test_a_place_says_how_many_are_better_whoever_comes_first(candidates: list[Candidate], chance: Random) -> None:
    ranked = rank_players(candidates)
    assert sorted(one.user for one in ranked) == sorted(one.user for one in candidates)
    for one in ranked:
        better = [other for other in candidates if (not other.sure, -other.value) < (not one.sure, -one.value)]
        assert one.place == len(better) + 1
    assert rank_players(sorted(candidates, key=lambda _: chance.random())) == ranked


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


PEOPLE, COMPUTERS = GameKind("kelimelik"), GameKind("kelimelik", with_computers=True)
PERIOD = PeriodFigures(
    (
        (PEOPLE, Figures(games=2, points=500, best_play=40, best_play_word="KALEM", best_word="KALEM")),
        (COMPUTERS, Figures(games=5, points=1500)),
        (GameKind("klepka"), Figures(games=3, points=60, best_play=12, best_play_word="СЛОВО")),
    )
)


def test_games_with_computers_are_apart() -> None:
    assert select_figures(PERIOD, with_computers=True).points == 1500
    assert select_figures(PERIOD, "klepka", with_computers=False).points == 60
    assert select_figures(PERIOD, "klepka", with_computers=True) == Figures()
    found = select_figures(PERIOD, with_computers=False)
    assert (found.points, found.best_play, found.best_play_word) == (560, 40, "KALEM")


def test_the_most_played_game_comes_first() -> None:
    assert played_games([PERIOD], with_computers=False) == ["klepka", "kelimelik"]
    assert played_games([PERIOD]) == ["kelimelik", "klepka"]
    assert played_games([PERIOD], with_computers=True) == ["kelimelik"]


def test_opponents_of_several_chats_are_counted_together_without_the_forgotten_and_computers() -> None:
    forgotten = next_forgotten_user(())
    one, two = Figures(1, opponents=((5, 3), (-3, 9), (forgotten, 8))), Figures(1, opponents=((6, 4), (5, 2)))
    assert frequent_opponents(combine_figures([one, two]), 3) == [(5, 5), (6, 4)]
    assert frequent_opponents(combine_figures([one, two]), 1) == [(5, 5)]


def test_a_streak_is_that_of_the_game_or_over_all_games_of_the_period() -> None:
    kinds = (
        (GameKind("kelimelik"), Figures(5, streak=2, best_streak=3)),
        (GameKind("kelimelik", with_computers=True), Figures(1)),
        (GameKind("klepka"), Figures(4, streak=1, best_streak=1)),
    )
    period = PeriodFigures(kinds, 9, streak=4, best_streak=6)
    for game, expected in (("", (4, 6)), ("kelimelik", (2, 3)), ("klepka", (1, 1)), ("mini-tr", (0, 0))):
        found = select_figures(period, game, with_computers=False)
        assert (found.streak, found.best_streak) == expected, game
    found = select_figures(period, with_computers=True)
    assert (found.streak, found.best_streak) == (0, 0)


def test_over_several_chats_the_longest_streak_is_told_and_none_up_to_now() -> None:
    found = combine_figures([Figures(2, streak=2, best_streak=2), Figures(), Figures(9, streak=1, best_streak=5)])
    assert (found.streak, found.best_streak) == (0, 5)
    assert combine_figures([Figures(), Figures(2, streak=2, best_streak=2)]).streak == 2


def test_the_rating_is_of_the_family_asked_for_or_of_that_with_most_games() -> None:
    few, many = FamilyRating("crossword", Rating(1, 1, 3, 0)), FamilyRating("klepka", Rating(1, 1, 9, 0))
    standing = Standing("A", (few, many))
    assert main_rating(standing) == many
    assert main_rating(standing, "crossword") == few
    assert main_rating(standing, "other") is None
    assert main_rating(Standing("B")) is None
