"""A play's score on a small badge at its word, placed where it hides no print."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas, Stamp
from render.fonts import Weight
from render.layout import Layout, even_floor, tile_points_size
from render.shapes import Art
from render.text import Lettering, Style, format_points

_BADGES: Final = 128
_SHARP: Final = 4

_LETTER: Final = (0.14, 0.06, 0.8, 0.82)
_POINTS: Final = (0.66, 0.58, 0.94, 0.94)
_SIGN: Final = (0.1, 0.24, 0.9, 0.76)
_WHOLE: Final = (0.04, 0.1, 0.96, 0.9)
"""The printed part of a cell, in each of these four: left, top, right, bottom, as shares of the cell."""


class BadgeBackground(NamedTuple):
    """The picture beneath a badge, and where it has print."""

    layout: Layout
    signs: Sequence[str]
    """The empty cells' signs (:func:`render.signs.board_signs`)."""
    cells: Sequence[str]
    """The tiles, empty for none."""
    ghosts: Collection[int]
    """The indices of cells with ghosts (tiles of a move that is not played yet)."""
    bonus: int | None
    """The bonus cell while it is free."""


class Badges:
    """Draws badges in one theme."""

    def __init__(self, lettering: Lettering, width: int) -> None:
        self._lettering: Final = lettering
        self._width: Final = width
        self._stamp: Final[Callable[[int, int], Stamp]] = lru_cache(maxsize=_BADGES)(self._make_stamp)

    def draw(self, canvas: Canvas, background: BadgeBackground, word: Sequence[int], score: int) -> None:
        """Draw a play's score at its word, whose cells are given in order."""
        stamp = self._stamp(score, background.layout.cell)
        wide, high = stamp.size
        canvas.stamp(stamp, *place_badge(background, word, (2 * wide, high)))

    def _make_stamp(self, score: int, cell: int) -> Stamp:
        rgb = self._lettering.palette.rgb
        style = Style("tile_ink", "new", Weight.BOLD, max(tile_points_size(self._width, cell), round(cell * 0.36)))
        mask, rise = self._lettering.fonts.mask(format_points(score), style.weight, style.size)
        high = even_floor(round(cell * 0.48))
        wide = max(high, even_floor(mask.width + round(cell * 0.26)))
        box, rim = (0, 0, wide, high), max(1.0, cell * 0.036)
        art = Art(wide, high, rgb("gold"))
        art.rounded_box((rim, rim, wide - rim, high - rim), high / 2 - rim, rgb("tile_ink"))
        drawn = art.to_index_image(self._lettering.palette)
        place = ((wide - mask.width) // 2, (high - mask.height) // 2 + rise)
        self._lettering.draw_text(drawn, format_points(score), style, place)
        large = Image.new("L", (wide * _SHARP, high * _SHARP))
        edges = (box[0], box[1], wide * _SHARP - 1, high * _SHARP - 1)
        ImageDraw.Draw(large).rounded_rectangle(edges, high * _SHARP // 2, fill=255)
        small = large.resize((wide, high), Image.Resampling.BOX)
        return Stamp(drawn, small)


def place_badge(background: BadgeBackground, word: Sequence[int], size: tuple[int, int]) -> tuple[int, int]:
    """The top left corner of a badge: at a corner of the word's last tile, else its first, where it hides no print.

    ``word``: the indices of the word's cells, in order. ``size``: of the badge, in pixels.
    """
    first = None
    for spot in _candidate_corners(background.layout, word, size):
        inside = _clamp_inside(spot, size, background.layout)
        if not _hides_print(background, inside, size):
            return inside
        first = first or inside
    return first or (0, 0)


def _candidate_corners(layout: Layout, word: Sequence[int], size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The places to try, best first: across the corners of the last tile, then of the first."""
    (wide, high), cell, lap = size, layout.cell, max(1, layout.cell // 28)
    across = word[-1] - word[0] < layout.columns
    for index in (word[-1], word[0]):
        row, column = divmod(index, layout.columns)
        left, top = layout.cell_place(column, row)
        right, above, below = left + cell - lap, top - high // 2, top + cell - high // 2
        sides = ((right, above), (right, below)), ((left - wide + lap, below), (left - wide + lap, above))
        for upper, lower in sides:
            yield from (upper, lower) if across else (lower, upper)


def _clamp_inside(spot: tuple[int, int], size: tuple[int, int], layout: Layout) -> tuple[int, int]:
    left = min(max(0, spot[0]), layout.width - size[0])
    return even_floor(left), min(max(0, spot[1]), layout.panel - size[1])


def _hides_print(background: BadgeBackground, spot: tuple[int, int], size: tuple[int, int]) -> bool:
    layout, cell = background.layout, background.layout.cell
    left, top = spot[0] - layout.left, spot[1] - layout.top
    right, bottom = left + size[0], top + size[1]
    for row in range(max(0, top // cell), min(layout.rows, (bottom - 1) // cell + 1)):
        for column in range(max(0, left // cell), min(layout.columns, (right - 1) // cell + 1)):
            own = (left - column * cell, top - row * cell, right - column * cell, bottom - row * cell)
            for box in _has_print(background, row, column):
                if (
                    own[0] < box[2] * cell
                    and box[0] * cell < own[2]
                    and own[1] < box[3] * cell
                    and box[1] * cell < own[3]
                ):
                    return True
    return False


def _has_print(background: BadgeBackground, row: int, column: int) -> tuple[tuple[float, float, float, float], ...]:
    index = row * background.layout.columns + column
    if background.cells[index] or index in background.ghosts:
        return _LETTER, _POINTS
    if index == background.bonus:
        return (_WHOLE,)
    return () if background.signs[row][column] == "." else (_SIGN,)
