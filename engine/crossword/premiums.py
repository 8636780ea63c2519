"""The board's premium cells as multipliers by cell index. Built once per board and kept."""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from engine.crossword.geometry import Direction, Geometry, geometry
from engine.crossword.ruleset_parts import PREMIUMS, Board, FourWord


class Arrow(Struct, frozen=True):
    """Which words a 4W cell is for when it is read clockwise: their direction, and whether they start or end there."""

    direction: Direction
    starts: bool


class PremiumBoard:
    """Geometry, centre and multipliers of one board; get one from :func:`premium_board`."""

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
        """Without 4W cells, whose effect depends on the word: see :meth:`four_word_multiplier`."""
        self.plain_cells: Final = tuple(index for index, sign in enumerate(signs) if sign == ".")
        """Cells without any premium, where a random bonus cell may fall (RULES §2.5)."""
        self.ex_cells: Final = frozenset(index for index, premium in enumerate(premiums) if premium.takes_tile)
        self.arrows: Final = {
            index: edge_arrow(self.grid, index) for index, premium in enumerate(premiums) if premium.by_reading
        }
        self._read_multipliers: Final = {index: premiums[index].word for index in self.arrows}

    def four_word_multiplier(self, index: int, direction: Direction, rule: FourWord, *, first: bool, last: bool) -> int:
        """What a new tile's 4W cell, if it lies on one, multiplies a word through it by (RULES §5.5).

        Args:
            index: the tile's cell.
            direction: the word's.
            rule: how the table reads 4W cells.
            first: whether the word starts on the cell.
            last: whether it ends there.
        """
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
    """Where clockwise goes from a cell on the board's edge; ``None`` for a cell inside (RULES §5.5).

    A corner belongs to the edge that begins there.
    """
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
