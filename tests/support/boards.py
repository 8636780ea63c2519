"""Boards as pictures of text: ``.`` is empty, a capital is a tile, a lower-case letter is a blank (RULES §1.1)."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import dedent

from engine.alphabet import Alphabet, load_alphabet
from engine.crossword.ruleset import Ruleset
from engine.crossword.tiles import face_of

_ACROSS = re.compile(r"(\d+)([A-Z])")
_DOWN = re.compile(r"([A-Z])(\d+)")


def tile_of_sign(sign: str, letters: Alphabet) -> str:
    """A sign of a picture or of a written play as a tile."""
    return f"?{letters.normalise(sign)}" if letters.is_lower(sign) else sign


def parse_board(picture: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The cells of a whole board drawn as text, one line a row."""
    rows = dedent(picture).split()
    size = (ruleset.columns, len(ruleset.board.rows))
    if len(rows) != size[1] or any(len(row) != size[0] for row in rows):
        raise ValueError(f"the picture is not {size[0]} columns by {size[1]} rows:\n{picture}")
    letters = load_alphabet(ruleset.language)
    return tuple("" if sign == "." else tile_of_sign(sign, letters) for row in rows for sign in row)


def board_picture(board: Sequence[str], ruleset: Ruleset) -> str:
    """The picture of cells, one line a row."""
    letters = load_alphabet(ruleset.language)
    signs = [letters.blank_sign(cell[1]) if len(cell) > 1 else cell or "." for cell in board]
    width = ruleset.columns
    return "\n".join("".join(signs[start : start + width]) for start in range(0, len(signs), width))


def parse_play(text: str, ruleset: Ruleset) -> list[tuple[int, str]]:
    """The cell indices and tiles of a written play, ``8H WORD`` across or ``H8 WORD`` down."""
    where, word = text.split()
    if found := _ACROSS.fullmatch(where):
        row, column, step = int(found[1]) - 1, ord(found[2]) - ord("A"), 1
    elif found := _DOWN.fullmatch(where):
        row, column, step = int(found[2]) - 1, ord(found[1]) - ord("A"), ruleset.columns
    else:
        raise ValueError(f"{where!r} is no place such as 8H or H8")
    letters = load_alphabet(ruleset.language)
    start = row * ruleset.columns + column
    return [(start + place * step, tile_of_sign(sign, letters)) for place, sign in enumerate(word)]


def board_with_plays(plays: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    """The cells of a board on which written plays lie, without asking any rule."""
    board = [""] * (ruleset.columns * len(ruleset.board.rows))
    for written in plays:
        for index, put in parse_play(written, ruleset):
            board[index] = board[index] or put
    return tuple(board)


def assert_board(board: Sequence[str], expected: str, ruleset: Ruleset) -> None:
    """Fail with both boards drawn side by side unless they are equal."""
    wanted, actual = (
        board_picture(parse_board(expected, ruleset), ruleset).split(),
        board_picture(board, ruleset).split(),
    )
    if wanted != actual:
        gap = " " * max(3, 12 - ruleset.columns)
        lines = [f"{'expected':{ruleset.columns}}{gap}actual"]
        lines += [
            f"{left}{gap}{right}{'' if left == right else '  <'}" for left, right in zip(wanted, actual, strict=True)
        ]
        raise AssertionError("boards differ\n" + "\n".join(lines))


def count_tiles(bag: Iterable[str], racks: Iterable[Iterable[str]], cells: Iterable[str]) -> Counter[str]:
    """How many of each face there are in bag, racks and board together."""
    count = Counter(bag)
    for rack in racks:
        count.update(rack)
    count.update(face_of(tile) for tile in cells if tile)
    return count
