"""Letters as the kernel's codes: the alphabet by code point, so that words in the order of a lexicon are in theirs."""

import codecs
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Final

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.search.layout import BLANK_TILE, EMPTY, END, LETTERS
from engine.crossword.tiles import letter_on

_AT_ONCE: Final = 2048
"""Words; some milliseconds' work."""

_UNKNOWN: Final = "\ufffe"
"""What stands in a codec's table for a byte that no character has."""


class LetterCodes:
    """The codes of one alphabet's letters.

    Raises:
        ValueError: there are more than 35.
    """

    def __init__(self, letters: Iterable[str]) -> None:
        self.signs: Final = tuple(sorted(letters))
        if len(self.signs) >= LETTERS:
            raise ValueError(f"the kernel knows {LETTERS - 1} letters at most, not {len(self.signs)}")
        self.codes: Final = {sign: code for code, sign in enumerate(self.signs)}
        self._tile_codes: Final = {"": EMPTY}
        # A codec is quick with tables that begin with NUL alone, so that a byte is one more than its code at first.
        self._table: Final = codecs.charmap_build("\0" + "".join((*self.signs, " ")).ljust(255, _UNKNOWN))
        self._bytes: Final = bytes.maketrans(bytes(range(1, len(self.signs) + 2)), bytes((*self.codes.values(), END)))

    def code(self, face: str) -> int:
        """The code of a face; of one that no word has, the last there is."""
        return self.codes.get(face, LETTERS - 1)

    def board_codes(self, cells: tuple[str, ...]) -> bytes:
        """The codes of the tiles on a board's cells."""
        for tile in set(cells) - self._tile_codes.keys():
            self._tile_codes[tile] = self.code(letter_on(tile)) | (BLANK_TILE if tile.startswith(BLANK) else 0)
        return bytes(map(self._tile_codes.__getitem__, cells))

    def encode_words(self, words: Iterable[str]) -> bytes:
        """Words, sorted by code point, as the builder reads them; those with other characters are left out."""
        rest, parts = iter(words), []
        # All of a list at once would be one long call, in which no other thread gets the interpreter.
        while some := list(islice(rest, _AT_ONCE)):
            parts.append(self._encode_chunk(" ".join(some)))
        return b"".join(parts)

    def _encode_chunk(self, joined: str) -> bytes:
        if "\0" not in joined:  # the one other character that the codec knows
            with suppress(UnicodeEncodeError):
                return self._encode_text(f"{joined} ")
        spelled = (word for word in joined.split(" ") if word and self.codes.keys() >= set(word))
        return self._encode_text("".join(f"{word} " for word in spelled))

    def _encode_text(self, text: str) -> bytes:
        return codecs.charmap_encode(text, "strict", self._table)[0].translate(self._bytes)


def letter_codes_of(language: str) -> LetterCodes:
    """The codes of a language's letters.

    Raises:
        DataError: there is no such language.
        ValueError: the kernel does not know as many letters.
    """
    return LetterCodes(load_alphabet(language).letters)
