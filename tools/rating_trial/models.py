"""The models that are compared: each tells how likely one is ahead of another, and learns from games."""

from math import exp, log, pi, sqrt
from typing import Any, Final, Protocol

from openskill.models import BradleyTerryPart, PlackettLuce

from engine.ratings import NEW_RATING, Rating, rate_game
from tools.rating_trial.results import Game

_DAY: Final = 1
"""All games are of one day: the trial asks nothing of idle time."""
_POINT: Final = 1_000
_Q: Final = log(10) / 400


class Model(Protocol):
    """What is known of the players of one group."""

    def win_chance(self, player: str, other: str) -> float:
        """How likely the first of two is ahead, above 0 and below 1."""
        ...

    def learn_game(self, game: Game) -> None:
        """Rate the players of a game that is over."""
        ...


class Coin:
    """Knows nothing."""

    def win_chance(self, player: str, other: str) -> float:
        """Even, whoever they are."""
        del player, other
        return 0.5

    def learn_game(self, game: Game) -> None:
        """Nothing is learned."""


class Shipped:
    """:mod:`engine.ratings`: Glicko with margins, rounded.

    Args:
        has_scores: whether it is told them.
    """

    def __init__(self, *, has_scores: bool = True) -> None:
        self._has_scores = has_scores
        self._ratings: dict[str, Rating] = {}

    def win_chance(self, player: str, other: str) -> float:
        """Glickman's, of both deviations together."""
        own, their = (self._ratings.get(name, NEW_RATING) for name in (player, other))
        deviation = sqrt(own.sigma**2 + their.sigma**2) / _POINT
        weight = 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)
        return 1 / (1 + exp(-_Q * weight * (own.mu - their.mu) / _POINT))

    def learn_game(self, game: Game) -> None:
        """By places, and by scores if it is told them."""
        players = [player for player, _ in game]
        before = [self._ratings.get(player, NEW_RATING) for player in players]
        scores = [score for _, score in game] if self._has_scores else None
        rated = rate_game(before, places_of(game), _DAY, scores)
        self._ratings.update(zip(players, rated, strict=True))


class Library:
    """A model of openskill, which learns by places alone.

    Args:
        model: with its settings.
        normal: whether the chance is the one of the library's ``predict_win``, by the normal curve; else it is the one
            that a result is compared with, by the logistic curve, which is less sure.
    """

    def __init__(self, model: BradleyTerryPart | PlackettLuce, *, normal: bool = False) -> None:
        self._model: Any = model  # its classes share their methods, and no base
        self._normal = normal
        self._ratings: dict[str, Any] = {}

    def win_chance(self, player: str, other: str) -> float:
        """By one of both curves."""
        own, their = self._of(player), self._of(other)
        if self._normal:
            return float(self._model.predict_win([[own], [their]])[0])
        spread = sqrt(own.sigma**2 + their.sigma**2 + 2 * self._model.beta**2)
        return 1 / (1 + exp((their.mu - own.mu) / spread))

    def learn_game(self, game: Game) -> None:
        """By places alone."""
        teams = [[self._of(player)] for player, _ in game]
        rated = self._model.rate(teams, ranks=[float(place) for place in places_of(game)])
        self._ratings.update({player: one for (player, _), (one,) in zip(game, rated, strict=True)})

    def _of(self, player: str) -> Any:
        return self._ratings.get(player) or self._model.rating()


def places_of(game: Game) -> list[int]:
    """1 for the highest score; equal scores share a place."""
    return [1 + sum(other > score for _, other in game) for _, score in game]
