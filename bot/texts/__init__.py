"""The interface's wording: Fluent files, one a language. Nothing else in the project holds a sentence for players."""

import html
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk

LANGUAGES: Final = ("tr", "en", "uk")


class Html(str):
    """Text that is HTML already: put into a message as it is."""

    __slots__ = ()


Argument = str | int


class TextError(Exception):
    """A text file is wrong or lacks a message; the message names the file and the place."""


class Texts:
    """Every message in every language of the interface.

    Raises:
        TextError: a text file does not parse.
    """

    def __init__(self) -> None:
        self._bundles: Final = {language: _bundle(language) for language in LANGUAGES}

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
        return self._bundles[language].has_message(message)

    def _format(self, language: str, message: str, arguments: Mapping[str, Argument]) -> str:
        bundle = self._bundles[language]
        if not bundle.has_message(message):
            raise TextError(f"{language} has no message {message!r}")
        pattern = bundle.get_message(message).value
        if pattern is None:
            raise TextError(f"{language}: message {message!r} has no text")
        text, errors = bundle.format_pattern(pattern, dict(arguments))
        if errors:
            raise TextError(f"{language}: message {message!r}: {errors[0]}")
        return str(text)


def source(language: str) -> str:
    """The text files of a language, one after the other."""
    folder = files("bot.texts").joinpath(language)
    return "\n".join(
        file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".ftl")
    )


def _bundle(language: str) -> FluentBundle:
    text = source(language)
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, Junk):
            start = (entry.content or "")[:40]
            raise TextError(f"{language}: in the text {start!r}: {entry.annotations[0].message}")
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(text))
    return bundle
