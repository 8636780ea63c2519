"""Lines in several colours on flat paper, drawn on an index image. Knows no meaning of what it draws.

Smoothing them as :mod:`render.shapes` does would take as long as a whole board. Instead, a line has a faint edge one
pixel wide, and keeps as much paper between itself and the lines below it: so it is still seen as one.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Palette

_FULL: Final = 255
_FAINT: Final = 64
"""How much of a colour covers the paper, of 255."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]


class Strokes:
    """A drawing under way.

    Args:
        width: of the drawing, in pixels: even.
        height: of the drawing.
        palette: the picture's.
        paper: the name of the colour below all.
    """

    def __init__(self, width: int, height: int, palette: Palette, paper: str) -> None:
        self.art: Final = Image.new("L", (width, height), palette.index(paper))
        self._palette: Final = palette
        self._paper: Final = paper
        self._draw: Final = ImageDraw.Draw(self.art)

    def bar(self, ink: str, box: Box) -> None:
        """A faint rectangle: left, top, right, bottom; right and bottom edges excluded."""
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._palette.ramp(self._paper, ink)[_FAINT])

    def line(self, ink: str, points: Sequence[Point], thickness: int, tail: Point) -> None:
        """A line through all these points, and a thinner one from the last of them to ``tail``."""
        path, ramp = list(points), self._palette.ramp(self._paper, ink)
        for wider, shade in ((4, 0), (2, _FAINT), (0, _FULL)):
            self._draw.line([path[-1], tail], fill=ramp[shade], width=thickness // 2 + wider)
            self._draw.line(path, fill=ramp[shade], width=thickness + wider)
