"""The layout of a board picture, in pixels; x coordinates are even, since two pixels share a byte."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

REFERENCE: Final = 900
"""The width for which measures are given."""
_LEAST_MARGIN: Final = 30


class Layout(Struct, frozen=True):
    """The measures of one kind of board picture."""

    width: int
    height: int
    cell: int
    left: int
    top: int
    columns: int
    rows: int
    panel: int
    """The top of the panel, that is of the first row of players' cards."""
    card: tuple[int, int]
    """The width and height of a player's card."""
    gap: int
    foot: int
    """The top of the lines of text below the cards."""
    brief: bool = False
    """Whether there is only one line below the cards."""

    @property
    def rim(self) -> int:
        """How far the board's frame extends beyond its cells; the rest of the margin has the coordinates."""
        return self.scale(2)

    def cell_place(self, column: int, row: int) -> tuple[int, int]:
        """The top left corner of a cell."""
        return self.left + column * self.cell, self.top + row * self.cell

    @property
    def cell_places(self) -> tuple[tuple[int, int], ...]:
        """The top left corners of all cells, by their index."""
        return _all_cell_places(self)

    def card_place(self, number: int) -> tuple[int, int]:
        """The top left corner of a card; there are two in a row."""
        row, column = divmod(number, 2)
        return self.left + column * (self.card[0] + self.gap), self.panel + row * (self.card[1] + self.gap)

    def card_width(self, number: int, seats: int) -> int:
        """The width of a card: the last of an odd number takes a whole row."""
        alone = number == seats - 1 and number % 2 == 0
        return 2 * self.card[0] + self.gap if alone else self.card[0]

    def scale(self, measure: float) -> int:
        """Convert a measure of a picture 900 pixels wide."""
        return scale(self.width, measure)


@lru_cache(maxsize=512)
def scale(width: int, measure: float) -> int:
    """Convert a measure of a picture 900 pixels wide to one of this width."""
    return max(1, round(measure * width / REFERENCE))


def even_floor(measure: int) -> int:
    """Round down to an even number."""
    return measure - measure % 2


@lru_cache(maxsize=32)
def _all_cell_places(layout: Layout) -> tuple[tuple[int, int], ...]:
    return tuple(layout.cell_place(column, row) for row in range(layout.rows) for column in range(layout.columns))


def foot_height(width: int, *, brief: bool = False) -> int:
    """The height of the lines below the cards, with their margins."""
    return scale(width, 52 if brief else 92)


@lru_cache(maxsize=32)
def board_layout(width: int, columns: int, rows: int, seats: int) -> Layout:
    """The layout of a board with its panel, ``width`` wide and as high as necessary."""
    cell = even_floor((width - 2 * scale(width, _LEAST_MARGIN)) // columns)
    left = even_floor((width - cell * columns) // 2)
    gap = even_floor(scale(width, 12))
    card = (even_floor((cell * columns - gap) // 2), scale(width, 90))
    panel = 2 * left + cell * rows + scale(width, 4)
    foot = panel + ((seats + 1) // 2) * (card[1] + gap)
    return Layout(
        width=width,
        height=foot + foot_height(width),
        cell=cell,
        left=left,
        top=left,
        columns=columns,
        rows=rows,
        panel=panel,
        card=card,
        gap=gap,
        foot=foot,
    )


CAPITAL_HEIGHT: Final = 0.727
_POINTS: Final = 18 / 900
_TILE_POINTS: Final = 20 / 900
_LEAST_SHARE: Final = 0.27
_MOST_SHARE: Final = 0.41
"""The size of points as a share of a small tile, where they are hard to read; on a large one ``_LEAST_SHARE``."""
_NUMBERS: Final = 20 / 900
_TEXT: Final = 21 / 900
_LABEL: Final = 8 / 360


def line_top(middle: float, size: int) -> int:
    """The top of a line of text of this size whose capitals are centred at ``middle``."""
    return round(middle + size * CAPITAL_HEIGHT / 2) - size


def points_size(width: int) -> int:
    """The least size of points on cards and tiles, in pixels, in a picture ``width`` pixels wide."""
    return round(_POINTS * width)


def tile_points_size(width: int, tile: int) -> int:
    """The size of the points on a tile of ``tile`` pixels, as large as its letter allows."""
    return max(
        points_size(width), round(_LEAST_SHARE * tile), min(round(_MOST_SHARE * tile), round(_TILE_POINTS * width))
    )


def numbers_size(width: int) -> int:
    """The size of row numbers, in pixels, in a picture ``width`` pixels wide."""
    return round(_NUMBERS * width)


def text_size(width: int) -> int:
    """The least size of all other text, in pixels, in a picture ``width`` pixels wide."""
    return round(_TEXT * width)


def label_size(width: int) -> int:
    """The least readable size of a premium's label: 8 pixels on a phone 360 pixels wide."""
    return round(_LABEL * width)
