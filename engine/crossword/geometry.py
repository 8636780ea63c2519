"""Cells of a board: names, indices and neighbours. Knows nothing of tiles or premiums.

A cell's name is its column letter and its row number (``H8``); its index counts row by row from the top left.
"""

from enum import Enum
from functools import lru_cache
from typing import Final

MOST_COLUMNS: Final = 26


class Direction(Enum):
    """The two ways in which a word may run (RULES §1.5: never diagonally, never backwards)."""

    # Lines are found by it: an enumeration's own is made in Python.
    __hash__ = object.__hash__

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        """The direction at right angles."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Geometry:
    """The cells of a board of ``columns`` × ``rows``; get one from :func:`geometry`, which keeps them."""

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= MOST_COLUMNS and rows >= 1):
            raise ValueError(f"a board has 1 to {MOST_COLUMNS} columns and at least a row, not {columns} × {rows}")
        self.columns: Final = columns
        self.rows: Final = rows
        self.size: Final = columns * rows
        self.names: Final = tuple(
            f"{chr(ord('A') + column)}{row + 1}" for row in range(rows) for column in range(columns)
        )
        self.indices: Final = {name: index for index, name in enumerate(self.names)}
        across = [tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)]
        down = [tuple(range(column, self.size, columns)) for column in range(columns)]
        self._lines: Final = {Direction.ACROSS: across, Direction.DOWN: down}
        self.neighbours: Final = tuple(self._neighbours_of(index) for index in range(self.size))

    def _neighbours_of(self, index: int) -> tuple[int, ...]:
        row, column = divmod(index, self.columns)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return tuple(r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns)

    def lines(self, direction: Direction) -> list[tuple[int, ...]]:
        """Every row (across) or column (down) as the indices of its cells, first cell first."""
        return self._lines[direction]

    def line(self, index: int, direction: Direction) -> tuple[tuple[int, ...], int]:
        """The row or column through a cell, and the cell's place in it."""
        row, column = divmod(index, self.columns)
        if direction is Direction.ACROSS:
            return self._lines[direction][row], column
        return self._lines[direction][column], row


@lru_cache(maxsize=16)
def geometry(columns: int, rows: int) -> Geometry:
    """The shared geometry of a board of that size."""
    return Geometry(columns, rows)
