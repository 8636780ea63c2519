"""Turkish suffixes: which may follow which, and how they sound after a stem.

A suffix is written as grammars write it: ``A`` is a or e and ``I`` one of ı, i, u, ü, by the harmony of vowels; ``D``
is t after a voiceless consonant, else d; ``(y)`` stands after a vowel alone, ``(I)`` after a consonant alone. Each
table says of a state which suffixes may come and to which state each leads; a word may end in any but the first.

Inflection alone: plural, possessives and cases of nouns, tenses, persons, participles and converbs of verbs. What makes
another headword of a word (-lI, -sIz, -CI, -lIk) is left out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.alphabet import load_alphabet

VOWELS: Final = frozenset("AEIİOÖUÜ")
_OPEN: Final = {"A": "A", "I": "A", "O": "A", "U": "A", "E": "E", "İ": "E", "Ö": "E", "Ü": "E"}
_CLOSE: Final = {"A": "I", "I": "I", "E": "İ", "İ": "İ", "O": "U", "U": "U", "Ö": "Ü", "Ü": "Ü"}
_VOICELESS: Final = frozenset("FSTKÇŞHP")
_SIGN: Final = re.compile(r"\((.)\)|(.)")
_UPPER: Final = load_alphabet("tr").upper

SuffixGrammar = Mapping[str, tuple[tuple[str, str], ...]]
"""The suffixes that may follow in a state, each with the state that it leads to."""

_CASES: Final = "(y)I>end (y)A>end DA>where DAn>end (n)In>whose (y)lA>end"
_COPULA: Final = "(y)DI>said (y)mIş>told (y)sA>said DIr>end (y)Im>end sIn>end (y)Iz>end sInIz>end (y)ken>end"
_NOUN: Final = {
    "noun": f"lAr>plural (I)m>own (I)n>own (I)mIz>own (I)nIz>own (s)I>their lArI>their {_CASES}",
    "infinitive": "DA>end DAn>end (y)lA>end",
    "plural": f"(I)m>own (I)n>own (I)mIz>own (I)nIz>own I>their {_CASES}",
    "own": _CASES,
    "their": "nI>end nA>end nDA>where nDAn>end nIn>whose (y)lA>end",
    "where": "ki>one",
    "whose": "ki>one",
    "one": "lAr>plural nI>end nA>end nDA>where nDAn>end nIn>whose",
}
_TENSES: Final = (
    "DI>said sA>said mIş>told mAlI>told (y)AcAk>future (y)AcAğIm>end (y)AcAğIz>end (y)AyIm>end (y)AlIm>end "
    "sIn>end sInlAr>end (y)In>end (y)InIz>end (y)An>participle "
    "DIğI>their DIğIm>own DIğIn>own DIğImIz>own DIğInIz>own DIklArI>their "
    "(y)AcAğI>their (y)AcAğIn>own (y)AcAğImIz>own (y)AcAğInIz>own (y)AcAklArI>their "
    "(y)ArAk>end (y)Ip>end (y)IncA>end (y)AlI>end DIkçA>end mAdAn>end mAktA>told mAktAn>end mAksIzIn>end"
)
_OPEN_VERB: Final = f"{_TENSES} mA>negated mA>verbal (y)AmA>negated (y)Abil>able mIyor>now (y)AmIyor>now"
_PERSONS: Final = "sIn>end sInIz>end lAr>they DI>said sA>said mIş>told ken>end"
_VERB: Final = _NOUN | {
    "open": f"{_OPEN_VERB} r>aorist",
    "closed": f"{_OPEN_VERB} (I)yor>now (I)r>aorist",
    "short": f"{_OPEN_VERB} Iyor>now Ar>aorist",
    "narrowed": "Iyor>now",
    "verbal": _NOUN["noun"],
    "negated": f"{_TENSES} z>never m>end yIz>end",
    "able": f"{_TENSES} Ir>aorist (I)yor>now",
    "participle": f"lAr>plural {_CASES}",
    "now": f"{_PERSONS} Im>end Iz>end DIr>end",
    "aorist": f"{_PERSONS} Im>end Iz>end",
    "never": _PERSONS,
    "future": f"{_PERSONS} DIr>end",
    "told": "(y)Im>end sIn>end (y)Iz>end sInIz>end lAr>they (y)DI>said (y)sA>said (y)mIş>end (y)ken>end DIr>end",
    "said": "m>end n>end k>end nIz>end lAr>end (y)DI>end",
    "they": "DI>said sA>said mIş>end DIr>end",
}


def _parse_grammar(table: Mapping[str, str], more: str = "") -> SuffixGrammar:
    return {
        state: tuple((suffix, after) for suffix, _, after in (one.partition(">") for one in f"{line} {more}".split()))
        for state, line in table.items()
    } | {"end": ()}


NOUN: Final = _parse_grammar(_NOUN)
NOUN_AS_VERB: Final = {
    **_parse_grammar(_NOUN, _COPULA),
    **_parse_grammar({name: _VERB[name] for name in ("said", "told", "they")}),
}
VERB: Final = _parse_grammar(_VERB)


def matching_first_suffixes(word: str, stem: str, vowel: str, grammar: SuffixGrammar, state: str) -> Iterator[str]:
    """The first suffix, as it sounds there, of each way to make a word of a stem and suffixes.

    Args:
        word: in capitals.
        stem: how the word begins.
        vowel: the one that the first suffix is in harmony with.
        grammar: which suffixes follow which.
        state: where the stem stands in it.
    """
    for suffix, after in grammar[state]:
        sound = pronounce_suffix(suffix, stem, vowel)
        if word.startswith(sound, len(stem)) and _can_end(
            word, stem + sound, last_vowel(sound) or vowel, grammar, after
        ):
            yield sound


def _can_end(word: str, stem: str, vowel: str, grammar: SuffixGrammar, state: str) -> bool:
    return word == stem or any(True for _ in matching_first_suffixes(word, stem, vowel, grammar, state))


def pronounce_suffix(suffix: str, stem: str, vowel: str) -> str:
    """A suffix as it sounds after a stem, in harmony with a vowel."""
    sound = ""
    for found in _SIGN.finditer(suffix):
        buffer, sign = found[1], found[2] or found[1]
        if buffer and (buffer == "I") == ((stem + sound)[-1] in VOWELS):
            continue
        sound += _harmonize_letter(sign, last_vowel(sound) or vowel, (stem + sound)[-1])
    return sound


def _harmonize_letter(sign: str, vowel: str, before: str) -> str:
    match sign:
        case "A":
            return _OPEN[vowel]
        case "I":
            return _CLOSE[vowel]
        case "D":
            return "T" if before in _VOICELESS else "D"
        case _:
            return _UPPER(sign)


def last_vowel(text: str) -> str | None:
    """The last vowel of a text in capitals."""
    return next((letter for letter in reversed(text) if letter in VOWELS), None)
