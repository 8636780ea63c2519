"""How well each model predicts who of a pair is ahead, and what follows for the one that ships."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import exp, log, log1p
from typing import Final

from msgspec import Struct
from openskill.models import BradleyTerryPart, PlackettLuce

from tools.rating_trial.models import Coin, Library, Model, Shipped
from tools.rating_trial.results import Group

SHIPPED: Final = "Glicko with margins (shipped)"
LIBRARY: Final = "openskill BradleyTerryPart, σ₀ = 25/6"
NORMAL_LIBRARY: Final = "the same by `predict_win`"
MODELS: Final[Mapping[str, Callable[[], Model]]] = {
    "coin": Coin,
    "openskill PlackettLuce by its defaults": lambda: Library(PlackettLuce()),
    LIBRARY: lambda: Library(BradleyTerryPart(sigma=25 / 6)),
    NORMAL_LIBRARY: lambda: Library(BradleyTerryPart(sigma=25 / 6), normal=True),
    "Glicko without scores": lambda: Shipped(has_scores=False),
    SHIPPED: Shipped,
}
MOST_WORSE: Final = 0.02
"""Of the shipped model's log loss: a library that others keep is worth that much."""
_STEPS: Final = 12

_Prediction = tuple[float, float]
"""Log odds that the first of a pair is ahead, and what came of it: 1, 0, or 0.5 of a tie."""


class Loss(Struct, frozen=True):
    """The mean log loss of a pair, in nats; a tie is half of each outcome."""

    raw: float
    calibrated: float
    """With log odds times the one factor that suits the model best: what it knows, however sure it says to be."""


class Comparison(Struct, frozen=True):
    """Of some groups."""

    groups: int
    games: int
    pairs: int
    ties: int
    """Of the pairs."""
    losses: Mapping[str, Loss]

    @property
    def worse(self) -> float:
        """By which part of the shipped model's loss the library's is greater, read in the way that suits it best."""
        shipped, library, normal = (self.losses[name] for name in (SHIPPED, LIBRARY, NORMAL_LIBRARY))
        ways = ((library.raw, shipped.raw), (normal.raw, shipped.raw), (library.calibrated, shipped.calibrated))
        return min(theirs / own for theirs, own in ways) - 1


def compare_models(groups: Iterable[Group], models: Mapping[str, Callable[[], Model]] = MODELS) -> Comparison:
    """What each model loses, which knows nobody when a group begins.

    Raises:
        ValueError: there is no game.
    """
    groups = tuple(groups)
    pairs = [(own, other) for group in groups for game in group for (_, own), (_, other) in combinations(game, 2)]
    if not pairs:
        raise ValueError("no pair has played")
    return Comparison(
        groups=len(groups),
        games=sum(len(group) for group in groups),
        pairs=len(pairs),
        ties=sum(own == other for own, other in pairs),
        losses={
            name: _measure_loss([one for group in groups for one in _predict_group(new_model(), group)])
            for name, new_model in models.items()
        },
    )


def is_library_better(played: Comparison) -> bool:
    """Whether the library's model is good enough to ship, by games of the computer levels."""
    return played.worse <= MOST_WORSE


def _predict_group(model: Model, group: Group) -> list[_Prediction]:
    predictions = []
    for game in group:
        for (player, score), (other, other_score) in combinations(game, 2):
            chance = model.win_chance(player, other)
            result = 0.5 if score == other_score else float(score > other_score)
            predictions.append((log(chance / (1 - chance)), result))
        model.learn_game(game)
    return predictions


def _measure_loss(predictions: Sequence[_Prediction]) -> Loss:
    return Loss(_mean_loss(predictions, 1.0), _mean_loss(predictions, _best_factor(predictions)))


def _mean_loss(predictions: Sequence[_Prediction], factor: float) -> float:
    losses = (log1p(exp(-factor * odds)) + (1 - result) * factor * odds for odds, result in predictions)
    return sum(losses) / len(predictions)


def _best_factor(predictions: Sequence[_Prediction]) -> float:
    """Newton's method on a loss that is convex in the factor."""
    factor = 1.0
    for _ in range(_STEPS):
        slope = curvature = 0.0
        for odds, result in predictions:
            chance = 1 / (1 + exp(-factor * odds))
            slope += odds * (chance - result)
            curvature += odds * odds * chance * (1 - chance)
        if not curvature:
            break
        factor -= slope / curvature
    return factor
