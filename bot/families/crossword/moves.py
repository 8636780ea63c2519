"""A typed move, read; where it cannot be, the refusal shows one that the game's empty board would take.

Where a table offers places a move may be said in part; elsewhere it begins with a cell, as in recorded games.
"""

import re
from collections.abc import Mapping
from typing import Final

from bot.typed.vocabulary import vocabulary
from bot.wording.help import sample_words
from bot.wording.speaker import Speaker
from engine.alphabet import alphabet
from engine.crossword import reading
from engine.crossword.geometry import geometry
from engine.crossword.notation import Move, parse
from engine.crossword.reading import Typed
from engine.crossword.ruleset import Ruleset
from engine.errors import Malformed
from engine.vocabulary import folded

_GLUED: Final = re.compile(r"([^\W\d_]\d{1,2}|\d{1,2}[^\W\d_])([^\W\d_]{2,})")
"""A cell and letters."""
_LEAST_WAY: Final = 3
"""Letters of a direction that is told apart from a word it stands at: shorter ones may begin the word."""


def read(text: str, ruleset: Ruleset, speaker: Speaker) -> Move:
    """A move in a game under this ruleset.

    Raises:
        Malformed: as :func:`engine.crossword.notation.parse`, with an example.
    """
    try:
        return parse(text, alphabet(ruleset.language), vocabulary())
    except Malformed as error:
        raise exemplified(error, ruleset, speaker, text) from error


def said(text: str, ruleset: Ruleset, speaker: Speaker) -> Typed:
    """As much of a move as somebody said; all of it where the ruleset offers no places.

    Raises:
        Malformed: as :func:`engine.crossword.reading.read`, with an example.
    """
    if not ruleset.places:
        move = read(text, ruleset, speaker)
        return Typed(move.signs, move.cell, direction=move.direction)
    try:
        return reading.read(text, alphabet(ruleset.language), vocabulary())
    except Malformed as error:
        raise exemplified(error, ruleset, speaker, text) from error


def exemplified(error: Malformed, ruleset: Ruleset, speaker: Speaker, text: str = "") -> Malformed:
    """The error with a cell and words for an example (:func:`bot.wording.help.sample_words`).

    Of letters that are none it becomes ``glued_move`` where spaces would make a move of the ``text``, else
    ``strange_move``.
    """
    if error.code == "not_letters":
        if apart := taken_apart(text):
            return Malformed("glued_move", move=apart)
        error = Malformed("strange_move", **error.fields)
    cell, words = centre(ruleset.columns, len(ruleset.board.rows)), sample_words(speaker, ruleset.language)
    return Malformed(error.code, **{**cell, **words, **error.fields})


def taken_apart(text: str) -> str:
    """A move that was written without spaces, as ``H8yatayKALEM``, with them; empty for any other text."""
    found = _GLUED.fullmatch(text.strip())
    if found is None:
        return ""
    cell, rest = found[1], found[2]
    for way in sorted(vocabulary().spelt["directions"], key=len, reverse=True):
        if len(way) >= _LEAST_WAY and folded(rest[: len(way)]) == folded(way) and len(rest) > len(way) + 1:
            return f"{cell} {rest[: len(way)]} {rest[len(way) :]}"
    return f"{cell} {rest}"


def centre(columns: int, rows: int) -> Mapping[str, str]:
    """The cell in the centre of a board of that size, through which a first word goes, with its row and its column."""
    cell = geometry(columns, rows).names[rows // 2 * columns + columns // 2]
    return {"cell": cell, "column": cell[:1], "row": cell[1:]}
