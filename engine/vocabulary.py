"""What people type for the engine's own names, in any language; passed in, as the engine knows no languages."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

_MARKED: Final = re.compile(r"([A-Z])[\u0300-\u036f]+")
"""A Latin capital with its combining marks."""
_ONE_APOSTROPHE: Final = str.maketrans("’ʼ`", "'''")
_ONE_I: Final = str.maketrans("İIı", "iii")
_NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The meanings of typed words, by kind.

    ``words`` has a mapping for each kind that a family asks for (``directions``: ``across`` and ``down``; ``colours``:
    ``yellow`` and ``blue``; ``rewards``), from folded words (:func:`fold_word`) to the engine's own names, which need
    not be among the keys. ``spellings`` has the words by kind as written, with their marks. ``ambiguous`` has those,
    folded, that may also be words to play: they are read as that if no other word to play was typed.
    """

    words: Mapping[str, Mapping[str, str]]
    spellings: Mapping[str, Collection[str]] = field(default_factory=lambda: MappingProxyType({}))
    ambiguous: Mapping[str, Collection[str]] = field(default_factory=lambda: MappingProxyType({}))

    def engine_name(self, kind: str, typed: str) -> str:
        """The engine's name for a typed word; else the typed word, folded."""
        word = fold_word(typed)
        return self.words.get(kind, _NO_WORDS).get(word, word)

    def is_exact(self, kind: str, typed: str) -> bool:
        """Whether a typed word has its marks as in the vocabulary, in any case and with any i, or is not in it."""
        if fold_word(typed) not in self.words.get(kind, _NO_WORDS):
            return True
        return any(_fold_case(typed) == _fold_case(word) for word in self.spellings.get(kind, (typed,)))

    def is_ambiguous(self, kind: str, typed: str) -> bool:
        """Whether the typed word may also be a word to play."""
        return fold_word(typed) in self.ambiguous.get(kind, ())


def _fold_case(word: str) -> str:
    return unicodedata.normalize("NFC", word.strip().translate(_ONE_I)).lower()


@lru_cache(maxsize=256)
def fold_word(word: str) -> str:
    """A word in the form in which typed words are compared, whatever the keyboard.

    Stripped, in lower case and composed, without the marks of Latin letters, so that the four i's are one (``HIZLI``,
    ``hızlı`` and ``hizli`` are the same), and with one character for all three apostrophes.
    """
    bare = _MARKED.sub(r"\1", unicodedata.normalize("NFD", word.strip().upper()))
    return unicodedata.normalize("NFC", bare).translate(_ONE_APOSTROPHE).lower()


NO_VOCABULARY: Final = Vocabulary(MappingProxyType({}))
"""No words but the engine's own names."""
