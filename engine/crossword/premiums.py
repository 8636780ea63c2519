"""The board's premium cells as multipliers by cell index. Built once per board and kept."""

from functools import lru_cache
from typing import Final

from engine.crossword.geometry import Geometry, geometry
from engine.rulesets import Board

_LETTER: Final = {"d": 2, "t": 3}
_WORD: Final = {"D": 2, "T": 3}


class PremiumBoard:
    """Geometry, centre and multipliers of one board; get one from :func:`premium_board`."""

    def __init__(self, board: Board) -> None:
        signs = "".join(board.rows)
        self.grid: Final[Geometry] = geometry(len(board.rows[0]), len(board.rows))
        self.centre: Final = signs.index("*")
        words = [_WORD.get(sign, 1) for sign in signs]
        if board.centre_doubles:
            words[self.centre] = 2
        self.letter_multipliers: Final = tuple(_LETTER.get(sign, 1) for sign in signs)
        self.word_multipliers: Final = tuple(words)
        self.plain: Final = tuple(index for index, sign in enumerate(signs) if sign == ".")
        """Cells without any premium, where a random bonus cell may fall (RULES §2.5)."""


@lru_cache(maxsize=32)
def premium_board(board: Board) -> PremiumBoard:
    """The shared multipliers of a board."""
    return PremiumBoard(board)
