"""The smallest sizes of text, by a picture's width: what is drawn for 900 pixels is read on a phone 360 wide.

There the smallest digits are 5.2 pixels high, those of points on tiles and cards and of the name on cards' backs. The
numbers of a board's rows, two digits beside cells that had better be large, are 5.8 pixels high; every other letter or
digit is at least 6.1 pixels high.
"""

from typing import Final

CAPITALS: Final = 0.727
"""The height of capitals and digits, as a share of a text's size."""
_POINTS: Final = 18 / 900
_NUMBERS: Final = 20 / 900
_TEXT: Final = 21 / 900


def points_size(width: int) -> int:
    """The least size of the points on a tile, in pixels of a picture ``width`` pixels wide."""
    return round(_POINTS * width)


def numbers_size(width: int) -> int:
    """The size of the numbers of rows, in pixels of a picture ``width`` pixels wide."""
    return round(_NUMBERS * width)


def text_size(width: int) -> int:
    """The least size of all other text, in pixels of a picture ``width`` pixels wide."""
    return round(_TEXT * width)
