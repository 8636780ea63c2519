"""Ukrainian: every form of every word of a speller, or its nouns in the singular alone (RULES §6.6)."""

import json
import re
from array import array
from collections.abc import Iterator, Sequence
from sys import byteorder
from typing import Final

import dawg

from bot.lexicon.archives import Archive, Pin
from bot.lexicon.gathering import Gathered, as_word
from engine.alphabet import alphabet

WUKRAINIAN: Final = Pin(
    package="wukrainian (Debian package)",
    version="1.8.0+dfsg-1",
    archive="wukrainian_1.8.0+dfsg-1_all.deb",
    sha256="19f04ca296dd512095c378168f7812d67b1b31e7f6622d9a20e5dac834482846",
    licence="GPL-2.0-or-later or LGPL-2.0-or-later",
    licence_path="usr/share/doc/wukrainian/copyright",
    licence_file="wukrainian-copyright.txt",
    obtain="apt-get download wukrainian=1.8.0+dfsg-1",
)
PYMORPHY: Final = Pin(
    package="pymorphy3-dicts-uk (PyPI wheel)",
    version="2.4.1.1.1663094765",
    archive="pymorphy3_dicts_uk-2.4.1.1.1663094765-py2.py3-none-any.whl",
    sha256="6af1e389b69e7e90ef7d50b20e3955a0c78383317a15d9ade5979f1536354733",
    licence="Creative Commons, share alike; the data it was made from is for non-commercial use",
    licence_path="pymorphy3_dicts_uk-2.4.1.1.1663094765.dist-info/METADATA",
    licence_file="pymorphy3-dicts-uk-notice.txt",
    obtain="pip download --no-deps --only-binary :all: pymorphy3-dicts-uk==2.4.1.1.1663094765",
)

_WORDS: Final = "usr/share/dict/ukrainian"
_VOWELS: Final = frozenset("АЕЄИІЇОУЮЯ")
_FORMS: Final = "pymorphy3_dicts_uk/data/words.dawg"
_PARADIGMS: Final = "pymorphy3_dicts_uk/data/paradigms.array"
_TAGS: Final = "pymorphy3_dicts_uk/data/gramtab-opencorpora-int.json"
_NO_COMMON_NOUN: Final = frozenset(("plur", "Abbr", "Name", "Surn", "Patr"))
_PARTS: Final = 3
"""A paradigm lists, for each of its forms, the suffix, then the tag, then the prefix."""


def gather_ukrainian(archives: Sequence[Archive]) -> Gathered:
    """Every form in lower case: all cases, genders and numbers; names fall away, and so do signs of measures.

    A word without a vowel is such a sign (КГ, МЛРД): the language has none of two letters or more.
    """
    (archive,) = archives
    letters = alphabet("uk")
    entries = {entry for entry in archive.text(_WORDS).split("\n") if entry}
    lower = {entry for entry in entries if entry == letters.lower(entry)}
    words = {word for word in (as_word(letters, entry) for entry in lower) if word}
    spoken = frozenset(word for word in words if not _VOWELS.isdisjoint(word))
    steps = {
        "distinct entries": len(entries),
        "dropped: capital": len(entries) - len(lower),
        "dropped: not 2 letters of the 33 or apostrophes": len(lower) - len(words),
        "dropped: no vowel": len(words) - len(spoken),
        "distinct": len(spoken),
    }
    return Gathered(spoken, ((_WORDS,),), {}, steps)


def gather_singular_nouns(archives: Sequence[Archive]) -> Gathered:
    """The words that are a case of a noun in the singular; names are told apart by not being in the speller's list."""
    speller, morphology = archives
    every = gather_ukrainian([speller])
    letters = alphabet("uk")
    singular = {word for word in (as_word(letters, form) for form in _singular(morphology)) if word}
    words = every.words.intersection(singular)
    steps = every.steps | {"nouns in the singular": len(singular), "in both": len(words)}
    return Gathered(words, (*every.files, (_FORMS, _PARADIGMS, _TAGS)), {}, steps)


def _singular(archive: Archive) -> Iterator[str]:
    """The forms that some paradigm marks as a singular noun and as no name or abbreviation."""
    tags = [frozenset(re.split("[ ,]", tag)) for tag in json.loads(archive.content(_TAGS))]
    wanted = [("NOUN" in tag and _NO_COMMON_NOUN.isdisjoint(tag)) for tag in tags]
    paradigms = list(_paradigms(archive.content(_PARADIGMS)))
    for form, (paradigm, number) in dawg.RecordDAWG(">HH").frombytes(archive.content(_FORMS)).iteritems():
        lists = paradigms[paradigm]
        if wanted[lists[len(lists) // _PARTS + number]]:
            yield form


def _paradigms(content: bytes) -> Iterator["array[int]"]:
    """Arrays of 16-bit numbers, each after its length, all after their count, least byte first."""
    numbers = array("H", content)
    if byteorder == "big":
        numbers.byteswap()
    at = 1
    for _ in range(numbers[0]):
        end = at + 1 + numbers[at]
        yield numbers[at + 1 : end]
        at = end
