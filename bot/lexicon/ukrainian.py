"""Ukrainian: every form of every word of two spellers, or the nouns in the singular alone (RULES §6.6).

The newer speller follows the orthography of 2019 and knows what was spelled otherwise before. The older one is joined
for the words that the newer one advises against and everybody knows all the same: ДОСТАВКА, КУШЕТКА, ВЕСТИБУЛЬ.
"""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from importlib.resources import files
from sys import byteorder
from typing import Final

import dawg

from bot.lexicon.hunspell import SuffixRules, generate_forms, parse_entries, parse_suffix_rules
from bot.lexicon.recipe import GatheredWords, normalise_word, read_own_list
from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.alphabet import Alphabet, load_alphabet
from engine.errors import DataError

HUNSPELL: Final = PinnedArchive(
    package="hunspell-uk (Debian package)",
    version="1:7.5.0-1",
    archive="hunspell-uk_1%3a7.5.0-1_all.deb",
    sha256="8191ea5162b30f7ce5ad1bedd618590d1a8094bffeffb9745fd2035b6631a14a",
    licence="GPL-2.0-or-later or LGPL-2.1-or-later or MPL-1.1",
    licence_path="usr/share/doc/hunspell-uk/copyright",
    licence_file="hunspell-uk-copyright.txt",
    licence_of="dictionaries/uk_UA/*",
    obtain_command="apt-get download hunspell-uk=1:7.5.0-1",
)
WUKRAINIAN: Final = PinnedArchive(
    package="wukrainian (Debian package)",
    version="1.8.0+dfsg-1",
    archive="wukrainian_1.8.0+dfsg-1_all.deb",
    sha256="19f04ca296dd512095c378168f7812d67b1b31e7f6622d9a20e5dac834482846",
    licence="GPL-2.0-or-later or LGPL-2.0-or-later",
    licence_path="usr/share/doc/wukrainian/copyright",
    licence_file="wukrainian-copyright.txt",
    obtain_command="apt-get download wukrainian=1.8.0+dfsg-1",
)
PYMORPHY: Final = PinnedArchive(
    package="pymorphy3-dicts-uk (PyPI wheel)",
    version="2.4.1.1.1663094765",
    archive="pymorphy3_dicts_uk-2.4.1.1.1663094765-py2.py3-none-any.whl",
    sha256="6af1e389b69e7e90ef7d50b20e3955a0c78383317a15d9ade5979f1536354733",
    licence="Creative Commons, share alike; the data it was made from is for non-commercial use",
    licence_path="pymorphy3_dicts_uk-2.4.1.1.1663094765.dist-info/METADATA",
    licence_file="pymorphy3-dicts-uk-notice.txt",
    obtain_command="pip download --no-deps --only-binary :all: pymorphy3-dicts-uk==2.4.1.1.1663094765",
)

_AFFIXES: Final = "usr/share/hunspell/uk_UA.aff"
_DICTIONARY: Final = "usr/share/hunspell/uk_UA.dic"
_WORDS: Final = "usr/share/dict/ukrainian"
_LEFT_OUT_LIST: Final = "uk-left-out.txt"
_ADDITIONS_LIST: Final = "uk-additions.txt"
_REFLEXIVE: Final = ("СЯ", "СЬ")
_VOWELS: Final = frozenset("АЕЄИІЇОУЮЯ")
_FORMS: Final = "pymorphy3_dicts_uk/data/words.dawg"
_PARADIGMS: Final = "pymorphy3_dicts_uk/data/paradigms.array"
_TAGS: Final = "pymorphy3_dicts_uk/data/gramtab-opencorpora-int.json"
_NO_COMMON_NOUN: Final = frozenset(("plur", "Abbr", "Name", "Surn", "Patr"))
_PARADIGM_PARTS: Final = 3
"""A paradigm lists, for each of its forms, the suffix, then the tag, then the prefix."""


def gather_ukrainian(archives: Sequence[SourceArchive]) -> GatheredWords:
    """All cases, genders, numbers and persons of the words of both spellers, and our own list; names fall away.

    So do signs of measures, which are words without a vowel (КГ, МЛРД): the language has none of two letters or more.
    The older speller's reflexives fall away where the newer one has the verb without them: it made them by machine.

    Raises:
        DataError: a rule or an entry is not as expected; names its line.
    """
    newer, older = archives
    letters = load_alphabet("uk")
    known_rules = parse_suffix_rules(_AFFIXES, newer.read_text(_AFFIXES))
    known, steps = _read_hunspell_words(newer, known_rules, letters)
    before, more = _read_wukrainian_words(older, letters)
    only = before - known
    artless = {word for word in only if word.endswith(_REFLEXIVE) and word[:-2] in known}
    joined = known | (only - artless)
    kept = joined.difference(read_own_list(_LEFT_OUT_LIST, letters))
    steps |= more | {
        "only in wukrainian": len(only),
        "dropped: reflexive of a verb that hunspell-uk has": len(artless),
        f"dropped: {_LEFT_OUT_LIST}": len(joined) - len(kept),
        "distinct": len(kept),
    }
    words = kept | _generate_added(kept, known_rules, letters)
    return GatheredWords(words, ((_AFFIXES, _DICTIONARY), (_WORDS,)), {_ADDITIONS_LIST: len(words) - len(kept)}, steps)


def _generate_added(words: AbstractSet[str], known_rules: SuffixRules, letters: Alphabet) -> frozenset[str]:
    """The forms of our own headwords, by the rules of hunspell-uk.

    Raises:
        DataError: a headword is no word, or one of the words already.
    """
    path = f"lexica/{_ADDITIONS_LIST}"
    found = list(parse_entries(path, files("engine").joinpath(path).read_text(encoding="utf-8").splitlines()))
    for headword in found:
        if normalise_word(letters, headword.word) is None or letters.normalise(headword.word) in words:
            raise DataError(f"{path}: {headword.word!r} is no word in small letters, or needs no adding")
    made, _ = _keep_words_with_vowel(set(generate_forms(path, known_rules, found)), letters)
    return made


def _read_hunspell_words(
    archive: SourceArchive, known_rules: SuffixRules, letters: Alphabet
) -> tuple[frozenset[str], dict[str, int]]:
    """The words of hunspell-uk: every form of its headwords in lower case. How many they are is its first line."""
    found = list(parse_entries(_DICTIONARY, archive.read_text(_DICTIONARY).splitlines()[1:]))
    lower = [entry for entry in found if entry.word == letters.lower(entry.word)]
    made = set(generate_forms(_DICTIONARY, known_rules, lower))
    words, steps = _keep_words_with_vowel(made, letters)
    head = {"headwords": len(found), "dropped: capital": len(found) - len(lower), "distinct forms": len(made)}
    return words, {f"{step} of hunspell-uk": count for step, count in (head | steps).items()}


def _read_wukrainian_words(archive: SourceArchive, letters: Alphabet) -> tuple[frozenset[str], dict[str, int]]:
    """The words of wukrainian, which lists forms, in lower case."""
    found = {entry for entry in archive.read_text(_WORDS).split("\n") if entry}
    lower = {entry for entry in found if entry == letters.lower(entry)}
    words, steps = _keep_words_with_vowel(lower, letters)
    head = {"distinct entries": len(found), "dropped: capital": len(found) - len(lower)}
    return words, {f"{step} of wukrainian": count for step, count in (head | steps).items()}


def _keep_words_with_vowel(texts: AbstractSet[str], letters: Alphabet) -> tuple[frozenset[str], dict[str, int]]:
    words = {word for word in (normalise_word(letters, text) for text in texts) if word}
    spoken = frozenset(word for word in words if not _VOWELS.isdisjoint(word))
    return spoken, {
        "dropped: not 2 letters of the 33 or apostrophes": len(texts) - len(words),
        "dropped: no vowel": len(words) - len(spoken),
        "words": len(spoken),
    }


def gather_singular_nouns(archives: Sequence[SourceArchive]) -> GatheredWords:
    """The words that are a case of a noun in the singular; names are told apart by not being in the full list."""
    *spellers, morphology = archives
    every = gather_ukrainian(spellers)
    letters = load_alphabet("uk")
    singular = {word for word in (normalise_word(letters, form) for form in _singular_noun_forms(morphology)) if word}
    words = every.words.intersection(singular)
    steps = every.steps | {"nouns in the singular": len(singular), "in both": len(words)}
    return GatheredWords(words, (*every.files, (_FORMS, _PARADIGMS, _TAGS)), {}, steps)


def _singular_noun_forms(archive: SourceArchive) -> Iterator[str]:
    tags = [frozenset(re.split("[ ,]", tag)) for tag in json.loads(archive.read_bytes(_TAGS))]
    wanted = [("NOUN" in tag and _NO_COMMON_NOUN.isdisjoint(tag)) for tag in tags]
    paradigms = list(_read_paradigms(archive.read_bytes(_PARADIGMS)))
    for form, (paradigm, number) in dawg.RecordDAWG(">HH").frombytes(archive.read_bytes(_FORMS)).iteritems():
        lists = paradigms[paradigm]
        if wanted[lists[len(lists) // _PARADIGM_PARTS + number]]:
            yield form


def _read_paradigms(content: bytes) -> Iterator["array[int]"]:
    """Arrays of 16-bit numbers, each after its length, all after their count, least byte first."""
    numbers = array("H", content)
    if byteorder == "big":
        numbers.byteswap()
    at = 1
    for _ in range(numbers[0]):
        end = at + 1 + numbers[at]
        yield numbers[at + 1 : end]
        at = end
