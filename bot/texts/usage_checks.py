"""Finds which messages the modules use, by their calls of ``html`` and ``plain`` with a message's literal name."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_TEXT_METHODS: Final = frozenset({"html", "plain"})
"""The methods of texts and speakers that format a message."""
_CALL: Final = re.compile(rf"\.({'|'.join(sorted(_TEXT_METHODS))})\b")
"""A module without this calls none of them, and need not be parsed."""
_MODULE_CACHE_SIZE: Final = 1_000
"""Twice the number of modules: after a change only changed modules are read again."""


@dataclass(frozen=True, slots=True)
class MessageUse:
    """A use of a message."""

    name: str
    arguments: frozenset[str] | None
    """The arguments passed to it; ``None`` if some are computed at run time."""
    line: int
    """The line in the module, from 1."""


@lru_cache(maxsize=_MODULE_CACHE_SIZE)
def find_message_uses(module: str) -> tuple[MessageUse, ...]:
    """The messages that a module uses by their literal names."""
    return tuple(_find_uses(module))


def _find_uses(module: str) -> Iterator[MessageUse]:
    if not _CALL.search(module):
        return
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TEXT_METHODS:
            names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            given = names if len(names) == len(node.keywords) else None
            # A speaker is handed the message; texts, a language before it.
            for argument in node.args[:2]:
                yield from (MessageUse(name, given, node.lineno) for name in _string_constants(argument))


def _string_constants(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _string_constants(argument.body)
        yield from _string_constants(argument.orelse)


def find_missing_messages(
    modules: Iterable[tuple[str, str]], messages: Mapping[str, frozenset[str]], languages: Collection[str]
) -> Iterator[str]:
    """Messages that modules use and texts lack, a sentence each.

    Args:
        modules: their names and sources.
        messages: the arguments of every message.
        languages: the codes, which may stand where a message does.
    """
    for name, text in modules:
        for use in find_message_uses(text):
            place = f"{name}:{use.line}"
            if use.name in languages:
                continue
            if use.name not in messages:
                yield f"{place} asks for the message {use.name}, which there is not"
            elif use.arguments is not None and (lacking := messages[use.name] - use.arguments):
                yield f"{place} does not hand {', '.join(sorted(lacking))} to the message {use.name}"
