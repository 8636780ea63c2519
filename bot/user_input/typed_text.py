"""The gate that every typed text passes once, before anything reads it: handlers and patterns see short, plain lines.

:mod:`bot.telegram.incoming.parse_update` sends messages through it, :mod:`bot.telegram.incoming.inline_mode` inline
queries. What is shown again as it was written (names, an owner's broadcast) goes around it.
"""

import unicodedata
from typing import Final

from engine.alphabet import strip_invisible

LONGEST: Final = 1024
"""How much of a text is read: more than ten words, ten people or all options of a game take."""
_PLAIN: Final[dict[int, int | str]] = {
    **{mark: mark - 0xFEE0 for mark in range(0xFF01, 0xFF5F)},  # full width
    **dict.fromkeys(map(ord, "‐‑‒–—―−"), "-"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    ord("…"): "...",
}
_STRESS_MARKS: Final = str.maketrans("\u0400\u040d\u0450\u045d", "\u0415\u0418\u0435\u0438", "\u0300\u0301")
"""Dictionaries set them over vowels; where one is part of a letter (é), it has been composed with it before.

So have Cyrillic е and и with a grave been, which are no letters of any game and lose it, too.
"""


_AROUND_WORDS: Final = "\"'‘’`.,;:!?-"


def split_words(text: str) -> list[str]:
    """The words of a list, without punctuation around them, as ``“kalem”, kitap.``; marks alone stay."""
    return [part.strip(_AROUND_WORDS) or part for part in text.replace(",", " ").split()]


def normalize_typed_text(text: str) -> str:
    """A typed text on one line: composed, with plain punctuation and single spaces, at most :data:`LONGEST` long.

    Full width letters and digits become usual ones; stress marks and invisible characters go. Apostrophes stay, as
    alphabets know theirs.
    """
    line = " ".join(text.split())[:LONGEST]
    if line.isascii():
        return line
    composed = strip_invisible(line.translate(_PLAIN)).translate(_STRESS_MARKS)
    return " ".join(unicodedata.normalize("NFC", composed).split())[:LONGEST]
