"""Glyphs, lines of text and figures in palette indices, on flat paper. Owns the cache of lines."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.fonts import Fonts, Weight
from render.palette import Palette, packed, translated

_TOUCHED: Final = bytes((0,)) + bytes((255,)) * 255
_LINES: Final = 384
"""Lines kept: at most some 15 kB each, names and captions mostly."""
_FIGURES: Final = frozenset("0123456789:+−")
"""What scores and clocks are written with: they are new in every picture, so each is put together of kept figures."""
_KEPT: Final = 512
"""Figures kept, in all styles: at most some 2 kB each."""


class Style(Struct, frozen=True):
    """How a line looks: the names of its colours, its weight, and its size in pixels."""

    paper: str
    ink: str
    weight: Weight
    size: int


class Lettering:
    """Sets text in one palette."""

    def __init__(self, palette: Palette, fonts: Fonts) -> None:
        self.palette: Final = palette
        self.fonts: Final = fonts
        self._kept_line: Final[Callable[[str, Style, int], Image.Image]] = lru_cache(maxsize=_LINES)(self._line)
        self._figure: Final[Callable[[str, Style], Image.Image]] = lru_cache(maxsize=_KEPT)(self._one_figure)

    def line(self, text: str, style: Style, room: int) -> Image.Image:
        """A packed strip of text, at most ``room`` pixels wide; its base line is as low as its size.

        What does not fit ends in an ellipsis.
        """
        if text and _FIGURES.issuperset(text):
            figures = [self._figure(figure, style) for figure in text]
            width = sum(figure.width for figure in figures)
            if 2 * width <= room:
                return _side_by_side(figures, width)
        return self._kept_line(text, style, room)

    def glyph(self, art: Image.Image, text: str, style: Style, place: tuple[int, int]) -> None:
        """Draws text on an index image, its ink's left edge and its base line at ``place``."""
        mask, rise = self.fonts.mask(text, style.weight, style.size)
        inked = translated(mask, self.palette.ramp(style.paper, style.ink))
        art.paste(inked, (place[0], place[1] - rise), translated(mask, _TOUCHED))

    def _line(self, text: str, style: Style, room: int) -> Image.Image:
        fitting = self.fonts.fit(text, style.weight, style.size, room)
        return self._strip(fitting, style, margin=2)

    def _one_figure(self, figure: str, style: Style) -> Image.Image:
        return self._strip(figure, style, margin=0)

    def _strip(self, text: str, style: Style, margin: int) -> Image.Image:
        strip = self.fonts.line(text, style.weight, style.size, height(style.size), margin)
        return packed(translated(strip, self.palette.ramp(style.paper, style.ink)))


def height(size: int) -> int:
    """The height of a strip of text of that size, in pixels."""
    return round(size * 1.4)


def _side_by_side(strips: Sequence[Image.Image], width: int) -> Image.Image:
    """Packed strips of one height as one; ``width`` is that of all together, in bytes."""
    line, left = Image.new("L", (width, strips[0].height)), 0
    for strip in strips:
        line.paste(strip, (left, 0))
        left += strip.width
    return line
