"""The languages of the interface: each has a folder with texts, and with the words that people type.

This module owns these folders, the content of ``typed.toml``, and the names of commands; other sections are read by
the code that uses them. A family of games may add a folder for each language in its own package. ``tools.check_texts``
checks that a language is complete, and that no word has two meanings.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, ValidationError, convert

from engine.errors import DataError
from engine.vocabulary import fold_word

TYPED_FILE: Final = "typed.toml"
TypedWord = Annotated[str, Meta(pattern=r"^\S+\Z")]
TypedWords = Annotated[list[TypedWord], Meta(min_length=1)]


class LanguageError(DataError):
    """A language's typed words are wrong; the message names the file, the key, the fault and the remedy."""


CommandName = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,32}\Z")]


class _CommandEntry(Struct, forbid_unknown_fields=True):
    """A command's name, as Telegram allows it, its aliases, and its line in the menus."""

    name: CommandName | None = None
    also: list[CommandName] = []
    menu: Annotated[str, Meta(min_length=1, max_length=256)] | None = None


class _GrammarEntry(Struct, forbid_unknown_fields=True):
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
_ORDER_HINT: Final = "write the language's place among the languages, as order = 4"

_WORD_SECTIONS: Final = (
    "directions", "draw", "colours", "rewards", "turns", "answers", "levels", "themes", "labels", "lists", "games",
    "variants", "synonyms", "languages", "options", "clocks", "units", "zones",
)  # fmt: skip
_ROW_TYPES: Final[Mapping[str, tuple[Any, str]]] = {
    "commands": (_CommandEntry, _COMMAND_HINT),
    "signs": (tuple[str, str], _SIGN_HINT),
    "owner": (_CommandEntry, _COMMAND_HINT),
    **dict.fromkeys(_WORD_SECTIONS, (TypedWords, _WORDS_HINT)),
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
                yield section, rows, int, _ORDER_HINT
            case "grammar":
                yield section, rows, _GrammarEntry, _GRAMMAR_HINT
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


def _merge_typed_files(target: dict[str, Any], part: Mapping[str, Any], file: Traversable, place: str = "") -> None:
    for key, value in part.items():
        if key not in target:
            target[key] = value
        elif isinstance(value, Mapping) and place not in {"commands.", "owner."}:
            _merge_typed_files(target[key], value, file, f"{place}{key}.")
        else:
            raise LanguageError(f"{file}: {place}{key}: it stands in another file of the language; leave it out here")


FALLBACK_LANGUAGE: Final = "en"
"""The language whose command names replace those that are missing in another, as Telegram takes only Latin letters."""

_WORD_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")  # the placeholder for a typed word in the menus


class Languages:
    """The languages found in some folders, which have a folder for each, named by its code (``tr``).

    The folder with the language's rank is its main one; those in other roots add to it, for a family of games. Raises
    LanguageError if a file is wrong, two files of a language have the same key, two commands have the same name, or no
    language can be the fallback for a command.
    """

    def __init__(self, roots: Sequence[Traversable]) -> None:
        self.roots: Final = tuple(roots)  # the folders that were searched
        self._folders: Final = _find_language_folders(roots)
        typed = {code: _load_typed_words(folders) for code, folders in self._folders.items()}
        self.codes: Final = tuple(sorted(typed, key=lambda code: (typed[code]["order"], code)))
        """The codes of the languages, in the order in which they are offered."""
        self._typed: Final = {code: typed[code] for code in self.codes}
        self._meanings: Final[dict[str, Mapping[str, str]]] = {}
        self.menus: Final[Mapping[str, Mapping[str, str]]] = {code: self._menu_lines(code) for code in self.codes}
        """The menu lines of each language, by the commands' keys."""
        self.commands_by_name: Final[Mapping[str, str]] = MappingProxyType(self._keys_by_name())
        """A command's key by any of its names; names of all languages work in every chat."""
        self.owner_commands_by_name: Final[Mapping[str, str]] = MappingProxyType(self._keys_by_name("owner"))
        """An owners' command's key by any of its names; other users do not see these."""
        for name in sorted(self.owner_commands_by_name.keys() & self.commands_by_name.keys()):
            raise LanguageError(f"/{name} is a command of everybody's and of the owners'; call one of them otherwise")

    def supported_or_none(self, code: str | None) -> str | None:
        """A stored language code if this version has the language; another version may have stored it."""
        return code if code in self._folders else None

    def text_folders(self, language: str) -> Sequence[Traversable]:
        """The folders with a language's texts, in the order of the roots."""
        return self._folders[language]

    def section(self, language: str, name: str) -> Mapping[str, Any]:
        """A section of a language's typed words, perhaps empty."""
        return MappingProxyType(self._typed[language].get(name, {}))

    def meanings_by_word(self, section: str) -> Mapping[str, str]:
        """The meanings of a section's words in all languages, by folded word (:func:`fold_word`).

        The engine's own names take precedence. A word with two meanings gets that of the first language; the check of
        the texts reports it. A section has a list of words for each meaning; nested sections are named with a full
        stop, as ``values.clock``.
        """
        if section not in self._meanings:
            found: dict[str, str] = {}
            for _, meaning, word in self.iter_typed_words(section):
                found.setdefault(fold_word(word), meaning)
            self._meanings[section] = found
        return self._meanings[section]

    def find_meaning(self, section: str, typed: str) -> str | None:
        """The meaning of a typed word in a section; ``None`` if it has none."""
        return self.meanings_by_word(section).get(fold_word(typed))

    def iter_typed_words(self, section: str) -> Iterator[tuple[str, str, str]]:
        """Language, meaning and word of all that may be typed: the engine's own names, then each language's words."""
        lists = [(code, self._words_by_meaning(code, section)) for code in self.codes]
        for code, words_of in lists:
            yield from ((code, meaning, meaning) for meaning in words_of)
        for code, words_of in lists:
            yield from ((code, meaning, word) for meaning, words in words_of.items() for word in words)

    def _words_by_meaning(self, language: str, section: str) -> Mapping[str, Sequence[str]]:
        found: Mapping[str, Any] = self._typed[language]
        for part in section.split("."):
            found = found.get(part, {})
        return found

    def shown_word(self, path: str, language: str) -> str:
        """The word that a language shows for a meaning such as ``themes.dark``; without one, the engine's own name."""
        section, _, meaning = path.rpartition(".")
        lists = {code: self._words_by_meaning(code, section) for code in self.codes}
        if not any(meaning in words for words in lists.values()):
            raise LookupError(f"nobody types {path}")
        return lists[language].get(meaning, (meaning,))[0]

    def owner_menu(self, language: str) -> dict[str, str]:
        """The lines of the owners' own commands in their menu, by the commands' keys."""
        return self._menu_lines(language, "owner")

    def _menu_lines(self, language: str, section: str = "commands") -> dict[str, str]:
        rows = self.section(language, section).items()
        try:
            return {
                key: _WORD_PLACEHOLDER.sub(lambda place: self.shown_word(place[1], language), row["menu"])
                for key, row in rows
                if "menu" in row
            }
        except LookupError as error:
            raise LanguageError(
                f"{self._typed_file(language)}: in the menus: {error.args[0]}; name a word below"
            ) from error

    def command_name(self, key: str, language: str, section: str = "commands") -> str:
        """A command's name in a language; without one, in English. Owners' commands are in the section ``owner``."""
        own = self.section(language, section).get(key, {})
        name: str = own.get("name") or self.section(FALLBACK_LANGUAGE, section)[key]["name"]
        return name

    def _keys_by_name(self, section: str = "commands") -> dict[str, str]:
        found: dict[str, str] = {}
        for key, row in self.section(FALLBACK_LANGUAGE, section).items():
            if "name" not in row:
                raise LanguageError(
                    f"{self._typed_file(FALLBACK_LANGUAGE)}: the command {key} has no name; give it one"
                )
        for code in self.codes:
            rows = self.section(code, section)
            names = [(row["name"], key) for key, row in rows.items() if "name" in row]
            names += [(name, key) for key, row in rows.items() for name in row.get("also", ())]
            twice = [name for name, times in Counter(name for name, _ in names).items() if times > 1]
            twice += [name for name, key in names if found.get(name, key) != key]
            if twice:
                raise LanguageError(
                    f"{self._typed_file(code)}: two commands are called {twice[0]}; call one of them otherwise"
                )
            found |= dict(names)
        return found

    def _typed_file(self, language: str) -> Traversable:
        return self._folders[language][0].joinpath(TYPED_FILE)


def _find_language_folders(roots: Sequence[Traversable]) -> dict[str, tuple[Traversable, ...]]:
    found: dict[str, list[Traversable]] = {}
    for folder in (folder for root in roots for folder in root.iterdir() if folder.is_dir()):
        if any(file.name == TYPED_FILE or file.name.endswith(".ftl") for file in folder.iterdir()):
            found.setdefault(folder.name, []).append(folder)
    return {code: tuple(folders) for code, folders in found.items()}


def _load_typed_words(folders: Sequence[Traversable]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for file in (folder.joinpath(TYPED_FILE) for folder in folders):
        if file.is_file():
            _merge_typed_files(whole, read_typed_file(file), file)
    if "order" not in whole:
        raise LanguageError(f"{folders[0].joinpath(TYPED_FILE)}: order is missing; {_ORDER_HINT}")
    return whole


def _find_roots() -> Iterator[Traversable]:
    here = files("bot")
    yield here.joinpath("texts")
    rooms = sorted(here.joinpath("families").iterdir(), key=lambda room: room.name)
    yield from (texts for room in rooms if (texts := room.joinpath("texts")).is_dir())


ROOTS: tuple[Traversable, ...] = tuple(_find_roots())  # the folders of languages; `languages` reads the present value
_load_languages: Final = cache(Languages)


def languages() -> Languages:
    """All languages of the bot."""
    return _load_languages(ROOTS)
