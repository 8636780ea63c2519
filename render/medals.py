"""Discs with the number of a place, golden for the first."""

from PIL import Image

from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT
from render.palette import pack_pixels
from render.shapes import Art
from render.text import Lettering, Style


def draw_medal(lettering: Lettering, place: int, size: int, paper: str) -> Image.Image:
    """A medal, packed.

    Args:
        lettering: sets the number.
        place: from 1.
        size: of the disc, in pixels: even.
        paper: the colour around it.
    """
    palette = lettering.palette
    fill, ink = ("new", "tile_ink") if place == 1 else ("page", "ink")
    art = Art(size, size, palette.rgb(paper))
    art.disc((size / 2, size / 2), size / 2, palette.rgb(fill))
    drawn, style = art.to_index_image(palette), Style(fill, ink, Weight.BOLD, round(size * 0.62))
    mask, _ = lettering.fonts.mask(str(place), style.weight, style.size)
    # The capitals' middle is that of the disc.
    corner = (round(size / 2 - mask.width / 2), round(size / 2 + style.size * CAPITAL_HEIGHT / 2))
    lettering.draw_text(drawn, str(place), style, corner)
    return pack_pixels(drawn)
