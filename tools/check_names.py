"""The check of names, run by ``make check``: no name in the program bears a word that the glossary rules out.

The words stand in the table “Words that names do not use” of ``docs/glossary.md``, and the exceptions, each with its
reason, in the table “Names that keep them” there. Modules, classes, functions, methods, parameters and attributes are
examined. A word counts as a whole: between underscores, or one hump of a name in CamelCase.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
GLOSSARY: Final = ROOT / "docs" / "glossary.md"
FOLDERS: Final = ("bot", "engine", "render", "tools", "tests/support")

_WORDS_HEADING: Final = "Words that names do not use"
_EXCEPTIONS_HEADING: Final = "Names that keep them"
_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CODE_SPAN: Final = re.compile(r"`([^`]+)`")


class Finding(NamedTuple):
    """A name that bears a word of the table."""

    file: str
    """Its path from the root, with ``/``."""
    line: int
    name: str
    word: str
    use_instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name}: not “{self.word}” but {self.use_instead}"


class Glossary(NamedTuple):
    """What the page says of names."""

    words: dict[str, str]
    """Each ruled out word, in lower case, and what is used instead."""
    exceptions: frozenset[str]
    """Names that may bear such a word."""


def read_glossary(page: str) -> Glossary:
    """Read both tables of the page.

    Raises:
        ValueError: the page has no ruled out words.
    """
    words = {
        word.strip(): use_instead
        for listed, use_instead, *_ in _table_rows(page, _WORDS_HEADING)
        for word in re.sub(r"\(.*?\)", "", listed).split(",")
    }
    if not words:
        message = f"{GLOSSARY.name} has no table under “{_WORDS_HEADING}”"
        raise ValueError(message)
    kept = (_CODE_SPAN.findall(row[0]) for row in _table_rows(page, _EXCEPTIONS_HEADING))
    return Glossary(words, frozenset(name for names in kept for name in names))


def check_source(source: str, file: str, glossary: Glossary) -> Iterator[Finding]:
    """The names that a module defines and that bear a ruled out word, in the order of their lines.

    Args:
        source: the module's text.
        file: its path from the root, whose last part is the module's name.
        glossary: what is ruled out.
    """
    names = sorted(set(_defined_names(ast.parse(source))))
    for line, name in [*_module_names(file), *names]:
        if name in glossary.exceptions:
            continue
        for word in sorted(_words_of(name) & glossary.words.keys()):
            yield Finding(file, line, name, word, glossary.words[word])


def check_tree(root: Path, glossary: Glossary, folders: Iterable[str] = FOLDERS) -> Iterator[Finding]:
    """The same of all modules in folders of a tree."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield from check_source(path.read_text("utf-8"), path.relative_to(root).as_posix(), glossary)


def main() -> int:
    """Print what is found and return 1, or 0 where nothing is."""
    parser = argparse.ArgumentParser(description="Find names that bear a word that docs/glossary.md rules out.")
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="what to examine (%(default)s)")
    found = [*check_tree(ROOT, read_glossary(GLOSSARY.read_text("utf-8")), parser.parse_args().folders)]
    for finding in found:
        sys.stdout.write(f"{finding}\n")
    return 1 if found else 0


def _table_rows(page: str, heading: str) -> Iterator[list[str]]:
    """The cells of the rows of the table under a heading; its head and rule excepted."""
    _, _, section = page.partition(f"## {heading}\n")
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _module_names(file: str) -> Iterator[tuple[int, str]]:
    """The module's name; for ``__init__.py`` that of the package."""
    path = Path(file)
    yield 1, path.parent.name if path.stem == "__init__" else path.stem


def _defined_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines and names of what a module defines: classes, functions, parameters, attributes and its constants."""
    for node in ast.walk(tree):
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
