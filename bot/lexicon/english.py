"""English: a speller's lists up to a size, and exactly the two-letter words of our own list (RULES §4)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.lexicon.archives import Archive, Pin
from bot.lexicon.gathering import Gathered, as_word, own_list
from engine.alphabet import alphabet
from engine.errors import DataError

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

_FOLDER: Final = "usr/share/dict/scowl/"
_LISTS: Final = (
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
_LARGEST: Final = 80


def gather_english(archives: Sequence[Archive]) -> Gathered:
    """English words up to scowl's size 80, American and British with variants; two letters by our list.

    Raises:
        DataError: a list that should be there is not.
    """
    (archive,) = archives
    letters = alphabet("en")
    paths = tuple(_paths(archive))
    entries = {entry for path in paths for entry in archive.text(path).split("\n") if entry}
    lower = {entry for entry in entries if entry == letters.lower(entry)}
    words = {word for word in (as_word(letters, entry) for entry in lower) if word}
    long = {word for word in words if len(word) > len("OX")}
    two = own_list("en-two-letters.txt", letters)
    steps = {
        "distinct entries": len(entries),
        "dropped: capital": len(entries) - len(lower),
        "dropped: not 2 letters of a–z": len(lower) - len(words),
        "dropped: two letters": len(words) - len(long),
        "distinct": len(long),
    }
    return Gathered(frozenset(long.union(two)), (paths,), {"en-two-letters.txt": len(two)}, steps)


def _paths(archive: Archive) -> Iterable[str]:
    found = []
    for path in archive.paths():
        name, _, size = path.removeprefix(_FOLDER).rpartition(".")
        category = name.removesuffix("-words")
        if name != category and category in _LISTS and int(size) <= _LARGEST:
            found.append((path, category))
    missing = set(_LISTS).difference(category for _, category in found)
    if missing:
        raise DataError(f"{archive.pin.archive}: holds no words of {', '.join(sorted(missing))}")
    return (path for path, _ in found)
