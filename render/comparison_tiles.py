"""Tiles of two plays on one board: cells that both cover, and the samples that say which play is which."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT
from render.lettering import Lettering, Style
from render.palette import pack_pixels
from render.shapes import Art
from render.tile_print import PRINTED_AS

_TILES: Final = 64
_SAMPLES: Final = 8
_HALF_LETTER: Final = 0.47
"""The size of each of two letters on a tile, as a share of its breadth."""
_LETTER: Final = 0.66
_DASHES: Final = 4
"""Along an edge."""


class ComparisonTiles:
    """Tiles in one palette: what was played flat within a broken frame, what is better bright with a firm edge."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.shared: Final[Callable[[str, str, int], Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda played, better, size: pack_pixels(self._draw_shared(played, better, size))
        )
        """A cell that both plays cover: the tile of the one played, of the better one, and the breadth of the cell.

        One letter within both marks, or, of two, the one played at the upper left.
        """
        self.sample: Final[Callable[[bool, int, str], Image.Image]] = lru_cache(maxsize=_SAMPLES)(
            lambda better, size, paper: pack_pixels(self._draw_sample(better, size, paper))
        )
        """An empty tile as those of the better play lie, or of the one played; its breadth, and the paper."""

    def _draw_sample(self, better: bool, size: int, paper: str) -> Image.Image:  # noqa: FBT001 - part of a key
        art, rgb = Art(size, size, self._palette.rgb(paper)), self._palette.rgb
        if better:
            self._draw_bright(art, size)
        else:
            art.rounded_box((1, 1, size - 1, size - 1), size * 0.1, rgb("ghost"))
            art.dashed_outline(
                (1, 1, size - 1, size - 1), size * 0.1, max(2, size * 0.08), rgb("tile_ink"), rgb("ghost")
            )
        return art.to_index_image(self._palette)

    def _draw_bright(self, art: Art, size: int) -> None:
        rgb, gap, rim = self._palette.rgb, max(1, round(size * 0.02)), max(1, round(size * 0.03))
        art.rounded_box((gap, gap, size - gap, size - gap), size * 0.12, rgb("gold"))
        low = size - gap - max(2, round(size * 0.07))
        art.rounded_box((gap + rim, gap + rim, size - gap - rim, low), size * 0.1, rgb("new"))

    def _draw_shared(self, played: str, better: str, size: int) -> Image.Image:
        art, rgb = Art(size, size, self._palette.rgb("grid")), self._palette.rgb
        self._draw_bright(art, size)
        start, end, radius = size * 0.05, size * 0.95, size * 0.1
        if played == better:
            art.dashed_outline((start, start, end, end), radius, max(2, size * 0.055), rgb("tile_ink"), rgb("new"))
            drawn = art.to_index_image(self._palette)
            self._print(drawn, better, "new", round(size * _LETTER), (size // 2, size // 2))
            return drawn
        art.polygon(((start, start + radius), (start + radius, start), (end, start), (start, end)), rgb("ghost"))
        self._draw_dashes(art, start, end - radius, size)
        drawn, letter = art.to_index_image(self._palette), round(size * _HALF_LETTER)
        self._print(drawn, played, "ghost", letter, (round(size * 0.31), round(size * 0.31)))
        self._print(drawn, better, "new", letter, (round(size * 0.69), round(size * 0.67)))
        return drawn

    def _draw_dashes(self, art: Art, start: float, end: float, size: int) -> None:
        """The broken frame of the half that was played: along the upper and the left edge."""
        thick, ink = max(2, size * 0.055), self._palette.rgb("tile_ink")
        step = (end - start) / _DASHES
        for number in range(_DASHES):
            near = start + step * number + size * 0.04
            art.rounded_box((near, start, near + step * 0.68, start + thick), 0, ink)
            art.rounded_box((start, near, start + thick, near + step * 0.68), 0, ink)

    def _print(self, art: Image.Image, tile: str, paper: str, size: int, middle: tuple[int, int]) -> None:
        """A tile's letter around a point."""
        letter = tile.removeprefix("?")
        style = Style(paper, "blank" if tile.startswith("?") else "tile_ink", Weight.BOLD, size)
        text = PRINTED_AS.get(letter, letter)
        mask, _ = self._lettering.fonts.mask(text, style.weight, style.size)
        place = (middle[0] - mask.width // 2, round(middle[1] + size * CAPITAL_HEIGHT / 2))
        self._lettering.draw_text(art, text, style, place)
