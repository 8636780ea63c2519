"""Word lists: compiled word graphs from the package's data, plus a chat's additions and removals.

Answers look-ups and checks the files. ``bot.lexicon`` makes the files.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Protocol

import dawg
import msgspec
from msgspec import Struct

from engine.errors import DataError

SCHEMA: Final = 1
GRAPH_FILE: Final = "{name}.dawg"
PROVENANCE_FILE: Final = "{name}.json"


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A package that words came from, pinned by its archive's SHA-256."""

    package: str
    version: str
    archive: str
    sha256: str
    licence: str
    licence_file: str
    """The licence's full text, beside the compiled file."""
    files: tuple[str, ...]
    """The paths of the used files in the archive."""


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """A compiled lexicon's origin, and how to build it again."""

    schema: int
    name: str
    language: str
    words: int
    sha256: str
    """The SHA-256 of the compiled file, in hex."""
    made_with: str
    rebuild: str
    sources: tuple[Source, ...]
    added: dict[str, int]
    """Our own lists, by file name, and how many words each added."""
    steps: dict[str, int]
    """What each build step read, dropped or added, in order."""
    up_to_letters: dict[str, int]
    """How many words have at most this many letters, for a board's longest line."""


class Lexicon(Protocol):
    """A set of words, normalised as :meth:`engine.alphabet.Alphabet.normalise_word` gives them."""

    @property
    def name(self) -> str:
        """The name in rulesets: ``tr``, ``en``."""

    @property
    def hash(self) -> str:
        """The SHA-256, in hex, of what decides membership; states hold it for replays."""

    @property
    def provenance(self) -> Provenance:
        """The origin of the words."""

    def __contains__(self, word: str) -> bool: ...

    def __len__(self) -> int: ...

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with a prefix; a word is its own prefix."""

    def words(self, prefix: str = "") -> Iterator[str]:
        """Every word that begins with a prefix, sorted by code point."""


class CompiledLexicon:
    """A lexicon in a compiled word graph, as large in memory as its file; a look-up takes about 0.2 µs."""

    def __init__(self, provenance: Provenance, graph: bytes) -> None:
        self.provenance: Final = provenance
        self._graph: Final = dawg.CompletionDAWG().frombytes(graph)

    @property
    def name(self) -> str:
        """The name that rulesets use."""
        return self.provenance.name

    @property
    def hash(self) -> str:
        """SHA-256 of the compiled file, in hex."""
        return self.provenance.sha256

    def __contains__(self, word: str) -> bool:
        return word in self._graph

    def __len__(self) -> int:
        return self.provenance.words

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with a prefix."""
        return bool(self._graph.has_keys_with_prefix(prefix))

    def words(self, prefix: str = "") -> Iterator[str]:
        """Every word that begins with a prefix, sorted by code point."""
        yield from self._graph.iterkeys(prefix)


class ChangedLexicon:
    """A lexicon with a chat's additions and removals; its hash differs from the base's exactly if its words do."""

    def __init__(self, base: Lexicon, added: Iterable[str] = (), removed: Iterable[str] = ()) -> None:
        unwanted = frozenset(removed)
        self.base: Final = base
        self.added: Final = frozenset(word for word in added if word not in unwanted and word not in base)
        """Words that the chat added and the base lacks."""
        self.removed: Final = frozenset(word for word in unwanted if word in base)
        """Words of the base that the chat removed."""

    @property
    def name(self) -> str:
        """The name of the base lexicon."""
        return self.base.name

    @property
    def hash(self) -> str:
        """The base's SHA-256 if nothing changed, else one over the base's and the changes."""
        if not self.added and not self.removed:
            return self.base.hash
        changes = (self.base.hash, sorted(self.added), sorted(self.removed))
        return hashlib.sha256(msgspec.json.encode(changes)).hexdigest()

    @property
    def provenance(self) -> Provenance:
        """The origin of the base lexicon's words."""
        return self.base.provenance

    def __contains__(self, word: str) -> bool:
        return word in self.added or (word in self.base and word not in self.removed)

    def __len__(self) -> int:
        return len(self.base) + len(self.added) - len(self.removed)

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with a prefix."""
        if any(word.startswith(prefix) for word in self.added):
            return True
        if any(word.startswith(prefix) for word in self.removed):
            return any(word not in self.removed for word in self.base.words(prefix))
        return self.base.has_prefix(prefix)

    def words(self, prefix: str = "") -> Iterator[str]:
        """Every word that begins with a prefix, sorted by code point."""
        fresh = sorted(word for word in self.added if word.startswith(prefix))
        kept = (word for word in self.base.words(prefix) if word not in self.removed)
        return merge(fresh, kept)


def read_lexicon(folder: Traversable, name: str) -> CompiledLexicon:
    """The lexicon ``<name>.dawg`` of a folder, checked by ``<name>.json``; DataError, with the remedy, if unusable."""
    remedy = f"restore it from the release, or rebuild with: harfiyen lexicon build {name}"
    details, compiled = PROVENANCE_FILE.format(name=name), GRAPH_FILE.format(name=name)
    try:
        provenance = msgspec.json.decode(folder.joinpath(details).read_bytes(), type=Provenance)
        graph = folder.joinpath(compiled).read_bytes()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"lexica/{details}: {error}; {remedy}") from error
    except OSError as error:
        raise DataError(f"lexica/{name}: cannot be read ({error}); {remedy}") from error
    if provenance.schema != SCHEMA or provenance.name != name:
        found = f"schema {provenance.schema} of {provenance.name!r}"
        raise DataError(f"lexica/{details}: it is {found}, not schema {SCHEMA} of {name!r}; {remedy}")
    found = hashlib.sha256(graph).hexdigest()
    if found != provenance.sha256:
        raise DataError(f"lexica/{compiled}: SHA-256 is {found}, expected {provenance.sha256}; {remedy}")
    return CompiledLexicon(provenance, graph)


def shipped_lexica() -> tuple[str, ...]:
    """The names of the shipped lexica, in alphabetical order."""
    ending = GRAPH_FILE.format(name="")
    entries = (entry.name for entry in files("engine").joinpath("lexica").iterdir())
    return tuple(sorted(name.removesuffix(ending) for name in entries if name.endswith(ending)))


@lru_cache(maxsize=8)
def load_lexicon(name: str) -> CompiledLexicon:
    """The shipped lexicon of this name, read once; DataError, with the remedy, if it is missing or damaged."""
    return read_lexicon(files("engine").joinpath("lexica"), name)
