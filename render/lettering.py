"""Glyphs and lines of text in palette indices, on flat paper. Owns the cache of lines."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.fonts import Fonts, Weight
from render.palette import Palette, packed, translated

_TOUCHED: Final = bytes((0,)) + bytes((255,)) * 255
_LINES: Final = 384
"""Lines kept: at most some 15 kB each, names and captions mostly."""


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
        self.line: Final[Callable[[str, Style, int], Image.Image]] = lru_cache(maxsize=_LINES)(self._line)

    def glyph(self, art: Image.Image, text: str, style: Style, place: tuple[int, int]) -> None:
        """Draws text on an index image, its ink's left edge and its base line at ``place``."""
        mask, rise = self.fonts.mask(text, style.weight, style.size)
        inked = translated(mask, self.palette.ramp(style.paper, style.ink))
        art.paste(inked, (place[0], place[1] - rise), translated(mask, _TOUCHED))

    def _line(self, text: str, style: Style, room: int) -> Image.Image:
        """A packed strip of text, at most ``room`` pixels wide; its base line is as low as its size."""
        fitting = self.fonts.fit(text, style.weight, style.size, room)
        strip = self.fonts.line(fitting, style.weight, style.size, height(style.size), style.size)
        return packed(translated(strip, self.palette.ramp(style.paper, style.ink)))


def height(size: int) -> int:
    """The height of a strip of text of that size, in pixels."""
    return round(size * 1.4)
