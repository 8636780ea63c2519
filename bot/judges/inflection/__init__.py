"""Finds the headword of an inflected word that is in no list: a note for players, no verdict."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from engine.alphabet import load_alphabet

VOWELS: Final = frozenset("AEIİOÖUÜ")
_OPEN: Final = {"A": "A", "I": "A", "O": "A", "U": "A", "E": "E", "İ": "E", "Ö": "E", "Ü": "E"}
_CLOSE: Final = {"A": "I", "I": "I", "E": "İ", "İ": "İ", "O": "U", "U": "U", "Ö": "Ü", "Ü": "Ü"}
_SUFFIXES_VOICELESS: Final = frozenset("FSTKÇŞHP")
_SIGN: Final = re.compile(r"\((.)\)|(.)")
_UPPER: Final = load_alphabet("tr").upper

SuffixGrammar = Mapping[str, tuple[tuple[str, str], ...]]
"""The suffixes that may follow in a state of the grammar, each with the state after it."""

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
    """The first suffix, as pronounced, for each way to form a word from a stem and suffixes; all in capitals.

    ``vowel``: the one with which the first suffix harmonises. ``state``: the stem's state in the grammar.
    """
    for suffix, after in grammar[state]:
        sound = pronounce_suffix(suffix, stem, vowel)
        if not word.startswith(sound, len(stem)):
            continue
        longer, harmony = stem + sound, last_vowel(sound) or vowel
        if word == longer or any(True for _ in matching_first_suffixes(word, longer, harmony, grammar, after)):
            yield sound


def pronounce_suffix(suffix: str, stem: str, vowel: str) -> str:
    """A suffix as it is pronounced after a stem, in harmony with a vowel."""
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
            return "T" if before in _SUFFIXES_VOICELESS else "D"
        case _:
            return _UPPER(sign)


def last_vowel(text: str) -> str | None:
    """The last vowel of a text in capitals."""
    return next((letter for letter in reversed(text) if letter in VOWELS), None)


_MIN_STEM: Final = 2  # how many letters a stem has at least
_VOICED: Final = {"P": "B", "Ç": "C", "T": "D", "K": "Ğ"}
_VOICELESS: Final = {voiced: hard for hard, voiced in _VOICED.items()} | {"G": "K"}
_FRONT: Final = {"A": "E", "I": "İ", "O": "Ö", "U": "Ü"}
_BEFORE_Y: Final = {"DE": "Dİ", "YE": "Yİ"}
_INFINITIVES: Final = ("MAK", "MEK")
_SuffixStart = Literal["anything", "vowel", "consonant", "y", "no y"]


class _Stem(NamedTuple):
    text: str
    vowel: str  # the vowel with which the first suffix harmonises
    state: str
    needs: _SuffixStart = "anything"  # how the first suffix must begin


class _WordSets(NamedTuple):
    soft: frozenset[str]
    dropping: frozenset[str]
    doubling: frozenset[str]
    front: frozenset[str]
    either: frozenset[str]
    soft_verbs: frozenset[str]
    close_aorist: frozenset[str]
    uninflected: frozenset[str]
    no_infinitives: frozenset[str]
    no_verbs: frozenset[str]


@lru_cache(maxsize=1)
def _load_word_sets() -> _WordSets:
    table = tomllib.loads(files(__package__).joinpath("turkish.toml").read_text(encoding="utf-8"))
    return _WordSets(*(frozenset(table[name].split()) for name in _WordSets._fields))


@lru_cache(maxsize=1)
def _irregular_stems() -> dict[str, str]:
    """Stems that drop or double letters, with their headwords: ``AĞZ``, ``HAKK``."""
    words = _load_word_sets()
    return {_before_vowel(word): word for word in words.dropping | words.doubling}


def find_headword(word: str, is_headword: Callable[[str], bool]) -> str | None:
    """The headword whose inflected form a word is, or ``None``; the word is in capitals, and no headword itself.

    Of several headwords, nouns come first: those with irregular changes (RESMİM: RESİM, not RESMİ), then the longest
    (KALEMİ: KALEM, not KALE). Verbs follow, shortest first (SORUYOR: SORMAK), and nouns that are inflected like verbs
    (HASTAYIM).
    """
    lengths, words = range(_MIN_STEM, len(word)), _load_word_sets()
    irregular = words.dropping | words.doubling | words.front
    return (
        _find_headword_by(word, lambda noun: noun in irregular and is_headword(noun), NOUN, lengths, of_verbs=False)
        or _find_headword_by(word, is_headword, NOUN, reversed(lengths), of_verbs=False)
        or (verb if is_headword(verb := _to_infinitive(word)) and verb not in words.no_verbs else None)
        or _find_headword_by(word, is_headword, VERB, lengths, of_verbs=True)
        or _find_headword_by(word, is_headword, NOUN_AS_VERB, reversed(lengths), of_verbs=False)
    )


def _find_headword_by(
    word: str, is_headword: Callable[[str], bool], grammar: SuffixGrammar, lengths: Iterable[int], *, of_verbs: bool
) -> str | None:
    for length in lengths:
        for whole in filter(is_headword, _possible_headwords(word[:length], of_verbs=of_verbs)):
            stems = _stems_of_verb(whole[: -len("MAK")]) if of_verbs else _stems_of_noun(whole)
            if any(_can_form(stem, word, grammar) for stem in stems):
                return whole
    return None


def _to_infinitive(stem: str) -> str:
    vowel = last_vowel(stem)
    return f"{stem}{'MAK' if vowel in set('AIOU') else 'MEK'}" if vowel else ""


def _possible_headwords(stem: str, *, of_verbs: bool) -> Iterator[str]:
    whole = [stem]
    if stem[-1] in _VOICELESS:
        whole.append(stem[:-1] + _VOICELESS[stem[-1]])
    if not of_verbs:
        if stem in _irregular_stems():
            whole.append(_irregular_stems()[stem])
        if stem == "SUY":
            whole.append("SU")
        yield from whole
        return
    # The suffix -yor has removed a vowel A or E.
    for verb in (*whole, f"{stem}A", f"{stem}E", *(verb for verb, changed in _BEFORE_Y.items() if changed == stem)):
        yield _to_infinitive(verb)


def _stems_of_noun(noun: str) -> Iterator[_Stem]:
    words, vowel = _load_word_sets(), last_vowel(noun)
    if vowel is None or noun in words.uninflected:
        return
    if noun in words.front:
        yield from _noun_stems(noun, _FRONT.get(vowel, vowel))
    if noun not in words.front or noun in words.either:
        yield from _noun_stems(noun, vowel)


def _noun_stems(noun: str, vowel: str) -> Iterator[_Stem]:
    words = _load_word_sets()
    if noun.endswith(_INFINITIVES) and noun not in words.no_infinitives:
        yield _Stem(noun, vowel, "infinitive")
        return
    changed = "SUY" if noun == "SU" else _before_vowel(noun)
    if changed == noun:
        yield _Stem(noun, vowel, "noun")
        return
    yield _Stem(changed, vowel, "noun", "vowel")
    yield _Stem(noun, vowel, "noun", "anything" if noun in words.either else "consonant")


def _before_vowel(noun: str) -> str:
    words, last = _load_word_sets(), noun[-1]
    softens = noun in words.soft or (last in "PÇK" and _count_syllables(noun) > 1 and noun not in words.front)
    voiced = _VOICED.get(last, last) if softens else last
    if voiced == "Ğ" and noun[-2] == "N":
        voiced = "G"
    if noun in words.dropping:
        return noun[:-2] + voiced
    if noun in words.doubling:
        return noun[:-1] + voiced + voiced
    return noun[:-1] + voiced


def _stems_of_verb(verb: str) -> Iterator[_Stem]:
    vowel = last_vowel(verb)
    if vowel is None or _to_infinitive(verb) in _load_word_sets().no_verbs:
        return
    if verb[-1] in "AE":
        before = _BEFORE_Y.get(verb)
        yield _Stem(verb, vowel, "open", "no y" if before else "anything")
        if before:
            yield _Stem(before, vowel, "open", "y")
        yield _Stem(verb[:-1], last_vowel(verb[:-1]) or vowel, "narrowed")
    elif verb in _load_word_sets().soft_verbs:
        yield _Stem(verb[:-1] + _VOICED[verb[-1]], vowel, "short", "vowel")
        yield _Stem(verb, vowel, "short", "consonant")
    else:
        short = _count_syllables(verb) == 1 and verb[-1] not in VOWELS and verb not in _load_word_sets().close_aorist
        yield _Stem(verb, vowel, "short" if short else "closed")


def _count_syllables(text: str) -> int:
    return sum(letter in VOWELS for letter in text)


def _can_form(stem: _Stem, word: str, grammar: SuffixGrammar) -> bool:
    return word.startswith(stem.text) and any(
        _can_begin(first, stem.needs)
        for first in matching_first_suffixes(word, stem.text, stem.vowel, grammar, stem.state)
    )


def _can_begin(first: str, needs: _SuffixStart) -> bool:
    match needs:
        case "vowel":
            return first[0] in VOWELS
        case "consonant":
            return first[0] not in VOWELS
        case "y":
            return first[0] == "Y"
        case "no y":
            return first[0] != "Y"
        case "anything":
            return True
