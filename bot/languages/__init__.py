"""The languages of the interface: those that have a folder of texts, with what people type in them.

Owns where those folders are, what stands in ``typed.toml`` there, and the names of commands; what any other word means
is for whoever asks for its section. A family of games may bring more of each language in a folder of its own room.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Final

from bot.languages.typedfiles import FILE, ORDER, LanguageError, merge, read
from engine.vocabulary import folded

__all__ = ["ROOTS", "STANDING_IN", "LanguageError", "Languages", "languages"]

STANDING_IN: Final = "en"
"""The language whose names of commands stand in where another has none: Telegram takes Latin letters alone."""

_PLACE: Final = re.compile(r"\{([^{}]*)\}")
"""What the menus have a typed word for."""


class Languages:
    """The languages found in some folders.

    Args:
        roots: folders with a folder of each language, named by its code (``tr``). That which tells its place among the
            languages is the language's own; those of other roots have more of it, for a family of games.

    Raises:
        LanguageError: a file is wrong, two of a language have the same key, two commands have one name, or one has
            none that may stand in.
    """

    def __init__(self, roots: Sequence[Traversable]) -> None:
        self.roots: Final = tuple(roots)
        """Where they were looked for."""
        self._folders: Final = _folders(roots)
        typed = {code: _typed(folders) for code, folders in self._folders.items()}
        self.codes: Final = tuple(sorted(typed, key=lambda code: (typed[code]["order"], code)))
        """In the order in which they are offered."""
        self._typed: Final = {code: typed[code] for code in self.codes}
        self._words: Final[dict[str, Mapping[str, str]]] = {}
        self.menus: Final[Mapping[str, Mapping[str, str]]] = {code: self._menu(code) for code in self.codes}
        """What the menus of a language say of a command, by its key."""
        self.commands: Final[Mapping[str, str]] = MappingProxyType(self._commands())
        """The key of a command by any of its names: all work in every chat, whatever language it speaks."""
        self.desk: Final[Mapping[str, str]] = MappingProxyType(self._commands("desk"))
        """The same of the owners' commands, which nobody else is told of."""
        for name in sorted(self.desk.keys() & self.commands.keys()):
            raise LanguageError(f"/{name} is a command of everybody's and of the owners'; call one of them otherwise")

    def known(self, code: str | None) -> str | None:
        """What was once chosen, if it is a language here; a store may be of a version that had others."""
        return code if code in self._folders else None

    def folders(self, language: str) -> Sequence[Traversable]:
        """Where a language's texts are, in the order of the roots."""
        return self._folders[language]

    def section(self, language: str, name: str) -> Mapping[str, Any]:
        """A section of one language as it is in the file; empty where it has none."""
        return MappingProxyType(self._typed[language].get(name, {}))

    def words(self, section: str) -> Mapping[str, str]:
        """What each word of a section means in any of the languages, by the words as :func:`folded` writes them.

        A word that has two meanings means what the first language says, which the check of the texts finds; the
        engine's own names go before all. The section has a list of words for each meaning; one within another is named
        with a full stop, as ``values.clock``.
        """
        if section not in self._words:
            found: dict[str, str] = {}
            for _, meant, word in self.typed(section):
                found.setdefault(folded(word), meant)
            self._words[section] = found
        return self._words[section]

    def meant(self, section: str, typed: str) -> str | None:
        """What somebody means who typed a word of a section; ``None`` where it is no word of that."""
        return self.words(section).get(folded(typed))

    def typed(self, section: str) -> Iterator[tuple[str, str, str]]:
        """Language, meaning and word of all that may be typed: the engine's own names, then each language's words."""
        lists = [(code, self._lists(code, section)) for code in self.codes]
        for code, words_of in lists:
            yield from ((code, meant, meant) for meant in words_of)
        for code, words_of in lists:
            yield from ((code, meant, word) for meant, words in words_of.items() for word in words)

    def _lists(self, language: str, section: str) -> Mapping[str, Sequence[str]]:
        found: Mapping[str, Any] = self._typed[language]
        for part in section.split("."):
            found = found.get(part, {})
        return found

    def typed_word(self, place: str, language: str) -> str:
        """The word that people are shown for a meaning, as ``themes.dark``; the engine's own where there is none.

        Raises:
            LookupError: no language has a word for it.
        """
        section, _, meaning = place.rpartition(".")
        lists = {code: self._lists(code, section) for code in self.codes}
        if not any(meaning in words for words in lists.values()):
            raise LookupError(f"nobody types {place}")
        return lists[language].get(meaning, (meaning,))[0]

    def desk_menu(self, language: str) -> dict[str, str]:
        """What the menus of the owners say of their own commands, by the commands' keys."""
        return self._menu(language, "desk")

    def _menu(self, language: str, section: str = "commands") -> dict[str, str]:
        rows = self.section(language, section).items()
        try:
            return {key: self._filled(row["menu"], language) for key, row in rows if "menu" in row}
        except LookupError as error:
            raise LanguageError(f"{self._file(language)}: in the menus: {error.args[0]}; name a word below") from error

    def _filled(self, sentence: str, language: str) -> str:
        return _PLACE.sub(lambda place: self.typed_word(place[1], language), sentence)

    def command(self, key: str, language: str, section: str = "commands") -> str:
        """A command's name in a language; the English one where it has none. Owners' are in the section ``desk``."""
        own = self.section(language, section).get(key, {})
        name: str = own.get("name") or self.section(STANDING_IN, section)[key]["name"]
        return name

    def _commands(self, section: str = "commands") -> dict[str, str]:
        """The commands of a section by their names."""
        found: dict[str, str] = {}
        for key, row in self.section(STANDING_IN, section).items():
            if "name" not in row:
                raise LanguageError(f"{self._file(STANDING_IN)}: the command {key} has no name; give it one")
        for code in self.codes:
            rows = self.section(code, section)
            names = {key: row["name"] for key, row in rows.items() if "name" in row}
            twice = [name for name, times in Counter(names.values()).items() if times > 1]
            twice += [name for key, name in names.items() if found.get(name, key) != key]
            if twice:
                raise LanguageError(
                    f"{self._file(code)}: two commands are called {twice[0]}; call one of them otherwise"
                )
            found |= {name: key for key, name in names.items()}
        return found

    def _file(self, language: str) -> Traversable:
        return self._folders[language][0].joinpath(FILE)


def _folders(roots: Sequence[Traversable]) -> dict[str, tuple[Traversable, ...]]:
    """The folders of each language."""
    found: dict[str, list[Traversable]] = {}
    for folder in (folder for root in roots for folder in root.iterdir() if folder.is_dir()):
        if any(file.name == FILE or file.name.endswith(".ftl") for file in folder.iterdir()):
            found.setdefault(folder.name, []).append(folder)
    return {code: tuple(folders) for code, folders in found.items()}


def _typed(folders: Sequence[Traversable]) -> dict[str, Any]:
    """What is typed in one language, of all its folders.

    Raises:
        LanguageError: a file is wrong, or none tells the language's place.
    """
    whole: dict[str, Any] = {}
    for file in (folder.joinpath(FILE) for folder in folders):
        if file.is_file():
            merge(whole, read(file), file)
    if "order" not in whole:
        raise LanguageError(f"{folders[0].joinpath(FILE)}: order is missing; {ORDER}")
    return whole


def _roots() -> Iterator[Traversable]:
    """The folder of all languages, and those that families have in their rooms."""
    here = files("bot")
    yield here.joinpath("texts")
    rooms = sorted(here.joinpath("families").iterdir(), key=lambda room: room.name)
    yield from (texts for room in rooms if (texts := room.joinpath("texts")).is_dir())


ROOTS: tuple[Traversable, ...] = tuple(_roots())
"""Where languages are looked for; whatever asks for them asks for those that are there at that moment."""
_read: Final = cache(Languages)


def languages() -> Languages:
    """All that the bot speaks."""
    return _read(ROOTS)
