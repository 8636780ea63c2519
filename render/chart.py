"""The score curve: a line per seat, labelled at its end, above a sparse grid.

A line has its seat's colour and, along it and at its end, its seat's marker.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import dist
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.game_base import History
from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import REFERENCE, even_floor, line_top, scale, text_size
from render.markers import Markers, seat_colour
from render.palette import pack_pixels
from render.shapes import LineDrawing, PixelBox, Point
from render.standings import Standing
from render.text import Lettering, Style, format_points
from render.text import strip_height as line_height

_LEAST_TURNS: Final = 2
HIGHEST: Final = 1350
"""The height of a final card 900 pixels wide, exceeded only if the curve cannot be lower."""
LEAST_HIGH: Final = 176
"""The least height of a curve in a final card 900 pixels wide, enough for six labels."""
_MOST_HIGH: Final = 210
_MARKERS: Final = 4
"""The most markers along a line, not counting that at its end."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50)


class Line(Struct, frozen=True):
    """A seat's curve."""

    seat: int
    name: str
    """The player's name, drawable (:mod:`render.text`)."""
    scores: tuple[int, ...]
    """The scores from the start of the game on; equally many for every seat."""


def curve_height(width: int, room: int, least: int = LEAST_HIGH) -> int:
    """The height of the curve in a final card of this width, given the ``room`` it leaves in pixels.

    At least ``least``, measured in a card 900 pixels wide, even if the room is too little.
    """
    return min(scale(width, _MOST_HIGH), max(scale(width, least), room))


def is_worth_drawing(history: History) -> bool:
    """Whether a curve shows anything: at least two turns, not all scores 0."""
    return len(history) >= _LEAST_TURNS and any(map(any, history))


def score_curves(history: History, rows: Sequence[Standing]) -> list[Line]:
    """Each seat's scores from 0 to the final adjustments, the winner's last; none if not :func:`is_worth_drawing`."""
    if not is_worth_drawing(history):
        return []
    finals = {row.seat: row.score for row in rows}
    steps = [(0,) * len(history[0]), *history]
    if any(history[-1][seat] != score for seat, score in finals.items()):
        steps.append(tuple(finals.get(seat, score) for seat, score in enumerate(history[-1])))
    scores = tuple(zip(*steps, strict=True))
    return [Line(row.seat, row.name, scores[row.seat]) for row in reversed(rows)]


def axis_ticks(low: int, high: int, most: float) -> range:
    """Evenly spaced round numbers from ``low`` to ``high``, with at most ``most`` intervals."""
    unit = 1
    while high - low > most * _STEPS[-1] * unit:
        unit *= 100
    step = next(step * unit for step in _STEPS if high - low <= most * step * unit)
    return range(-(-low // step) * step, high + 1, step)


def marker_points(paths: Sequence[Sequence[Point]], ends: Sequence[Point], size: float) -> list[list[Point]]:
    """Choose each line's markers so that they touch no other line's, and are not too close to its own end.

    ``paths``: the points of each line that may have a marker.
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
    """Choose places near the ascending ``wanted``, ``distance`` apart and, if there is room, in ``low``–``high``."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + distance if places else low))
    limit = high
    for at in reversed(range(len(places))):
        places[at] = limit = min(places[at], limit)
        limit -= distance
    return places


_PAPER: Final = "page"
_GRID: Final = "muted"
_MOST_LEVELS: Final = 4
"""The most spaces between grid lines."""
_LABEL_STEP: Final = 1.2
"""The least distance between two labels, in text sizes."""
_MOST_TURNS: Final = 5
_DENSEST: Final = 6
"""The least pixels between points of a line: a card game may take hundreds of turns."""
_NUMBERS: Final = 256


class _Frame(Struct, frozen=True):
    """The drawing's place in the picture, and the coordinates inside it."""

    left: int
    top: int
    width: int
    height: int
    end: int
    """Where the curves end; right of it, thin lines lead to the labels."""
    ceiling: int
    """The vertical position of the highest score."""
    floor: int
    """The vertical position of the lowest score."""
    low: int
    high: int
    last: int
    """The number of the last point."""
    size: int
    """The text size."""
    unit: float
    """One pixel of a picture 900 pixels wide."""

    def point_of(self, line: Line, number: int) -> Point:
        return number * self.end / self.last, self.height_of(line.scores[number])

    def height_of(self, score: float) -> float:
        return self.floor - (score - self.low) * (self.floor - self.ceiling) / (self.high - self.low)

    def text_top(self, middle: float) -> int:
        """The top, in the picture, of a strip of text whose capitals are centred at ``middle`` in the drawing."""
        return self.top + line_top(middle, self.size)


class Chart:
    """Draws score curves in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._markers: Final = Markers(lettering.palette)
        self._number: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_NUMBERS)(self._faint_number)

    def draw(self, canvas: Canvas, box: PixelBox, lines: Sequence[Line]) -> None:
        """Draw the curves of a game. ``box``: the room on the page: left, top, right, bottom."""
        left, top, right, bottom = box
        size, unit = text_size(canvas.width), canvas.width / REFERENCE
        low, high = min(0, *(min(line.scores) for line in lines)), max(1, *(max(line.scores) for line in lines))
        ceiling, floor = round(14 * unit), bottom - top - line_height(size) - round(12 * unit)
        levels = axis_ticks(low, high, min(_MOST_LEVELS, (floor - ceiling) / (_LABEL_STEP * size)))
        labels = self._make_labels(lines, size, (right - left) // 4)
        start = even_floor(left + max(packed_width(self._number(level, size)) for level in levels) + round(8 * unit))
        width = even_floor(
            right - start - max(packed_width(score) + packed_width(name) for score, name in labels) - size // 3
        )
        frame = _Frame(
            left=start,
            top=top,
            width=width,
            height=bottom - top - line_height(size) + round(10 * unit),
            end=width - round(36 * unit),
            ceiling=ceiling,
            floor=floor,
            low=low,
            high=high,
            last=len(lines[0].scores) - 1,
            size=size,
            unit=unit,
        )
        places = _label_heights(frame, lines)
        self._draw_curves(canvas, frame, lines, levels, [(width - 16 * unit, place) for place in places])
        self._draw_axes(canvas, frame, levels, bottom)
        column = start + width + max(packed_width(score) for score, _ in labels)
        for (score, name), place in zip(labels, places, strict=True):
            canvas.paste(score, column - packed_width(score), frame.text_top(place))
            canvas.paste(name, even_floor(column) + size // 3, frame.text_top(place))

    def _make_labels(self, lines: Sequence[Line], size: int, room: int) -> list[tuple[Image.Image, Image.Image]]:
        strong, plain = Style(_PAPER, "ink", Weight.BOLD, size), Style(_PAPER, "ink", Weight.MEDIUM, size)
        scores = [self._lettering.line(format_points(line.scores[-1]), strong, room) for line in lines]
        left = room - max(map(packed_width, scores))
        names = [self._lettering.line(line.name, plain, left) for line in lines]
        return list(zip(scores, names, strict=True))

    def _draw_curves(
        self, canvas: Canvas, frame: _Frame, lines: Sequence[Line], levels: Sequence[int], ends: Sequence[Point]
    ) -> None:
        strokes = LineDrawing(frame.width, frame.height, self._lettering.palette, _PAPER)
        thin, thick, size = (
            max(1, round(2 * frame.unit)),
            max(2, round(4 * frame.unit)),
            even_floor(round(24 * frame.unit)),
        )
        for level in levels:
            middle = round(frame.height_of(level))
            strokes.faint_bar(_GRID, (0, middle - thin // 2, frame.end, middle - thin // 2 + thin))
        numbers = [_turns_to_draw(frame, line, len(lines)) for line in lines]
        drawn = [
            (seat_colour(line.seat), [frame.point_of(line, number) for number in through], end)
            for line, through, end in zip(lines, numbers, ends, strict=True)
        ]
        strokes.lines(drawn, thick)
        paths = [
            [frame.point_of(line, number) for number in through[:-1] if any(other.scores[number] for other in lines)]
            for line, through in zip(lines, numbers, strict=True)
        ]
        for line, spots, end in zip(lines, marker_points(paths, ends, size), ends, strict=True):
            marker, cover = self._markers.stamp(line.seat, size)
            for spot in (*spots, end):
                strokes.art.paste(marker, (round(spot[0] - size / 2), round(spot[1] - size / 2)), cover)
        canvas.paste(pack_pixels(strokes.art), frame.left, frame.top)

    def _draw_axes(self, canvas: Canvas, frame: _Frame, levels: Sequence[int], bottom: int) -> None:
        for level in levels:
            strip = self._number(level, frame.size)
            place = frame.left - round(8 * frame.unit) - packed_width(strip)
            canvas.paste(strip, place, frame.text_top(frame.height_of(level)))
        for number in axis_ticks(0, frame.last, _MOST_TURNS)[1:]:
            strip = self._number(number, frame.size)
            middle = round(number * frame.end / frame.last) - packed_width(strip) // 2
            place = frame.left + min(middle, frame.end - packed_width(strip))
            canvas.paste(strip, place, bottom - strip.height)

    def _faint_number(self, number: int, size: int) -> Image.Image:
        return self._lettering.line(format_points(number), Style(_PAPER, "muted", Weight.MEDIUM, size), 20 * size)


def _label_heights(frame: _Frame, lines: Sequence[Line]) -> list[float]:
    """The vertical position of each line's label: at the end of its curve, or as near as there is room."""
    order = sorted(range(len(lines)), key=lambda at: (-lines[at].scores[-1], -at))
    wanted = [frame.height_of(lines[at].scores[-1]) for at in order]
    high, low = frame.size * 0.6, frame.height - 12 * frame.unit
    places = dict(zip(order, spread_apart(wanted, frame.size * _LABEL_STEP, high, low), strict=True))
    return [places[at] for at in range(len(lines))]


def _turns_to_draw(frame: _Frame, line: Line, seats: int) -> list[int]:
    """The points through which a line is drawn: after the seat's own turns or, in a long game, some of them."""
    rounds = -(-frame.last * _DENSEST // (seats * frame.end))
    return [0, *range(line.seat + 1, frame.last, seats * max(1, rounds)), frame.last]
