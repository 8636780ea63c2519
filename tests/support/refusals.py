"""Refusals as cases: what is asked of a table and why it is refused; and the codes that modules can refuse with."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from engine import game as door
from engine.errors import EngineError, Field, Refusal
from tests.support.games import accepts_any_word


class RefusalCase(NamedTuple):
    name: str
    table: door.Table
    action: door.Action
    refusal: EngineError
    judge: door.Judge = accepts_any_word
    seconds: float = 0


def refusal_with(code: str, **fields: Field) -> Refusal:
    return Refusal(code, **fields)


def check_refused(state: object, apply: Callable[[], object], refusal: EngineError) -> None:
    """Hold that an action is refused, by that code with those fields, and that the state is what it was."""
    before = msgspec.json.encode(state)
    with pytest.raises(EngineError) as caught:
        apply()
    assert type(caught.value) is type(refusal)
    assert (caught.value.code, caught.value.fields) == (refusal.code, refusal.fields)
    assert msgspec.json.encode(state) == before


def refusal_codes_in(file: Path) -> set[str]:
    names, text = {"Refusal", "Malformed", "Ambiguous"}, file.read_text(encoding="utf-8")
    if not any(f"{name}(" in text for name in names):
        return set()
    calls: list[ast.Call] = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]
    return {leaf.value for call in calls for leaf in string_constants(call.args[0]) if isinstance(leaf.value, str)}


def string_constants(node: ast.expr) -> list[ast.Constant]:
    match node:
        case ast.Constant():
            return [node]
        case ast.IfExp():
            return string_constants(node.body) + string_constants(node.orelse)
        case _:
            raise ValueError(f"line {node.lineno}: a code is not written out")
