"""The check of names, run by ``make check``: no name in the program bears a word that the glossary rules out.

The words stand in the table “Words that names do not use” of ``docs/glossary.md``, the exceptions in the table “Names
that keep them”. Modules, classes, functions, parameters and attributes are examined. A word counts as a whole: between
underscores, or one hump of a name in CamelCase.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GLOSSARY: Final = ROOT / "docs" / "glossary.md"
FOLDERS: Final = ("bot", "engine", "render", "tools", "tests/support")
_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def main() -> int:
    """Print what is found and return 1, or 0 where nothing is."""
    page = GLOSSARY.read_text("utf-8")
    words = {
        word.strip(): use_instead
        for listed, use_instead, *_ in _table_rows(page, "Words that names do not use")
        for word in re.sub(r"\(.*?\)", "", listed).split(",")
    }
    kept = {name for row in _table_rows(page, "Names that keep them") for name in re.findall(r"`([^`]+)`", row[0])}
    if not words:
        raise SystemExit(f"{GLOSSARY.name} has no table of words that names do not use")
    status = 0
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        for line, name in sorted(set(_defined_names(path))):
            for word in sorted(_words_of(name) & words.keys() if name not in kept else ()):
                sys.stdout.write(f"{path.relative_to(ROOT)}:{line}: {name}: not “{word}” but {words[word]}\n")
                status = 1
    return status


def _table_rows(page: str, heading: str) -> Iterator[list[str]]:
    """The cells of the rows of the table under a heading; its head and rule excepted."""
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    for line in [line for line in section.splitlines() if line.startswith("|")][2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _defined_names(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and names of what a module defines: itself, classes, functions, parameters, attributes and constants."""
    yield 1, path.parent.name if path.stem == "__init__" else path.stem
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ClassDef(name=name, body=body):
                yield node.lineno, name
                yield from _assigned_names(body)
            case ast.Module(body=body):
                yield from _assigned_names(body)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


def _assigned_names(body: Iterable[ast.stmt]) -> Iterator[tuple[int, str]]:
    """What the statements of a class or module give a name by an assignment."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets):
                yield from ((statement.lineno, target.id) for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield statement.lineno, name


def _words_of(name: str) -> set[str]:
    """The words of a name in lower case, and the singular of those that may be plurals."""
    words = {word.lower() for word in _NAME_WORD.findall(name)}
    return words | {word.removesuffix("s") for word in words} | {re.sub("ies$", "y", word) for word in words}


if __name__ == "__main__":
    sys.exit(main())
