"""Docstrings refer to what there is: what stands in ``:class:``, ``:func:``, ``:meth:`` and the like can be found."""

import ast
import inspect
import pydoc
import re
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.doc_pages import ROOT

ROOMS = ("bot", "engine", "render", "tools")
REFERENCE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):`~?([\w.]+)")


def references(node: ast.AST, owner: str = "") -> Iterator[tuple[str, str]]:
    """The references in all strings, each with the class in which it stands."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield from ((owner, found) for found in REFERENCE.findall(child.value))
        yield from references(child, child.name if isinstance(child, ast.ClassDef) else owner)


def can_be_found(module: ModuleType, owner: str, reference: str) -> bool:
    """Whether it is a name of the class or module in which it stands, a whole path, or one from the package on."""
    if reference.startswith("."):
        reference = module.__name__.rpartition(".")[0] + reference
    outer, _, last = reference.rpartition(".")
    if pydoc.locate(reference) is not None or (outer and has_member(pydoc.locate(outer), last)):
        return True
    return any(has_member(scope, reference) for scope in (module, getattr(module, owner, None)))


def has_member(scope: object, path: str) -> bool:
    """Whether a path leads on from there; the last name may be an attribute that only instances have."""
    *outer, last = path.split(".")
    try:
        holder = attrgetter(".".join(outer))(scope) if outer else scope
    except AttributeError:
        return False
    if hasattr(holder, last) or last in getattr(holder, "__annotations__", ()):
        return True
    return isinstance(holder, type) and f"self.{last}" in inspect.getsource(holder)


@pytest.mark.parametrize("room", ROOMS)
def test_every_reference_in_a_docstring_leads_somewhere(room: str) -> None:
    lost: list[tuple[Path, str]] = []
    for file in sorted((ROOT / room).rglob("*.py")):
        text = file.read_text("utf-8")
        if not REFERENCE.search(text):
            continue
        found = list(references(ast.parse(text)))
        path = file.relative_to(ROOT)
        module = import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        lost += [(path, reference) for owner, reference in found if not can_be_found(module, owner, reference)]
    assert lost == []
