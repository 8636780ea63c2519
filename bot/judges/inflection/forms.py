"""Of which headword a Turkish word is an inflected form: KİTAPLAR of KİTAP, GELDİ of GELMEK.

Precise rather than complete: a form that breaks the harmony of vowels, or whose stem does not change as it must, is
nobody's form. How stems change is in ``turkish.toml``, which suffixes there are in ``suffixes``.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from bot.judges.inflection.suffixes import NOUN, NOUN_AS_VERB, VERB, VOWELS, Grammar, fits, last_vowel

_LEAST: Final = 2
"""Letters of a stem."""
_VOICED: Final = {"P": "B", "Ç": "C", "T": "D", "K": "Ğ"}
_VOICELESS: Final = {voiced: hard for hard, voiced in _VOICED.items()} | {"G": "K"}
_FRONT: Final = {"A": "E", "I": "İ", "O": "Ö", "U": "Ü"}
_BEFORE_Y: Final = {"DE": "Dİ", "YE": "Yİ"}
_INFINITIVES: Final = ("MAK", "MEK")

_Needs = Literal["anything", "vowel", "consonant", "y", "no y"]


class _Stem(NamedTuple):
    """A headword as it stands before suffixes."""

    text: str
    vowel: str
    """The one that the first suffix is in harmony with."""
    state: str
    needs: _Needs = "anything"
    """How the first suffix must begin."""


class _Words(NamedTuple):
    """What :file:`turkish.toml` tells; each a set of words in capitals."""

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

    @property
    def own_ways(self) -> frozenset[str]:
        """The nouns whose changes do not show in what they end in."""
        return self.dropping | self.doubling | self.front


@lru_cache(maxsize=1)
def _words() -> _Words:
    told = tomllib.loads(files(__package__).joinpath("turkish.toml").read_text(encoding="utf-8"))
    return _Words(*(frozenset(told[name].split()) for name in _Words._fields))


@lru_cache(maxsize=1)
def _altered() -> dict[str, str]:
    """Stems that drop or double letters, with their headwords: ``AĞZ``, ``HAKK``."""
    words = _words()
    return {_changed(word): word for word in words.dropping | words.doubling}


def headword(word: str, known: Callable[[str], bool]) -> str | None:
    """The headword that a word is an inflected form of, or ``None``.

    Of several, nouns come first: those that change in a way of their own (RESMİM: RESİM, not RESMİ), then the longest
    (KALEMİ: KALEM, not KALE). Verbs follow, the shortest first (SORUYOR: SORMAK), and nouns that are inflected like
    verbs (HASTAYIM).

    Args:
        word: in capitals; itself no headword.
        known: whether a word is a headword.
    """
    lengths, words = range(_LEAST, len(word)), _words()
    return (
        _found(word, lambda noun: noun in words.own_ways and known(noun), NOUN, lengths, of_verbs=False)
        or _found(word, known, NOUN, reversed(lengths), of_verbs=False)
        or _imperative(word, known)
        or _found(word, known, VERB, lengths, of_verbs=True)
        or _found(word, known, NOUN_AS_VERB, reversed(lengths), of_verbs=False)
    )


def _found(
    word: str, known: Callable[[str], bool], grammar: Grammar, lengths: Iterable[int], *, of_verbs: bool
) -> str | None:
    """The first headword whose stem and suffixes make the word."""
    for length in lengths:
        for whole in filter(known, _headwords(word[:length], of_verbs=of_verbs)):
            if any(_makes(stem, word, grammar) for stem in _stems(whole, of_verbs=of_verbs)):
                return whole
    return None


def _imperative(word: str, known: Callable[[str], bool]) -> str | None:
    """The verb whose bare stem the word is: GEL."""
    verb = _infinitive(word)
    return verb if known(verb) and verb not in _words().no_verbs else None


def _infinitive(stem: str) -> str:
    vowel = last_vowel(stem)
    return f"{stem}{'MAK' if vowel in set('AIOU') else 'MEK'}" if vowel else ""


def _headwords(stem: str, *, of_verbs: bool) -> Iterator[str]:
    """The words that may look like this before suffixes."""
    whole = [stem]
    if stem[-1] in _VOICELESS:
        whole.append(stem[:-1] + _VOICELESS[stem[-1]])
    if not of_verbs:
        if stem in _altered():
            whole.append(_altered()[stem])
        if stem == "SUY":
            whole.append("SU")
        yield from whole
        return
    # The vowel that -yor has taken away was A or E.
    for verb in (*whole, f"{stem}A", f"{stem}E", *(verb for verb, changed in _BEFORE_Y.items() if changed == stem)):
        yield _infinitive(verb)


def _stems(whole: str, *, of_verbs: bool) -> Iterator[_Stem]:
    """A headword as it may stand before suffixes."""
    return _stems_of_verb(whole[: -len("MAK")]) if of_verbs else _stems_of_noun(whole)


def _stems_of_noun(noun: str) -> Iterator[_Stem]:
    words, vowel = _words(), last_vowel(noun)
    if vowel is None or noun in words.uninflected:
        return
    if noun in words.front:
        yield from _before_suffixes(noun, _FRONT.get(vowel, vowel))
    if noun not in words.front or noun in words.either:
        yield from _before_suffixes(noun, vowel)


def _before_suffixes(noun: str, vowel: str) -> Iterator[_Stem]:
    """A noun whose suffixes are in harmony with a vowel."""
    words = _words()
    if noun.endswith(_INFINITIVES) and noun not in words.no_infinitives:
        yield _Stem(noun, vowel, "infinitive")
        return
    changed = "SUY" if noun == "SU" else _changed(noun)
    if changed == noun:
        yield _Stem(noun, vowel, "noun")
        return
    yield _Stem(changed, vowel, "noun", "vowel")
    yield _Stem(noun, vowel, "noun", "anything" if noun in words.either else "consonant")


def _changed(noun: str) -> str:
    """A noun before a suffix that begins with a vowel."""
    words, last = _words(), noun[-1]
    softens = noun in words.soft or (last in "PÇK" and _syllables(noun) > 1 and noun not in words.front)
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
    if vowel is None or _infinitive(verb) in _words().no_verbs:
        return
    if verb[-1] in "AE":
        before = _BEFORE_Y.get(verb)
        yield _Stem(verb, vowel, "open", "no y" if before else "anything")
        if before:
            yield _Stem(before, vowel, "open", "y")
        yield _Stem(verb[:-1], last_vowel(verb[:-1]) or vowel, "narrowed")
    elif verb in _words().soft_verbs:
        yield _Stem(verb[:-1] + _VOICED[verb[-1]], vowel, "short", "vowel")
        yield _Stem(verb, vowel, "short", "consonant")
    else:
        short = _syllables(verb) == 1 and verb[-1] not in VOWELS and verb not in _words().close_aorist
        yield _Stem(verb, vowel, "short" if short else "closed")


def _syllables(text: str) -> int:
    return sum(letter in VOWELS for letter in text)


def _makes(stem: _Stem, word: str, grammar: Grammar) -> bool:
    """Whether a stem and suffixes make a word."""
    return word.startswith(stem.text) and any(
        _begins(first, stem.needs) for first in fits(word, stem.text, stem.vowel, grammar, stem.state)
    )


def _begins(first: str, needs: _Needs) -> bool:
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
