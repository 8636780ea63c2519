"""Themes as data: a picture's named colours, and the blends that antialiasing needs.

A theme's colours and blends together make one palette of at most 16 entries (:mod:`render.palette`), shared by every
picture of the theme.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from render.theme_colours import COLOURS

INKS: Final = {
    "d": "d_ink",
    "D": "D_ink",
    "t": "t_ink",
    "q": "q_ink",
    "T": "T_ink",
    "Q": "Q_ink",
    "X": "X_ink",
    "*": "D_ink",
}
"""The ink of each premium's sign; a premium's fill has the premium's character as its name."""

BANDS: Final = {"yellow": "band_yellow", "green": "band_green", "blue": "band_blue", "red": "band_red"}
"""The names here of the colours of coloured tiles; tiles of other colours have no band."""

SEATS: Final = ("seat_1", "seat_2", "seat_3", "seat_4", "seat_5", "seat_6")
"""The seats' colours, in order of play."""


class Theme(Struct, frozen=True):
    """Named colours as ``#RRGGBB``; a theme of boards has the names of :class:`render.theme_colours.Colours`."""

    name: str
    colours: dict[str, str]


Blends = tuple[tuple[str, str, float], ...]

BLENDS: Final[Blends] = (
    ("tile_ink", "face", 3.0),
    ("tile_ink", "new", 2.0),
    ("blank", "face", 2.0),
    ("blank", "new", 1.0),
    ("ink", "page", 2.0),
    ("ink", "card", 2.0),
    ("muted", "page", 1.0),
    ("light", "accent", 2.0),
    ("t_ink", "t", 1.0),
    ("T_ink", "T", 1.0),
    ("q_ink", "q", 0.5),
    ("Q_ink", "Q", 0.5),
    ("X_ink", "X", 0.5),
    ("d_ink", "d", 1.0),
    ("D_ink", "D", 1.0),
    ("gold", "plain", 0.5),
)
"""Pairs of colours that need shades between them, with the weight of a coarse edge."""

THEMES: Final = {name: Theme(name, asdict(colours)) for name, colours in COLOURS.items()}
