"""What is asked of the kernel, as bytes: the rules of a table, and a position with one rack."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from struct import pack
from typing import Final

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword.geometry import Direction
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.search.layout import (
    CELLS,
    LEAVES,
    LETTERS,
    POSITION,
    RACK,
    RULES,
    SIDE,
    THOUSANDTHS,
)
from engine.crossword.search.letter_codes import LetterCodes

LeaveValue = Callable[[tuple[str, ...]], float]
"""What it is worth, in points, to keep these faces; they come sorted, and are always worth the same."""
_ANY: Final = 1
_ENDPOINT: Final = 2
_CLOCKWISE: Final = {
    (Direction.ACROSS, True): 3,
    (Direction.ACROSS, False): 4,
    (Direction.DOWN, True): 5,
    (Direction.DOWN, False): 6,
}
_LARGEST_FIGURE: Final = 255


class SearchQuery(Struct, frozen=True):
    """A board and the rack for which plays are searched: all that a search knows of a game.

    ``cells`` is the board, ``bonus`` the name of the random bonus cell while it is not taken.
    """

    ruleset: Ruleset
    cells: tuple[str, ...]
    rack: tuple[str, ...]
    bonus: str | None = None


def is_within_limits(query: SearchQuery) -> bool:
    """Whether the kernel takes such a board and rack: lines of 27 cells, 12 tiles, 4,096 different leaves at most."""
    rules, rack = query.ruleset, query.rack
    board = premium_board(rules.board)
    if max(board.grid.columns, board.grid.rows) > SIDE or len(rack) > RACK:
        return False
    kinds = 1
    for count in Counter(rack).values():
        kinds *= count + 1
    return kinds <= LEAVES and max(board.word_multipliers + board.letter_multipliers) <= _LARGEST_FIGURE


def encode_rules(rules: Ruleset, letters: LetterCodes) -> bytes:
    """A table's rules as the kernel reads them."""
    board = premium_board(rules.board)
    values = [0] * LETTERS
    for face, points in rules.values.items():
        if face != BLANK:
            values[letters.code(face)] = points
    alphabet = sum({1 << letters.code(face) for face in rules.values if face != BLANK})
    four = bytearray(CELLS)
    for index, arrow in board.arrows.items():
        match rules.scoring.four_word:
            case "any":
                four[index] = _ANY
            case "endpoint":
                four[index] = _ENDPOINT
            case "clockwise":
                four[index] = 0 if arrow is None else _CLOCKWISE[arrow.direction, arrow.starts]
    return RULES.pack(
        board.grid.columns,
        board.grid.rows,
        board.centre,
        rules.scoring.bingo,
        0 if rules.scoring.cell is None else rules.scoring.cell.points,
        0,
        alphabet,
        *values,
        bytes(board.letter_multipliers),
        bytes(board.word_multipliers),
        bytes(four),
    )


def encode_query(query: SearchQuery, letters: LetterCodes, most: int, *, with_leaves: bool) -> bytes:
    """A position as the kernel reads it; ``most`` is how many of the best plays are wanted, 0 for all."""
    rules = query.ruleset
    rack = bytearray(LETTERS + 1)
    for face in query.rack:
        rack[LETTERS if face == BLANK else letters.code(face)] += 1
    bonus = -1 if query.bonus is None else premium_board(rules.board).grid.indices[query.bonus]
    return POSITION.pack(
        bonus, rules.bingo_tiles(len(query.rack)), most, with_leaves, bytes(rack), letters.board_codes(query.cells)
    )


@lru_cache(maxsize=64)
def encode_leave_values(rack: tuple[str, ...], letters: LetterCodes, leave: LeaveValue) -> bytes:
    """What each part of a rack is worth, in the kernel's order: the first letter's count goes up fastest.

    A rack is often asked about on many boards in turn: the latest are kept.
    """
    held = Counter(rack)
    parts: list[tuple[str, ...]] = [()]
    for face in sorted(held, key=lambda face: LETTERS if face == BLANK else letters.code(face)):
        parts = [(*part, *(face,) * count) for count in range(held[face] + 1) for part in parts]
    worth = [round(THOUSANDTHS * leave(tuple(sorted(part)))) for part in parts]
    return pack(f"<{len(worth)}i", *worth)
