"""The words that people type for options and their values, from each language's ``typed.toml``.

The engine's own names are understood everywhere too. Lists show the first word of each language to its speakers.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from bot.languages import Languages, languages
from engine.vocabulary import Vocabulary, fold_word

_UNIT_SECONDS: Final = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
"""The units of time in seconds."""


_LISTED_UNITS: Final = ("hour", "minute", "second")
"""Lists show hours rather than days, as a clock of 24 hours is called that."""


def find_option(typed: str) -> str:
    """The engine's name of an option; the folded text if no word matches."""
    return languages().find_meaning("options", typed) or fold_word(typed)


def find_option_value(option: str, typed: str) -> str:
    """The engine's name of an option's value; the folded text if no word matches."""
    return languages().find_meaning(f"values.{option}", typed) or fold_word(typed)


def find_clock_type(typed: str) -> str | None:
    """What a clock measures, ``move`` or ``game``, by a word for it; ``None`` if no word matches."""
    return languages().find_meaning("clocks", typed)


def to_seconds(number: int, unit: str) -> int | None:
    """A time in seconds, the default unit; ``None`` for an unknown unit."""
    if not unit:
        return number
    unit_name = languages().find_meaning("units", unit)
    return None if unit_name is None else number * _UNIT_SECONDS[unit_name]


def option_word(name: str, language: str) -> str:
    """The word for an option in a language; the engine's name if it has none."""
    return _first_word(language, "options", name) or name


def value_word(option: str, value: str, language: str) -> str | None:
    """The word for a value in a language; ``None`` if there is only the engine's name."""
    words: Mapping[str, Sequence[str]] = _language_section(language, "values").get(option, {})
    return words[value][0] if value in words else None


def clock_word(value: str, language: str) -> str:
    """The word for a clock whose name is no figure."""
    return value_word("clock", value, language) or value


def time_word(seconds: int, language: str) -> str:
    """A time as people type it in a language, as ``25min``."""
    unit = next(unit for unit in _LISTED_UNITS if seconds % _UNIT_SECONDS[unit] == 0)
    return f"{seconds // _UNIT_SECONDS[unit]}{_first_word(language, 'units', unit) or _first_word('en', 'units', unit)}"


def _first_word(language: str, section: str, name: str) -> str:
    """The word that lists show; empty if the language has none."""
    words: Sequence[str] = _language_section(language, section).get(name, ("",))
    return words[0]


def _language_section(language: str, name: str) -> Mapping[str, Any]:
    """A language's words; none for a language of tiles that the interface does not speak."""
    spoken = languages()
    return spoken.section(language, name) if language in spoken.codes else {}


_VOCABULARY_SECTIONS: Final = ("directions", "colours", "rewards", "draw")


def load_vocabulary() -> Vocabulary:
    """The words of every language, for every chat; ``draw`` has those that answer an offered draw.

    A language's first word for a direction, and single letters, can only be directions; the others may be words, too.
    """
    return _build_vocabulary(languages())


@cache
def _build_vocabulary(spoken: Languages) -> Vocabulary:
    return Vocabulary(
        MappingProxyType({kind: spoken.meanings_by_word(kind) for kind in _VOCABULARY_SECTIONS}),
        MappingProxyType(
            {kind: frozenset(word for _, _, word in spoken.iter_typed_words(kind)) for kind in _VOCABULARY_SECTIONS}
        ),
        MappingProxyType({"directions": _secondary_words(spoken, "directions")}),
    )


def _secondary_words(spoken: Languages, kind: str) -> frozenset[str]:
    """The folded words of a kind that are neither a language's first word for their meaning nor a single letter."""
    lists = [(meaning, words) for code in spoken.codes for meaning, words in spoken.section(code, kind).items()]
    chief = {fold_word(word) for meaning, words in lists for word in (meaning, words[0])}
    return frozenset(word for word in spoken.meanings_by_word(kind) if len(word) > 1) - chief
