"""Small tiles on plates, each above its premium, and medals: discs with the number of a place, gold for the first."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT
from render.palette import pack_pixels
from render.shapes import Art
from render.signs import PREMIUMS
from render.text import Lettering, Style
from render.tile_print import PRINTED_AS

_TILES: Final = 256
_BAR: Final = 0.16
"""The height of a premium's bar, as a share of its tile's width."""


class SmallTiles:
    """Small tiles in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.sprite: Final[Callable[[str, int, str], Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda face, size, paper: pack_pixels(self._draw_tile(face, size, paper))
        )
        """A tile without points, by face (a blank as ``?`` or ``?A``), width in pixels and paper."""
        self.bar: Final[Callable[[str, int, str], Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda premium, size, paper: pack_pixels(self._draw_bar(premium, size, paper))
        )
        """The premium drawn below a tile, by sign of RULES §1.1, width in pixels and paper."""

    def _draw_tile(self, face: str, size: int, paper: str) -> Image.Image:
        rgb, depth = self._palette.rgb, max(2, size // 12)
        art = Art(size, size + depth, rgb(paper))
        art.rounded_box((1, 0, size - 1, size + depth), size * 0.16, rgb("edge"))
        art.rounded_box((2, 1, size - 2, size - 1), size * 0.14, rgb("face"))
        drawn = art.to_index_image(self._palette)
        blank, shown = face.startswith("?"), face[1:] if len(face) > 1 and face.startswith("?") else face
        style = Style("face", "blank" if blank else "tile_ink", Weight.BOLD, round(size * 0.72))
        text = PRINTED_AS.get(shown, shown)
        mask, _ = self._lettering.fonts.mask(text, style.weight, style.size)
        place = (round(size / 2 - mask.width / 2), round(size / 2 + style.size * CAPITAL_HEIGHT / 2))
        self._lettering.draw_text(drawn, text, style, place)
        return drawn

    def _draw_bar(self, premium: str, size: int, paper: str) -> Image.Image:
        rgb, height = self._palette.rgb, max(2, round(size * _BAR))
        art = Art(size, height, rgb(paper))
        colour = "D" if premium == "*" else premium
        if colour in PREMIUMS:
            art.rounded_box((2, 0, size - 2, height), height * 0.4, rgb(colour))
        return art.to_index_image(self._palette)


def draw_medal(lettering: Lettering, place: int, size: int, paper: str) -> Image.Image:
    """A medal, packed; ``place`` counts from 1, ``size`` is that of the disc, in pixels: even."""
    palette = lettering.palette
    fill, ink = ("new", "tile_ink") if place == 1 else ("page", "ink")
    art = Art(size, size, palette.rgb(paper))
    art.disc((size / 2, size / 2), size / 2, palette.rgb(fill))
    drawn, style = art.to_index_image(palette), Style(fill, ink, Weight.BOLD, round(size * 0.62))
    mask, _ = lettering.fonts.mask(str(place), style.weight, style.size)
    # The capitals are centred on the disc.
    corner = (round(size / 2 - mask.width / 2), round(size / 2 + style.size * CAPITAL_HEIGHT / 2))
    lettering.draw_text(drawn, str(place), style, corner)
    return pack_pixels(drawn)
