"""What should come is awaited for :data:`PATIENCE`; a shorter limit of real time stands only where it is tried."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

TESTS = Path(__file__).resolve().parent
WORDS = re.compile(
    r"asyncio\.timeout|wait_for|timeout=|seconds=|\.(wait|join|result|get)\([0-9]|\.(patience|timeout) ="
    r"|(monotonic|perf_counter|process_time|thread_time)\("
)
"""Without one of these a file has no limits, and need not be parsed."""
BESIDE = {"faults", "fuzz"}
"""Tools of their own, which ``make test`` does not run."""
CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time")
ALLOWED = {
    "bot/test_cluster.py::test_what_is_no_cluster_is_an_error_without_a_password": "nobody is there to answer",
    "bot/test_connections.py::test_a_loop_over_commands_ends_whenever_it_is_cancelled": "looks again, after a failure",
    "bot/test_fleet.py::test_two_workers_are_killed_stopped_and_started_again": "posts again to who was stopped",
    "bot/test_line.py::test_an_answer_that_does_not_come_is_an_error_in_time": "the server was told to pause",
    "bot/test_playground_api.py::test_server_errors_closed_connections_and_delays_on_demand": "for one late answer",
    "bot/test_tdk.py::test_a_spelling_that_is_not_answered_leaves_a_word_of_no_list_invalid_and_unkept": "in loop time",
    "bot/test_tdk.py::test_circumflexes_crowd_no_plain_spelling_out": "in loop time",
    "bot/test_tdk_failures.py::test_the_whole_time_bounds_all_words_together": "in loop time",
    "bot/test_tdk_failures.py::test_a_probe_that_the_whole_time_cuts_short_leaves_the_breaker_usable": "in loop time",
    "bot/test_fleet.py::asked": "in loop time",
    "bot/test_transport.py::test_no_answer_in_time_is_timed_out": "the server hangs",
    "bot/test_transport.py::test_a_call_may_have_its_own_read_timeout": "the server hangs",
    "bot/test_transport.py::test_waiting_for_a_free_connection_is_timed_out": "for the call that finds none free alone",
    "bot/test_transport.py::test_an_answer_that_comes_in_drops_ends_with_the_sum_of_the_time_outs": "it never ends",
    "bot/test_transport.py::test_the_default_read_timeout_is_known_to_the_library": "nothing is called",
    "engine/test_notation.py::test_a_message_of_full_length_is_read_at_once_and_repeated_in_short": "processor time",
    "e2e/test_two_workers.py::all_passed": "it is told how long, and that is the patience or what is promised",
    "support/scripted_server.py::_drip": "a drop again and again",
    "transcripts/server.py::_get_updates": "the long poll of a bot",
}
"""Where limits are short, with the reason; each still is."""


def is_short(limit: ast.expr) -> bool:
    """Whether a limit is a number below the patience, as far as can be read."""
    match limit:
        case ast.Constant(value=int() | float() as seconds) if not isinstance(seconds, bool):
            return 0 < seconds < PATIENCE
        case _:
            return False


def is_patient(limit: ast.expr) -> bool:
    """Whether a limit is the patience, or no limit."""
    words = {node.id for node in ast.walk(limit) if isinstance(node, ast.Name)}
    return "PATIENCE" in words or (isinstance(limit, ast.Constant) and limit.value is None)


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return f"{module}.{name}"
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def limits(call: ast.Call) -> Iterator[bool]:
    """Of each limit that a call sets whether it is short."""
    name = called(call)
    match name, call.args:
        case ("asyncio.timeout" | "asyncio.timeout_at", [limit]) | ("asyncio.wait_for", [_, limit]):
            yield not is_patient(limit)
        case _, [limit] if name.endswith((".wait", ".join", ".result", ".get")):
            yield is_short(limit)
    for keyword in call.keywords:
        given = keyword.arg or ""
        ends = given == "shutdown_timeout"  # of a server that is no more needed
        if (given.endswith(("timeout", "_seconds")) and not ends and name != "timedelta") or (
            given == "seconds" and name.endswith(("wait", "Fault", "line", "until", "all_passed"))
        ):
            yield is_short(keyword.value)


def tells_the_time(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Call) and called(one).endswith(CLOCKS) for one in ast.walk(node))


def hurries(node: ast.AST) -> bool:
    """Whether this sets a short limit of real time."""
    match node:
        case ast.Call():
            return any(limits(node))
        case ast.Compare():
            return any(map(is_short, (node.left, *node.comparators))) and tells_the_time(node)
        case ast.Assign(targets=[ast.Attribute(attr=attribute)]):
            return attribute in {"patience", "timeout"} and is_short(node.value)
        case _:
            return False


def hurried(tree: ast.AST) -> Iterator[str]:
    """The functions that set short limits."""
    waiting = [(tree, "")]
    while waiting:
        node, within = waiting.pop()
        if hurries(node):
            yield within
        inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else within
        waiting += ((one, inner) for one in ast.iter_child_nodes(node))


def test_what_should_come_is_awaited_for_a_minute_wherever_no_limit_is_tried() -> None:
    files = (file for file in TESTS.rglob("*.py") if BESIDE.isdisjoint(file.relative_to(TESTS).parts))
    texts = {file: text for file in files if WORDS.search(text := file.read_text("utf-8"))}
    found = {f"{file.relative_to(TESTS)}::{one}" for file, text in texts.items() for one in hurried(ast.parse(text))}
    assert found == set(ALLOWED)


def numbers(tree: ast.Module) -> dict[str, float]:
    """The constants of a module that are numbers."""
    found = {}
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int() | float() as number)):
                found[name] = float(number)
    return found


def hurried_trials(tree: ast.Module) -> Iterator[str]:
    """The functions of a tool for trials that wait for less than the patience, by constants and defaults too."""
    known = numbers(tree)

    def is_short_here(limit: ast.expr | None) -> bool:
        if isinstance(limit, ast.Name):
            return 0 < known.get(limit.id, PATIENCE) < PATIENCE
        return limit is not None and is_short(limit)

    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        given, keyed = function.args.args, function.args.kwonlyargs
        defaults = [*zip(reversed(given), reversed(function.args.defaults), strict=False)]
        defaults += [(one, value) for one, value in zip(keyed, function.args.kw_defaults, strict=True) if value]
        waits = [value for one, value in defaults if one.arg.endswith(("seconds", "timeout"))]
        for call in ast.walk(function):
            match call:
                case ast.Call(args=[limit]) if called(call) == "asyncio.timeout":
                    waits.append(limit)
                case ast.Call(args=[_, limit]) if called(call) == "asyncio.wait_for":
                    waits.append(limit)
        if any(map(is_short_here, waits)):
            yield function.name


def test_what_trials_stand_on_is_awaited_for_a_minute_too() -> None:
    bot = TESTS.parent / "bot"
    files = [file for folder in ("fleet", "chaos") for file in sorted((bot / folder).glob("*.py"))]
    found = {
        f"{file.relative_to(bot)}::{one}"
        for file in files
        for one in hurried_trials(ast.parse(file.read_text("utf-8")))
    }
    assert found == {"fleet/running.py::_end"}, "who does not end in time is killed"


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("_START: Final = 30.0\nasync def it():\n    async with asyncio.timeout(_START):\n        pass", True),
        ("_START: Final = 60.0\nasync def it():\n    async with asyncio.timeout(_START):\n        pass", False),
        ("_START: Final = 30.0\nasync def it(server, seconds: float = _START):\n    pass", True),
        ("async def it(server, *, seconds: float = 5):\n    pass", True),
        ("async def it(server, seconds: float):\n    await asyncio.wait_for(server, seconds)", False),
    ],
)
def test_a_short_limit_of_a_trial_is_found(text: str, is_found: bool) -> None:  # noqa: FBT001 - one of a table
    assert list(hurried_trials(ast.parse(text))) == ["it"] * is_found


def test_pages_are_awaited_for_a_minute_too() -> None:
    """The library's own limits are shorter: 30 seconds for what is done on a page, 5 for what is expected of it."""
    made = {"new_context(": {"support/browser.py"}, "new_page(": {"bot/page/conftest.py", "e2e/pages.py"}}
    texts = {str(file.relative_to(TESTS)): file.read_text("utf-8") for file in TESTS.rglob("*.py")}
    for word, where in made.items():
        assert {name for name, text in texts.items() if f".{word}" in text} == where
    assert "set_default_timeout(1000 * PATIENCE)" in texts["support/browser.py"]
    assert "set_options(timeout=1000 * PATIENCE)" in texts["conftest.py"]


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.timeout(5)",
        "asyncio.timeout(SECONDS)",
        "asyncio.wait_for(task, 30.0)",
        "asyncio.wait({task}, timeout=1)",
        "gate.wait(20)",
        "process.communicate(timeout=10)",
        "journal.wait('sendMessage', seconds=20)",
        "AiohttpRequest(read_timeout=0.2)",
        "Limits(attempt_seconds=0.1)",
        "webhooks.patience = 0.05",
        "assert time.monotonic() - began < 5",
    ],
)
def test_a_short_limit_is_found(line: str) -> None:
    assert WORDS.search(line)
    assert list(hurried(ast.parse(f"async def test_it():\n    {line}\n"))) == ["test_it"]


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.timeout(PATIENCE)",
        "asyncio.timeout(2 * PATIENCE)",
        "asyncio.wait_for(task, None)",
        "asyncio.wait({task}, timeout=PATIENCE)",
        "web.AppRunner(app, shutdown_timeout=0.1)",
        "Limits(attempt_seconds=600)",
        "assert found < 5",
    ],
)
def test_what_is_patient_is_not_found(line: str) -> None:
    assert list(hurried(ast.parse(f"async def test_it():\n    {line}\n"))) == []
