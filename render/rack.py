"""A rack's picture: the viewer's own tiles on a tray, each above the number of its position."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.crossword.view import GameView
from render.canvas import Canvas
from render.fonts import Weight
from render.lettering import Lettering, Style
from render.palette import packed
from render.shapes import plate
from render.sprites import Mark, Sprites

LEAST_PLACES: Final = 7
_NUMBERS: Final = 64
_TRAYS: Final = 16
"""Trays kept, one for each number of tiles: some 90 kB each at 900 pixels."""


def rack_tile(width: int, tiles: int) -> int:
    """The size of a tile on a rack of that many tiles, an even number of pixels."""
    size = int(width * 0.94) // max(LEAST_PLACES, tiles)
    return size - size % 2


def rack_place(width: int, tiles: int, number: int) -> tuple[int, int]:
    """The top left corner of a tile; ``number`` counts from 0."""
    size = rack_tile(width, tiles)
    return (width - max(LEAST_PLACES, tiles) * size) // 4 * 2 + number * size, 2 * _rim(size)


class Rack:
    """Draws racks in one theme and at one width."""

    def __init__(self, lettering: Lettering, width: int) -> None:
        self._lettering: Final = lettering
        self._width: Final = width
        self._number: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_NUMBERS)(self._position)
        self._tray: Final[Callable[[int], Canvas]] = lru_cache(maxsize=_TRAYS)(self._empty_tray)

    def draw(self, view: GameView, sprites: Sprites, order: Sequence[int] | None = None) -> Canvas:
        """A canvas with the viewer's rack; ``sprites`` are of the size of :func:`rack_tile`."""
        count = len(view.rack)
        canvas, size = self._tray(count).copy(), rack_tile(self._width, count)
        for place, number in enumerate(range(count) if order is None else order):
            face = view.rack[number]
            left, top = rack_place(self._width, count, place)
            canvas.paste(sprites.tile(face, view.values[face], Mark.NONE, view.colours.get(face, "")), left, top)
            canvas.paste(self._number(number + 1, size), left, size + 3 * _rim(size))
        return canvas

    def _empty_tray(self, count: int) -> Canvas:
        """The tray."""
        palette, size, width = self._lettering.palette, rack_tile(self._width, count), self._width
        rim = _rim(size)
        left = rack_place(width, count, 0)[0]
        art = Image.new("L", (width, size + 3 * rim + round(size * 0.36) + rim // 2), palette.index("page"))
        tray = (width - 2 * (left - rim), size + 2 * rim)
        art.paste(plate(palette, tray, round(size * 0.16), "grid", "page"), (left - rim, rim))
        return Canvas.of(art)

    def _position(self, number: int, size: int) -> Image.Image:
        """The number that stands below a tile of that size."""
        high = round(size * 0.36)
        art = Image.new("L", (size, high), self._lettering.palette.index("page"))
        style = Style(paper="page", ink="ink", weight=Weight.BOLD, size=round(size * 0.27))
        mask, rise = self._lettering.fonts.mask(str(number), style.weight, style.size)
        self._lettering.glyph(art, str(number), style, ((size - mask.width) // 2, (high + rise) // 2))
        return packed(art)


def _rim(size: int) -> int:
    return round(size * 0.14)
