"""Smaller lists of the words that people know: a full list's words above a measured frequency.

The measure counts words as they were written. A Turkish dictionary has verbs as infinitives, which people write less
than their other forms; so a verb is known when one of its everyday forms is.
"""

import gzip
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from bot.lexicon.languages import BACK_VOWELS, FRONT_VOWELS
from bot.lexicon.recipe import GatheredWords, LexiconRecipe, normalise_word
from bot.lexicon.source_archives import PinnedArchive, SourceArchive
from engine.alphabet import load_alphabet
from engine.errors import DataError

WORDFREQ: Final = PinnedArchive(
    package="wordfreq (PyPI wheel)",
    version="3.1.1",
    archive="wordfreq-3.1.1-py3-none-any.whl",
    sha256="4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    licence="CC-BY-SA-4.0 (data), Apache-2.0 (code, not used)",
    licence_path="wordfreq-3.1.1.dist-info/METADATA",
    licence_file="wordfreq-notice.txt",
    obtain_command="pip download --no-deps --only-binary :all: wordfreq==3.1.1",
    licence_from="## License",
)

_TABLE: Final = "wordfreq/data/{size}_{language}.msgpack.gz"
_FORMAT: Final = {"format": "cB", "version": 1}


class Threshold(msgspec.Struct, frozen=True):
    """The table to read and how rare a word may be, in hundredths of a decade below one in a word."""

    size: str
    max_rarity: int


THRESHOLDS: Final = {
    "en": Threshold("large", 650),  # once in three million words
    "tr": Threshold("small", 600),  # once in a million words, where the only Turkish table ends
    "uk": Threshold("large", 750),  # once in thirty million: each noun shares its uses among a dozen forms
}


def common_words_recipe(full: LexiconRecipe) -> LexiconRecipe:
    """The recipe of the common words of a language, from the recipe of all of them."""

    def gather(archives: Sequence[SourceArchive]) -> GatheredWords:
        every = full.gather(archives[:-1])
        threshold = THRESHOLDS[full.language]
        table = _TABLE.format(size=threshold.size, language=full.language)
        letters = load_alphabet(full.language)
        frequent = {
            normalise_word(letters, entry) for entry in _read_frequent(archives[-1], table, threshold.max_rarity)
        }
        kept = every.words & frequent
        steps = {"words of the full list": len(every.words), "among the frequent": len(kept)}
        if full.language == "tr":
            verbs = {word for word in every.words - kept if not frequent.isdisjoint(everyday_verb_forms(word))}
            steps["verbs by an everyday form"] = len(verbs)
            kept |= verbs
        return GatheredWords(kept, (*every.files, (table,)), {}, steps)

    return LexiconRecipe(full.language, (*full.pins, WORDFREQ), gather)


def _read_frequent(archive: SourceArchive, table: str, rarest: int) -> Iterator[str]:
    """The entries of a table down to a frequency.

    Raises:
        DataError: the table is not as expected.
    """
    problem = f"{archive.pin.archive}: {table} is no table of word frequencies in hundredths of a decade"
    try:
        head, *bins = msgspec.msgpack.decode(gzip.decompress(archive.read_bytes(table)), type=list[Any])
        entries = msgspec.convert(bins[: rarest + 1], list[list[str]])
    except (OSError, EOFError, ValueError, msgspec.ValidationError) as error:
        raise DataError(f"{problem}: {error}") from error
    if head != _FORMAT:
        raise DataError(f"{problem}: it begins with {head}")
    return (entry for group in entries for entry in group)


def everyday_verb_forms(verb: str) -> Iterator[str]:
    """Some third-person forms of a Turkish infinitive; nothing for a word that does not look like one.

    The past, the reported past, the present, the future and the verbal noun, by the harmony of the last vowel.
    """
    stem, ending = verb[:-3], verb[-3:]
    vowel = next((letter for letter in reversed(stem) if letter in BACK_VOWELS | FRONT_VOWELS), None)
    if ending not in {"MAK", "MEK"} or vowel is None or (ending == "MAK") != (vowel in BACK_VOWELS):
        return
    close = _CLOSE[vowel]
    open_ = "A" if ending == "MAK" else "E"
    yield f"{stem}{'T' if stem[-1] in _VOICELESS else 'D'}{close}"
    yield f"{stem}M{close}Ş"
    yield f"{stem}M{open_}"
    if stem[-1] not in BACK_VOWELS | FRONT_VOWELS:
        yield f"{stem}{close}YOR"
        yield f"{stem}{open_}C{open_}K"
        return
    yield f"{stem}Y{open_}C{open_}K"
    before = next((letter for letter in reversed(stem[:-1]) if letter in _CLOSE), stem[-1])
    yield f"{stem[:-1]}{_CLOSE[before] if stem[-1] in 'AE' else stem[-1]}YOR"


_CLOSE: Final = {"A": "I", "I": "I", "E": "İ", "İ": "İ", "O": "U", "U": "U", "Ö": "Ü", "Ü": "Ü"}
_VOICELESS: Final = frozenset("FSTKÇŞHP")
