"""English: a list made for word games joined with a speller's commoner words, and our own lists (RULES §4)."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.lexicon.recipe import GatheredWords, add_own_lists, normalise_word, read_own_list
from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.alphabet import LEAST_LETTERS, Alphabet, load_alphabet
from engine.errors import DataError

UWU: Final = PinnedArchive(
    package="uwu (bluebear94/uwu on GitHub)",
    version="d76e124",
    archive="uwu-d76e124.txt",
    sha256="499b9f5ef0e8370c12a29e2e08a48029aca2e29d5b3182e69a6de1d7298013c5",
    licence="MIT",
    licence_path="uwu-licence.txt",
    licence_file="uwu-licence.txt",
    obtain_command="git checkout bot/lexicon/sources",
    is_bundled=True,
)
SCOWL: Final = PinnedArchive(
    package="scowl (Debian package)",
    version="2020.12.07-2",
    archive="scowl_2020.12.07-2_all.deb",
    sha256="de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    licence="permissive, several notices; see the file",
    licence_path="usr/share/doc/scowl/copyright",
    licence_file="scowl-copyright.txt",
    obtain_command="apt-get download scowl=2020.12.07-2",
)

_FOLDER: Final = "usr/share/dict/scowl/"
_CATEGORIES: Final = ("english", "american", "british", "british_z")
"""Without the variants: those that anybody writes are in the other list, the rest are slips (LANDSLIDDEN)."""
_MAX_LIST_SIZE: Final = 50
"""What only the larger lists have is abbreviations (KCAL, CSCH, PSIA) as often as words."""
_LEFT_OUT_LIST: Final = "en-left-out.txt"


def gather_english(archives: Sequence[SourceArchive]) -> GatheredWords:
    """English words: those of uwu, those of scowl up to size 50, words of today, and two letters by our list.

    Raises:
        DataError: a list that should be there is not, or an entry of uwu is no word in capitals.
    """
    game, speller = archives
    letters = load_alphabet("en")
    known = _read_game_words(game, letters)
    paths = _find_word_lists(speller)
    common, steps = _read_speller_words(speller, paths, letters)
    fit = common.difference(read_own_list(_LEFT_OUT_LIST, letters))
    long = {word for word in known | fit if len(word) > LEAST_LETTERS}
    steps |= {
        f"dropped: {_LEFT_OUT_LIST}": len(common) - len(fit),
        "words of uwu": len(known),
        "joined: only in scowl": len(fit - known),
        "dropped: two letters": len(known | fit) - len(long),
        "distinct": len(long),
    }
    words, added = add_own_lists(long, letters, "en-two-letters.txt", "en-modern.txt")
    return GatheredWords(words, ((game.pin.archive,), paths), added, steps)


def _read_game_words(archive: SourceArchive, letters: Alphabet) -> frozenset[str]:
    entries = archive.read_text(archive.pin.archive).split()
    strange = next((entry for entry in entries if normalise_word(letters, entry) != entry), None)
    if strange is not None:
        raise DataError(f"{archive.pin.archive}: {strange!r} is no word in capitals of this language")
    return frozenset(entries)


def _read_speller_words(
    archive: SourceArchive, paths: Sequence[str], letters: Alphabet
) -> tuple[frozenset[str], dict[str, int]]:
    """What the lists have in lower case, accents folded, and no list has as an abbreviation."""
    entries = _read_entries(archive, paths)
    lower = {entry for entry in entries if entry == letters.lower(entry)}
    spoken = lower - _read_entries(archive, (path for path, _, _ in _find_lists(archive, "abbreviations")))
    words = frozenset(word for word in (normalise_word(letters, _strip_accents(entry)) for entry in spoken) if word)
    return words, {
        "distinct entries of scowl": len(entries),
        "dropped: capital": len(entries) - len(lower),
        "dropped: abbreviation": len(lower) - len(spoken),
        "dropped: not 2 letters of a–z, or the same but for accents": len(spoken) - len(words),
    }


def _read_entries(archive: SourceArchive, paths: Iterable[str]) -> set[str]:
    return {entry for path in paths for entry in archive.read_text(path).split("\n") if entry}


def _strip_accents(text: str) -> str:
    """The letters without their accents, since tiles have none: CAFE, JALAPENO."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text) if not unicodedata.combining(ch))


def _find_word_lists(archive: SourceArchive) -> tuple[str, ...]:
    """The lists of words to be read.

    Raises:
        DataError: of some category there is none.
    """
    found = [
        (path, category)
        for path, category, size in _find_lists(archive, "words")
        if category in _CATEGORIES and size <= _MAX_LIST_SIZE
    ]
    missing = set(_CATEGORIES).difference(category for _, category in found)
    if missing:
        raise DataError(f"{archive.pin.archive}: holds no words of {', '.join(sorted(missing))}")
    return tuple(path for path, _ in found)


def _find_lists(archive: SourceArchive, kind: str) -> Iterator[tuple[str, str, int]]:
    """The lists of a kind, each with its category and size, from names such as ``british_z-words.35``."""
    for path in archive.paths():
        name, _, size = path.removeprefix(_FOLDER).rpartition(".")
        category = name.removesuffix(f"-{kind}")
        if category != name:
            yield path, category, int(size)
