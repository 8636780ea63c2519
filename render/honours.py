"""What the end of a game is headed by and remembered for: who won by how much, the best word, the best move.

Knows no game and has no words of its own.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.curve import curve_height
from render.fonts import Weight
from render.layout import even_floor, scale
from render.lettering import Lettering, Style
from render.markers import Markers
from render.names import Names
from render.palette import pack_pixels
from render.shapes import PixelBox, make_plate
from render.text import format_points

HEADLINE: Final = 56
"""The height of the headline's place in a picture 900 pixels wide."""
_COLUMN: Final = 306
"""How broad the honours are beside a curve."""
HONOUR: Final = 84
"""Of an honour."""
_PLATES: Final = 16


class Honour(Struct, frozen=True):
    """The best of its kind."""

    label: str
    """What it is: ``En iyi kelime``."""
    seat: int
    """Whose it is."""
    text: str
    score: int


class FinalWords(Struct, frozen=True):
    """The wording of a game's end, in the language of whoever looks at it."""

    headline: str
    """Follows the winner's name; alone where nobody won alone."""
    winner: int | None = None
    honours: tuple[Honour, ...] = ()


class EndingLayout(Struct, frozen=True):
    """Where the score curve and the honours are."""

    chart: PixelBox | None
    honours: tuple[PixelBox, ...]
    bottom: int


def ending_layout(
    width: int, across: tuple[int, int], top: int, room: int, *, curve: bool, honours: int
) -> EndingLayout:
    """The honours right of the curve, below each other; without a curve beside each other.

    Args:
        width: of the picture.
        across: from where to where there is room.
        top: where they begin.
        room: how high they may be, if the curve can be so low.
        curve: whether there is one.
        honours: how many there are.
    """
    left, right = across
    gap = even_floor(scale(width, 12))
    if curve:
        high, column = curve_height(width, room), even_floor(scale(width, _COLUMN))
        chart = (left, top, right - (column + gap if honours else 0), top + high)
        each = min(scale(width, HONOUR), (high - gap // 2) // 2)
        tops = [top + number * (each + gap // 2) for number in range(honours)]
        return EndingLayout(chart, tuple((right - column, place, right, place + each) for place in tops), top + high)
    wide = even_floor((right - left - gap * (honours - 1)) // honours) if honours else 0
    lefts = [left + number * (wide + gap) for number in range(honours)]
    bottom = top + scale(width, HONOUR)
    return EndingLayout(None, tuple((start, top, start + wide, bottom) for start in lefts), bottom if honours else top)


class Honours:
    """Draws headlines and honours in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._markers: Final = Markers(lettering.palette)
        self._names: Final = Names(lettering.fonts.has_glyph)
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high: pack_pixels(make_plate(lettering.palette, (width, high), high // 6, "card", "page"))
        )

    def draw_headline(
        self, canvas: Canvas, place: tuple[int, int], room: int, words: FinalWords, names: Sequence[str]
    ) -> None:
        """The winner with marker and name, then what the words say of it; a long name makes room for them.

        Args:
            canvas: the picture.
            place: the left end and the top of the line.
            room: how broad it may be.
            words: the end's.
            names: everybody's, by seat, fit to draw.
        """
        left, top = place
        size = scale(canvas.width, 36)
        headline = self._lettering.line(self._names.line(words.headline), Style("page", "ink", Weight.BOLD, size), room)
        if words.winner is not None:
            marker = self._markers.sprite(words.winner, even_floor(scale(canvas.width, 44)), "page")
            canvas.paste(marker, left, top + (scale(canvas.width, HEADLINE) - marker.height) // 2)
            left += packed_width(marker) + scale(canvas.width, 6)
            rest = room - packed_width(marker) - packed_width(headline) - scale(canvas.width, 18)
            style = Style("page", "ink", Weight.BOLD, size)
            name = self._lettering.line(names[words.winner], style, max(2, rest))
            canvas.paste(name, left, top + scale(canvas.width, 6))
            left += packed_width(name) + scale(canvas.width, 12)
        canvas.paste(headline, left, top + scale(canvas.width, 6))

    def draw(self, canvas: Canvas, boxes: Sequence[PixelBox], honours: Sequence[Honour]) -> None:
        """Each honour on a plate: what it is and its points, below whose it is, by marker, and the word."""
        width = canvas.width
        label = Style("card", "muted", Weight.MEDIUM, scale(width, 23))
        strong, inset = Style("card", "ink", Weight.BOLD, scale(width, 28)), even_floor(scale(width, 14))
        for (left, top, right, bottom), honour in zip(boxes, honours, strict=True):
            canvas.paste(self._plate(right - left, bottom - top), left, top)
            score = self._lettering.line(format_points(honour.score), strong, (right - left) // 3)
            canvas.paste(score, right - inset - packed_width(score), top + scale(width, 5))
            room = right - left - 3 * inset - packed_width(score)
            text = self._lettering.line(self._names.line(honour.label), label, room)
            canvas.paste(text, left + inset, top + scale(width, 9))
            marker = self._markers.sprite(honour.seat, even_floor(scale(width, 30)), "card")
            canvas.paste(marker, left + inset, top + scale(width, 45))
            start = left + inset + packed_width(marker) + scale(width, 8)
            word = self._lettering.line(self._names.line(honour.text), strong, right - inset - start)
            canvas.paste(word, start, top + scale(width, 41))
