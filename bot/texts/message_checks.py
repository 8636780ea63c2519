"""Checks of text files for what readers notice: nouns without plural, foreign quotation marks, lost commands.

The section ``grammar`` of a language's ``typed.toml`` says what is right in it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fluent.syntax import FluentSerializer
from fluent.syntax.ast import (
    FunctionReference,
    Message,
    NumberLiteral,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
    VariableReference,
)
from fluent.syntax.visitor import Visitor

from bot.languages import languages
from bot.texts import parse_piece

_CATEGORIES: Final = frozenset({"zero", "one", "two", "few", "many"})
_RANGE_ARGUMENTS: Final = frozenset({"players"})
"""Arguments that are a text such as ``2–4``, and never one."""
_PARSE_CACHE_SIZE: Final = 16
"""So many parsed texts are cached, as a few languages are checked several times in a row."""
_MESSAGE_CACHE_SIZE: Final = 20_000
"""So many messages are cached: after a change only the new ones are parsed again."""
_COMMAND, _TYPED = "COMMAND", "TYPED"
"""The functions by which a message names these."""
_MESSAGE_START: Final = re.compile(r"^(?=-?[A-Za-z][\w-]* *=)", re.ASCII | re.MULTILINE)
_QUOTED: Final = re.compile(r"[“«]([^“”«»]+)[”»]")
_LITERAL_COMMAND: Final = re.compile(r"(?<![\w/<])/([a-z_]+)")
"""A command written out instead of named by its key."""
_LITERAL_OPTION: Final = re.compile(r"(?<![\w}])[\w-]+=[\w-]+")
"""An option with its value, written out."""
_COMMAND_MARK: Final = "§"
_WORD_AFTER_COMMAND: Final = re.compile(rf"{_COMMAND_MARK} (?:\{{ \$\w+ \}} |[A-Z]\d+ )?([\w’-]+)")
"""The word behind a command, or behind the cell there."""
_SECTIONS_AFTER_COMMANDS: Final = ("directions", "draw", "answers", "themes", "labels")
"""Sections of words that follow commands."""


@dataclass(frozen=True, slots=True)
class _LanguageGrammar:
    """The rules of a language."""

    forms: frozenset[str]
    """The plural forms; none where nouns have none after a number."""
    counted: re.Pattern[str] | None
    """The nouns that a number counts, if they follow it."""
    marks: frozenset[str]
    """Quotation marks and apostrophes of other languages."""
    typed_words: frozenset[str]
    """Words that follow commands, as they are shown."""


def _load_grammar(language: str) -> _LanguageGrammar:
    found = languages().section(language, "grammar")
    counted = re.compile(rf"(?:</b>)?\s+(?:{found['counted']})") if "counted" in found else None
    typed = (
        words[0] for section in _SECTIONS_AFTER_COMMANDS for words in languages().section(language, section).values()
    )
    forms, foreign = frozenset(found.get("forms", ())), frozenset(found.get("foreign", ""))
    return _LanguageGrammar(forms, counted, foreign, frozenset(typed))


class _MessageParts(Visitor):
    """The checked parts of a message."""

    def __init__(self) -> None:
        self.selects: list[SelectExpression] = []
        self.patterns: list[Pattern] = []
        self.calls: list[FunctionReference] = []
        self.variables: set[str] = set()

    def visit_Pattern(self, node: Pattern) -> None:  # noqa: N802 - the visitor's own naming
        self.patterns.append(node)
        self.generic_visit(node)

    def visit_SelectExpression(self, node: SelectExpression) -> None:  # noqa: N802 - as above
        self.selects.append(node)
        self.generic_visit(node)

    def visit_FunctionReference(self, node: FunctionReference) -> None:  # noqa: N802 - as above
        self.calls.append(node)
        self.generic_visit(node)

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 - as above
        self.variables.add(node.id.name)


@lru_cache(maxsize=_MESSAGE_CACHE_SIZE)
def _collect_parts(message: Message) -> _MessageParts:
    visitor = _MessageParts()
    visitor.visit(message)
    return visitor


def find_message_faults(language: str, text: str) -> Iterator[str]:
    """Faults in a language's messages, a sentence each."""
    grammar, messages = _load_grammar(language), parse_messages(text)
    labels = {
        _message_text(message).strip(): message.id.name for message in messages if message.id.name.startswith("button-")
    }
    for message in messages:
        for fault in (*_find_faults(message, grammar), *_find_quoted_buttons(message, labels)):
            yield f"{language}: {message.id.name} {fault}"


def _find_quoted_buttons(message: Message, labels: Mapping[str, str]) -> Iterator[str]:
    """Button labels that a message quotes instead of referring to."""
    for quoted in _QUOTED.findall(_message_text(message)):
        if quoted in labels:
            yield f"quotes the button “{quoted}” by hand; write {{ {labels[quoted]} }}"


def _find_faults(message: Message, grammar: _LanguageGrammar) -> Iterator[str]:
    parts = _collect_parts(message)
    for select in parts.selects:
        if wrong := _wrong_plural_forms(select, grammar.forms):
            yield f"has the forms {wrong}, its language {sorted(grammar.forms)}"
    if grammar.counted is not None:
        for noun in _find_nouns_without_plural(parts, grammar.counted):
            yield f"counts “{noun}” in one form only"
    yield from _find_unknown_names(parts)
    written = _message_text(message)
    for name in _LITERAL_COMMAND.findall(written):
        yield f"names the command /{name} by hand"
    for word in _LITERAL_OPTION.findall(written):
        yield f"has the word “{word}” by hand, which is typed"
    for command_word in _WORD_AFTER_COMMAND.findall(_message_text(message, command_mark=_COMMAND_MARK)):
        if command_word in grammar.typed_words:
            yield f"has the word “{command_word}” by hand, which is typed"
    if foreign := set(written) & grammar.marks:
        yield f"has the marks {' '.join(sorted(foreign))}"


def _find_unknown_names(parts: _MessageParts) -> Iterator[str]:
    """Unknown commands and typed words."""
    for key in _function_arguments(parts, _COMMAND):
        if key not in languages().commands_by_name.values():
            yield f"names the command {key!r}, which there is not"
    for place in _function_arguments(parts, _TYPED):
        if not _is_typed_word(place):
            yield f"names the word {place!r}, which nobody types"


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def commands_by_message(text: str) -> dict[str, frozenset[str]]:
    """The keys of the commands that each message names."""
    return {
        message.id.name: frozenset(_function_arguments(_collect_parts(message), _COMMAND))
        for message in parse_messages(text)
    }


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def arguments_by_message(text: str) -> dict[str, frozenset[str]]:
    """The arguments of each message."""
    return {message.id.name: frozenset(_collect_parts(message).variables) for message in parse_messages(text)}


@lru_cache(maxsize=_PARSE_CACHE_SIZE)
def parse_messages(text: str) -> tuple[Message, ...]:
    """The messages of a text."""
    return tuple(
        entry for piece in _MESSAGE_START.split(text) for entry in parse_piece(piece).body if isinstance(entry, Message)
    )


def _is_typed_word(place: str) -> bool:
    try:
        return bool(languages().shown_word(place, languages().codes[0]))
    except LookupError:
        return False


def _function_arguments(parts: _MessageParts, function: str) -> Iterator[str]:
    """The arguments of a function, ``COMMAND`` or ``TYPED``, in a message."""
    for call in (call for call in parts.calls if call.id.name == function):
        yield next((one.value for one in call.arguments.positional if isinstance(one, StringLiteral)), "")


@lru_cache(maxsize=_MESSAGE_CACHE_SIZE)
def _message_text(message: Message, command_mark: str = "") -> str:
    """A message's text without its placeables' own quotation marks, and with a mark in place of commands."""
    text = FluentSerializer().serialize_entry(message).partition("=")[2]
    text = re.sub(r"\{ *COMMAND\([^)]*\) *\}", command_mark, text)
    return re.sub(r'\{ *(?:"[^"]*"|TYPED\([^)]*\)) *\}', "", text)


def _wrong_plural_forms(select: SelectExpression, expected: frozenset[str]) -> list[str]:
    """The plural forms of a text, if they are not those of its language."""
    keys = {one.key.name for one in select.variants if not isinstance(one.key, NumberLiteral)}
    plural = keys & _CATEGORIES or keys == {"other"}
    return sorted(keys) if plural and keys != expected else []


def _find_nouns_without_plural(parts: _MessageParts, counted: re.Pattern[str]) -> Iterator[str]:
    """The text behind a variable that counts it, if it has no plural forms."""
    inside = {id(variant.value) for select in parts.selects for variant in select.variants}
    for pattern in parts.patterns:
        if id(pattern) in inside:
            continue
        for first, second in zip(pattern.elements, pattern.elements[1:], strict=False):
            if not isinstance(first, Placeable) or not isinstance(second, TextElement):
                continue
            if not isinstance(first.expression, VariableReference) or first.expression.id.name in _RANGE_ARGUMENTS:
                continue
            if counted.match(second.value):
                yield second.value.strip()[:20]
