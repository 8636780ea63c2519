"""``python -m bot.texts check``: every language has every message with the same arguments.

It also finds messages that nothing asks for, and refusals without a sentence.
"""

import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fluent.syntax import FluentParser
from fluent.syntax.ast import BaseNode, Message, VariableReference
from fluent.syntax.visitor import Visitor

from bot.texts import LANGUAGES, Texts, source

_REFUSED: Final = re.compile(r'(?:Refusal|Malformed|Ambiguous)\(\s*"([a-z_]+)"')
_PREFIXES: Final = (
    "refusal-",
    "rules-",
    "ended-",
    "surrender-",
    "way-",
    "lexicon-",
    "dictionary-",
    "option-",
    "value-",
    "unit-",
    "window-closed-",
    "command-",
    "language-name",
    "motif-",
)
"""Messages whose names are put together at run time."""


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 - the visitor's own naming
        self.names.add(node.id.name)

    def generic_visit(self, node: BaseNode) -> None:
        super().generic_visit(node)


def messages(language: str) -> dict[str, frozenset[str]]:
    """The arguments of every message of a language."""
    found = {}
    for entry in FluentParser().parse(source(language)).body:
        if isinstance(entry, Message):
            visitor = _Variables()
            visitor.visit(entry)
            found[entry.id.name] = frozenset(visitor.names)
    return found


def problems() -> Iterator[str]:
    """What is missing or differs, a sentence each."""
    Texts()
    first, *others = LANGUAGES
    model = messages(first)
    for language in others:
        other = messages(language)
        for name in sorted(model.keys() ^ other.keys()):
            lacking = language if name in model else first
            yield f"{lacking} lacks the message {name}"
        for name in sorted(model.keys() & other.keys()):
            if model[name] != other[name]:
                yield f"{name}: arguments {sorted(model[name])} in {first}, {sorted(other[name])} in {language}"
    text = "\n".join(_sources(files("bot")))
    for code in sorted(set(_REFUSED.findall("\n".join(_sources(files("engine"))) + text))):
        if (name := f"refusal-{code.replace('_', '-')}") not in model:
            yield f"{first} lacks {name}, which says why something is refused"
    for name in sorted(model):
        if not name.startswith(_PREFIXES) and f'"{name}"' not in text.replace("'", '"'):
            yield f"{first}: nothing asks for the message {name}"


def _sources(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_text(encoding="utf-8")


def main() -> int:
    """Print the problems; 1 when there are any."""
    found = list(problems())
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
