"""Asking the shipped lexica about words."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from engine.alphabet import alphabet
from engine.errors import Malformed
from engine.lexicon import lexicon, shipped

Finding = Literal["word", "unknown", "not_letters", "too_short"]


class Verdict(Struct, frozen=True):
    """What one lexicon says of one text: a ``word``, ``unknown``, or why it could never be one."""

    text: str
    lexicon: str
    word: str
    """The text in the lexicon's capitals, as far as it goes."""
    finding: Finding

    @property
    def valid(self) -> bool:
        """Whether the text may be played."""
        return self.finding == "word"


def check(texts: Iterable[str], names: Iterable[str] | None = None) -> list[Verdict]:
    """The verdict of each lexicon on each text, in order; all shipped lexica unless some are named.

    Raises:
        DataError: a lexicon is unknown, or its files are missing or damaged.
    """
    asked = tuple(shipped() if names is None else names)
    return [_verdict(text, name) for text in texts for name in asked]


def _verdict(text: str, name: str) -> Verdict:
    words = lexicon(name)
    letters = alphabet(words.provenance.language)
    try:
        word = letters.word(text)
    except Malformed as problem:
        finding: Finding = "too_short" if problem.code == "too_short" else "not_letters"
        return Verdict(text, name, letters.normalise(text), finding)
    return Verdict(text, name, word, "word" if word in words else "unknown")
