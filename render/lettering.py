"""Glyphs and lines of text in palette indices, on flat paper. Owns the caches of words, figures and long lines."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.fonts import Fonts, Weight
from render.palette import Palette, pack_pixels, translate_mask

_TOUCHED: Final = bytes((0,)) + bytes((255,)) * 255
_LINES: Final = 64
"""Lines kept, at most some 15 kB each: half of those in a picture were in the one before."""
_PIECES: Final = 512
"""Words and figures kept, in all styles: at most some 4 kB each."""
_FIGURES: Final = frozenset("0123456789:+−")
"""What scores and clocks are written with: they are new in every picture, so each is put together of kept figures."""


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
        self.line: Final[Callable[[str, Style, int], Image.Image]] = lru_cache(maxsize=_LINES)(self._compose_line)
        """A packed strip of text, at most so many pixels wide; its base line is as low as its size.

        What does not fit ends in an ellipsis.
        """
        self._piece: Final[Callable[[str, Style], Image.Image]] = lru_cache(maxsize=_PIECES)(self._make_strip)

    def _compose_line(self, text: str, style: Style, room: int) -> Image.Image:
        """A line, put together of words, and of the figures of scores and clocks, which are kept."""
        pieces = [self._piece(part, style) for part in _split_pieces(text)]
        width = sum(piece.width for piece in pieces)
        if 2 * width > room:
            return self._make_strip(self.fonts.fit_text(text, style.weight, style.size, room), style)
        return pieces[0] if len(pieces) == 1 else _join_strips(pieces, width)

    def draw_text(self, art: Image.Image, text: str, style: Style, place: tuple[int, int]) -> None:
        """Draws text on an index image, its ink's left edge and its base line at ``place``."""
        mask, rise = self.fonts.mask(text, style.weight, style.size)
        inked = translate_mask(mask, self.palette.ramp(style.paper, style.ink))
        art.paste(inked, (place[0], place[1] - rise), translate_mask(mask, _TOUCHED))

    def _make_strip(self, text: str, style: Style) -> Image.Image:
        strip = self.fonts.text_strip(text, style.weight, style.size, strip_height(style.size))
        return pack_pixels(translate_mask(strip, self.palette.ramp(style.paper, style.ink)))


def _split_pieces(text: str) -> list[str]:
    """A line's words and the spaces between them; what is all figures falls into these."""
    parts: list[str] = []
    for number, word in enumerate(text.split(" ")):
        if number:
            parts.append(" ")
        if _FIGURES.issuperset(word):
            parts.extend(word)
        else:
            parts.append(word)
    return parts or [""]


def strip_height(size: int) -> int:
    """The height of a strip of text of that size, in pixels."""
    return round(size * 1.4)


def _join_strips(strips: Sequence[Image.Image], width: int) -> Image.Image:
    """Packed strips of one height as one; ``width`` is that of all together, in bytes."""
    line, left = Image.new("L", (width, strips[0].height)), 0
    for strip in strips:
        line.paste(strip, (left, 0))
        left += strip.width
    return line
