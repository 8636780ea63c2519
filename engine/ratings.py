"""Players' strength: ratings after each game, by the places and margins of two to a hundred players.

The model is Glicko (Mark Glickman, 1999) over all pairs of a game; a win counts more, the larger its margin. Decision
29 describes the trial that chose it.

Ratings are integers that come out equal on every machine. After each game, mean and deviation are rounded to
thousandths of a point, half to even, before they are used again. Up to that rounding, IEEE 754 defines each operation
to the last bit: sums are exact, whatever the order of seats, and a series replaces exponentials, in which machines
differ.
"""

from collections.abc import Sequence
from math import fsum, isqrt, ldexp, pi, sqrt
from typing import Final

from msgspec import Struct

_UNIT: Final = 1_000
_START_SIGMA: Final = 200 * _UNIT
_LEAST_SIGMA: Final = 20 * _UNIT
_MOST_MU: Final = 3000 * _UNIT
"""The highest mean; the lowest is 0."""
_FEWEST: Final = 2
_MOST: Final = 100

_Q: Final = 0.005756462732485115
_GROWTH: Final = 100.0
"""Squared points by which a game raises the players' variance, since strength changes."""
_STEEPNESS: Final = 10.986122886681098
"""ln 3 / 0.1: a lead of a tenth of the total score, as in 308 : 252, counts as three quarters of a win."""
_TYPICAL_WIN: Final = 0.75

_LN_2: Final = 0.6931471805599453
_TERMS: Final = 16
"""Terms of the series, for at most half of ln 2; the rest is below a float's last bit."""

_DAYS_TO_START: Final = 730
"""After this many days away the deviation is back at the initial one; after a year, half of the initial variance has
returned."""
_SURE_SIGMA: Final = 110 * _UNIT


class Rating(Struct, frozen=True, array_like=True):
    """The estimate of a player's strength in one group and family."""

    mu: int
    sigma: int
    """The standard deviation of ``mu``, in thousandths of a point, from 20,000 to 200,000, which is a new player's."""
    games: int
    day: int
    """The day of the last rated game, in days since 1970-01-01; 0 before the first."""


NEW_RATING: Final = Rating(1500 * _UNIT, _START_SIGMA, 0, 0)
"""The rating before any rated game."""


def rate_game(
    before: Sequence[Rating], places: Sequence[int], day: int, scores: Sequence[int | None] | None = None
) -> tuple[Rating, ...]:
    """The ratings after a game, in the order of ``before``.

    The order of seats changes nothing. A sole winner loses no points, however small the margin, and a sole last player
    gains none.

    ``places``: of the same players; the lowest won, equal ones are ties, and only their order counts. ``day``: when the
    game ended, in days since 1970-01-01; a day before a player's last one counts as that. ``scores``: of the same
    players; ``None`` for a score that tells nothing, as after a surrender. Margins are relative to what both of a pair
    have scored, so that they mean the same in short and long games. A pair without both scores gets a typical margin.

    Raises:
        ValueError: too few or too many players, or not as many as places or scores.
    """
    scores = [None] * len(places) if scores is None else scores
    if not _FEWEST <= len(before) <= _MOST or not len(before) == len(places) == len(scores):
        raise ValueError(
            f"{len(before)} players with {len(places)} places and {len(scores)} scores: "
            f"a rated game has {_FEWEST} to {_MOST}"
        )
    results = [
        _Result(widened(rating, day), place, score) for rating, place, score in zip(before, places, scores, strict=True)
    ]
    return tuple(_rate_player(own, [*results[:seat], *results[seat + 1 :]], day) for seat, own in enumerate(results))


def widened(rating: Rating, day: int) -> Rating:
    """The rating as of a later day: each day since the last game adds to the variance, up to the initial one.

    The deviation is rounded down. A day before the last game changes nothing, nor does any for a new player.

    ``rating``: as of its last game, not widened before. ``day``: in days since 1970-01-01.
    """
    away = max(0, day - rating.day)
    variance = rating.sigma**2 + away * _START_SIGMA**2 // _DAYS_TO_START
    return Rating(rating.mu, min(_START_SIGMA, isqrt(variance)), rating.games, rating.day)


def points(rating: Rating) -> int:
    """The strength as shown: 0 to 3000, initially 1500; most of a group are at 1200 to 1800."""
    return round(rating.mu / _UNIT)


def is_sure(rating: Rating) -> bool:
    """Whether the points are shown without “?”; first widen the rating to the day on which they are shown."""
    return rating.sigma <= _SURE_SIGMA


class _Result(Struct, frozen=True):
    rating: Rating
    place: int
    score: int | None

    def share_against(self, other: "_Result", expected: float) -> float:
        """The fraction of a full win: at least what was expected of a winner, at most what was expected of a loser."""
        if self.place == other.place:
            return 0.5
        if self.place < other.place:
            return max(expected, _win_share(self.score, other.score))
        return min(expected, 1 - _win_share(other.score, self.score))


def _win_share(score: int | None, beaten: int | None) -> float:
    if score is None or beaten is None:
        return _TYPICAL_WIN
    lead, both = max(0, score - beaten), max(1, max(0, score) + max(0, beaten))
    return _logistic(_STEEPNESS * min(1.0, lead / both))


def _rate_player(own: _Result, others: Sequence[_Result], day: int) -> Rating:
    before = own.rating
    gains, information = [], []
    for other in others:
        weight = _weight_of(other.rating.sigma / _UNIT)
        expected = _logistic(_Q * weight * (before.mu - other.rating.mu) / _UNIT)
        gains.append(weight * (own.share_against(other, expected) - expected))
        information.append(_Q * weight * (_Q * weight) * expected * (1 - expected))
    sigma = before.sigma / _UNIT
    variance = 1 / (1 / (sigma * sigma + _GROWTH) + fsum(information))
    return Rating(
        mu=min(_MOST_MU, max(0, round(before.mu + _UNIT * _Q * variance * fsum(gains)))),
        sigma=min(_START_SIGMA, max(_LEAST_SIGMA, round(_UNIT * sqrt(variance)))),
        games=before.games + 1,
        day=max(day, before.day),
    )


def _weight_of(sigma: float) -> float:
    """The weight of a result against an opponent with this uncertainty, at most 1."""
    known = _Q * sigma / pi
    return 1 / sqrt(1 + 3 * known * known)


def _logistic(number: float) -> float:
    return 1 / (1 + _exponential(-number))


def _exponential(number: float) -> float:
    doublings = round(number / _LN_2)
    rest, total = number - doublings * _LN_2, 1.0
    for term in range(_TERMS, 0, -1):
        total = 1 + total * rest / term
    return ldexp(total, doublings)
