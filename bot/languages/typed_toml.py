"""Reads a ``typed.toml`` strictly: its sections, their keys, and what each of them holds.

``tools.check_texts`` checks that a language is complete, and that no word has two meanings.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert

from engine.errors import DataError

TYPED_FILE: Final = "typed.toml"
TypedWord = Annotated[str, Meta(pattern=r"^\S+\Z")]
TypedWords = Annotated[list[TypedWord], Meta(min_length=1)]


class LanguageError(DataError):
    """A language's typed words are wrong; the message names the file, the key, the fault and the remedy."""


CommandName = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,32}\Z")]


class CommandEntry(Struct, forbid_unknown_fields=True):
    """A command's name, as Telegram allows it, its aliases, and its line in the menus."""

    name: CommandName | None = None
    also: list[CommandName] = []
    menu: Annotated[str, Meta(min_length=1, max_length=256)] | None = None


class GrammarEntry(Struct, forbid_unknown_fields=True):
    """What the check of the texts must know about a language's grammar."""

    forms: list[TypedWord] = []
    counted: str = ""
    foreign: str = ""


_COMMAND_HINT: Final = (
    'write { name = "…", menu = "…" }: a name of 1 to 32 of the characters a–z, 0–9 and _, '
    "and 1 to 256 characters for the menus, which is all that Telegram takes; either may be left out, and "
    'also = ["…"] lists further names'
)
_WORDS_HINT: Final = 'write a list of words without spaces, as ["bag", "sack"]'
_SIGN_HINT: Final = 'write two texts, the second of which is raised and may be empty, as ["DL", ""]'
_GRAMMAR_HINT: Final = 'write forms = ["one", "other"], counted = "a pattern", foreign = "marks", or fewer of these'
ORDER_HINT: Final = "write the language's place among the languages, as order = 4"

_ROW_TYPES: Final[Mapping[str, tuple[Any, str]]] = {
    "commands": (CommandEntry, _COMMAND_HINT),
    "signs": (tuple[str, str], _SIGN_HINT),
    "owner": (CommandEntry, _COMMAND_HINT),
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
            "lists",
            "games",
            "variants",
            "synonyms",
            "languages",
            "options",
            "clocks",
            "units",
            "zones",
        ),
        (TypedWords, _WORDS_HINT),
    ),
}
"""Sections all of whose keys have one type, with that type and the hint for a wrong value."""
_SECTION_NAMES: Final = (*_ROW_TYPES, "values", "grammar")


def read_typed_file(file: Traversable) -> dict[str, Any]:
    """The content of a file as it is written; raises LanguageError."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise LanguageError(f"{file}: not valid TOML in UTF-8: {error}") from error
    for place, value, kind, hint in _typed_values(found, file):
        try:
            convert(value, kind, strict=True)
        except ValidationError as error:
            raise LanguageError(f"{file}: {place}: {error}; {hint}") from error
    return found


def _typed_values(found: Mapping[str, Any], file: Traversable) -> Iterator[tuple[str, object, Any, str]]:
    for section, rows in found.items():
        match section:
            case "order":
                yield section, rows, int, ORDER_HINT
            case "grammar":
                yield section, rows, GrammarEntry, _GRAMMAR_HINT
            case "values":
                for option, values in _require_table(section, rows, file).items():
                    for value, words in _require_table(f"{section}.{option}", values, file).items():
                        yield f"{section}.{option}.{value}", words, TypedWords, _WORDS_HINT
            case _ if section in _ROW_TYPES:
                kind, hint = _ROW_TYPES[section]
                yield from (
                    (f"{section}.{key}", row, kind, hint) for key, row in _require_table(section, rows, file).items()
                )
            case _:
                there = ", ".join(_SECTION_NAMES)
                raise LanguageError(f"{file}: {section}: there is no such section; call it one of {there}")


def _require_table(place: str, rows: object, file: Traversable) -> Mapping[str, Any]:
    if not isinstance(rows, Mapping):
        raise LanguageError(f"{file}: {place}: it is no section; write it as [{place}], with a line for each key below")
    return rows


def merge_typed_files(target: dict[str, Any], part: Mapping[str, Any], file: Traversable, place: str = "") -> None:
    """Add the content of another file of the same language to ``target``; raises LanguageError."""
    for key, value in part.items():
        if key not in target:
            target[key] = value
        elif isinstance(value, Mapping) and place not in {"commands.", "owner."}:
            merge_typed_files(target[key], value, file, f"{place}{key}.")
        else:
            raise LanguageError(f"{file}: {place}{key}: it stands in another file of the language; leave it out here")
