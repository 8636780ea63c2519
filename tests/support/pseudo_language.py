"""A language that nobody speaks, made of English: accented and bracketed sentences, and words of its own to type.

Its code is that of Esperanto, as Telegram and the plural rules know no made-up one. It is a folder and nothing else.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Message, Pattern, Term, TextElement
from fluent.syntax.visitor import Transformer

from bot import languages

CODE: Final = "eo"
ENGLISH: Final = files("bot").joinpath("texts", "en")
TURKISH_TYPED: Final = tomllib.loads(files("bot").joinpath("texts", "tr", "typed.toml").read_text("utf-8"))
"""What is typed in a language that has a word for everything: English often has none beside the engine's."""
_ACCENTS: Final = str.maketrans("aeiouAEIOU", "âêîôûÂÊÎÔÛ")
_MARKUP: Final = re.compile(r"(<[^>]*>|&\w+;|\{[^}]*\})")
_LABELS: Final = {
    "double-letter": ["Z", "2"],
    "triple-letter": ["Z", "3"],
    "four-letter": ["Z", "4"],
    "double-word": ["V", "2"],
    "triple-word": ["V", "3"],
    "four-word": ["V", "4"],
    "exchange": ["ÊX", ""],
}


def accent_text(text: str) -> str:
    """A sentence of the language, with its markup as it was."""
    parts = _MARKUP.split(text)
    return "".join(part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts))


def pseudo_word(english: str) -> str:
    return f"x{english}"


class _Accents(Transformer):
    def visit_TextElement(self, node: TextElement) -> TextElement:  # noqa: N802 - the visitor's own naming
        node.value = accent_text(node.value)
        return node


def _accent_message(entry: Message | Term) -> None:
    """Accents on all that a message says, and marks around it."""
    pattern = entry.value
    assert isinstance(pattern, Pattern)
    _Accents().visit(pattern)
    pattern.elements = [TextElement("«"), *pattern.elements, TextElement("»")]


def _inline_table(table: Mapping[str, Any]) -> str:
    return f"{{ {', '.join(f'{json.dumps(key)} = {_value(value)}' for key, value in table.items())} }}"


def _value(value: Any) -> str:
    return _inline_table(value) if isinstance(value, Mapping) else json.dumps(value, ensure_ascii=False)


def _typed_words(english: Mapping[str, Any]) -> dict[str, Any]:
    """What is typed: for each meaning one word that is made of the engine's name, which no other language has."""
    own: dict[str, Any] = {}
    for section, rows in english.items():
        match section:
            case "order":
                own[section] = 4
            case "grammar":
                own[section] = {"forms": rows["forms"]}
            case "signs":
                own[section] = _LABELS
            case "commands" | "owner":
                own[section] = {
                    key: {
                        name: pseudo_word(said) if name == "name" else f"«{accent_text(said)}»"
                        for name, said in row.items()
                    }
                    for key, row in rows.items()
                }
            case "values":
                own[section] = {
                    option: {value: [pseudo_word(value)] for value in values}
                    for option, values in TURKISH_TYPED[section].items()
                }
            case _:
                own[section] = {meant: [pseudo_word(meant)] for meant in {**TURKISH_TYPED.get(section, {}), **rows}}
    return own


def write_language(root: Path) -> Path:
    """The language's folder, under a root that has no other."""
    folder = root / CODE
    folder.mkdir()
    for file in ENGLISH.iterdir():
        text = file.read_text("utf-8")
        if file.name == "typed.toml":
            rows = (f"{section} = {_value(value)}\n" for section, value in _typed_words(tomllib.loads(text)).items())
            (folder / file.name).write_text("".join(rows), "utf-8")
            continue
        resource = FluentParser().parse(text)
        for entry in resource.body:
            if isinstance(entry, Message | Term):
                _accent_message(entry)
        (folder / file.name).write_text(FluentSerializer().serialize(resource), "utf-8")
    return folder


@contextmanager
def add_pseudo_language(root: Path) -> Iterator[None]:
    write_language(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "ROOTS", (*languages.ROOTS, root))
        yield
