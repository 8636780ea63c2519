"""What modules ask of the texts: by their calls of ``html`` and ``plain``, where a message's name stands there."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SAYING: Final = frozenset({"html", "plain"})
"""Methods of texts and of who speaks by them."""
_MODULES: Final = 1_000
"""Twice those that there are: who checks again, after a change, reads what was changed alone."""


@dataclass(frozen=True, slots=True)
class Use:
    """A message that is said somewhere."""

    name: str
    given: frozenset[str] | None
    """The arguments that it is handed; ``None`` where more of them are put together at run time."""
    line: int
    """Of the module, from 1."""


@lru_cache(maxsize=_MODULES)
def uses(module: str) -> tuple[Use, ...]:
    """The messages that a module's text asks for by their whole names."""
    return tuple(_uses(module))


def _uses(module: str) -> Iterator[Use]:
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SAYING:
            names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
            given = names if len(names) == len(node.keywords) else None
            # A speaker is handed the message; texts, a language before it.
            for argument in node.args[:2]:
                yield from (Use(name, given, node.lineno) for name in _constants(argument))


def _constants(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _constants(argument.body)
        yield from _constants(argument.orelse)


def missing(
    modules: Iterable[tuple[str, str]], messages: Mapping[str, frozenset[str]], languages: Collection[str]
) -> Iterator[str]:
    """What modules ask for and texts have not, a sentence each.

    Args:
        modules: their names and texts.
        messages: the arguments of every message.
        languages: the codes, which may stand where a message does.
    """
    for name, text in modules:
        for use in uses(text):
            place = f"{name}:{use.line}"
            if use.name in languages:
                continue
            if use.name not in messages:
                yield f"{place} asks for the message {use.name}, which there is not"
            elif use.given is not None and (lacking := messages[use.name] - use.given):
                yield f"{place} does not hand {', '.join(sorted(lacking))} to the message {use.name}"
