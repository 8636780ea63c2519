"""The legend below a table of cards: the signs of rewards, each with what it does."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.card_layout import LEGEND, CardLayout, card_edge
from render.card_sprites import CardSprites
from render.fonts import Weight
from render.layout import even_floor, scale
from render.lettering import Lettering, Style
from render.names import Names

_SIGN: Final = 44


_MEANING: Final = 30
"""The size of what the legend says."""


_BESIDE: Final = 8
"""From a sign of the legend to what it does."""


_BETWEEN: Final = 22
"""From there to the next sign."""


class LegendEntry(Struct, frozen=True):
    """What the legend says of a reward's sign."""

    reward: str
    meaning: str


class PlacedEntry(NamedTuple):
    """A sign of the legend and what it does; how far they stand from the left."""

    left: int
    sign: Image.Image
    start: int
    text: Image.Image


class CardLegend:
    """Draws legends in one theme.

    Args:
        sprites: the cards' of a size.
    """

    def __init__(self, lettering: Lettering, names: Names, sprites: Callable[[int], CardSprites]) -> None:
        self._lettering: Final = lettering
        self._names: Final = names
        self._sprites: Final = sprites

    def lay_out(self, entries: Sequence[LegendEntry], width: int) -> Sequence[Sequence[PlacedEntry]]:
        """The entries of the legend, as many in a line as fit a picture of this width."""
        style = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scale(width, _MEANING))
        sprites, room = self._sprites(even_floor(scale(width, _SIGN))), width - 2 * card_edge(width)
        lines: list[list[PlacedEntry]] = []
        left = room
        for one in entries:
            sign = sprites.sign(one.reward)
            gap = scale(width, _BESIDE)
            text = self._lettering.line(self._names.line(one.meaning), style, room - packed_width(sign) - gap)
            wide = packed_width(sign) + gap + packed_width(text)
            if left + wide > room:
                lines.append([])
                left = 0
            lines[-1].append(PlacedEntry(left, sign, left + packed_width(sign) + gap, text))
            left += wide + scale(width, _BETWEEN)
        return lines

    @staticmethod
    def draw(canvas: Canvas, layout: CardLayout, top: int, lines: Sequence[Sequence[PlacedEntry]]) -> None:
        """Draw the lines from ``top`` on."""
        for number, line in enumerate(lines):
            for entry in line:
                middle = top + layout.scale(LEGEND) * number + entry.sign.height // 2
                canvas.paste(entry.sign, layout.edge + entry.left, middle - entry.sign.height // 2)
                canvas.paste(entry.text, layout.edge + entry.start, middle - entry.text.height // 2)
