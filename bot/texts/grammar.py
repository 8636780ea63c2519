"""What a text file can get wrong that a reader notices: numbers with the wrong noun, foreign marks, lost commands.

What is right in a language says the section ``grammar`` of its ``typed.toml``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fluent.syntax import FluentParser, FluentSerializer
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

_CATEGORIES: Final = frozenset({"zero", "one", "two", "few", "many"})
_RANGES: Final = frozenset({"players"})
"""Arguments that are a text such as ``2–4``, and never one."""
READ: Final = 16
"""Texts kept: those of a few languages, which are looked at several times in a row."""
_MESSAGES: Final = 20_000
"""Those of so many texts: of a text that has been looked at only what is new is looked at again."""
_COMMAND, _TYPED = "COMMAND", "TYPED"
"""The functions by which a message names these."""
_QUOTED: Final = re.compile(r"[“«]([^“”«»]+)[”»]")
_BY_HAND: Final = re.compile(r"(?<![\w/<])/([a-z_]+)")
"""What looks like a command that is not named by its key."""
_TYPED_BY_HAND: Final = re.compile(r"(?<![\w}])[\w-]+=[\w-]+")
"""What looks like an option with its value."""
_MARK: Final = "§"
_BEHIND: Final = re.compile(rf"{_MARK} (?:\{{ \$\w+ \}} |[A-Z]\d+ )?([\w’-]+)")
"""The word behind a command, or behind the cell there."""
_FOLLOWING: Final = ("directions", "draw", "answers", "themes", "labels")
"""Sections of words that follow commands."""


@dataclass(frozen=True, slots=True)
class _Grammar:
    """What is right in a language."""

    forms: frozenset[str]
    """The plural forms; none where nouns have none after a number."""
    counted: re.Pattern[str] | None
    """What a number counts, where it stands behind it."""
    marks: frozenset[str]
    """Quotation marks and apostrophes of other hands."""
    typed: frozenset[str]
    """Words that follow commands, as they are shown."""


def _grammar(language: str) -> _Grammar:
    found = languages().section(language, "grammar")
    counted = re.compile(rf"(?:</b>)?\s+(?:{found['counted']})") if "counted" in found else None
    typed = (words[0] for section in _FOLLOWING for words in languages().section(language, section).values())
    forms, foreign = frozenset(found.get("forms", ())), frozenset(found.get("foreign", ""))
    return _Grammar(forms, counted, foreign, frozenset(typed))


class _Parts(Visitor):
    """The parts of a message that are looked at."""

    def __init__(self) -> None:
        self.selects: list[SelectExpression] = []
        self.patterns: list[Pattern] = []
        self.calls: list[FunctionReference] = []

    def visit_Pattern(self, node: Pattern) -> None:  # noqa: N802 - the visitor's own naming
        self.patterns.append(node)
        self.generic_visit(node)

    def visit_SelectExpression(self, node: SelectExpression) -> None:  # noqa: N802 - as above
        self.selects.append(node)
        self.generic_visit(node)

    def visit_FunctionReference(self, node: FunctionReference) -> None:  # noqa: N802 - as above
        self.calls.append(node)


@lru_cache(maxsize=_MESSAGES)
def _parts(message: Message) -> _Parts:
    visitor = _Parts()
    visitor.visit(message)
    return visitor


def faults(language: str, text: str) -> Iterator[str]:
    """What is wrong in a language's messages, a sentence each."""
    grammar, messages = _grammar(language), parsed(text)
    labels = {
        _written(message).strip(): message.id.name for message in messages if message.id.name.startswith("button-")
    }
    for message in messages:
        for fault in (*_faults(message, grammar), *_relabelled(message, labels)):
            yield f"{language}: {message.id.name} {fault}"


def _relabelled(message: Message, labels: Mapping[str, str]) -> Iterator[str]:
    """Where a message quotes what stands on a button, and does not take it from there."""
    for quoted in _QUOTED.findall(_written(message)):
        if quoted in labels:
            yield f"quotes the button “{quoted}” by hand; write {{ {labels[quoted]} }}"


def _faults(message: Message, grammar: _Grammar) -> Iterator[str]:
    parts = _parts(message)
    for select in parts.selects:
        if wrong := _wrong_forms(select, grammar.forms):
            yield f"has the forms {wrong}, its language {sorted(grammar.forms)}"
    if grammar.counted is not None:
        for noun in _uncounted(parts, grammar.counted):
            yield f"counts “{noun}” in one form only"
    yield from _misnamed(parts)
    written = _written(message)
    for name in _BY_HAND.findall(written):
        yield f"names the command /{name} by hand"
    for word in _TYPED_BY_HAND.findall(written):
        yield f"has the word “{word}” by hand, which is typed"
    for command_word in _BEHIND.findall(_written(message, command=_MARK)):
        if command_word in grammar.typed:
            yield f"has the word “{command_word}” by hand, which is typed"
    if foreign := set(written) & grammar.marks:
        yield f"has the marks {' '.join(sorted(foreign))}"


def _misnamed(parts: _Parts) -> Iterator[str]:
    """Commands and typed words that there are not."""
    for key in _named(parts, _COMMAND):
        if key not in languages().commands.values():
            yield f"names the command {key!r}, which there is not"
    for place in _named(parts, _TYPED):
        if not _is_typed(place):
            yield f"names the word {place!r}, which nobody types"


@lru_cache(maxsize=READ)
def commands(text: str) -> dict[str, frozenset[str]]:
    """The keys of the commands that each message names."""
    return {message.id.name: frozenset(_named(_parts(message), _COMMAND)) for message in parsed(text)}


@lru_cache(maxsize=READ)
def parsed(text: str) -> tuple[Message, ...]:
    """The messages of a text."""
    return tuple(entry for entry in FluentParser().parse(text).body if isinstance(entry, Message))


def _is_typed(place: str) -> bool:
    try:
        return bool(languages().typed_word(place, languages().codes[0]))
    except LookupError:
        return False


def _named(parts: _Parts, function: str) -> Iterator[str]:
    """The commands, or the typed words, that a message names, by what they are known by."""
    for call in (call for call in parts.calls if call.id.name == function):
        yield next((one.value for one in call.arguments.positional if isinstance(one, StringLiteral)), "")


@lru_cache(maxsize=_MESSAGES)
def _written(message: Message, command: str = "") -> str:
    """What a message says, without its placeables' own quotation marks, and with something in place of commands."""
    text = FluentSerializer().serialize_entry(message).partition("=")[2]
    text = re.sub(r"\{ *COMMAND\([^)]*\) *\}", command, text)
    return re.sub(r'\{ *(?:"[^"]*"|TYPED\([^)]*\)) *\}', "", text)


def _wrong_forms(select: SelectExpression, right: frozenset[str]) -> list[str]:
    """The plural forms of a text, where they are not those of its language."""
    keys = {one.key.name for one in select.variants if not isinstance(one.key, NumberLiteral)}
    plural = keys & _CATEGORIES or keys == {"other"}
    return sorted(keys) if plural and keys != right else []


def _uncounted(parts: _Parts, counted: re.Pattern[str]) -> Iterator[str]:
    """What stands behind a variable that counts it, where no form was chosen by that."""
    inside = {id(variant.value) for select in parts.selects for variant in select.variants}
    for pattern in parts.patterns:
        if id(pattern) in inside:
            continue
        for first, second in zip(pattern.elements, pattern.elements[1:], strict=False):
            if not isinstance(first, Placeable) or not isinstance(second, TextElement):
                continue
            if not isinstance(first.expression, VariableReference) or first.expression.id.name in _RANGES:
                continue
            if counted.match(second.value):
                yield second.value.strip()[:20]
