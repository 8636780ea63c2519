"""The line that names what a picture shows: which of several tables it is, and the game."""

from typing import Final

from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import even_floor, scale
from render.text import Lettering, Style

SIZE: Final = 26
"""Of the text, in a picture 900 pixels wide."""
_GAP: Final = 14
_LEAST_ROOM: Final = 90
"""With less the game's name is left out."""


def draw_table_title(  # noqa: PLR0917 - what is written, and where
    canvas: Canvas, lettering: Lettering, label: str, title: str, place: tuple[int, int], room: int, width: int
) -> None:
    """Write the label of the table, if there is one, and the game's name behind it.

    Args:
        canvas: the picture.
        lettering: sets the text.
        label: such as ``#3 Kiraz–Limon``; empty where no other table is near.
        title: the game's name.
        place: where the line begins, and its top.
        room: how long it may be.
        width: of the picture.
    """
    left, top = place
    if label:
        strip = lettering.line(label, Style("page", "ink", Weight.BOLD, scale(width, SIZE)), room)
        canvas.paste(strip, left, top)
        used = packed_width(strip) + even_floor(scale(width, _GAP))
        left, room = left + used, room - used
        if room < scale(width, _LEAST_ROOM):
            return
    canvas.paste(lettering.line(title, Style("page", "muted", Weight.MEDIUM, scale(width, SIZE)), room), left, top)
