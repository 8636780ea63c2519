"""The words that people type for options and their values, which each language has in its ``typed.toml``.

The engine's own names are understood everywhere beside them. The first word of a language is the one that lists
show to its speakers.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.languages import languages
from engine.vocabulary import folded

_SIZES: Final = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
"""The units of time in seconds."""
_LISTED_UNITS: Final = ("hour", "minute", "second")
"""Hours are listed rather than days: a clock of 24 hours is called that."""


def option_meant(typed: str) -> str:
    """The engine's name of an option, or what was typed, folded, where that is no word of ours."""
    return languages().meant("options", typed) or folded(typed)


def value_meant(option: str, typed: str) -> str:
    """The engine's name of an option's value, or what was typed, folded, where that is no word of ours."""
    return languages().meant(f"values.{option}", typed) or folded(typed)


def clock_meant(typed: str) -> str | None:
    """What a clock measures, ``move`` or ``game``, by a word for it; ``None`` for any other."""
    return languages().meant("clocks", typed)


def seconds_meant(number: int, unit: str) -> int | None:
    """A time in seconds, which need no unit; ``None`` for an unknown unit."""
    if not unit:
        return number
    meant = languages().meant("units", unit)
    return None if meant is None else number * _SIZES[meant]


def option_word(name: str, language: str) -> str:
    """What the speakers of a language type for an option; the engine's name where they have no word."""
    return _first(language, "options", name) or name


def value_word(option: str, value: str, language: str) -> str | None:
    """What the speakers of a language type for a value; ``None`` where there is no word but the engine's."""
    words: Mapping[str, Sequence[str]] = _section(language, "values").get(option, {})
    return words[value][0] if value in words else None


def clock_word(value: str, language: str) -> str:
    """What the speakers of a language call a clock whose name is no figure."""
    return value_word("clock", value, language) or value


def time_word(seconds: int, language: str) -> str:
    """What the speakers of a language type for a time, as ``25min``."""
    unit = next(unit for unit in _LISTED_UNITS if seconds % _SIZES[unit] == 0)
    return f"{seconds // _SIZES[unit]}{_first(language, 'units', unit) or _first('en', 'units', unit)}"


def _first(language: str, section: str, name: str) -> str:
    """The word that lists show; empty where the language has none."""
    words: Sequence[str] = _section(language, section).get(name, ("",))
    return words[0]


def _section(language: str, name: str) -> Mapping[str, Any]:
    """A language's words; none for a language of tiles that the interface does not speak."""
    spoken = languages()
    return spoken.section(language, name) if language in spoken.codes else {}
