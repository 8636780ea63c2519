"""What is told of one player is put together of what is kept apart."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.records.player_stats import frequent_opponents, main_rating, played_games, select_figures, tenths
from engine.figures import Figures, GameKind, PeriodFigures, combine_figures
from engine.forget_player import next_forgotten_user
from engine.ratings import Rating
from engine.standings import FamilyRating, Standing

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


@given(st.integers(0, 10**6), st.integers(1, 10**4))
def test_an_average_is_the_nearest_tenth_and_half_a_tenth_is_rounded_up(total: int, count: int) -> None:
    error = Fraction(tenths(total, count), 10) - Fraction(total, count)
    assert Fraction(-1, 20) < error <= Fraction(1, 20)


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
