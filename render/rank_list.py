"""A group's ranking: up to ten rows, then the reader's own if it is not among them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import even_floor, line_top
from render.palette import pack_pixels
from render.shapes import make_plate
from render.small_tiles import draw_medal
from render.sprites import Kit
from render.typesetter import MEDALS, Typesetter

_MARGIN: Final = 30
_HEAD: Final = 128
_ROW: Final = 64
_GAP: Final = 6
_APART: Final = 22
"""The space above the reader's own row if others are left out before it."""
_FOOT: Final = 56
_PLATES: Final = 8


class RankRow(Struct, frozen=True):
    """A player's row."""

    place: int
    name: str
    """The name as the user writes it."""
    value: str
    """The value by which players are ranked: ``1527?``."""
    detail: str = ""
    """A fainter text before the value: ``42 oyun``."""
    is_own: bool = False
    """Whether it is the reader's row."""


class RankList(Struct, frozen=True):
    """A ranking as shown to the reader."""

    title: str
    subtitle: str
    rows: tuple[RankRow, ...]
    own: RankRow | None = None
    """The reader's row, if it is not among the rows."""
    note: str = ""
    """Shown below the rows, or instead of them."""
    nameless: str = "?"
    """Replaces a name that cannot be drawn."""


class RankListPainter:
    """Draws rankings in one theme and at one width."""

    def __init__(self, kit: Kit) -> None:
        self._kit: Final = kit
        self._set: Final = Typesetter(kit)
        self._plate: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high, fill: pack_pixels(
                make_plate(kit.lettering.palette, (width, high), high // 4, fill, "page")
            )
        )
        self._medal: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda place, size, paper: draw_medal(kit.lettering, place, size, paper)
        )

    def draw(self, view: RankList) -> bytes:
        """The picture as PNG, as high as necessary."""
        width, scaled = self._kit.width, self._set.scale
        step, high = scaled(_ROW + _GAP), scaled(_ROW)
        below = scaled(_HEAD) + step * len(view.rows)
        own_top = below + scaled(_APART)
        end = below if view.own is None else own_top + step
        canvas = self._kit.blank_page(end + (scaled(_FOOT) if view.note else scaled(_MARGIN - _GAP)))
        left = self._set.even(_MARGIN)
        room = even_floor(width - 2 * left)
        faint = self._set.style("muted", 28)
        canvas.paste(self._set.line(view.title, self._set.style("ink", 42), room), left, scaled(24))
        canvas.paste(self._set.line(view.subtitle, faint, room), left, scaled(78))
        for number, row in enumerate(view.rows):
            self._draw_row(canvas, (left, scaled(_HEAD) + number * step), (room, high), row, view.nameless)
        if view.own is not None:
            self._draw_row(canvas, (left, own_top), (room, high), view.own, view.nameless)
        if view.note:
            canvas.paste(self._set.line(view.note, faint, room), left, end + scaled(6))
        return self._kit.to_png(canvas)

    def _draw_row(
        self, canvas: Canvas, place: tuple[int, int], size: tuple[int, int], row: RankRow, nameless: str
    ) -> None:
        (left, top), (width, high) = place, size
        paper, ink = ("accent", "light") if row.is_own else ("card", "ink")
        canvas.paste(self._plate(width, high, paper), left, top)
        inset, column = self._set.even(18), self._set.even(84)
        if row.place <= MEDALS:
            sign = self._medal(row.place, self._set.even(46), paper)
            top_of_sign = (high - sign.height) // 2
        else:
            plain = self._set.style(ink, 30, paper)
            sign = self._set.line(str(row.place), plain, column)
            top_of_sign = line_top(high / 2, plain.size)
        canvas.paste(sign, left + even_floor((column - packed_width(sign)) // 2), top + top_of_sign)
        strong = self._set.style(ink, 36, paper)
        value = self._set.line(row.value, strong, width // 3)
        end = left + width - inset - packed_width(value)
        canvas.paste(value, end, top + line_top(high / 2, strong.size))
        if row.detail:
            faint = self._set.style("light" if row.is_own else "muted", 26, paper, Weight.MEDIUM)
            detail = self._set.line(row.detail, faint, width // 4)
            end -= packed_width(detail) + inset
            canvas.paste(detail, end, top + line_top(high / 2, faint.size))
        bold = self._set.style(ink, 32, paper)
        drawable = self._set.names.seat_name(row.name, 0, (nameless,))
        name = self._set.line(drawable, bold, end - inset - left - column)
        canvas.paste(name, left + column, top + line_top(high / 2, bold.size))
