"""What gathering the words of any language needs: the recipe, its outcome, and our own lists.

Which words a language has is the matter of its own module. Compiling and writing them is ``build``'s.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from importlib.resources import files
from typing import NamedTuple

from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.alphabet import Alphabet
from engine.errors import DataError, Malformed


class GatheredWords(NamedTuple):
    """The words of a lexicon with the account of how they were come by."""

    words: frozenset[str]
    files: tuple[tuple[str, ...], ...]
    """The paths used, for each archive in turn."""
    added: dict[str, int]
    steps: dict[str, int]


class LexiconRecipe(NamedTuple):
    """How one lexicon is made: the pinned archives and the function that gathers its words from them."""

    language: str
    pins: tuple[PinnedArchive, ...]
    gather: Callable[[Sequence[SourceArchive]], GatheredWords]
    is_shipped: bool = True
    """False for a list that only an operator may make, for its licence forbids to pass it on."""


def read_own_list(name: str, letters: Alphabet) -> tuple[str, ...]:
    """The words of one of our own lists in ``engine/lexica``.

    Raises:
        DataError: an entry is no word, or stands there twice.
    """
    lines = files("engine").joinpath("lexica", name).read_text(encoding="utf-8").splitlines()
    entries = [entry for line in lines if not line.startswith("#") for entry in line.split()]
    for entry in entries:
        if normalise_word(letters, entry) != entry:
            raise DataError(f"lexica/{name}: {entry!r} is no word in capitals of this language")
    if len(set(entries)) != len(entries):
        raise DataError(f"lexica/{name}: a word stands there twice")
    return tuple(entries)


def add_own_lists(words: AbstractSet[str], letters: Alphabet, *names: str) -> tuple[frozenset[str], dict[str, int]]:
    """The words with those of our own lists, and how many each list brought, in order."""
    joined, added = frozenset(words), {}
    for name in names:
        fresh = joined.union(read_own_list(name, letters))
        added[name] = len(fresh) - len(joined)
        joined = fresh
    return joined, added


def normalise_word(letters: Alphabet, text: str) -> str | None:
    """The normalised word, or ``None`` where the text can be no word of the language (RULES §1.2)."""
    try:
        return letters.normalise_word(text)
    except Malformed:
        return None
