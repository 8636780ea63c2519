"""Words that people type for names of the engine's own, in whatever languages: handed in, as the engine knows none."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

_MARKED: Final = re.compile(r"([A-Z])[\u0300-\u036f]+")
"""A Latin capital with its marks, taken apart."""
_ONE_APOSTROPHE: Final = str.maketrans("’ʼ`", "'''")
_ONE_I: Final = str.maketrans("İIı", "iii")
_NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What words mean, by what they are about.

    ``words`` has a mapping for each kind that a family asks for (``directions``: ``across`` and ``down``; ``colours``:
    ``yellow`` and ``blue``; ``rewards``), from words as :func:`fold_word` writes them to the engine's own names. These
    need not be in it. ``spellings`` has them as they are written, with their marks, by the same kinds. ``ambiguous``
    has those, folded, that may be meant as words to lay too: where a word to lay is missing, they are that.
    """

    words: Mapping[str, Mapping[str, str]]
    spellings: Mapping[str, Collection[str]] = field(default_factory=lambda: MappingProxyType({}))
    ambiguous: Mapping[str, Collection[str]] = field(default_factory=lambda: MappingProxyType({}))

    def engine_name(self, kind: str, typed: str) -> str:
        """The engine's name that was typed by a word for it; else what was typed, folded."""
        word = fold_word(typed)
        return self.words.get(kind, _NO_WORDS).get(word, word)

    def is_exact(self, kind: str, typed: str) -> bool:
        """Whether what was typed is no such word, or is one with its marks, in any case and with any i."""
        if fold_word(typed) not in self.words.get(kind, _NO_WORDS):
            return True
        return any(_fold_case(typed) == _fold_case(word) for word in self.spellings.get(kind, (typed,)))

    def is_ambiguous(self, kind: str, typed: str) -> bool:
        """Whether what was typed may as well be a word to lay."""
        return fold_word(typed) in self.ambiguous.get(kind, ())


def _fold_case(word: str) -> str:
    return unicodedata.normalize("NFC", word.strip().translate(_ONE_I)).lower()


@lru_cache(maxsize=256)
def fold_word(word: str) -> str:
    """A word as all typed words are compared, whichever keyboard it came from.

    In lower case and composed, without the marks of Latin letters, so that there is one i for the four (``HIZLI``,
    ``hızlı`` and ``hizli`` are the same), with one apostrophe for the three, and without space around it.
    """
    bare = _MARKED.sub(r"\1", unicodedata.normalize("NFD", word.strip().upper()))
    return unicodedata.normalize("NFC", bare).translate(_ONE_APOSTROPHE).lower()


NO_VOCABULARY: Final = Vocabulary(MappingProxyType({}))
"""No words but the engine's own names."""
