"""Smooth shapes: RGB art drawn at four times its size, reduced, and mapped onto a palette once."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Colour, Palette

_SCALE: Final = 4
_STAR_WAIST: Final = 0.45
"""A star's inner radius as a share of the outer one."""
_ENDING: Final = 0.15
"""The share of wood streaks that end where others bend."""
Box = tuple[float, float, float, float]


class Art:
    """A small picture under construction; boxes are in final pixels, excluding right and bottom edges."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self._large: Final = Image.new("RGB", (width * _SCALE, height * _SCALE), colour)
        self._draw: Final = ImageDraw.Draw(self._large)
        self._size: Final = (width, height)

    def rounded_box(self, box: Box, radius: float, colour: Colour) -> None:
        """Draw a filled rectangle with round corners."""
        left, top, right, bottom = (edge * _SCALE for edge in box)
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * _SCALE, fill=colour)

    def outline(self, box: Box, radius: float, thickness: float, colour: Colour) -> None:
        """Draw a frame with round corners, inside the box."""
        left, top, right, bottom = (edge * _SCALE for edge in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            radius * _SCALE,
            outline=colour,
            width=max(1, round(thickness * _SCALE)),
        )

    def dashed_outline(self, box: Box, radius: float, thickness: float, colour: Colour, between: Colour) -> None:
        """Draw an :meth:`outline` whose straight sides are broken at even distances by ``between``."""
        self.outline(box, radius, thickness, colour)
        left, top, right, bottom = box
        for low, high, upright in ((left, right, False), (top, bottom, True)):
            span, gap = high - low - 2 * radius, thickness * 1.8
            count = max(1, round(span / (5 * thickness)))
            for number in range(count):
                start = low + radius + span * (number + 0.5) / count - gap / 2
                for near in (left, right - thickness) if upright else (top, bottom - thickness):
                    across = (near, start, near + thickness, start + gap)
                    along = (start, near, start + gap, near + thickness)
                    self.rounded_box(across if upright else along, 0, between)

    def wood_grain(self, box: Box, cut: int, distance: float, colour: Colour) -> None:
        """Draw the grain of wood: vertical lines, a pixel wide, unevenly spaced; some bend by a pixel, some end.

        A row of pixels equal to the one above takes no room in the file; so lines are vertical, of whole pixels, and
        bend at the same height.

        ``cut``: the number of the piece of wood; other pieces have other lines.
        """
        left, top, right, bottom = (round(edge) for edge in box)
        height = top + round((bottom - top) * (0.25 + 0.5 * _scatter(cut, 9)))
        for line in range(1, round((right - left) / distance)):
            aside, bend, end = (_scatter(line, 7 * cut + part) for part in range(3))
            across = left + round(distance * (line + 1.5 * (aside - 0.5)))
            self.rounded_box((across, top, across + 1, height), 0, colour)
            if end >= _ENDING:
                across += round(2 * bend - 1)
                self.rounded_box((across, height, across + 1, bottom), 0, colour)

    def star(self, centre: tuple[float, float], radius: float, colour: Colour) -> None:
        """Draw an upright five-pointed star."""
        points = []
        for corner in range(10):
            reach = radius * (_STAR_WAIST if corner % 2 else 1.0) * _SCALE
            angle = corner * pi / 5
            points.append((centre[0] * _SCALE + reach * sin(angle), centre[1] * _SCALE - reach * cos(angle)))
        self._draw.polygon(points, fill=colour)

    def polygon(self, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
        """Draw a filled shape with straight edges."""
        self._draw.polygon([(across * _SCALE, down * _SCALE) for across, down in corners], fill=colour)

    def disc(self, centre: tuple[float, float], radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        (across, down), reach = centre, radius
        self.rounded_box((across - reach, down - reach, across + reach, down + reach), reach, colour)

    def to_index_image(self, palette: Palette) -> Image.Image:
        """The finished art as an index image."""
        return palette.to_index_image(self._large.resize(self._size, Image.Resampling.BOX))


def pause_sign(palette: Palette, size: int, ink: str, paper: str) -> Image.Image:
    """The pause sign in a square of ``size`` pixels, an even number, as an index image."""
    art = Art(size, size, palette.rgb(paper))
    for left in (0.18, 0.58):
        art.rounded_box((left * size, size * 0.08, (left + 0.24) * size, size * 0.92), size * 0.06, palette.rgb(ink))
    return art.to_index_image(palette)


def flag_sign(palette: Palette, size: int, ink: str, paper: str) -> Image.Image:
    """A flag on its pole in a square of ``size`` pixels, an even number, as an index image: the player surrendered."""
    art = Art(size, size, palette.rgb(paper))
    cloth = (
        (0.2, 0.12),
        (0.52, 0.06),
        (0.66, 0.14),
        (0.94, 0.08),
        (0.94, 0.54),
        (0.66, 0.6),
        (0.52, 0.52),
        (0.2, 0.58),
    )
    art.polygon([(across * size, down * size) for across, down in cloth], palette.rgb(ink))
    inner = (
        (0.28, 0.2),
        (0.5, 0.16),
        (0.65, 0.24),
        (0.86, 0.19),
        (0.86, 0.46),
        (0.66, 0.51),
        (0.53, 0.43),
        (0.28, 0.48),
    )
    art.polygon([(across * size, down * size) for across, down in inner], palette.rgb(paper))
    art.rounded_box((size * 0.12, size * 0.06, size * 0.22, size * 0.96), size * 0.05, palette.rgb(ink))
    return art.to_index_image(palette)


def disc_cover(size: int) -> Image.Image:
    """The mask of a disc in a square of ``size`` pixels: 255 inside, 0 outside."""
    large = Image.new("L", (size * _SCALE, size * _SCALE))
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    return large.resize((size, size), Image.Resampling.BOX)


def ring_cover(size: tuple[int, int], radius: float, thickness: float) -> Image.Image:
    """The mask of an inward frame with round corners: 255 on it, 0 elsewhere."""
    large = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1), radius * _SCALE, outline=255, width=round(thickness * _SCALE)
    )
    return large.resize(size, Image.Resampling.BOX)


def make_plate(palette: Palette, size: tuple[int, int], radius: int, fill: str, paper: str) -> Image.Image:
    """A rectangle with round corners as an index image; only its corners are drawn enlarged."""
    width, height = size
    corners = Art(2 * radius, 2 * radius, palette.rgb(paper))
    corners.rounded_box((0, 0, 2 * radius, 2 * radius), radius, palette.rgb(fill))
    art, whole = corners.to_index_image(palette), Image.new("L", size, palette.index(fill))
    for left in (0, 1):
        for top in (0, 1):
            box = (left * radius, top * radius, (left + 1) * radius, (top + 1) * radius)
            whole.paste(art.crop(box), (left * (width - radius), top * (height - radius)))
    return whole


def _scatter(line: int, cut: int) -> float:
    """A pseudo-random number from 0 to 1 for a line, always the same."""
    return abs(sin(12.9898 * line + 78.233 * cut)) * 4375.85 % 1


_FULL: Final = 255
_FAINT: Final = 64
"""How much of a faint colour covers the paper, of 255."""
Point = tuple[float, float]
PixelBox = tuple[int, int, int, int]


class LineDrawing:
    """A drawing under construction; ``width`` is in pixels and even."""

    def __init__(self, width: int, height: int, palette: Palette, paper: str) -> None:
        self.art: Final = Image.new("L", (width, height), palette.index(paper))
        self._palette: Final = palette
        self._paper: Final = paper
        self._draw: Final = ImageDraw.Draw(self.art)

    def faint_bar(self, ink: str, box: PixelBox) -> None:
        """Draw a faint rectangle: left, top, right, bottom; right and bottom edges excluded."""
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._palette.ramp(self._paper, ink)[_FAINT])

    def lines(self, lines: Sequence[tuple[str, Sequence[Point], Point]], thickness: int) -> None:
        """Draw lines, each given by its ink, all its points, and the end of a thinner extension.

        Later lines lie above earlier ones, and none cuts into another's edge.
        """
        for wider, shade in ((4, 0), (2, _FAINT), (0, _FULL)):
            for ink, points, tail in lines:
                path, colour = list(points), self._palette.ramp(self._paper, ink)[shade]
                self._draw.line([path[-1], tail], fill=colour, width=thickness // 2 + wider)
                self._draw.line(path, fill=colour, width=thickness + wider)
