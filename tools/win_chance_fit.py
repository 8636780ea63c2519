"""The chance to win fitted to games, and measured on others: log loss, reliability, and how sure that is."""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.win_chance_games import Lead, PlayedGame

_STEPS = 60
_RIDGE = 1e-3
"""Draws the figures towards 0 where games are few."""
_EXACT = 1e-9
CLASSES = 10
LATE = 14
"""Unseen tiles up to which a game is near its end: the bag holds seven or fewer."""
_RESAMPLED = 200

Sample = tuple[float, float, float]
"""The spread and 1, or -1 for the other's turn, over the root of the unseen tiles; and what came of it, 0 to 1."""


class Share(NamedTuple):
    """A class of chances: what was foretold and what came, on average, with the 95 % interval of what came."""

    foretold: float
    true: float
    low: float
    high: float
    samples: int


class Reliability(NamedTuple):
    """How well games are foretold that the curve was not learned from."""

    log_loss: float
    error: float
    """Mean difference of foretold and true shares over ten classes, weighted by their samples."""
    half_width: float
    """Of the 95 % interval of a class's true share, on average: a curve without fault is off by half of it or so."""
    late_error: float
    """The error near the end of games alone."""
    shares: list[Share]
    late: list[Share]


def samples_of(games: Sequence[PlayedGame]) -> list[Sample]:
    """All leads of games, to be learned from."""
    return [
        (lead.spread / sqrt(lead.unseen), lead.turn / sqrt(lead.unseen), game.result)
        for game in games
        for lead in game.leads
    ]


def fit_curve(samples: Sequence[Sample]) -> tuple[float, float]:
    """The slope and the turn's points by Newton's method on the log loss."""
    slope = both = 0.0
    for _ in range(_STEPS):
        g1, g2, h11, h12, h22 = -_RIDGE * slope, -_RIDGE * both, _RIDGE, 0.0, _RIDGE
        for lead, turn, result in samples:
            chance = _logistic(slope * lead + both * turn)
            weight, off = chance * (1 - chance), result - chance
            g1, g2 = g1 + off * lead, g2 + off * turn
            h11, h12, h22 = h11 + weight * lead * lead, h12 + weight * lead * turn, h22 + weight * turn * turn
        determinant = h11 * h22 - h12 * h12
        step = ((h22 * g1 - h12 * g2) / determinant, (h11 * g2 - h12 * g1) / determinant)
        slope, both = slope + step[0], both + step[1]
        if max(map(abs, step)) < _EXACT:
            break
    return slope, both / slope


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))


def foretell(lead: Lead, slope: float, turn: float) -> float:
    """The first player's chance."""
    return _logistic(slope * (lead.spread + turn * lead.turn) / sqrt(lead.unseen))


def measure_curve(games: Sequence[PlayedGame], slope: float, turn: float) -> Reliability:
    """Measure a curve on games that it was not learned from."""
    chances = [[(lead.unseen, foretell(lead, slope, turn)) for lead in game.leads] for game in games]
    losses = [
        -(game.result * log(max(chance, 1e-12)) + (1 - game.result) * log(max(1 - chance, 1e-12)))
        for game, own in zip(games, chances, strict=True)
        for _, chance in own
    ]
    results = [game.result for game in games]
    shares = _shares([[chance for _, chance in own] for own in chances], results)
    late = _shares([[chance for unseen, chance in own if unseen <= LATE] for own in chances], results)
    widths = sum(share.samples * (share.high - share.low) / 2 for share in shares)
    return Reliability(
        sum(losses) / len(losses),
        _error(shares),
        widths / sum(share.samples for share in shares),
        _error(late),
        shares,
        late,
    )


def _error(shares: Sequence[Share]) -> float:
    return sum(one.samples * abs(one.foretold - one.true) for one in shares) / sum(one.samples for one in shares)


def _shares(chances: Sequence[Sequence[float]], results: Sequence[float]) -> list[Share]:
    """Each class that has samples; intervals by drawing whole games again, as turns of one game are alike."""
    by_game = []
    for own, result in zip(chances, results, strict=True):
        sums = [[0, 0.0, 0.0] for _ in range(CLASSES)]
        for chance in own:
            one = sums[min(CLASSES - 1, int(chance * CLASSES))]
            one[0], one[1], one[2] = one[0] + 1, one[1] + chance, one[2] + result
        by_game.append(sums)
    draws, found = Random(1), []  # noqa: S311 - figures that anybody can make again
    drawn = [[draws.randrange(len(by_game)) for _ in by_game] for _ in range(_RESAMPLED)]
    for place in range(CLASSES):
        cells = [sums[place] for sums in by_game]
        count = sum(cell[0] for cell in cells)
        if not count:
            continue
        again = sorted(
            sum(cells[game][2] for game in games) / max(1, sum(cells[game][0] for game in games)) for games in drawn
        )
        low, high = again[_RESAMPLED // 40], again[-_RESAMPLED // 40 - 1]
        found.append(
            Share(sum(cell[1] for cell in cells) / count, sum(cell[2] for cell in cells) / count, low, high, int(count))
        )
    return found
