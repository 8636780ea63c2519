"""A group's ranking: up to ten rows, then the reader's own if it is not among them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import even_floor, line_top, scale
from render.palette import pack_pixels
from render.shapes import make_plate
from render.small_tiles import draw_medal
from render.sprites import Kit
from render.text import Lettering, Names, Style

_MARGIN: Final = 30
_HEAD: Final = 128
_ROW: Final = 64
_GAP: Final = 6
_APART: Final = 22
"""The space above the reader's own row if others are left out before it."""
_FOOT: Final = 56
_PLATES: Final = 8
_MEDALS: Final = 3
"""How many places are shown on discs."""


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
        self._lettering: Final[Lettering] = kit.lettering
        self._names: Final = Names(kit.lettering.fonts.has_glyph)
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
        width = self._kit.width
        step, high = scale(width, _ROW + _GAP), scale(width, _ROW)
        below = scale(width, _HEAD) + step * len(view.rows)
        own_top = below + scale(width, _APART)
        end = below if view.own is None else own_top + step
        canvas = self._kit.blank_page(end + (scale(width, _FOOT) if view.note else scale(width, _MARGIN - _GAP)))
        left = even_floor(scale(width, _MARGIN))
        room = even_floor(width - 2 * left)
        self._draw_line(canvas, view.title, Style("page", "ink", Weight.BOLD, scale(width, 42)), (left, 24), room)
        faint = Style("page", "muted", Weight.MEDIUM, scale(width, 28))
        self._draw_line(canvas, view.subtitle, faint, (left, 78), room)
        for number, row in enumerate(view.rows):
            self._draw_row(canvas, (left, scale(width, _HEAD) + number * step), (room, high), row, view.nameless)
        if view.own is not None:
            self._draw_row(canvas, (left, own_top), (room, high), view.own, view.nameless)
        if view.note:
            note = self._lettering.line(self._names.line(view.note), faint, room)
            canvas.paste(note, left, end + scale(width, 6))
        return self._kit.to_png(canvas)

    def _draw_line(self, canvas: Canvas, text: str, style: Style, place: tuple[int, int], room: int) -> None:
        strip = self._lettering.line(self._names.line(text), style, room)
        canvas.paste(strip, place[0], scale(canvas.width, place[1]))

    def _draw_row(
        self, canvas: Canvas, place: tuple[int, int], size: tuple[int, int], row: RankRow, nameless: str
    ) -> None:
        (left, top), (width, high) = place, size
        paper, ink = ("accent", "light") if row.is_own else ("card", "ink")
        canvas.paste(self._plate(width, high, paper), left, top)
        inset, column = even_floor(scale(canvas.width, 18)), even_floor(scale(canvas.width, 84))
        if row.place <= _MEDALS:
            sign = self._medal(row.place, even_floor(scale(canvas.width, 46)), paper)
            top_of_sign = (high - sign.height) // 2
        else:
            plain = Style(paper, ink, Weight.BOLD, scale(canvas.width, 30))
            sign = self._lettering.line(str(row.place), plain, column)
            top_of_sign = line_top(high / 2, plain.size)
        canvas.paste(sign, left + even_floor((column - packed_width(sign)) // 2), top + top_of_sign)
        strong = Style(paper, ink, Weight.BOLD, scale(canvas.width, 36))
        value = self._lettering.line(row.value, strong, width // 3)
        end = left + width - inset - packed_width(value)
        canvas.paste(value, end, top + line_top(high / 2, strong.size))
        if row.detail:
            faint = Style(paper, "light" if row.is_own else "muted", Weight.MEDIUM, scale(canvas.width, 26))
            detail = self._lettering.line(row.detail, faint, width // 4)
            end -= packed_width(detail) + inset
            canvas.paste(detail, end, top + line_top(high / 2, faint.size))
        bold = Style(paper, ink, Weight.BOLD, scale(canvas.width, 32))
        drawable = self._names.seat_name(row.name, 0, (nameless,))
        name = self._lettering.line(drawable, bold, end - inset - left - column)
        canvas.paste(name, left + column, top + line_top(high / 2, bold.size))
