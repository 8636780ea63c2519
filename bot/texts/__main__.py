"""``python -m bot.texts check``: every language has every message with the same arguments and commands.

What families of games bring along is among them. It also finds messages that nothing asks for, those that a module asks
for and no file has, refusals without a sentence, what :mod:`bot.texts.grammar` finds, and what people cannot type in a
language, or what means one thing in a language and another in the next.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from fluent.syntax.ast import BaseNode, VariableReference
from fluent.syntax.visitor import Visitor

from bot.languages import languages
from bot.texts import Texts, source
from bot.texts.grammar import READ, commands, faults, parsed
from bot.texts.uses import missing
from engine.errors import DataError
from engine.vocabulary import folded

_REFUSED: Final = re.compile(r'(?:Refusal|Malformed|Ambiguous)\(\s*"([a-z_]+)"')
_WORDS: Final = ("answers", "clocks", "colours", "directions", "draw", "labels", "levels", "rewards", "themes", "units")
"""Sections for whose every meaning each language has a word; for others the engine's names may do."""
_PREFIXES: Final = (
    "refusal-",
    "rules-",
    "ended-",
    "surrender-",
    "absent-about-",
    "absent-skipped-",
    "absent-removed-",
    "absent-replaced-",
    "button-vote-",
    "way-",
    "lexicon-",
    "dictionary-",
    "about-option-",
    "option-",
    "value-",
    "unit-",
    "window-closed-",
    "language-name",
    "level-",
    "motif-",
    "labels-",
    "clock-",
    "guide-",
    "settings-",
    "profile-",
    "desk-missed-",
    "desk-trouble-",
)
"""Messages whose names are put together at run time; what begins with ``guide-`` is for the players' guides."""


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 - the visitor's own naming
        self.names.add(node.id.name)

    def generic_visit(self, node: BaseNode) -> None:
        super().generic_visit(node)


def messages(language: str) -> dict[str, frozenset[str]]:
    """The arguments of every message of a language."""
    return dict(_arguments(source(language)))


@lru_cache(maxsize=READ)
def _arguments(text: str) -> dict[str, frozenset[str]]:
    found = {}
    for message in parsed(text):
        visitor = _Variables()
        visitor.visit(message)
        found[message.id.name] = frozenset(visitor.names)
    return found


def problems() -> Iterator[str]:
    """What is missing or differs, a sentence each."""
    Texts().parse()
    first, *others = languages().codes
    for language in others:
        yield from _differences(first, language)
    yield from typed_problems()
    for language in languages().codes:
        yield from faults(language, source(language))
        yield from faults(language, _menu(language))
    yield from _unsaid(first)


def _differences(first: str, language: str) -> Iterator[str]:
    """Where a language's messages are not those of the first."""
    model, other = messages(first), messages(language)
    said, here = commands(source(first)), commands(source(language))
    for name in sorted(model.keys() ^ other.keys()):
        lacking = language if name in model else first
        yield f"{lacking} lacks the message {name}"
    for name in sorted(model.keys() & other.keys()):
        if model[name] != other[name]:
            yield f"{name}: arguments {sorted(model[name])} in {first}, {sorted(other[name])} in {language}"
        if said[name] != here[name]:
            yield f"{name}: commands {sorted(said[name])} in {first}, {sorted(here[name])} in {language}"


def _menu(language: str) -> str:
    """What a language's menus say, as messages."""
    return "".join(f"command-{key} = {told}\n" for key, told in languages().menus[language].items())


def typed_problems() -> Iterator[str]:
    """What is wrong with what people type, a sentence each."""
    first, *others = languages().codes
    for language in others:
        yield from _untyped(first, language)
    yield from _ambiguous()


def _untyped(first: str, language: str) -> Iterator[str]:
    """What people have a line for in the first language and not in another, or the other way round."""
    for section in ("commands", "desk", "signs", *_WORDS):
        model, other = (languages().section(one, section) for one in (first, language))
        for name in sorted(model.keys() ^ other.keys()):
            yield f"{language if name in model else first} has no {name} among its {section}"
    for name, row in languages().section(language, "commands").items():
        if ("menu" in row) != ("menu" in languages().section(first, "commands").get(name, row)):
            yield f"{name}: in the menus of {language} or of {first} alone"


def _ambiguous() -> Iterator[str]:
    """Words that have two meanings, as all are understood in every chat; and those that one language has twice."""
    options = {option for language in languages().codes for option in languages().section(language, "values")}
    for section in (
        *_WORDS,
        "games",
        "variants",
        "synonyms",
        "turns",
        "languages",
        "options",
        *(f"values.{option}" for option in sorted(options)),
    ):
        meant: dict[str, str] = {}
        own: set[tuple[str, str]] = set()
        for language, meaning, word in languages().typed(section):
            first = meant.setdefault(folded(word), meaning)
            if first != meaning:
                yield f"{language}: {word!r} among the {section} means {meaning}, and {first} before"
            elif word != meaning and (language, folded(word)) in own:
                yield f"{language}: {word!r} stands twice among the {section}"
            own.add((language, folded(word)))


def _unsaid(first: str) -> Iterator[str]:
    """Refusals without a sentence, and sentences that nothing asks for."""
    model = messages(first)
    modules = (*_sources(files("bot")), *_beside(languages().roots))
    text = "\n".join(told for _, told in modules)
    yield from missing(modules, model, languages().codes)
    for code in sorted({*_REFUSED.findall(text), *_refused(files("engine"))}):
        if (name := f"refusal-{code.replace('_', '-')}") not in model:
            yield f"{first} lacks {name}, which says why something is refused"
    quoted = text.replace("'", '"')
    for name in sorted(model):
        if not name.startswith(_PREFIXES) and f'"{name}"' not in quoted:
            yield f"{first}: nothing asks for the message {name}"


def _refused(folder: Traversable) -> Iterator[str]:
    for _, text in _sources(folder):
        yield from _REFUSED.findall(text)


def _sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    """The modules in a folder and below, by name."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from ((f"{folder.name}/{name}", text) for name, text in _sources(entry))
        elif entry.name.endswith(".py"):
            yield f"{folder.name}/{entry.name}", entry.read_text(encoding="utf-8")


def _beside(roots: Iterable[Traversable]) -> Iterator[tuple[str, str]]:
    """The modules beside texts: those of a family whose room is not in the bot."""
    for room in (root.parent for root in roots if isinstance(root, Path)):
        yield from ((file.name, file.read_text(encoding="utf-8")) for file in room.glob("*.py"))


def main() -> int:
    """Print the problems; 1 when there are any."""
    try:
        found = list(problems())
    except DataError as error:
        found = [str(error)]
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
