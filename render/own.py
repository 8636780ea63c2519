"""Where things are when a viewer's rack lies between the board and the panel, in pixels."""

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from render.layout import Layout, foot_height
from render.rack import Tray, tray

_TALLEST: Final = 1280
"""Of a picture 900 pixels wide: more is cut off at the top or bottom on a phone."""
_GAP: Final = 12
_TWO_ROWS: Final = 3
"""From so many players on their cards take two rows."""


class OwnLayout(NamedTuple):
    """The measures of one kind of picture."""

    layout: Layout
    """As the board's own, its panel and foot moved down."""
    tray: Tray


@lru_cache(maxsize=32)
def own_layout(layout: Layout, seats: int, tiles: int) -> OwnLayout:
    """The layout of a board with its panel and a rack of so many tiles.

    With two rows of players' cards below a large board, the foot gives one of its lines to the rack.
    """
    width = layout.width
    gap, cards = layout.scaled(_GAP), layout.foot - layout.panel
    brief = seats >= _TWO_ROWS and layout.panel > layout.width
    below = cards + foot_height(width, brief=brief)
    room = layout.scaled(_TALLEST) - layout.panel - gap - below
    across = (layout.left, layout.left + layout.cell * layout.columns)
    place = tray(width, across, layout.panel, tiles, room)
    panel = place.top + place.height + gap
    moved = replace(layout, panel=panel, foot=panel + cards, height=panel + below, brief=brief)
    return OwnLayout(moved, place)
