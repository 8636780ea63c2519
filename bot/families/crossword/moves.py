"""A typed move, read; where it cannot be, the refusal shows one with a word in the letters of the game's tiles."""

from bot.typed.vocabulary import vocabulary
from bot.wording.help import sample_words
from bot.wording.speaker import Speaker
from engine.alphabet import alphabet
from engine.crossword.notation import Move, parse
from engine.errors import Malformed


def read(text: str, language: str, speaker: Speaker) -> Move:
    """A move in a game whose tiles are in this language.

    Raises:
        Malformed: as :func:`engine.crossword.notation.parse`, with words for an example.
    """
    try:
        return parse(text, alphabet(language), vocabulary())
    except Malformed as error:
        raise exemplified(error, language, speaker) from error


def exemplified(error: Malformed, language: str, speaker: Speaker) -> Malformed:
    """The error with words for an example (:func:`bot.wording.help.sample_words`)."""
    return Malformed(error.code, **error.fields, **sample_words(speaker, language))
