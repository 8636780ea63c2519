"""The interface's wording: Fluent files in a folder for each language, with all sentences for players.

Only the lines of menus are elsewhere: beside the commands' names, in the folder's ``typed.toml``. A message names a
command by its key, as ``{ COMMAND("play") }``, which becomes the name in its language, and a typed word by its meaning,
as ``{ TYPED("themes.dark") }``.

A refusal's message has the name of its code: ``Refusal("not_words", …)`` is worded by ``refusal-not-words`` in
``refusals.ftl``.

Parsing all messages takes longer than the rest of the start, and most runs use few of them: files are split into
messages, and a message is parsed on first use.
"""

import html
import re
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from babel import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk, MessageReference, Resource, TermReference
from fluent.syntax.visitor import Visitor

from bot.languages import Languages, languages
from engine.errors import DataError


class Html(str):
    """HTML that is inserted into a message unchanged."""

    __slots__ = ()


Argument = str | int
_MESSAGE_CACHE_SIZE: Final = 2048
"""How many sentences are cached, some 200 bytes each."""
_PIECE_CACHE_SIZE: Final = 8192
"""How many messages are cached: all of a few languages, which checks read repeatedly."""


class TextError(DataError):
    """A text file is wrong or lacks a message; the error names the file and the place."""


class Texts:
    """Every message in every language of the interface; raises TextError if a text file is no list of messages."""

    def __init__(self) -> None:
        spoken = languages()
        self._messages: Final = {language: load_language_messages(language, spoken) for language in spoken.codes}

    def parse_all(self) -> None:
        """Parse every message now; raises TextError if one cannot be parsed."""
        for messages in self._messages.values():
            messages.parse_remaining()

    def html(self, language: str, message: str, /, **arguments: Argument) -> str:
        """A message for HTML parse mode; plain arguments are escaped, :class:`Html` ones are not."""
        safe = {
            name: html.escape(value, quote=False) if isinstance(value, str) and not isinstance(value, Html) else value
            for name, value in arguments.items()
        }
        return self._format_message(language, message, safe)

    def plain(self, language: str, message: str, /, **arguments: Argument) -> str:
        """A message for places without markup: callback alerts, buttons, pictures."""
        return self._format_message(language, message, arguments)

    def has_message(self, language: str, message: str) -> bool:
        """Whether a language has a message."""
        return message in self._messages[language]

    def names_with_prefix(self, language: str, prefix: str) -> Sequence[str]:
        """The names of a language's messages that begin with a prefix."""
        return self._messages[language].names_with_prefix(prefix)

    def _format_message(self, language: str, message: str, arguments: Mapping[str, Argument]) -> str:
        return _format_cached(self._messages[language], message, tuple(arguments.items()))


def read_language_source(language: str) -> str:
    """The text files of a language, joined, those of families last."""
    return "\n".join(
        file.read_text(encoding="utf-8")
        for folder in languages().text_folders(language)
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".ftl")
    )


class _References(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802 - the name that the visitor calls
        self.names.add(node.id.name)

    def visit_TermReference(self, node: TermReference) -> None:  # noqa: N802 - the name that the visitor calls
        self.names.add(f"-{node.id.name}")


class _LocaleWithMinus(Locale):
    """A locale that writes negative numbers with a minus sign, not a hyphen."""

    @cached_property
    def decimal_formats(self) -> Any:
        usual = copy(super().decimal_formats[None])
        usual.prefix = tuple(sign.replace("-", "\N{MINUS SIGN}") for sign in usual.prefix)
        return {None: usual}


class _Bundle(FluentBundle):
    def _get_babel_locale(self) -> Locale:
        found = super()._get_babel_locale()
        return _LocaleWithMinus(found.language, found.territory, found.script, found.variant)


class _LanguageMessages:
    def __init__(self, language: str, spoken: Languages) -> None:
        self._language: Final = language
        self._unparsed: Final = _split_messages(language)
        self._names: Final = frozenset(self._unparsed)
        functions: dict[str, Any] = {
            "COMMAND": lambda key: f"/{spoken.command_name(str(key), language)}",
            "TYPED": lambda place: spoken.shown_word(str(place), language),
        }
        self._bundle: Final = _Bundle([language], functions=functions, use_isolating=False)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def names_with_prefix(self, prefix: str) -> Sequence[str]:
        return [name for name in self._names if name.startswith(prefix)]

    def format_message(self, name: str, arguments: Mapping[str, Argument]) -> str:
        """A message with its arguments; raises TextError if there is none, or they do not fit."""
        if name not in self._names:
            raise TextError(f"{self._language} has no message {name!r}")
        bundle = self.bundle_including(name)
        pattern = bundle.get_message(name).value
        if pattern is None:
            raise TextError(f"{self._language}: message {name!r} has no text")
        text, errors = bundle.format_pattern(pattern, dict(arguments))
        if errors:
            raise TextError(f"{self._language}: message {name!r}: {errors[0]}")
        return str(text)

    def bundle_including(self, name: str) -> FluentBundle:
        if (piece := self._unparsed.get(name)) is not None:
            self._parse_message(piece)
            # At the end, so that a parse error is reported each time.
            self._unparsed.pop(name, None)
        return self._bundle

    def parse_remaining(self) -> None:
        for name in tuple(self._unparsed):
            self.bundle_including(name)

    def _parse_message(self, piece: str) -> None:
        resource = parse_piece(piece)
        references = _References()
        for entry in resource.body:
            if isinstance(entry, Junk):
                start = (entry.content or "")[:40]
                raise TextError(f"{self._language}: in the text {start!r}: {entry.annotations[0].message}")
            references.visit(entry)
        self._bundle.add_resource(resource)
        for name in references.names:
            self.bundle_including(name)


@lru_cache(maxsize=_PIECE_CACHE_SIZE)
def parse_piece(piece: str) -> Resource:
    """The parsed source of one message, with errors as junk."""
    return FluentResource(piece)


@lru_cache(maxsize=_MESSAGE_CACHE_SIZE)
def _format_cached(messages: _LanguageMessages, name: str, arguments: tuple[tuple[str, Argument], ...]) -> str:
    return messages.format_message(name, dict(arguments))


load_language_messages: Final = cache(_LanguageMessages)
"""Cached, since the texts never change."""
_MESSAGE_START: Final = re.compile(r"(-?[A-Za-z][\w-]*) *=", re.ASCII)
_CONTINUATION: Final = re.compile(r"[\s#}]")
"""Matches a line that begins no message: text is indented, and comments may be anywhere."""


def message_names(language: str) -> frozenset[str]:
    """The names of all messages of a language; raises TextError if a text file is no list of messages."""
    return frozenset(_split_messages(language))


def _split_messages(language: str) -> dict[str, str]:
    """The source of messages and terms by name; raises TextError for a stray line, or a repeated name."""
    pieces: dict[str, list[str]] = {}
    piece: list[str] = []
    for line in read_language_source(language).splitlines(keepends=True):
        if head := _MESSAGE_START.match(line):
            if head[1] in pieces:
                raise TextError(f"{language} has the message {head[1]!r} twice")
            piece = pieces[head[1]] = []
        elif not _CONTINUATION.match(line):
            raise TextError(f"{language}: the line {line.strip()[:40]!r} belongs to no message")
        piece.append(line)
    return {name: "".join(lines) for name, lines in pieces.items()}
