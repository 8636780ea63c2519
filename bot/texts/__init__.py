"""The interface's wording: Fluent files, in a folder for each language. No sentence for players stands anywhere else.

Only the lines of the menus stand beside the names of the commands, in the folder's ``typed.toml``. Messages name a
command by its key, as ``{ COMMAND("play") }``, which becomes its name in the message's language, and a word that is
typed by what it means, as ``{ TYPED("themes.dark") }``.

To parse all of them takes longer than everything else at a start, and most runs say few of the sentences: the files are
cut into messages, and a message is parsed when it is first said.
"""

import html
import re
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any, Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk, MessageReference, TermReference
from fluent.syntax.visitor import Visitor

from bot.languages import Languages, languages
from engine.errors import DataError


class Html(str):
    """Text that is HTML already: put into a message as it is."""

    __slots__ = ()


Argument = str | int
_MOST_SAID: Final = 2048
"""Sentences kept, of some 200 bytes each."""


class TextError(DataError):
    """A text file is wrong or lacks a message; the message names the file and the place."""


class Texts:
    """Every message in every language of the interface, those that families bring along among them.

    Raises:
        TextError: a text file is no list of messages; what a message itself says is seen when it is first said.
    """

    def __init__(self) -> None:
        spoken = languages()
        self._messages: Final = {language: messages_of(language, spoken) for language in spoken.codes}

    def parse(self) -> None:
        """Parse every message now.

        Raises:
            TextError: one of them cannot be parsed.
        """
        for messages in self._messages.values():
            messages.parse()

    def html(self, language: str, message: str, /, **arguments: Argument) -> str:
        """A message for HTML parse mode; plain arguments are escaped, :class:`Html` ones are not."""
        safe = {
            name: html.escape(value, quote=False) if isinstance(value, str) and not isinstance(value, Html) else value
            for name, value in arguments.items()
        }
        return self._format(language, message, safe)

    def plain(self, language: str, message: str, /, **arguments: Argument) -> str:
        """A message for places without markup: callback alerts, buttons, pictures."""
        return self._format(language, message, arguments)

    def has(self, language: str, message: str) -> bool:
        """Whether a language has a message."""
        return message in self._messages[language]

    def _format(self, language: str, message: str, arguments: Mapping[str, Argument]) -> str:
        return _said(self._messages[language], message, tuple(arguments.items()))


def source(language: str) -> str:
    """The text files of a language, one after the other; those that families bring come last."""
    return "\n".join(
        file.read_text(encoding="utf-8")
        for folder in languages().folders(language)
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".ftl")
    )


class _References(Visitor):
    """The messages and terms that a message puts into its own text."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802 - the visitor's own naming
        self.names.add(node.id.name)

    def visit_TermReference(self, node: TermReference) -> None:  # noqa: N802 - the visitor's own naming
        self.names.add(f"-{node.id.name}")


def _command(spoken: Languages, language: str, key: str) -> str:
    """``{ COMMAND("play") }``: a command as it is typed, by its name in the message's language."""
    return f"/{spoken.command(str(key), language)}"


def _typed(spoken: Languages, language: str, place: str) -> str:
    """``{ TYPED("themes.dark") }``: a word as it is typed in the message's language."""
    return spoken.typed_word(str(place), language)


class _Messages:
    """A language's messages: each as it stands in the file until it is first said."""

    def __init__(self, language: str, spoken: Languages) -> None:
        self._language: Final = language
        self._unparsed: Final = _pieces(language)
        self._names: Final = frozenset(self._unparsed)
        functions: dict[str, Any] = {
            "COMMAND": partial(_command, spoken, language),
            "TYPED": partial(_typed, spoken, language),
        }
        self._bundle: Final = FluentBundle([language], functions=functions, use_isolating=False)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def said(self, name: str, arguments: Mapping[str, Argument]) -> str:
        """A message with its arguments.

        Raises:
            TextError: there is none, or it cannot be said with these.
        """
        if name not in self._names:
            raise TextError(f"{self._language} has no message {name!r}")
        bundle = self.bundle_with(name)
        pattern = bundle.get_message(name).value
        if pattern is None:
            raise TextError(f"{self._language}: message {name!r} has no text")
        text, errors = bundle.format_pattern(pattern, dict(arguments))
        if errors:
            raise TextError(f"{self._language}: message {name!r}: {errors[0]}")
        return str(text)

    def bundle_with(self, name: str) -> FluentBundle:
        """The language's bundle, which by now holds a message and all that it refers to."""
        if (piece := self._unparsed.get(name)) is not None:
            self._parse(piece)
            # Last, so that what cannot be parsed is said to be so again and again.
            self._unparsed.pop(name, None)
        return self._bundle

    def parse(self) -> None:
        """Parse what was not said so far."""
        for name in tuple(self._unparsed):
            self.bundle_with(name)

    def _parse(self, piece: str) -> None:
        resource = FluentResource(piece)
        references = _References()
        for entry in resource.body:
            if isinstance(entry, Junk):
                start = (entry.content or "")[:40]
                raise TextError(f"{self._language}: in the text {start!r}: {entry.annotations[0].message}")
            references.visit(entry)
        self._bundle.add_resource(resource)
        for name in references.names:
            self.bundle_with(name)


@lru_cache(maxsize=_MOST_SAID)
def _said(messages: _Messages, name: str, arguments: tuple[tuple[str, Argument], ...]) -> str:
    """A message with its arguments; most of what goes with a picture was said with the one before, too."""
    return messages.said(name, dict(arguments))


messages_of: Final = cache(_Messages)
"""Shared by whoever has texts: they are the same all the time."""
_HEAD: Final = re.compile(r"(-?[A-Za-z][\w-]*) *=", re.ASCII)
_BODY: Final = re.compile(r"[\s#}]")
"""How a line goes on that begins no message: text is indented, and comments may stand anywhere."""


def _pieces(language: str) -> dict[str, str]:
    """The messages and terms of a language, as they stand in its files, by name.

    Raises:
        TextError: a line belongs to no message, or a message stands there twice.
    """
    pieces: dict[str, list[str]] = {}
    piece: list[str] = []
    for line in source(language).splitlines(keepends=True):
        if head := _HEAD.match(line):
            if head[1] in pieces:
                raise TextError(f"{language} has the message {head[1]!r} twice")
            piece = pieces[head[1]] = []
        elif not _BODY.match(line):
            raise TextError(f"{language}: the line {line.strip()[:40]!r} belongs to no message")
        piece.append(line)
    return {name: "".join(lines) for name, lines in pieces.items()}
