"""The law of log calls: a constant sentence, and fields under known names, which tell nothing that people wrote."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot

ROOT = Path(bot.__file__).parent
LOGGERS = {"log", "_log", "_LOG", "write"}
METHODS = {"debug", "info", "warning", "error", "exception"}
LOG_CALL = re.compile(r"\b(log|_log|_LOG)\.|\bwrite\(")
"""Without this a module has no log call."""
OTHER_LOG = re.compile("logging|structlog")
FIELDS = set(
    """
    address audience broadcast chat code count entry error exc_info failures file folder from_schema
    game keys kind language message_id minutes new_chat owner play problem program puzzle reason remedy
    replicas ruleset schema scope seconds settings shard source status theme to_schema told total tries
    update user version work worker
    """.split()  # noqa: SIM905 - five lines instead of fifty
)
"""Fields that there are. None may hold a rack, a word, a tile, a name of a person or what somebody wrote."""


def trees(mention: re.Pattern[str]) -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(ROOT.rglob("*.py")):
        if file != ROOT / "logs.py" and mention.search(text := file.read_text("utf-8")):
            yield str(file.relative_to(ROOT)), ast.parse(text)


def log_calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            if function.value.id in LOGGERS and function.attr in METHODS:
                yield node
        elif isinstance(function, ast.Name) and function.id == "write":
            yield node


def faults(call: ast.Call) -> list[str]:
    event = call.args[0] if call.args else None
    wrong = []
    if not (len(call.args) == 1 and isinstance(event, ast.Constant) and isinstance(event.value, str)):
        wrong.append("an event is one constant sentence")
    elif "%" in event.value or "{" in event.value:
        wrong.append("figures are fields")
    for field in call.keywords:
        if field.arg not in FIELDS:
            wrong.append(f"{field.arg} is no field")
        if any(isinstance(part, ast.JoinedStr | ast.Mod) for part in ast.walk(field.value)):
            wrong.append(f"{field.arg} is put together")
    return wrong


def imported_packages(node: ast.Import | ast.ImportFrom) -> set[str]:
    names = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return {name.partition(".")[0] for name in names}


def test_each_log_call_is_a_constant_sentence_with_known_fields() -> None:
    calls = [(name, call) for name, tree in trees(LOG_CALL) for call in log_calls(tree)]
    assert [f"{name}:{call.lineno}: {wrong}" for name, call in calls if (wrong := faults(call))] == []
    assert len(calls) > 150
    assert {field.arg for _, call in calls for field in call.keywords} == FIELDS, "a field that nobody uses"


def test_no_module_of_the_bot_logs_in_another_way() -> None:
    others = [
        f"{name}:{node.lineno}"
        for name, tree in trees(OTHER_LOG)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and {"logging", "structlog"} & imported_packages(node)
    ]
    assert others == []
