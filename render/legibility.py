"""The smallest sizes of text, by a picture's width: what is drawn for 900 pixels is read on a phone 360 wide.

There points on tiles and on the cards of a collection are 5.8 pixels high, and so are the numbers of a board's rows,
two digits beside cells that had better be large. Only on a card of a table that leaves room for long collections is a
digit smaller, 5.2 pixels: with its number above its letter and its points below, larger ones would run into the letter.
Every other letter or digit is at least 6.1 pixels high.
"""

from typing import Final

CAPITALS: Final = 0.727
"""The height of capitals and digits, as a share of a text's size."""
_POINTS: Final = 18 / 900
_TILE_POINTS: Final = 20 / 900
_LEAST_SHARE: Final = 0.27
_MOST_SHARE: Final = 0.41
"""The size of points as a share of their tile: of a large tile, and of a small one, where they are hard to read."""
_NUMBERS: Final = 20 / 900
_TEXT: Final = 21 / 900


def points_size(width: int) -> int:
    """The least size of points on cards and tiles, in pixels of a picture ``width`` pixels wide."""
    return round(_POINTS * width)


def tile_points_size(width: int, tile: int) -> int:
    """The size of the points on a tile of ``tile`` pixels, as large as its letter leaves room for."""
    return max(
        points_size(width), round(_LEAST_SHARE * tile), min(round(_MOST_SHARE * tile), round(_TILE_POINTS * width))
    )


def numbers_size(width: int) -> int:
    """The size of the numbers of rows, in pixels of a picture ``width`` pixels wide."""
    return round(_NUMBERS * width)


def text_size(width: int) -> int:
    """The least size of all other text, in pixels of a picture ``width`` pixels wide."""
    return round(_TEXT * width)
