"""Themes as data: the named colours of a picture and the blends that antialiasing needs. Knows no pixels.

A theme's colours and blends together make one palette of at most 16 entries (:mod:`render.palette`), shared
by every picture of the theme.
"""

from typing import Final

from msgspec import Struct

INKS: Final = {
    "d": "d_ink",
    "D": "D_ink",
    "t": "light",
    "T": "light",
    "Q": "light",
    "X": "light",
    "*": "D_ink",
}
"""The ink of each premium's sign; a premium's fill bears the premium's own character as its name."""

BANDS: Final = {"yellow": "gold", "green": "green", "blue": "t", "red": "T"}
"""The colours of coloured tiles and what they are called here; a tile of another colour is drawn without a band."""

SEATS: Final = ("t", "T", "gold", "Q")
"""Colours by which seats are told apart, in the order of play; further seats begin again."""


class Theme(Struct, frozen=True):
    """Named colours as ``#RRGGBB``; every theme has the names of :data:`NAMES`."""

    name: str
    colours: dict[str, str]


NAMES: Final = (
    "page",  # around the board
    "grid",  # between the cells
    "plain",  # a cell without a premium
    "ink",  # text on the page and on cards
    "muted",  # text that may be overlooked
    "card",  # a player's card
    "accent",  # the card of the player to move
    "light",  # text on strong colours
    "face",  # a tile
    "edge",  # a tile's lower edge
    "tile_ink",  # its letter
    "new",  # the face of a tile just played
    "gold",  # its edge, the marks of words just formed, stars
    "blank",  # the letter of a blank
    "d",
    "d_ink",
    "t",
    "D",
    "D_ink",
    "T",
    "Q",
    "X",
    "green",  # the band of a green tile
)

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
    ("light", "t", 1.0),
    ("light", "T", 1.0),
    ("light", "Q", 0.5),
    ("light", "X", 0.5),
    ("d_ink", "d", 1.0),
    ("D_ink", "D", 1.0),
    ("gold", "plain", 0.5),
)
"""Pairs of colours between which shades are wanted, and how much a coarse edge would hurt there."""


def _theme(name: str, colours: str) -> Theme:
    return Theme(name=name, colours=dict(zip(NAMES, colours.split(), strict=True)))


THEMES: Final = {
    theme.name: theme
    for theme in (
        _theme(
            "light",
            "#F2F0EA #D3CEC2 #E7E3D9 #23282D #6E6F6D #FFF9EA #1F6A9C #FFF9EA #FFF9EA #B7A98C #23282D #FFE08A"
            " #C98A12 #B9332A #A9D3E8 #1F6A9C #1F6A9C #F2B8AC #B9332A #B9332A #7B4B9E #6E6F6D #4F8A3C",
        ),
        _theme(
            "dark",
            "#14181D #1B2129 #29313A #F1E9D6 #8D949B #29313A #2878AC #F1E9D6 #F1E9D6 #8D949B #14181D #FFD166"
            " #D79A1E #BE3A31 #2C4C61 #F1E9D6 #2878AC #67373A #F1E9D6 #BE3A31 #8657AC #66727F #5C9A48",
        ),
        _theme(
            "contrast",
            "#FFFFFF #9A9A9A #EEEEEE #000000 #4A4A4A #EEEEEE #00508C #FFFFFF #FFFFFF #4A4A4A #000000 #FFE45C"
            " #B06A00 #8F2A00 #B5DDFF #00508C #00508C #FFCFA0 #8F2A00 #8F2A00 #3D0066 #4A4A4A #1E6B1E",
        ),
        _theme(
            "wood",
            "#EFE2CB #8F6B47 #D3B58D #2E1D0E #765B40 #FAEACB #6B4523 #FAEACB #FAEACB #A67C45 #2E1D0E #FFCF6B"
            " #B8741A #A93226 #A9CFD2 #1F6B77 #1F6B77 #EDB79E #A93226 #A93226 #6E4A86 #765B40 #5F7F35",
        ),
    )
}
"""Every theme by its name."""
