"""The dictionary of a table: the list or service that its players agreed on, with the chat's own words.

Owns how its name is written. :mod:`bot.judges.word_judge` says where each kind is available, and asks them.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine import dictionaries
from engine.alphabet import Alphabet
from engine.dictionaries import BUILTIN, DictionaryKind
from engine.lexicon import ChangedLexicon, Lexicon
from engine.rulesets import Ruleset
from engine.vocabulary import fold_word


class WordChanges(Struct, frozen=True):
    """A chat's words in one language, in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def counted_lexicon(self, lexicon: str) -> str:
        """A dictionary's name with the numbers of these words, if there are any."""
        return f"{lexicon}+{len(self.added)}-{len(self.removed)}" if self.added or self.removed else lexicon


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A table's dictionary, with the chat's own words."""

    chat: int
    kind: DictionaryKind
    base: Lexicon
    """The underlying list; for ``live`` the built-in one, which decides when the service does not answer."""
    changes: WordChanges
    words: Lexicon = field(init=False)
    """The list with the chat's words applied; its hash is for the state of a game."""

    def __post_init__(self) -> None:
        # The only way to fill a field of a frozen class from the others.
        object.__setattr__(self, "words", ChangedLexicon(self.base, self.changes.added, self.changes.removed))

    @property
    def language(self) -> str:
        """The language of the words."""
        return self.base.provenance.language

    @property
    def list_name(self) -> str:
        """The underlying list with the beginning of its hash: ``tr@1a2b3c4d``."""
        return f"{self.base.name}@{self.base.hash[:8]}"


__all__ = [
    "DICTIONARY_OPTION",
    "DictionaryKind",
    "parse_lexicon",
    "parse_word_counts",
    "with_dictionary_kind",
]


R = TypeVar("R", bound=Ruleset)


DICTIONARY_OPTION: Final = "dictionary"
"""The name of the table option."""


_COUNTS_SUFFIX: Final = re.compile(r"\+(\d+)-(\d+)$")


def parse_lexicon(lexicon: str) -> tuple[str, DictionaryKind]:
    """The list and the kind of dictionary that a table's ruleset names."""
    return dictionaries.split_lexicon_name(_COUNTS_SUFFIX.sub("", lexicon))


def with_dictionary_kind(ruleset: R, kind: DictionaryKind) -> R:
    """The ruleset with a kind of dictionary chosen; unchanged if it has lists of its own to choose from."""
    if ruleset.lexica or kind == BUILTIN:
        return ruleset
    own: Any = ruleset  # every ruleset is a Struct, which its type does not say
    chosen: R = replace(own, lexicon=f"{ruleset.lexicon}:{kind}")
    return chosen


def parse_word_counts(lexicon: str) -> tuple[int, int]:
    """How many words a chat has added and removed, as :meth:`WordChanges.counted_lexicon` wrote them."""
    found = _COUNTS_SUFFIX.search(lexicon)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def marked_spellings(word: str, letters: Alphabet, words: Lexicon) -> list[str]:
    """The words of the list that have marks where ``word``, in capitals, has letters of any keyboard, by the alphabet.

    Any i may be meant by both of Turkish. Other languages have no letters that differ by marks of Latin ones alone.
    """
    found = [""]
    for letter in word:
        is_plain = letter.isascii() or letters.lower(letter).isascii()
        alike = [one for one in letters.letters if is_plain and fold_word(one) == fold_word(letter)] or [letter]
        found = [begun for start in found for one in alike if words.has_prefix(begun := start + one)]
    return [one for one in found if one != word and one in words]
