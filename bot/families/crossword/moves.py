"""A typed move, read; where it cannot be, the refusal shows one that the game's empty board would take.

Where a table offers places a move may be said in part; elsewhere it begins with a cell, as in recorded games.
"""

from collections.abc import Mapping

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


def read(text: str, ruleset: Ruleset, speaker: Speaker) -> Move:
    """A move in a game under this ruleset.

    Raises:
        Malformed: as :func:`engine.crossword.notation.parse`, with an example.
    """
    try:
        return parse(text, alphabet(ruleset.language), vocabulary())
    except Malformed as error:
        raise exemplified(error, ruleset, speaker) from error


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
        raise exemplified(error, ruleset, speaker) from error


def exemplified(error: Malformed, ruleset: Ruleset, speaker: Speaker) -> Malformed:
    """The error with a cell and words for an example (:func:`bot.wording.help.sample_words`)."""
    cell, words = centre(ruleset.columns, len(ruleset.board.rows)), sample_words(speaker, ruleset.language)
    return Malformed(error.code, **{**cell, **words, **error.fields})


def centre(columns: int, rows: int) -> Mapping[str, str]:
    """The cell in the centre of a board of that size, through which a first word goes, with its row and its column."""
    cell = geometry(columns, rows).names[rows // 2 * columns + columns // 2]
    return {"cell": cell, "column": cell[:1], "row": cell[1:]}
