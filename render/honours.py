"""What the end of a game is headed by and remembered for: who won by how much, the best word, the best move.

Knows no game and has no words of its own.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, breadth
from render.curve import curve_high
from render.figures import points
from render.fonts import Weight
from render.layout import even, scaled
from render.lettering import Lettering, Style
from render.markers import Markers
from render.names import Names
from render.palette import packed
from render.shapes import plate
from render.strokes import Box

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


class Ending(Struct, frozen=True):
    """Where the score curve and the honours are."""

    chart: Box | None
    honours: tuple[Box, ...]
    bottom: int


def ending_layout(width: int, across: tuple[int, int], top: int, room: int, *, curve: bool, honours: int) -> Ending:
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
    gap = even(scaled(width, 12))
    if curve:
        high, column = curve_high(width, room), even(scaled(width, _COLUMN))
        chart = (left, top, right - (column + gap if honours else 0), top + high)
        each = min(scaled(width, HONOUR), (high - gap // 2) // 2)
        tops = [top + number * (each + gap // 2) for number in range(honours)]
        return Ending(chart, tuple((right - column, place, right, place + each) for place in tops), top + high)
    wide = even((right - left - gap * (honours - 1)) // honours) if honours else 0
    lefts = [left + number * (wide + gap) for number in range(honours)]
    bottom = top + scaled(width, HONOUR)
    return Ending(None, tuple((start, top, start + wide, bottom) for start in lefts), bottom if honours else top)


class Honours:
    """Draws headlines and honours in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._markers: Final = Markers(lettering.palette)
        self._names: Final = Names(lettering.fonts.covers)
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high: packed(plate(lettering.palette, (width, high), high // 6, "card", "page"))
        )

    def headline(
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
        size = scaled(canvas.width, 36)
        said = self._lettering.line(self._names.line(words.headline), Style("page", "ink", Weight.BOLD, size), room)
        if words.winner is not None:
            marker = self._markers.sprite(words.winner, even(scaled(canvas.width, 44)), "page")
            canvas.paste(marker, left, top + (scaled(canvas.width, HEADLINE) - marker.height) // 2)
            left += breadth(marker) + scaled(canvas.width, 6)
            rest = room - breadth(marker) - breadth(said) - scaled(canvas.width, 18)
            style = Style("page", "ink", Weight.BOLD, size)
            name = self._lettering.line(names[words.winner], style, max(2, rest))
            canvas.paste(name, left, top + scaled(canvas.width, 6))
            left += breadth(name) + scaled(canvas.width, 12)
        canvas.paste(said, left, top + scaled(canvas.width, 6))

    def draw(self, canvas: Canvas, boxes: Sequence[Box], honours: Sequence[Honour]) -> None:
        """Each honour on a plate: what it is and its points, below whose it is, by marker, and the word."""
        width = canvas.width
        label = Style("card", "muted", Weight.MEDIUM, scaled(width, 23))
        strong, inset = Style("card", "ink", Weight.BOLD, scaled(width, 28)), even(scaled(width, 14))
        for (left, top, right, bottom), honour in zip(boxes, honours, strict=True):
            canvas.paste(self._plate(right - left, bottom - top), left, top)
            score = self._lettering.line(points(honour.score), strong, (right - left) // 3)
            canvas.paste(score, right - inset - breadth(score), top + scaled(width, 5))
            room = right - left - 3 * inset - breadth(score)
            text = self._lettering.line(self._names.line(honour.label), label, room)
            canvas.paste(text, left + inset, top + scaled(width, 9))
            marker = self._markers.sprite(honour.seat, even(scaled(width, 30)), "card")
            canvas.paste(marker, left + inset, top + scaled(width, 45))
            start = left + inset + breadth(marker) + scaled(width, 8)
            word = self._lettering.line(self._names.line(honour.text), strong, right - inset - start)
            canvas.paste(word, start, top + scaled(width, 41))
