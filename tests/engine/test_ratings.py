"""Ratings: what a game does to them, what time does, and that seats, machines and long histories change nothing."""

import math
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.crossword.actions import Challenge
from engine.ratings import NEW_RATING, Rating, is_sure, points, rate_game, widened
from tests.support import klepka
from tests.support.games import (
    NO_WORD_IS_VALID,
    USERS,
    after_actions,
    challenge_table,
    challenge_view,
    challengeable_play,
    exchange_faces,
    game,
    pass_turn,
    place_on_board,
    place_play,
    with_fields,
)

DAY = 20_000
YEAR = 365
MOST_MU = 3_000_000
Scores = list[int | None]
Played = tuple[list[Rating], list[int], Scores]
mus = st.integers(0, MOST_MU) | st.sampled_from([0, 1_500_000, MOST_MU])
sigmas = st.integers(20_000, 200_000) | st.sampled_from([20_000, 200_000])
ratings = st.builds(Rating, mu=mus, sigma=sigmas, games=st.integers(1, 100_000), day=st.integers(0, DAY))


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Some of the players are alike, some places are shared, and scores need not agree with places."""
    count = draw(st.integers(2, 4))
    known = draw(st.lists(ratings, min_size=1, max_size=count))
    before = draw(st.lists(st.sampled_from([NEW_RATING, *known]), min_size=count, max_size=count))
    places = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    score = st.none() | st.integers(-60, 700)
    return before, places, draw(st.lists(score, min_size=count, max_size=count))


def rated(mean: float, sigma: float = 200, *, games: int = 1, day: int = DAY) -> Rating:
    return Rating(round(mean * 1000), round(sigma * 1000), games, day)


def gain(after: Rating, before: Rating) -> int:
    return points(after) - points(before)


def by_paper(before: list[Rating], places: list[int], scores: Scores) -> list[tuple[float, float]]:
    """Glickman's Glicko system, step 2, with parts of a win in place of wins."""
    q = math.log(10) / 400
    people = [(one.mu / 1e3, one.sigma / 1e3) for one in before]
    found = []
    for own, (mean, sigma) in enumerate(people):
        gains = information = 0.0
        for other, (their_mean, their_sigma) in enumerate(people):
            if other == own:
                continue
            weight = 1 / math.sqrt(1 + 3 * (q * their_sigma / math.pi) ** 2)
            expected = 1 / (1 + 10 ** (-weight * (mean - their_mean) / 400))
            sign = (places[own] < places[other]) - (places[own] > places[other])
            first, second = scores[own], scores[other]
            margin = 0.1
            if first is not None and second is not None:
                margin = min(1.0, max(0, sign * (first - second)) / max(1, max(0, first) + max(0, second)))
            share = 1 / (1 + 3 ** (-sign * margin / 0.1))
            share = max(share, expected) if sign > 0 else min(share, expected) if sign < 0 else share
            gains += weight * (share - expected)
            information += q**2 * weight**2 * expected * (1 - expected)
        variance = 1 / (1 / (sigma**2 + 10**2) + information)
        found.append((mean + q * variance * gains, math.sqrt(variance)))
    return found


@pytest.mark.parametrize(
    ("places", "scores", "seen"),
    [
        ([1, 2], [308, 252], [1539, 1461]),
        ([1, 2], [300, 299], [1501, 1499]),
        ([1, 2], [400, 200], [1575, 1425]),
        ([1, 1], [300, 300], [1500, 1500]),
        ([1, 2, 3], [308, 280, 252], [1550, 1502, 1448]),
        ([1, 2, 2], [308, 252, 252], [1566, 1467, 1467]),
        ([4, 3, 2, 1], [260, 280, 300, 320], [1438, 1481, 1522, 1559]),
    ],
)
def test_a_first_game_moves_players_by_their_margins(places: list[int], scores: Scores, seen: list[int]) -> None:
    after = rate_game([NEW_RATING] * len(places), places, DAY, scores)
    assert [points(one) for one in after] == seen
    assert {(one.games, one.day) for one in after} == {(1, DAY)}


@pytest.mark.parametrize("scores", [None, [None, 300], [300, None], [None, None]])
def test_without_both_scores_a_win_counts_as_by_a_typical_margin(scores: Scores | None) -> None:
    assert rate_game([NEW_RATING] * 2, [1, 2], DAY, scores) == rate_game([NEW_RATING] * 2, [1, 2], DAY, [330, 270])


@settings(max_examples=20)
@given(games())
def test_figures_are_those_of_the_paper(game: Played) -> None:
    before, places, scores = [replace(one, day=DAY) for one in game[0]], *game[1:]
    known = by_paper(before, places, scores)
    for after, (mean, sigma) in zip(rate_game(before, places, DAY, scores), known, strict=True):
        assert after.mu == pytest.approx(min(3000, max(0, mean)) * 1000, abs=0.51)
        assert after.sigma == pytest.approx(min(200, max(20, sigma)) * 1000, abs=0.51)


@settings(max_examples=20)
@given(games())
@example(([NEW_RATING] * 4, [1, 1, 1, 4], [301, 301, 301, 222]))
@example(([rated(1631.234, 71), NEW_RATING, rated(1631.234, 71), rated(1200, 140)], [2, 2, 2, 1], [9, 9, 9, 17]))
def test_changing_seats_changes_nothing(game: Played) -> None:
    before, places, scores = game
    after = rate_game(before, places, DAY, scores)
    for seats in permutations(range(len(before))):
        seated = [before[seat] for seat in seats]
        moved = rate_game(seated, [places[seat] for seat in seats], DAY, [scores[seat] for seat in seats])
        assert moved == tuple(after[seat] for seat in seats)


@settings(max_examples=20)
@given(games())
def test_who_is_alone_in_winning_loses_no_points_and_who_is_alone_in_losing_gains_none(game: Played) -> None:
    before, places, scores = game
    for seat, after in enumerate(rate_game(before, places, DAY, scores)):
        others = places[:seat] + places[seat + 1 :]
        if places[seat] < min(others):
            assert after.mu >= before[seat].mu
        if places[seat] > max(others):
            assert after.mu <= before[seat].mu


@given(ratings, ratings)
def test_a_draw_brings_two_players_nearer_and_never_past_each_other(first: Rating, second: Rating) -> None:
    lower, higher = sorted([first, second], key=lambda one: one.mu)
    new_lower, new_higher = rate_game([lower, higher], [1, 1], DAY)
    assert lower.mu <= new_lower.mu <= new_higher.mu <= higher.mu


@given(st.integers(1_000_000, 2_000_000), st.integers(1_000_000, 2_000_000), sigmas, st.integers(0, 500))
def test_of_two_players_of_one_uncertainty_one_gains_what_the_other_loses(
    mu: int, other_mu: int, sigma: int, score: int
) -> None:
    before = [Rating(mu, sigma, 1, DAY), Rating(other_mu, sigma, 1, DAY)]
    winner, loser = rate_game(before, [1, 2], DAY, [500, score])
    assert abs(winner.mu + loser.mu - mu - other_mu) <= 1


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_larger_margin_never_counts_less(score: int, other: int) -> None:
    narrow, wide = (
        rate_game([NEW_RATING] * 2, [1, 2], DAY, [300, low])[0] for low in (max(score, other), min(score, other))
    )
    assert narrow.mu <= wide.mu


@settings(max_examples=20)
@given(games(), st.integers(0, 10**6))
def test_every_figure_stays_an_integer_within_its_bounds(game: Played, day: int) -> None:
    """From any rating within bounds: so after however many games."""
    before, places, scores = game
    for old, new in zip(before, rate_game(before, places, day, scores), strict=True):
        assert all(type(figure) is int for figure in (new.mu, new.sigma, new.games, new.day))
        assert 0 <= new.mu <= MOST_MU
        assert 20_000 <= new.sigma <= 200_000
        assert new.games == old.games + 1
        assert new.day == max(day, old.day)
        assert 0 <= points(new) <= 3000


def test_who_always_wins_comes_to_rest_and_can_still_fall() -> None:
    strong, weak = NEW_RATING, NEW_RATING
    for number in range(1_500):
        strong, weak = rate_game([strong, weak], [1, 2], DAY + number, [400, 200])
    assert rate_game([strong, weak], [1, 2], DAY + 1_500, [400, 200])[0].mu == strong.mu
    fallen, _ = rate_game([strong, weak], [2, 1], DAY + 1_500, [200, 400])
    assert gain(fallen, strong) < -40


@pytest.mark.parametrize(("players", "enough"), [(2, 9), (3, 5), (4, 4)])
def test_sure_is_who_has_played_enough_games_among_equals(players: int, enough: int) -> None:
    known, sure = [NEW_RATING] * players, []
    for number in range(enough):
        known = list(rate_game(known, [(seat + number) % players for seat in range(players)], DAY))
        sure.append(is_sure(known[0]))
    assert sure == [False] * (enough - 1) + [True]


def test_sure_is_after_eleven_games_who_always_wins_as_decision_29_says() -> None:
    known, sure = [NEW_RATING] * 2, []
    for _ in range(11):
        known = list(rate_game(known, [1, 2], DAY))
        sure.append(is_sure(known[0]))
    assert sure == [False] * 10 + [True]


def test_a_year_away_takes_back_most_of_what_was_known() -> None:
    for sigma in (60, 80, 110):
        known = rated(1640, sigma)
        later = widened(known, DAY + YEAR)
        assert known.sigma + 0.6 * (NEW_RATING.sigma - known.sigma) < later.sigma < NEW_RATING.sigma
        assert later == replace(known, sigma=later.sigma)
        assert not is_sure(later)
        assert widened(known, DAY + 2 * YEAR).sigma == NEW_RATING.sigma


@given(ratings, st.integers(0, 4 * YEAR), st.integers(0, 4 * YEAR))
def test_more_time_never_makes_surer(rating: Rating, days: int, more: int) -> None:
    first, second = widened(rating, rating.day + days), widened(rating, rating.day + days + more)
    assert rating.sigma <= first.sigma <= second.sigma <= NEW_RATING.sigma
    assert widened(rating, rating.day - days) == rating


@pytest.mark.parametrize("count", [0, 1, 101])
def test_a_rated_game_has_two_to_a_hundred_players(count: int) -> None:
    with pytest.raises(ValueError, match=rf"{count} players with {count} places and {count} scores"):
        rate_game([NEW_RATING] * count, list(range(count)), DAY)


A, B, C, D = USERS


def test_every_turn_adds_the_scores_after_it() -> None:
    state = game(racks=["LOFTYAE", "AEINSDL"], scores=(3, 4))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    state = after_actions(state, exchange_faces(state, "A"))
    state = after_actions(state, pass_turn(state))
    assert challenge_view(state).history == ((33, 4), (33, 4), (33, 4))


def test_a_turn_lost_by_a_challenge_is_a_turn() -> None:
    state = after_actions(challengeable_play("double"), Challenge(B))
    assert (state.number, state.history) == (2, ((30, 0), (30, 0)))


def test_a_withdrawn_play_never_scored() -> None:
    state = challenge_table(scores=(5, 6))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert state.history == ((35, 6),)
    assert after_actions(state, Challenge(B), judge=NO_WORD_IS_VALID).history == ((5, 6),)


def test_a_withdrawn_play_never_scored_in_the_turns_lost_after_it_either() -> None:
    state = challenge_table("double", ("LOFTYAE", "AEINSDL", "AEINSDL"))
    state = with_fields(state, players=(*state.players[:1], with_fields(state.players[1], skips=1), *state.players[2:]))
    state = after_actions(state, place_play(state, "8H LOFTY"))
    assert state.history == ((30, 0, 0), (30, 0, 0))
    assert after_actions(state, Challenge(C), judge=NO_WORD_IS_VALID).history == ((0, 0, 0), (0, 0, 0))


def test_the_price_of_a_challenge_belongs_to_the_last_turn() -> None:
    assert after_actions(challengeable_play("five"), Challenge(B)).history == ((35, 0),)
    assert after_actions(challengeable_play("wordpoints"), Challenge(B)).history == ((30, -30),)


def test_what_the_ending_adds_is_no_turn() -> None:
    state = game(laid=["8H ON"], racks=["E", "QD"], bag="", scores=(20, 20))
    state = after_actions(state, place_on_board(state, J8="E"))
    assert [player.score for player in state.players] == [35, 8]
    assert state.history == ((23, 20),)


def test_in_klepka_an_entry_is_made_when_the_turn_ends() -> None:
    state = klepka.game("А.", "ДІМ", "")
    state = klepka.after_actions(state, klepka.form(state, "дім"))
    assert state.history == ()
    state = klepka.after_actions(state, klepka.flip(state, 1))
    (points, nothing), *_ = state.history
    assert (points, nothing) == (state.players[0].score, 0)
    assert points > 0


def test_in_klepka_a_word_doubled_when_its_turn_is_over_corrects_that_turn() -> None:
    state = klepka.game("А.", "ЩО", "", ruleset=klepka.klepka_rules(deck="full", double="host"))
    state = klepka.after_actions(state, klepka.form(state, "що"), klepka.flip(state, 1))
    assert state.history == ((9, 0),)
    doubled = klepka.after_actions(state, klepka.double("що"))
    assert doubled.history == ((18, 0),)
