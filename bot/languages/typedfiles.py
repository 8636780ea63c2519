"""A ``typed.toml`` read strictly: which sections and keys it may have, and what each of them holds.

Whether a language is complete, and whether a word means one thing alone, is for :mod:`bot.texts.__main__`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert

from engine.errors import DataError

FILE: Final = "typed.toml"

Word = Annotated[str, Meta(pattern=r"^\S+\Z")]
Words = Annotated[list[Word], Meta(min_length=1)]


class LanguageError(DataError):
    """A language's typed words are wrong; the message names the file and the key, what is wrong, and what to do."""


class Command(Struct, forbid_unknown_fields=True):
    """A command's name, in what Telegram takes for one, and what the menus say of it."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,32}\Z")] | None = None
    menu: Annotated[str, Meta(min_length=1, max_length=256)] | None = None


class Grammar(Struct, forbid_unknown_fields=True):
    """What the check of the texts knows of a language."""

    forms: list[Word] = []
    counted: str = ""
    foreign: str = ""


_COMMAND: Final = (
    'write { name = "…", menu = "…" }: a name of 1 to 32 of the characters a–z, 0–9 and _, '
    "and 1 to 256 characters for the menus, which is all that Telegram takes; either may be left out"
)
_WORDS: Final = 'write a list of words without spaces, as ["bag", "sack"]'
_SIGN: Final = 'write two texts, the second of which is raised and may be empty, as ["DL", ""]'
_GRAMMAR: Final = 'write forms = ["one", "other"], counted = "a pattern", foreign = "marks", or fewer of these'
ORDER: Final = "write the language's place among the languages, as order = 4"

_ROWS: Final[Mapping[str, tuple[Any, str]]] = {
    "commands": (Command, _COMMAND),
    "signs": (tuple[str, str], _SIGN),
    "desk": (Command, _COMMAND),
    **dict.fromkeys(
        (
            "directions",
            "draw",
            "colours",
            "rewards",
            "turns",
            "answers",
            "levels",
            "themes",
            "labels",
            "games",
            "variants",
            "synonyms",
            "languages",
            "options",
            "clocks",
            "units",
        ),
        (Words, _WORDS),
    ),
}
"""Sections whose every key holds the same: its type, and what to write."""
_SECTIONS: Final = (*_ROWS, "values", "grammar")


def read(file: Traversable) -> dict[str, Any]:
    """What a file holds, as it is written there.

    Raises:
        LanguageError: it is no TOML, has a section or a key that there is not, or one holds something else.
    """
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise LanguageError(f"{file}: not valid TOML in UTF-8: {error}") from error
    for place, value, kind, hint in _places(found, file):
        try:
            convert(value, kind, strict=True)
        except ValidationError as error:
            raise LanguageError(f"{file}: {place}: {error}; {hint}") from error
    return found


def _places(found: Mapping[str, Any], file: Traversable) -> Iterator[tuple[str, object, Any, str]]:
    """Where something stands, what, of which type it has to be, and what to write where it is not."""
    for section, rows in found.items():
        match section:
            case "order":
                yield section, rows, int, ORDER
            case "grammar":
                yield section, rows, Grammar, _GRAMMAR
            case "values":
                for option, values in _table(section, rows, file).items():
                    for value, words in _table(f"{section}.{option}", values, file).items():
                        yield f"{section}.{option}.{value}", words, Words, _WORDS
            case _ if section in _ROWS:
                kind, hint = _ROWS[section]
                yield from ((f"{section}.{key}", row, kind, hint) for key, row in _table(section, rows, file).items())
            case _:
                there = ", ".join(_SECTIONS)
                raise LanguageError(f"{file}: {section}: there is no such section; call it one of {there}")


def _table(place: str, rows: object, file: Traversable) -> Mapping[str, Any]:
    if not isinstance(rows, Mapping):
        raise LanguageError(f"{file}: {place}: it is no section; write it as [{place}], with a line for each key below")
    return rows


def merge(whole: dict[str, Any], part: Mapping[str, Any], file: Traversable, place: str = "") -> None:
    """Add what a further file of a language holds.

    Raises:
        LanguageError: a key stands in another file of the language already.
    """
    for key, value in part.items():
        if key not in whole:
            whole[key] = value
        elif isinstance(value, Mapping) and place not in {"commands.", "desk."}:
            merge(whole[key], value, file, f"{place}{key}.")
        else:
            raise LanguageError(f"{file}: {place}{key}: it stands in another file of the language; leave it out here")
