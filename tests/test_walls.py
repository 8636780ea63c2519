"""Walls that import contracts cannot hold: a family of games is a package, which no wildcard of theirs stands for."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

from bot.families import family_list
from engine import families

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = tuple(type(family).__module__.split(".")[1] for family in families.FAMILIES)
PACKAGES = {f"{room}.{family}": family for family in FAMILIES for room in ("engine", "bot.families")}
"""The family of each package that a family has."""
BUILT_ON = {"duplicate": {"crossword"}}
"""Which family another one builds on, as it is played on the same board."""
LISTS = {
    "engine.families": {type(family).__module__ for family in families.FAMILIES},
    "bot.families.family_list": {type(family).__module__ for family in family_list.COMMAND_LINE_FAMILIES},
}
"""Where families are listed, and the modules that have their objects."""
BODY = re.compile(r"^(?=(?:class|def|async def|@))", re.MULTILINE)
"""What follows a module's imports."""


def modules(*folders: str) -> Iterator[tuple[str, str]]:
    """The modules of some folders by name, a package's own with ``__init__``, and what is in them."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield ".".join(file.relative_to(ROOT).with_suffix("").parts), file.read_text("utf-8")


@cache
def imported(name: str, source: str) -> tuple[str, ...]:
    """All that a module imports, wherever in it: modules, and the names that it takes from them."""
    return tuple(find_imports(name, source))


def find_imports(name: str, source: str) -> Iterator[str]:
    package = name.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = resolve_name(f"{'.' * node.level}{node.module or ''}", package)
            yield from (f"{above}.{one.name}" for one in node.names)


def within(name: str, package: str) -> bool:
    """Whether a module is a package or lies in it."""
    return f"{name}.".startswith(f"{package}.")


def trespasses(name: str, source: str) -> set[str]:
    """What a module imports of families that are none of its business."""
    own = {family for package, family in PACKAGES.items() if within(name, package)}
    own |= {base for family in own for base in BUILT_ON.get(family, ())}
    if not any(family in source for family in set(FAMILIES) - own):
        return set()
    return {
        one
        for one in imported(name, source)
        for package, family in PACKAGES.items()
        if within(one, package) and family not in own and not any(within(one, module) for module in LISTS.get(name, ()))
    }


def test_a_family_is_imported_by_its_own_rooms_and_where_it_is_listed() -> None:
    found = {name: trespasses(name, source) for name, source in modules("engine", "bot")}
    assert len(found) > len(LISTS)
    assert {name: others for name, others in found.items() if others} == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Else it depends on who is imported first whether the program starts."""
    sources = {name.removesuffix(".__init__"): source for name, source in modules("engine", "render", "bot")}
    graph = {name: set[str]() for name in sources}
    for name, source in sources.items():
        head, *_ = BODY.split(source, maxsplit=1)
        for node in ast.parse(head).body:  # within functions and for types alone nothing is imported at the start
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                taken = {f"{node.module}.{one.name}" for one in node.names}
                graph[name] |= {one if one in graph else node.module for one in taken} & graph.keys() - {name}
    TopologicalSorter(graph).prepare()
    assert "bot.store.keys" in graph["bot.store.chat_migration"]


@pytest.mark.parametrize("name", LISTS)
def test_every_family_is_listed(name: str) -> None:
    (source,) = (source for one, source in modules("engine", "bot") if one == name)
    assert all(any(within(one, module) for one in imported(name, source)) for module in LISTS[name])


def test_nothing_is_handed_on_unseen() -> None:
    """A context variable is read where nobody says so: what is needed is handed on as an argument.

    What log lines are about, which decides nothing, is the only thing that a context has; loggers make empty ones.
    """
    found = {
        name
        for name, source in modules("engine", "render", "bot")
        if "contextvars" in source and any(within(one, "contextvars") for one in imported(name, source))
    }
    assert found == {"bot.logs"}


def contracts() -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    return found


def test_all_rooms_below_that_of_telegram_may_not_know_it() -> None:
    (layers,) = (contract["layers"] for contract in contracts() if contract.get("containers") == ["bot"])
    (held,) = (
        contract["source_modules"] for contract in contracts() if contract.get("forbidden_modules") == ["telegram"]
    )
    below = layers[layers.index("telegram") + 1 :]
    assert set(held) == {f"bot.{room}" for layer in below for room in layer.split(" | ")}
