"""Smooth lines and shapes in several colours, drawn at once on flat paper. Knows no meaning of what it draws.

How far the strokes cover each pixel is found in twice the size, whose the pixel is in its own size; the two together
are one byte, and one table turns all bytes into palette indices. So the cost does not grow with the number of colours.
A stroke keeps a narrow margin of paper between itself and what lies below it: it is still seen as one.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.palette import Palette, translated

_FINE: Final = 2
_FULL: Final = _FINE * _FINE
"""A pixel is covered wholly when all its fine ones are."""
_LEVELS: Final = 16
"""Between the values of two owners; more than there are levels of coverage."""
_MARGIN: Final = 2
"""Pixels of paper around a stroke; with fewer, pixels of what lies below would show in its colour."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]


class Strokes:
    """A drawing under way; places are in pixels of the finished one.

    Args:
        width: of the drawing: even.
        height: of the drawing.
        inks: the names of the colours to draw in, at most 15.
    """

    def __init__(self, width: int, height: int, inks: Sequence[str]) -> None:
        self._values: Final = {ink: _LEVELS * number for number, ink in enumerate(inks, start=1)}
        self._cover: Final = Image.new("L", (width * _FINE, height * _FINE))
        self._owners: Final = Image.new("L", (width, height))
        self._fine: Final = ImageDraw.Draw(self._cover)
        self._coarse: Final = ImageDraw.Draw(self._owners)

    def bar(self, ink: str, box: Box, quarters: int = _FULL) -> None:
        """A rectangle of whole pixels without a margin, in so many quarters of its colour's strength.

        ``box``: left, top, right, bottom; right and bottom edges excluded.
        """
        left, top, right, bottom = box
        self._fine.rectangle((left * _FINE, top * _FINE, right * _FINE - 1, bottom * _FINE - 1), fill=quarters)
        self._coarse.rectangle((left, top, right - 1, bottom - 1), fill=self._values[ink])

    def line(self, ink: str, points: Sequence[Point], thickness: int) -> None:
        """A line through all these points."""
        fine, broad = [(x * _FINE, y * _FINE) for x, y in points], thickness * _FINE
        self._fine.line(fine, fill=0, width=broad + 2 * _MARGIN * _FINE)
        self._coarse.line(list(points), fill=self._values[ink], width=thickness + _MARGIN)
        self._fine.line(fine, fill=_FULL, width=broad)
        reach = broad * 0.45
        for x, y in fine[1:-1]:
            self._fine.rectangle((x - reach, y - reach, x + reach, y + reach), fill=_FULL)

    def shape(self, ink: str, corners: Sequence[Point], middle: Point, reach: float) -> None:
        """A shape with straight edges in a disc of paper; no corner lies farther from its middle than ``reach``."""
        (x, y), around, own = middle, (reach + _MARGIN) * _FINE, reach + _MARGIN / 2
        self._fine.ellipse((x * _FINE - around, y * _FINE - around, x * _FINE + around, y * _FINE + around), fill=0)
        self._coarse.ellipse((x - own, y - own, x + own, y + own), fill=self._values[ink])
        self._fine.polygon([(across * _FINE, down * _FINE) for across, down in corners], fill=_FULL)

    def indexed(self, palette: Palette, paper: str) -> Image.Image:
        """The drawing as an index image."""
        table = bytearray([palette.index(paper)]) * 256
        for ink, value in self._values.items():
            ramp = palette.ramp(paper, ink)
            for level in range(1, _FULL + 1):
                table[value + level] = ramp[level * 255 // _FULL]
        return translated(ImageChops.add(self._cover.reduce(_FINE), self._owners), bytes(table))
