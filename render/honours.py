"""The banner and the honours of a game's end: who won and how, the best word, the best play."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from render.canvas import Canvas, packed_width
from render.chart import LEAST_HIGH, curve_height
from render.fonts import Weight
from render.layout import even_floor, line_top, scale
from render.markers import Markers
from render.palette import pack_pixels
from render.shapes import PixelBox, make_plate
from render.small_tiles import SmallTiles
from render.standings import Standing, Standings
from render.text import Lettering, Names, Style, format_points

HEADLINE: Final = 104
"""The height of the banner in a picture 900 pixels wide."""
LOW_HEADLINE: Final = 56
"""The height of the banner if there is less room."""
_LEAST_HEADLINE: Final = 18
"""The size of a headline beside the longest score, in a picture 900 pixels wide."""
WORD: Final = 82
"""The height of the place of a word shown as it was laid."""
_COLUMN: Final = 306
"""The width of the honours beside a curve."""
HONOUR: Final = 84
"""The height of an honour."""
_PLATES: Final = 16


class Honour(Struct, frozen=True):
    """A notable word or play of a game: the best of its kind."""

    label: str
    """The honour's title: ``En iyi kelime``."""
    seat: int
    text: str
    score: int
    tiles: tuple[str, ...] = ()
    """The word's tiles as laid, a blank as ``?A``; empty to show the text."""
    premiums: tuple[str, ...] = ()


class FinalWords(Struct, frozen=True):
    """The wording of a game's end, in the reader's language."""

    headline: str
    """Words that follow the winner's name, or stand alone without a sole winner."""
    winner: int | None = None
    honours: tuple[Honour, ...] = ()


class EndingLayout(Struct, frozen=True):
    """The places of the score curve and the honours."""

    chart: PixelBox | None
    honours: tuple[PixelBox, ...]
    bottom: int


def ending_layout(
    width: int,
    across: tuple[int, int],
    top: int,
    room: int,
    *,
    curve: bool,
    honours: int,
    least: int = LEAST_HIGH,
) -> EndingLayout:
    """Place the honours below each other at the right of the curve, or side by side without a curve.

    ``room``: the greatest height of curve and honours, if the curve can be so low. ``least``: the least height of the
    curve in a picture 900 pixels wide.
    """
    left, right = across
    gap = even_floor(scale(width, 12))
    if curve:
        high, column = curve_height(width, room, least), even_floor(scale(width, _COLUMN))
        chart = (left, top, right - (column + gap if honours else 0), top + high)
        each = min(scale(width, HONOUR), (high - gap // 2) // 2 if honours > 1 else high)
        tops = [top + number * (each + gap // 2) for number in range(honours)]
        return EndingLayout(chart, tuple((right - column, place, right, place + each) for place in tops), top + high)
    wide = even_floor((right - left - gap * (honours - 1)) // honours) if honours else 0
    lefts = [left + number * (wide + gap) for number in range(honours)]
    bottom = top + scale(width, HONOUR)
    return EndingLayout(None, tuple((start, top, start + wide, bottom) for start in lefts), bottom if honours else top)


class Honours:
    """Draws banners and honours in one palette."""

    def __init__(self, lettering: Lettering, standings: Standings) -> None:
        self._lettering: Final = lettering
        self._standings: Final = standings
        self._markers: Final = Markers(lettering.palette)
        self._names: Final = Names(lettering.fonts.has_glyph)
        self._tiles: Final = SmallTiles(lettering)
        self._banner: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high, paper: pack_pixels(
                make_plate(lettering.palette, (width, high), high // 5, paper, "page")
            )
        )
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high: pack_pixels(make_plate(lettering.palette, (width, high), high // 6, "card", "page"))
        )

    def draw_banner(
        self, canvas: Canvas, box: PixelBox, words: FinalWords, names: Sequence[str], winner: Standing | None
    ) -> None:
        """Draw the winner large, with marker, words and the score as tiles; or only the words.

        ``box``: the banner's plate; left and right are even. ``winner``: the only player in first place, or ``None``.
        """
        left, top, right, bottom = box
        width, won = canvas.width, words.winner
        paper, ink = ("card", "ink") if winner is None else ("accent", "light")
        canvas.paste(self._banner(right - left, bottom - top, paper), left, top)
        inset, middle = even_floor(scale(width, 22)), (top + bottom) // 2
        end = right - inset
        start, headline = left + inset, self._names.line(words.headline)
        low = bottom - top < scale(width, LOW_HEADLINE)
        if won is None or winner is None:
            size = scale(width, 34 if low else 44)
            self._draw_line(canvas, headline, Style(paper, ink, Weight.BOLD, size), (start, middle), end)
            return
        size = even_floor(scale(width, 38 if low else 66))
        end = self._draw_digits(canvas, format_points(winner.score), (end, middle), size, paper) - inset
        medal = self._standings.medal(1, even_floor(scale(width, 38 if low else 60)), paper)
        canvas.paste(medal, start, middle - medal.height // 2)
        start += packed_width(medal) + even_floor(scale(width, 14))
        marker = self._markers.sprite(won, even_floor(scale(width, 30 if low else 44)), paper)
        canvas.paste(marker, start, middle - marker.height // 2)
        start += packed_width(marker) + even_floor(scale(width, 16))
        room, least, text_length = end - start, scale(width, _LEAST_HEADLINE), self._lettering.fonts.text_length
        if low:
            bold, gap = Style(paper, ink, Weight.BOLD, scale(width, 30)), even_floor(scale(width, 14))
            name_room = min(text_length(names[won], bold.weight, bold.size), room // 4)
            plain = Style(paper, ink, Weight.MEDIUM, scale(width, 26))
            plain = self._fit_style(headline, plain, room - gap - name_room, least)
            name_end = even_floor(end - gap - ceil(text_length(headline, plain.weight, plain.size)))
            start = self._draw_line(canvas, names[won], bold, (start, middle), name_end) + gap
            self._draw_line(canvas, headline, plain, (start, middle), end)
            return
        large, small = (Style(paper, ink, Weight.BOLD, scale(width, size)) for size in (46, 25))
        small = self._fit_style(headline, small, room, least)
        self._draw_line(canvas, names[won], large, (start, middle - scale(width, 18)), end)
        self._draw_line(canvas, headline, small, (start, middle + scale(width, 25)), end)

    def _fit_style(self, text: str, style: Style, room: float, least: int) -> Style:
        length = self._lettering.fonts.text_length
        sizes = range(style.size, least, -1)
        return replace(style, size=next((one for one in sizes if length(text, style.weight, one) <= room), least))

    def _draw_line(self, canvas: Canvas, text: str, style: Style, place: tuple[int, int], end: int) -> int:
        """Draw a line whose capitals are centred at ``place`` and which ends before ``end``; return its end."""
        strip = self._lettering.line(text, style, max(2, end - place[0]))
        canvas.paste(strip, place[0], line_top(place[1], style.size))
        return place[0] + packed_width(strip)

    def _draw_digits(self, canvas: Canvas, digits: str, place: tuple[int, int], size: int, paper: str) -> int:
        """Draw a score as tiles of this size, centred, their right end at ``place``; return their left end."""
        left = even_floor(place[0] - size * len(digits))
        for number, digit in enumerate(digits):
            tile = self._tiles.sprite(digit, size, paper)
            canvas.paste(tile, left + number * size, place[1] - tile.height // 2)
        return left

    def draw_word(self, canvas: Canvas, box: PixelBox, honour: Honour) -> None:
        """Draw a word as it was laid, each tile above its premium; left of it the title, player and points."""
        left, top, right, bottom = box
        width = canvas.width
        canvas.paste(self._plate(right - left, bottom - top), left, top)
        inset, middle = even_floor(scale(width, 14)), (top + bottom) // 2
        label = Style("card", "muted", Weight.MEDIUM, scale(width, 23))
        strong = Style("card", "ink", Weight.BOLD, scale(width, 28))
        start, about = left + inset, even_floor(scale(width, 226))
        self._draw_line(
            canvas, self._names.line(honour.label), label, (start, middle - scale(width, 18)), start + about
        )
        marker = self._markers.sprite(honour.seat, even_floor(scale(width, 30)), "card")
        low = middle + scale(width, 20)
        canvas.paste(marker, start, low - marker.height // 2)
        beside = start + packed_width(marker) + scale(width, 8)
        self._draw_line(canvas, format_points(honour.score), strong, (beside, low), start + about)
        room = right - left - 2 * inset - about
        size = even_floor(min(scale(width, 58), room // len(honour.tiles)))
        start = even_floor(right - inset - size * len(honour.tiles))
        for number, (face, premium) in enumerate(zip(honour.tiles, honour.premiums, strict=True)):
            tile, bar = self._tiles.sprite(face, size, "card"), self._tiles.bar(premium, size, "card")
            upper = middle - (tile.height + bar.height) // 2
            canvas.paste(tile, start + number * size, upper)
            canvas.paste(bar, start + number * size, upper + tile.height)

    def draw(self, canvas: Canvas, boxes: Sequence[PixelBox], honours: Sequence[Honour]) -> None:
        """Draw each honour on a plate: title and points, below these the player's marker and name, and the word."""
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
