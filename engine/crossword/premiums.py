"""The multipliers of a board's premium cells by cell index, built once per board."""

from enum import Enum
from functools import lru_cache
from typing import Final

from msgspec import Struct

from engine.crossword.ruleset import PREMIUMS, Board, FourWord

MOST_COLUMNS: Final = 26


class Direction(Enum):
    """The two directions of words (RULES §1.5: never diagonally, never backwards)."""

    # Directions are keys of look-ups, and the hash of Enum is slow, since it runs in Python.
    __hash__ = object.__hash__

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        """The perpendicular direction."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Geometry:
    """The cells of a board of ``columns`` × ``rows``; cached by :func:`geometry`."""

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
        """Every row (across) or column (down) as its cells' indices, in order."""
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


class Arrow(Struct, frozen=True):
    """Which words a 4W cell read clockwise multiplies: their direction, and whether they start or end there."""

    direction: Direction
    starts: bool


class PremiumBoard:
    """Geometry, centre and multipliers of one board; cached by :func:`premium_board`."""

    def __init__(self, board: Board) -> None:
        signs = "".join(board.rows)
        self.grid: Final[Geometry] = geometry(len(board.rows[0]), len(board.rows))
        self.centre: Final = signs.index("*")
        premiums = [PREMIUMS[sign] for sign in signs]
        words = [1 if premium.by_reading else premium.word for premium in premiums]
        if board.centre_doubles:
            words[self.centre] = 2
        self.letter_multipliers: Final = tuple(premium.letter for premium in premiums)
        self.word_multipliers: Final = tuple(words)
        """Word multipliers by cell, 1 for 4W cells, which :meth:`four_word_multiplier` handles."""
        self.plain_cells: Final = tuple(index for index, sign in enumerate(signs) if sign == ".")
        """Cells without a premium, where a random bonus cell may be (RULES §2.5)."""
        self.ex_cells: Final = frozenset(index for index, premium in enumerate(premiums) if premium.takes_tile)
        self.arrows: Final = {
            index: edge_arrow(self.grid, index) for index, premium in enumerate(premiums) if premium.by_reading
        }
        self._read_multipliers: Final = {index: premiums[index].word for index in self.arrows}

    def four_word_multiplier(self, index: int, direction: Direction, rule: FourWord, *, first: bool, last: bool) -> int:
        """The factor of a new tile's 4W cell, if any, for a word through it, given the table's rule (RULES §5.5)."""
        if index not in self.arrows:
            return 1
        match rule:
            case "any":
                counts = True
            case "endpoint":
                counts = first or last
            case "clockwise":
                found = self.arrows[index]
                counts = found is not None and found.direction is direction and (first if found.starts else last)
        return self._read_multipliers[index] if counts else 1


def edge_arrow(grid: Geometry, index: int) -> Arrow | None:
    """The clockwise arrow of a cell on the edge, a corner's by the edge that begins there (RULES §5.5), or ``None``."""
    row, column = divmod(index, grid.columns)
    bottom, right = grid.rows - 1, grid.columns - 1
    if row == 0 and column < right:
        return Arrow(Direction.ACROSS, starts=True)
    if column == right and row < bottom:
        return Arrow(Direction.DOWN, starts=True)
    if row == bottom and column > 0:
        return Arrow(Direction.ACROSS, starts=False)
    if column == 0:
        return Arrow(Direction.DOWN, starts=False)
    return None


@lru_cache(maxsize=32)
def premium_board(board: Board) -> PremiumBoard:
    """The shared multipliers of a board."""
    return PremiumBoard(board)
