"""A rack's picture: the viewer's own tiles on a tray, each above the number of its position."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.crossword.view import GameView
from render.canvas import Canvas
from render.fonts import Weight
from render.lettering import Lettering, Style
from render.shapes import plate
from render.sprites import Mark, Sprites

LEAST_PLACES: Final = 7
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
        self._tray: Final[Callable[[int], Canvas]] = lru_cache(maxsize=_TRAYS)(self._empty_tray)

    def draw(self, view: GameView, sprites: Sprites) -> Canvas:
        """A canvas with the viewer's rack; ``sprites`` are of the size of :func:`rack_tile`."""
        count = len(view.rack)
        canvas = self._tray(count).copy()
        for number, face in enumerate(view.rack):
            tile = sprites.tile(face, view.values[face], Mark.NONE, view.colours.get(face, ""))
            canvas.paste(tile, *rack_place(self._width, count, number))
        return canvas

    def _empty_tray(self, count: int) -> Canvas:
        """The tray and the numbers of the positions held."""
        palette, size, width = self._lettering.palette, rack_tile(self._width, count), self._width
        rim, numbers = _rim(size), round(size * 0.36)
        left = rack_place(width, count, 0)[0]
        art = Image.new("L", (width, size + 3 * rim + numbers + rim // 2), palette.index("page"))
        tray = (width - 2 * (left - rim), size + 2 * rim)
        art.paste(plate(palette, tray, round(size * 0.16), "grid", "page"), (left - rim, rim))
        style = Style(paper="page", ink="ink", weight=Weight.BOLD, size=round(size * 0.27))
        for number in range(count):
            mask, rise = self._lettering.fonts.mask(str(number + 1), style.weight, style.size)
            middle = left + number * size + (size - mask.width) // 2
            base = size + 3 * rim + (numbers + rise) // 2
            self._lettering.glyph(art, str(number + 1), style, (middle, base))
        return Canvas.of(art)


def _rim(size: int) -> int:
    return round(size * 0.14)
