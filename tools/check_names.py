"""Check, in ``make check``, that no name in the program uses a word that the glossary rules out.

The words are in the table “Words that names do not use” of ``docs/glossary.md``, the exceptions in the table “Names
that keep them”. Checked are the names of

- files and folders;
- modules, classes, functions, parameters and attributes;
- texts and typed words: the keys of ``.ftl`` and ``.toml`` files;
- texts, tasks, loops, buttons and fields that a module names by a string in lower case without marks. Messages and the
  table of exceptions show these names in quotes.

A word counts only as a whole: between underscores, hyphens or spaces, or as one hump of a name in CamelCase.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GLOSSARY: Final = ROOT / "docs" / "glossary.md"
FOLDERS: Final = (".github", "bot", "docs", "engine", "render", "tools", "tests/support")
_SUFFIXES: Final = {".ftl", ".lua", ".md", ".py", ".toml", ".yml"}
_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAMING_STRING: Final = re.compile(r"[a-z0-9]+(?:[-_.: ][a-z0-9]+)*")
_KEY: Final = re.compile(r"\[*-?([\w.-]+)(?:\]| *=)")


def main() -> int:
    words, kept = read_glossary()
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in _SUFFIXES)
    found = [
        f"{path.relative_to(ROOT)}:{misnamed}\n" for path in paths for misnamed in find_misnamed(path, words, kept)
    ]
    sys.stdout.writelines(found)
    return 1 if found else 0


def read_glossary() -> tuple[Mapping[str, str], Collection[str]]:
    page = GLOSSARY.read_text("utf-8")
    words = {
        word.strip(): use_instead
        for listed, use_instead, *_ in _table_rows(page, "Words that names do not use")
        for word in re.sub(r"\(.*?\)", "", listed).split(",")
    }
    if not words:
        raise SystemExit(f"{GLOSSARY.name} has no table of words that names do not use")
    return words, {
        name for row in _table_rows(page, "Names that keep them") for name in re.findall(r"`([^`]+)`", row[0])
    }


def find_misnamed(path: Path, words: Mapping[str, str], kept: Collection[str]) -> Iterator[str]:
    """Find the names in a file that use one of the words: the line, the name, and what to use instead."""
    for line, name in sorted(set(_find_names(path))):
        for word in sorted(_words_of(name) & words.keys() if name not in kept else ()):
            yield f"{line}: {name}: not “{word}” but {words[word]}"


def _table_rows(page: str, heading: str) -> Iterator[list[str]]:
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    for line in [line for line in section.splitlines() if line.startswith("|")][2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _find_names(path: Path) -> Iterator[tuple[int, str]]:
    yield from ((1, name) for name in (path.parent.name, path.stem))
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        yield from _names_in_module(ast.parse(text))
    elif path.suffix in {".ftl", ".toml"}:
        keys = ((number, _KEY.match(line)) for number, line in enumerate(text.splitlines(), 1))
        yield from ((number, key[1]) for number, key in keys if key)


def _names_in_module(module: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(value)) if _NAMING_STRING.fullmatch(value.strip()):
                yield node.lineno, f'"{value.strip()}"'
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
    for statement in body:
        match statement:
            case ast.Assign(targets=targets):
                yield from ((statement.lineno, target.id) for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield statement.lineno, name


def _words_of(name: str) -> set[str]:
    """Split a name into words in lower case, and add the singular of each that may be a plural."""
    words = {word.lower() for word in _NAME_WORD.findall(name)}
    return words.union(
        *({word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)} for word in words)
    )


if __name__ == "__main__":
    sys.exit(main())
