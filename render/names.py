"""What people write, made fit to draw: even a hostile name becomes one short line of glyphs that the typeface has.

The typeface sets Latin, Cyrillic and Greek, from left to right. A name in another script would be a row of boxes, or,
written from right to left, be drawn in the wrong order: such names give way to what their seat is called.
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final, NamedTuple

_LONGEST: Final = 128
_FEWEST_LETTERS: Final = 2
"""What is left of a name that lost letters must have so many, or it tells nobody apart."""
_NAMES: Final = 512
_DANGLING: Final = " -–—|/\\·•~_,;:&+"
"""What joins words, and joins nothing at the end of a name that lost some."""

_APOSTROPHES: Final = dict.fromkeys("ʼʻʹ", "’")
"""Ukrainian names have them, as keyboards give them."""
_SMALL_CAPITALS: Final = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "ABCDEFGHIJKLMNOPRSTUVWYZ", strict=True))
_NEGATIVE: Final = {
    chr(first + number): letter for first in (0x1F150, 0x1F170) for number, letter in enumerate(ascii_uppercase)
}
"""White letters on black discs and squares, with which people adorn their names; Unicode calls them no letters."""
_ALIKE: Final = str.maketrans({**_APOSTROPHES, **_SMALL_CAPITALS, **_NEGATIVE})


class _Word(NamedTuple):
    """What can be drawn of a word."""

    text: str
    lost: bool
    """Whether letters are missing."""
    changed: bool
    """Whether anything that one would see is missing."""


def to_drawable(text: str, covers: Callable[[str], bool], instead: str = "") -> str:
    """One line that the typeface can draw.

    Compatibility forms become plain letters, marks join their letters or go, digits of other scripts become ours.
    Emoji, controls and directions disappear, and so do words in letters that the typeface lacks.
    """
    plain = unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).translate(_ALIKE)
    words = [_drawable_word(word, covers) for word in plain.split()]
    drawn = [word.text for word in words if word.text and not (word.changed and not _has_sense(word.text))]
    line = " ".join(drawn)
    if any(word.changed for word in words):
        line = line.strip(_DANGLING)
    line = line[:_LONGEST].rstrip()
    if any(word.lost for word in words):
        return line if sum(map(str.isalpha, line)) >= _FEWEST_LETTERS else instead
    return line if _has_sense(line) else instead or line


def _has_sense(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _drawable_word(word: str, covers: Callable[[str], bool]) -> _Word:
    """A word without what cannot be drawn; a script without capitals beside it leaves it alone, as in ``Ali王``."""
    drawn: list[str] = []
    lost = broken = False
    for character in word:
        category = unicodedata.category(character)
        if category[0] == "C" or category in {"Mn", "Me"}:
            continue
        glyph = character if covers(character) else _similar_glyph(character, covers)
        if not glyph and category[0] in "LN":
            lost = True
            broken = broken or category != "Lo"
        drawn.append(glyph)
    return _Word("" if broken else "".join(drawn), lost, "" in drawn)


def _similar_glyph(character: str, covers: Callable[[str], bool]) -> str:
    """The letter without its marks, or the digit, that the typeface has; or nothing."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    base = unicodedata.normalize("NFD", character)[0]
    return base if covers(base) else ""


class Names:
    """What is drawn of texts in one typeface; the newest answers are kept.

    Args:
        covers: Whether the typeface has a glyph for a character.
    """

    def __init__(self, covers: Callable[[str], bool]) -> None:
        self.line: Final[Callable[[str], str]] = lru_cache(maxsize=_NAMES)(lambda text: to_drawable(text, covers))
        """A text on one line, as far as it can be drawn."""
        self._person: Final[Callable[[str, str], str]] = lru_cache(maxsize=_NAMES)(
            lambda name, instead: to_drawable(name, covers, instead)
        )

    def seat_name(self, name: str, number: int, seats: Sequence[str]) -> str:
        """The name of whoever has the seat ``number``, from 0; what the seat is called if it cannot be drawn.

        Args:
            name: As the person writes it.
            number: Of the seat.
            seats: What seats are called in the language of the picture: ``2. oyuncu``; ``#2`` where it says nothing.
        """
        called = self.line(seats[number]) if number < len(seats) else ""
        return self._person(name, called or f"#{number + 1}")
