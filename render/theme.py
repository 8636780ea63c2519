"""Themes as data: the named colours of a picture and the blends that antialiasing needs. Knows no pixels.

A theme's colours and blends together make one palette of at most 16 entries (:mod:`render.palette`), shared
by every picture of the theme.
"""

from typing import Final

from msgspec import Struct

INKS: Final = {
    "d": "d_ink",
    "D": "D_ink",
    "t": "t_ink",
    "T": "T_ink",
    "Q": "Q_ink",
    "X": "X_ink",
    "*": "D_ink",
}
"""The ink of each premium's sign; a premium's fill bears the premium's own character as its name."""

BANDS: Final = {"yellow": "gold", "green": "green", "blue": "t", "red": "T"}
"""The colours of coloured tiles and what they are called here; a tile of another colour is drawn without a band."""

SEATS: Final = ("t", "T", "gold", "Q", "green", "ink")
"""Colours by which seats are told apart, in the order of play: no game seats more than six."""


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
    "t_ink",
    "D",
    "D_ink",
    "T",
    "T_ink",
    "Q",
    "Q_ink",
    "X",
    "X_ink",
    "green",  # the band of a green tile
    "ghost",  # a tile that is only thought of: a face with a tinge of the board
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
    ("t_ink", "t", 1.0),
    ("T_ink", "T", 1.0),
    ("Q_ink", "Q", 0.5),
    ("X_ink", "X", 0.5),
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
            "#F2F0EA #D3CEC2 #E7E3D9 #23282D #5C5D5B #FFF9EA #17587F #FFF9EA #FFF9EA"
            " #B7A98C #23282D #FFE08A #B3780A #9E2720 #B4DAED #17587F #17587F #FFF9EA"
            " #F8CFC4 #9E2720 #9E2720 #FFF9EA #4E2A75 #FFF9EA #5C5D5B #FFF9EA #3F7A2F #E7E3D9",
        ),
        _theme(
            "dark",
            "#14181D #14181D #29313A #F1E9D6 #9AA2A9 #29313A #22648F #F1E9D6 #F1E9D6"
            " #9AA2A9 #14181D #FFD166 #D79A1E #9C261D #27455A #F1E9D6 #559FCF #14181D"
            " #5C2E31 #F1E9D6 #E58277 #14181D #C4ADE8 #14181D #56616D #F1E9D6 #4C8A3C #DCD5C3",
        ),
        _theme(
            "contrast",
            "#FFFFFF #BDBDBD #F8F8F8 #000000 #454545 #F0F0F0 #00528F #FFFFFF #FFFFFF"
            " #454545 #000000 #FFE868 #A65F00 #7A1F00 #A8D2FA #000000 #00528F #FFFFFF"
            " #EDA451 #000000 #6E1200 #FFFFFF #1C0038 #FFFFFF #989898 #000000 #1E6B1E #F0F0F0",
        ),
        _theme(
            "wood",
            "#EFE2CB #8F6B47 #D3B58D #2E1D0E #6A5038 #FAEACB #5E3A1C #FAEACB #FAEACB"
            " #A67C45 #2E1D0E #FFCF6B #AC6C14 #98271E #B9DBDC #185A66 #185A66 #FAEACB"
            " #F4CBB6 #98271E #98271E #FAEACB #4D2C66 #FAEACB #6A5038 #FAEACB #54702C #EFE2CB",
        ),
    )
}
"""Every theme by its name."""
