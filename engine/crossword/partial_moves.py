"""Moves of which people say as little as they like: a word alone, or with a line, a cell, a direction.

Reads text, and knows neither board nor rack: :mod:`engine.crossword.word_placements` fits what was read. Tournaments,
and tables where a word alone is no move, read with :func:`engine.crossword.notation.parse_move`, which asks for a cell.
"""

import re
from typing import Final

from msgspec import Struct

from engine.alphabet import Alphabet
from engine.crossword.geometry import Direction
from engine.crossword.notation import (
    Sign,
    is_cell,
    normalise_cell,
    parse_cell,
    parse_signs,
    shorten,
    split_direction,
    split_tokens,
)
from engine.errors import Malformed
from engine.vocabulary import NO_VOCABULARY, Vocabulary

_ROW: Final = re.compile(r"\d{1,3}")
_COLUMN: Final = re.compile("[A-Z]")
_OF_SENTENCES: Final = frozenset('.()!?,;:…"“”„«»-–—')
"""Marks of a sentence, or of letters that lie on the board: a word with them is only said."""


class PartialMove(Struct, frozen=True):
    """What somebody typed of a move: the whole main word, and as much of its place as was said.

    ``cell`` is the first cell of the word (``H8``), ``line`` the row (``8``) or column (``H``) that it lies in, at most
    one of the two being said, ``""`` where it is not. A line, or a cell with the number first, says the direction.
    """

    signs: tuple[Sign, ...]
    cell: str = ""
    line: str = ""
    direction: Direction | None = None


def read_partial_move(text: str, letters: Alphabet, words: Vocabulary = NO_VOCABULARY) -> PartialMove:
    """Read a word with as much of its place as is said, before or behind it.

    =========================== ==============================================================
    ``KALEM``                   anywhere
    ``KALEM yatay``             anywhere across
    ``8 KALEM``, ``KALEM 8``    across in row 8
    ``H KALEM``, ``KALEM H``    down column H: one letter, where no cell is said, is a column
    ``H8 KALEM``, ``KALEM H8``  from H8, across or down
    ``8H KALEM``                from H8 across
    ``H8 yatay KALEM``          from H8 across, as ``8H dikey KALEM`` is from H8 down
    =========================== ==============================================================

    Beside a place the name of a direction may be the word; when, :func:`engine.crossword.notation.split_direction`
    tells.

    Args:
        text: what was typed.
        letters: the game's alphabet.
        words: what people type for ``directions``.

    Raises:
        Malformed: ``empty_move``, ``garbled_move``, ``no_word``, ``brackets``, ``not_letters``, ``foreign_letters``,
            ``too_short``.
    """
    tokens = split_tokens(text)
    if not tokens:
        raise Malformed("empty_move")
    cell, ordered, rest = _split_cell(tokens)
    if len(rest) == 1 and not cell:
        return PartialMove(parse_signs(rest[0], letters))
    line, across, rest = ("", None, rest) if cell else _split_line(rest)
    # Without a place, a single letter before a full stop may as well mean a column: ``KALEM H.``
    shortest = 1 if cell or line else 2
    named, rest = split_direction(rest, letters, words, across, ordered=ordered is not None, shortest_stopped=shortest)
    if not rest:
        raise Malformed("no_word", cell=cell or line)
    if len(rest) > 1:
        raise Malformed("garbled_move", text=shorten(" ".join(tokens)))
    return PartialMove(parse_signs(rest[0], letters), cell, line, named or ordered or across)


def _split_cell(tokens: list[str]) -> tuple[str, Direction | None, list[str]]:
    """The first cell that is named, the direction that its order says for sure, and the rest."""
    for at, token in enumerate(tokens):
        if is_cell(token):
            cell, ordered = parse_cell(token)
            return cell, ordered if ordered is Direction.ACROSS else None, [*tokens[:at], *tokens[at + 1 :]]
    if len(tokens) > 2 and is_cell(apart := "".join(tokens[-2:])):  # noqa: PLR2004 - a word, and a cell in two parts
        return _split_cell([*tokens[:-2], apart])
    return "", None, tokens


def _split_line(tokens: list[str]) -> tuple[str, Direction | None, list[str]]:
    """The first line that is named, the direction in which a word lies in it, and the rest."""
    for at, token in enumerate(tokens):
        name = normalise_cell(token)
        if _ROW.fullmatch(name):
            return str(int(name)), Direction.ACROSS, [*tokens[:at], *tokens[at + 1 :]]
        if _COLUMN.fullmatch(name):
            return name, Direction.DOWN, [*tokens[:at], *tokens[at + 1 :]]
    return "", None, tokens


def read_bare_word(text: str, letters: Alphabet, longest: int) -> PartialMove | None:
    """A text that is one word of the game's alphabet and nothing else; ``None`` for any other.

    Blanks may be in brackets. Full stops and other marks make a word of what is only said: ``Tamam.`` is none.

    Args:
        text: what was written without a command.
        letters: the game's alphabet.
        longest: how many letters fit on the board, at least 2.
    """
    tokens = split_tokens(text)
    if len(tokens) != 1 or not _OF_SENTENCES.isdisjoint(text):
        return None
    try:
        signs = parse_signs(tokens[0], letters)
    except Malformed:
        return None
    return PartialMove(signs) if len(signs) <= longest else None
