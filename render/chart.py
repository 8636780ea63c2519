"""The score curve: everybody's points after each turn, a line a seat, named at its end.

A line has its seat's colour and, along it and at its end, its seat's marker. Owns no wording.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.history import History
from render.canvas import Canvas, breadth
from render.figures import points
from render.fonts import Weight
from render.layout import REFERENCE, even, scaled
from render.legibility import CAPITALS, text_size
from render.lettering import Lettering, Style
from render.markers import LONGEST, colour, shape
from render.palette import packed
from render.standings import Standing
from render.strokes import Box, Point, Strokes
from render.theme import SEATS

LEAST_TURNS: Final = 2
"""A shorter history is no curve."""
HIGHEST: Final = 1350
"""Of a final card 900 pixels wide; higher only where the curve cannot be lower."""
LEAST_HIGH: Final = 176
"""Of a curve in such a card: six names below each other have room."""
_MOST_HIGH: Final = 250
_PAPER: Final = "page"
_GRID: Final = "muted"
_MOST_LEVELS: Final = 4
"""Spaces between the lines of the grid, at most."""
_MOST_TURNS: Final = 5
_MARKERS: Final = 4
"""On a line, its end not counted."""
_DENSEST: Final = 6
"""Pixels from one point of a line to the next, at least: a game of cards may take hundreds of turns."""
_STEPS: Final = (1, 2, 5)


def curve_high(width: int, others: int) -> int:
    """How high the curve is in a final card of that width whose other parts are ``others`` pixels high."""
    return min(scaled(width, _MOST_HIGH), max(scaled(width, LEAST_HIGH), scaled(width, HIGHEST) - others))


class Line(Struct, frozen=True):
    """A seat's curve."""

    seat: int
    name: str
    """Fit to draw (:mod:`render.names`)."""
    scores: tuple[int, ...]
    """From the start of the game on; as many for every seat."""


def curves(history: History, rows: Sequence[Standing]) -> list[Line]:
    """Everybody's scores, from 0 to what the game ended with, the winner's last; none where there is too little to see.

    What the ending added or took is a step of its own.
    """
    if len(history) < LEAST_TURNS:
        return []
    finals = {row.seat: row.score for row in rows}
    steps = [(0,) * len(history[0]), *history]
    if any(history[-1][seat] != score for seat, score in finals.items()):
        steps.append(tuple(finals.get(seat, score) for seat, score in enumerate(history[-1])))
    scores = tuple(zip(*steps, strict=True))
    return [Line(row.seat, row.name, scores[row.seat]) for row in reversed(rows)]


def ticks(low: int, high: int, most: int) -> range:
    """Round numbers evenly apart, from ``low`` to ``high``, with at most ``most`` spaces between them."""
    unit = 1
    while high - low > most * _STEPS[-1] * unit:
        unit *= 10
    step = next(step * unit for step in _STEPS if high - low <= most * step * unit)
    return range(-(-low // step) * step, high + 1, step)


def spread(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places near the ``wanted`` ones, which ascend: ``distance`` apart, from ``low`` to ``high`` if there is room."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + distance if places else low))
    limit = high
    for at in reversed(range(len(places))):
        places[at] = limit = min(places[at], limit)
        limit -= distance
    return places


class _Frame(Struct, frozen=True):
    """Where things are in a drawing of curves, in its own pixels."""

    width: int
    height: int
    end: int
    """Where the curves end; right of it, short lines lead to the names."""
    ceiling: int
    """How far down the highest score is."""
    floor: int
    """How far down the lowest score is."""
    low: int
    high: int
    last: int
    """The number of the last point."""
    unit: float
    """What is one pixel in a picture 900 pixels wide."""

    def spot(self, line: Line, number: int) -> Point:
        """Where a line's point of that number is."""
        return number * self.end / self.last, self.down(line.scores[number])

    def down(self, score: float) -> float:
        """How far down a score is."""
        return self.floor - (score - self.low) * (self.floor - self.ceiling) / (self.high - self.low)


class Chart:
    """Draws score curves in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering

    def draw(self, canvas: Canvas, box: Box, lines: Sequence[Line]) -> None:
        """Draws the curves of a game.

        Args:
            canvas: the picture.
            box: where on the page there is room: left, top, right, bottom.
            lines: of :func:`curves`; each lies above those before.
        """
        left, top, right, bottom = box
        size, unit = text_size(canvas.width), canvas.width / REFERENCE
        low, high = min(0, *(min(line.scores) for line in lines)), max(1, *(max(line.scores) for line in lines))
        quiet = Style(_PAPER, "muted", Weight.MEDIUM, size)
        levels = {level: self._lettering.line(points(level), quiet, right) for level in ticks(low, high, _MOST_LEVELS)}
        labels = self._labels(lines, size, (right - left) // 4)
        start = even(left + max(map(breadth, levels.values())) + round(8 * unit))
        width = even(right - start - max(breadth(score) + breadth(name) for score, name in labels) - size // 3)
        frame = _Frame(
            width=width,
            height=bottom - top,
            end=width - round(36 * unit),
            ceiling=round(14 * unit),
            floor=bottom - top - size - round(14 * unit),
            low=low,
            high=high,
            last=len(lines[0].scores) - 1,
            unit=unit,
        )
        places = _places(frame, lines, size)
        drawn = _drawn(frame, lines, places, list(levels))
        canvas.paste(packed(drawn.indexed(self._lettering.palette, _PAPER)), start, top)
        for level, strip in levels.items():
            canvas.paste(strip, start - round(8 * unit) - breadth(strip), top + _high(frame.down(level), size))
        for number in ticks(0, frame.last, _MOST_TURNS)[1:]:
            strip = self._lettering.line(points(number), quiet, right)
            middle = start + round(number * frame.end / frame.last)
            canvas.paste(strip, min(middle - breadth(strip) // 2, start + frame.end - breadth(strip)), bottom - size)
        column = start + width + max(breadth(score) for score, _ in labels)
        for (score, name), place in zip(labels, places, strict=True):
            canvas.paste(score, column - breadth(score), top + _high(place, size))
            canvas.paste(name, even(column) + size // 3, top + _high(place, size))

    def _labels(self, lines: Sequence[Line], size: int, room: int) -> list[tuple[Image.Image, Image.Image]]:
        """Each line's last score and its name."""
        strong, plain = Style(_PAPER, "ink", Weight.BOLD, size), Style(_PAPER, "ink", Weight.MEDIUM, size)
        scores = [self._lettering.line(points(line.scores[-1]), strong, room) for line in lines]
        left = room - max(map(breadth, scores))
        return [
            (score, self._lettering.line(line.name, plain, left)) for score, line in zip(scores, lines, strict=True)
        ]


def _places(frame: _Frame, lines: Sequence[Line], size: int) -> list[float]:
    """How far down each line's name is: where its curve ends, or as near as there is room."""
    order = sorted(range(len(lines)), key=lambda at: (-lines[at].scores[-1], -at))
    wanted = [frame.down(lines[at].scores[-1]) for at in order]
    places = dict(zip(order, spread(wanted, size * 1.2, size * 0.6, frame.height - size * 0.6), strict=True))
    return [places[at] for at in range(len(lines))]


def _high(middle: float, size: int) -> int:
    """Where a strip of text begins whose capitals have their middle there."""
    return round(middle + size * CAPITALS / 2) - size


def _drawn(frame: _Frame, lines: Sequence[Line], places: Sequence[float], levels: Sequence[int]) -> Strokes:
    """The grid, above it the lines, each led to its place beside its name, and above all the markers."""
    strokes = Strokes(frame.width, frame.height, (_GRID, *SEATS))
    thin, thick, reach = max(1, round(2 * frame.unit)), max(2, round(4 * frame.unit)), 8 * frame.unit
    for level in levels:
        middle = round(frame.down(level))
        strokes.bar(_GRID, (0, middle - thin // 2, frame.end, middle - thin // 2 + thin), quarters=1)
    labels = [(frame.width - 2 * reach, place) for place in places]
    for line, label in zip(lines, labels, strict=True):
        strokes.line(colour(line.seat), [frame.spot(line, frame.last), label], thin)
        spots = [frame.spot(line, number) for number in _numbers(frame, line, len(lines))]
        strokes.line(colour(line.seat), spots, thick)
    for order, (line, label) in enumerate(zip(lines, labels, strict=True), start=1):
        phase = order / (len(lines) + 1)
        marked = sorted({round((at + phase) * frame.last / _MARKERS) for at in range(_MARKERS)})
        for spot in (*(frame.spot(line, number) for number in marked), label):
            strokes.shape(colour(line.seat), shape(line.seat, spot, reach), spot, reach * LONGEST)
    return strokes


def _numbers(frame: _Frame, line: Line, seats: int) -> list[int]:
    """The points through which a line is drawn: after the seat's own turns, or, in a long game, after some of them."""
    rounds = -(-frame.last * _DENSEST // (seats * frame.end))
    return [0, *range(line.seat + 1, frame.last, seats * max(1, rounds)), frame.last]
