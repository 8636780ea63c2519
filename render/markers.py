"""Markers that tell seats apart without colour: one shape for each, the same in tables and curves."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Palette, pack_pixels
from render.shapes import Art
from render.theme import SEATS

_MARKERS: Final = 64


def _ring_corners(corners: int, *reaches: float, turned: float = 0) -> tuple[tuple[float, float], ...]:
    """Corners on circles around 0, the first at the top; ``reaches`` are their radii, repeated cyclically."""
    angles = [2 * pi * corner / corners + turned for corner in range(corners)]
    return tuple(
        (sin(angle) * reaches[at % len(reaches)], -cos(angle) * reaches[at % len(reaches)])
        for at, angle in enumerate(angles)
    )


def _cross_corners(reach: float, half: float) -> tuple[tuple[float, float], ...]:
    arm = ((-half, -reach), (half, -reach), (half, -half))
    turns = [(arm, 1, 0), (arm, 0, 1), (arm, -1, 0), (arm, 0, -1)]
    return tuple((x * c - y * s, x * s + y * c) for corners, c, s in turns for x, y in corners)


SHAPES: Final[tuple[tuple[tuple[float, float], ...], ...]] = (
    _ring_corners(24, 0.92),
    _ring_corners(4, 1.15, turned=pi / 4),
    tuple((x, y + 0.14) for x, y in _ring_corners(3, 1.11)),
    _ring_corners(4, 1.2),
    _cross_corners(1.05, 0.38),
    tuple((x, y + 0.06) for x, y in _ring_corners(10, 1.19, 0.53)),
)
"""Disc, square, triangle, diamond, cross, star: corners around 0, with about equal areas at a radius of 1."""


def _marker_corners(seat: int, middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    return [(middle[0] + x * radius, middle[1] + y * radius) for x, y in SHAPES[seat % len(SHAPES)]]


def seat_colour(seat: int) -> str:
    """The name of a seat's colour."""
    return SEATS[seat % len(SEATS)]


class Markers:
    """Seats' markers, each drawn once per size."""

    def __init__(self, palette: Palette) -> None:
        self._palette: Final = palette
        self.sprite: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_MARKERS)(self._draw_sprite)
        self.hollow: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_MARKERS)(self._draw_hollow)
        self.stamp: Final[Callable[[int, int], tuple[Image.Image, Image.Image]]] = lru_cache(maxsize=_MARKERS)(
            self._draw_stamp
        )

    def _draw_sprite(self, seat: int, size: int, paper: str) -> Image.Image:
        """A seat's marker in a square of ``size`` pixels; on a strong paper it gets a plate in the page's colour."""
        rgb, middle = self._palette.rgb, (size / 2, size / 2)
        art = Art(size, size, rgb(paper))
        if paper == "accent":
            art.rounded_box((0, 0, size, size), size * 0.26, rgb("page"))
        corners: Sequence[tuple[float, float]] = _marker_corners(seat, middle, size * 0.33)
        art.polygon(corners, rgb(seat_colour(seat)))
        return pack_pixels(art.to_index_image(self._palette))

    def _draw_hollow(self, seat: int, size: int, ink: str) -> Image.Image:
        """The outline of a seat's marker on the page, for a free seat."""
        art, middle = Art(size, size, self._palette.rgb("page")), (size / 2, size / 2)
        art.polygon(_marker_corners(seat, middle, size * 0.33), self._palette.rgb(ink))
        art.polygon(_marker_corners(seat, middle, size * 0.2), self._palette.rgb("page"))
        return pack_pixels(art.to_index_image(self._palette))

    def _draw_stamp(self, seat: int, size: int) -> tuple[Image.Image, Image.Image]:
        """A seat's marker as an index image on the page's colour, and the mask of the marker itself."""
        art, cover = Art(size, size, self._palette.rgb("page")), Image.new("L", (size, size))
        corners: Sequence[tuple[float, float]] = _marker_corners(seat, (size / 2, size / 2), size * 0.36)
        art.polygon(corners, self._palette.rgb(seat_colour(seat)))
        ImageDraw.Draw(cover).polygon(corners, fill=255)
        return art.to_index_image(self._palette), cover
