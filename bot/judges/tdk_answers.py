"""Parses the TDK service's answers: which entries count as words, and what they mean (RULES §2.6).

The service answers with status 200 in any case: a JSON array of entries, or an object whose ``error`` says that there
are none. It declares both as HTML.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from engine.alphabet import Alphabet
from engine.errors import Malformed

MAX_MEANING: Final = 300
"""So many characters of a meaning are stored."""

_NOT_FOUND: Final = "Sonuç bulunamadı"
_TAG: Final = re.compile(r"<[^<>]*>")
_LONG_NUMBER: Final = re.compile(r"&#[0-9]{9,};?")
"""A character's number that is none: of thousands of digits Python makes no number at all."""
_CIRCUMFLEX: Final = {"a": "â", "i": "î", "u": "û"}
_SOFTENED: Final = frozenset("gkl")


class MalformedAnswer(Exception):
    """The response is no answer of the service."""


class Finding(Struct, frozen=True):
    """What the dictionary says about a word."""

    valid: bool
    meaning: str | None = None
    """The first meaning, in plain text of at most :data:`MAX_MEANING` characters; it may hold ``<`` and ``&``."""


class _Meaning(Struct, frozen=True):
    anlam: str | None = None


class _Entry(Struct, frozen=True):
    madde: str
    ozel_mi: str | int | None = None
    meanings: tuple[_Meaning, ...] | None = msgspec.field(default=None, name="anlamlarListe")


class _Error(Struct, frozen=True):
    error: str


_ANSWER: Final = msgspec.json.Decoder(tuple[_Entry, ...] | _Error)


def parse_tdk_answer(answer: bytes, word: str, letters: Alphabet) -> Finding:
    """The finding of an answer about a word in capitals.

    An entry counts if it is that word, without circumflexes, in lower case and in one piece, and no proper noun. Verbs
    are listed as infinitives, so a stem counts only if it is a word by itself.

    Raises:
        MalformedAnswer: it is no answer of the service.
    """
    try:
        content = _ANSWER.decode(answer.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedAnswer(type(error).__name__) from error
    if isinstance(content, _Error):
        if content.error.strip().rstrip(".") != _NOT_FOUND:
            raise MalformedAnswer("an error of another kind")
        return Finding(valid=False)
    counting = [entry for entry in content if _is_valid_entry(entry, word, letters)]
    meanings = (text for entry in counting for text in _meaning_texts(entry))
    return Finding(valid=bool(counting), meaning=next(meanings, None))


def circumflex_spellings(word: str) -> Iterator[str]:
    """Spellings of a word in lower case with circumflexes, the likeliest first: after g, k or l, or on a last i.

    At most one for each a, i and u, and one with every a marked (hâlâ).
    """
    places = [place for place, ch in enumerate(word) if ch in _CIRCUMFLEX]
    for place in sorted(places, key=lambda place: not _is_likely_circumflex(word, place)):
        yield word[:place] + _CIRCUMFLEX[word[place]] + word[place + 1 :]
    if word.count("a") > 1:
        yield word.replace("a", "â")


def _is_likely_circumflex(word: str, place: int) -> bool:
    if word[place] == "i":
        return place == len(word) - 1
    return place > 0 and word[place - 1] in _SOFTENED


def _is_valid_entry(entry: _Entry, word: str, letters: Alphabet) -> bool:
    if str(entry.ozel_mi) == "1" or letters.lower(entry.madde) != entry.madde:
        return False
    try:
        return letters.normalise_word(entry.madde) == word
    except Malformed:
        return False


def _meaning_texts(entry: _Entry) -> Iterator[str]:
    for meaning in entry.meanings or ():
        text = html.unescape(_LONG_NUMBER.sub("", _TAG.sub("", meaning.anlam or "")))
        text = " ".join("".join(ch for ch in text if unicodedata.category(ch) != "Cf").split())
        if text:
            yield text if len(text) <= MAX_MEANING else text[: MAX_MEANING - 1].rstrip() + "…"
