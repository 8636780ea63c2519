"""What a score curve shows: everybody's points after each turn, round numbers beside them, room. Draws nothing."""

from collections.abc import Sequence
from math import dist
from typing import Final

from msgspec import Struct

from engine.game_base import History
from render.layout import scale
from render.shapes import Point
from render.standings import Standing

_LEAST_TURNS: Final = 2
HIGHEST: Final = 1350
"""Of a final card 900 pixels wide; higher only where the curve cannot be lower."""
LEAST_HIGH: Final = 176
"""Of a curve in such a card: six names below each other have room."""
_MOST_HIGH: Final = 210
_MARKERS: Final = 4
"""Along a line, its end not counted, at most."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50)


class Line(Struct, frozen=True):
    """A seat's curve."""

    seat: int
    name: str
    """Fit to draw (:mod:`render.names`)."""
    scores: tuple[int, ...]
    """From the start of the game on; as many for every seat."""


def curve_height(width: int, room: int, least: int = LEAST_HIGH) -> int:
    """How high the curve is in a final card of that width which leaves it ``room`` pixels, or too few.

    It is at least as high as ``least``, of a card 900 pixels wide.
    """
    return min(scale(width, _MOST_HIGH), max(scale(width, least), room))


def is_worth_drawing(history: History) -> bool:
    """Whether there is a curve to see: of two turns at least, and not all of it at 0."""
    return len(history) >= _LEAST_TURNS and any(map(any, history))


def score_curves(history: History, rows: Sequence[Standing]) -> list[Line]:
    """Everybody's scores, from 0 to what the game ended with, the winner's last; none if not :func:`is_worth_drawing`.

    What the ending added or took is a step of its own.
    """
    if not is_worth_drawing(history):
        return []
    finals = {row.seat: row.score for row in rows}
    steps = [(0,) * len(history[0]), *history]
    if any(history[-1][seat] != score for seat, score in finals.items()):
        steps.append(tuple(finals.get(seat, score) for seat, score in enumerate(history[-1])))
    scores = tuple(zip(*steps, strict=True))
    return [Line(row.seat, row.name, scores[row.seat]) for row in reversed(rows)]


def axis_ticks(low: int, high: int, most: float) -> range:
    """Round numbers evenly apart, from ``low`` to ``high``, which are at most ``most`` of their spaces apart."""
    unit = 1
    while high - low > most * _STEPS[-1] * unit:
        unit *= 100
    step = next(step * unit for step in _STEPS if high - low <= most * step * unit)
    return range(-(-low // step) * step, high + 1, step)


def marker_points(paths: Sequence[Sequence[Point]], ends: Sequence[Point], size: float) -> list[list[Point]]:
    """Where each line's markers stand so that none touches another line's, or follows close upon its own line's end.

    Args:
        paths: the points of each line that may have a marker.
        ends: where each line's last marker stands.
        size: of a marker, from edge to edge.
    """
    taken, chosen = list(ends), [list[Point]() for _ in paths]
    for mark in range(_MARKERS):
        for number, (path, end) in enumerate(zip(paths, ends, strict=True)):
            share, phase = len(path) / _MARKERS, (number + 1) / (len(paths) + 1)
            first, wanted = round(mark * share), (mark + phase) * share
            near = sorted((abs(at - wanted), at) for at in range(first, round((mark + 1) * share)))
            free = (
                path[at]
                for _, at in near
                if dist(path[at], end) >= 2 * size and all(dist(path[at], other) >= size for other in taken)
            )
            if spot := next(free, None):
                chosen[number].append(spot)
                taken.append(spot)
    return chosen


def spread_apart(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places near the ``wanted`` ones, which ascend: ``distance`` apart, from ``low`` to ``high`` if there is room."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + distance if places else low))
    limit = high
    for at in reversed(range(len(places))):
        places[at] = limit = min(places[at], limit)
        limit -= distance
    return places
