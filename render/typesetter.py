"""Sets lines of text and plates on a page, in one theme and at one width."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace
from PIL import Image

from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import even_floor, line_top, scale
from render.palette import pack_pixels
from render.shapes import make_plate
from render.small_tiles import draw_medal
from render.sprites import Kit
from render.text import Names, Style, draw_table_title

MEDALS: Final = 3
"""How many places are shown on discs."""
FOOT: Final = 50
"""The height of a picture's last line."""
_PLATES: Final = 16


class Typesetter:
    """Sets lines; measures are those of a picture 900 pixels wide, but places and rooms are in pixels."""

    def __init__(self, kit: Kit) -> None:
        self._width: Final = kit.width
        self._lettering: Final = kit.lettering
        self.names: Final = Names(kit.lettering.fonts.has_glyph)
        self.plate: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high, paper: pack_pixels(
                make_plate(kit.lettering.palette, (width, high), scale(kit.width, 14), paper, "page")
            )
        )
        """A rectangle with round corners, by even width, height and paper."""
        self._medal: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda place, size, paper: draw_medal(kit.lettering, place, size, paper)
        )

    def scale(self, measure: float) -> int:
        """Convert a measure of a picture 900 pixels wide to pixels."""
        return scale(self._width, measure)

    def even(self, measure: float) -> int:
        """Convert a measure to an even number of pixels, as x coordinates must be."""
        return even_floor(scale(self._width, measure))

    def style(self, ink: str, size: float, paper: str = "page", weight: Weight | None = None) -> Style:
        """A style for text: bold, unless the text is secondary."""
        return Style(paper, ink, weight or (Weight.MEDIUM if ink == "muted" else Weight.BOLD), self.scale(size))

    def length(self, text: str, style: Style) -> float:
        """The length of a text in pixels."""
        return self._lettering.fonts.text_length(self.names.line(text), style.weight, style.size)

    def fit(self, text: str, style: Style, sizes: Sequence[float], room: int) -> Style:
        """The style in the first of the sizes in which a text fits, or else in the last."""
        styles = [replace(style, size=scale(self._width, size)) for size in sizes]
        return next((one for one in styles if self.length(text, one) <= room), styles[-1])

    def line(self, text: str, style: Style, room: int) -> Image.Image:
        """A line of text, shortened to ``room`` pixels."""
        return self._lettering.line(self.names.line(text), style, max(2, room))

    def draw(self, canvas: Canvas, text: str, style: Style, place: tuple[int, int], room: int) -> int:
        """Draw a line that begins at ``place``, its capitals centred there; return its end."""
        strip = self.line(text, style, room)
        canvas.paste(strip, place[0], line_top(place[1], style.size))
        return place[0] + packed_width(strip)

    def draw_before(self, canvas: Canvas, text: str, style: Style, place: tuple[int, int], room: int) -> int:
        """Draw a line that ends at ``place``; return its beginning."""
        strip = self.line(text, style, room)
        start = even_floor(place[0] - packed_width(strip))
        canvas.paste(strip, start, line_top(place[1], style.size))
        return start

    def draw_centred(self, canvas: Canvas, text: str, style: Style, place: tuple[int, int], room: int) -> None:
        """Draw a line centred at ``place``."""
        strip = self.line(text, style, room)
        canvas.paste(strip, even_floor(place[0] - packed_width(strip) // 2), line_top(place[1], style.size))

    def draw_place(self, canvas: Canvas, place: int, paper: str, middle: tuple[int, int]) -> None:
        """Draw the number of a place in a ranking, the first ones on a disc; 0 draws nothing."""
        if not place:
            return
        if place > MEDALS:
            ink = "light" if paper == "accent" else "ink"
            self.draw_centred(canvas, str(place), self.style(ink, 26, paper), middle, self.scale(60))
            return
        size = self.even(36)
        canvas.paste(self._medal(place, size, paper), even_floor(middle[0] - size // 2), middle[1] - size // 2)

    def draw_foot(self, canvas: Canvas, across: tuple[int, int], top: int, texts: tuple[str, str, str]) -> None:
        """Draw the last line: the table's label, the game's name and, at the right, the other texts."""
        (left, right), (label, title, note), inset = across, texts, self.even(4)
        end = (right - inset, top + self.scale(20))
        start = self.draw_before(canvas, note, self.style("muted", 26), end, (right - left) // 2)
        room, place = start - left - self.even(24), (left + inset, top + self.scale(4))
        names = self.names.line
        draw_table_title(canvas, self._lettering, names(label), names(title), place, room, self._width)
