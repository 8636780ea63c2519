"""Short limits of real time, found in the text of a module: what awaits something for less than the patience."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from tests.support.waiting import PATIENCE

ROOT: Final = Path(__file__).resolve().parents[2]
WORDS: Final = re.compile(
    r"asyncio\.timeout|wait_for|(timeout|seconds|patience)( =|=|:)|set_default|sleep\((?!0\))"
    r"|(monotonic|_counter|_time|\.time)\(\)|\.(wait|join|result|get)\([0-9A-Z_]"
)
"""Without one of these a module has no limits, and need not be parsed, nor a part of it be looked at."""
CLOCKS: Final = ("monotonic", "perf_counter", "process_time", "thread_time", ".time")
MILLISECONDS: Final = {"set_default_timeout", "set_default_navigation_timeout", "wait_for_timeout"}
"""What a page is told in milliseconds, as is the ``timeout`` of all that it waits for."""
NO_LIMITS: Final = {"shutdown_timeout", "open_seconds", "waited_seconds"}
"""Of a server that is no more needed; of a breaker, by the clock that it is given; what has been waited already."""
Constants = Mapping[str, float]
"""The numbers that names stand for."""


def number(value: ast.expr, known: Constants) -> float | None:
    """What an expression comes to, as far as can be read."""
    match value:
        case ast.Constant(value=int() | float() as found) if not isinstance(found, bool):
            return float(found)
        case ast.Name(id=name):
            return known.get(name)
        case ast.Call(func=ast.Name(id="int" | "float"), args=[inner]):
            return number(inner, known)
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div() as operator, right=right):
            one, other = number(left, known), number(right, known)
            if one is None or not other:
                return None
            return one * other if isinstance(operator, ast.Mult) else one / other
        case _:
            return None


def constants(tree: ast.Module, of_another: Callable[[str], Constants]) -> dict[str, float]:
    """The constants of a module that are numbers, and those that it imports.

    Args:
        tree: the module.
        of_another: gives the constants of one by its name.
    """
    found = {"PATIENCE": PATIENCE}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names) if any(one.name.isupper() for one in names):
                there = of_another(module)
                found |= {one.asname or one.name: there[one.name] for one in names if one.name in there}
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found |= named(name, number(value, found))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found |= named(name, number(value, found))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name):
                        found |= named(target.id, number(value, found))
    return found


def named(name: str, value: float | None) -> dict[str, float]:
    return {} if value is None else {name: value}


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return f"{module}.{name}"
        case ast.Attribute(attr=name):
            return f".{name}"
        case ast.Name(id=name):
            return name
        case _:
            return ""


class Module:
    """Finds short limits of real time in a module.

    Args:
        known: its constants.
    """

    def __init__(self, known: Constants) -> None:
        self.known = known

    def is_short(self, limit: ast.expr, least: float = PATIENCE) -> bool:
        """Whether a limit is a number below the patience, as far as can be read."""
        found = number(limit, self.known)
        return found is not None and 0 < found < least

    def is_patient(self, limit: ast.expr) -> bool:
        """Whether a limit is the patience, or no limit."""
        if isinstance(limit, ast.Constant) and limit.value is None:
            return True
        found = number(limit, self.known)
        if found is not None:
            return found >= PATIENCE
        return "PATIENCE" in {node.id for node in ast.walk(limit) if isinstance(node, ast.Name)}

    def limits(self, call: ast.Call) -> Iterator[bool]:
        """Of each limit that a call sets whether it is short."""
        name, last = called(call), called(call).rpartition(".")[2]
        of_a_page = last.startswith(("wait_for", "to_", "not_to_")) and name != "asyncio.wait_for"
        match name, call.args:
            case ("asyncio.timeout" | "asyncio.timeout_at", [limit]) | ("asyncio.wait_for", [_, limit]):
                yield not self.is_patient(limit)
            case _, [limit] if last in MILLISECONDS:
                yield self.is_short(limit, 1000 * PATIENCE)
            case _, [limit] if name.endswith((".wait", ".join", ".result")):
                yield self.is_short(limit)
            case _, [limit] if name.endswith(".get") and isinstance(limit, ast.Constant):  # by a name it is a key
                yield self.is_short(limit)
        for keyword in call.keywords:
            given = keyword.arg or ""
            if given == "timeout" and of_a_page:
                yield self.is_short(keyword.value, 1000 * PATIENCE)
            elif (given.endswith(("timeout", "_seconds")) and given not in NO_LIMITS and name != "timedelta") or (
                given == "seconds"
                and name.endswith(("wait", "wait_for_entries", "Fault", "open_multiplexed", "until", "all_passed"))
            ):
                yield self.is_short(keyword.value)

    def hurries(self, node: ast.AST) -> bool:
        """Whether this sets a short limit of real time."""
        match node:
            case ast.Call():
                return any(self.limits(node))
            case ast.Compare():
                return any(map(self.is_short, (node.left, *node.comparators))) and tells_the_time(node)
            case ast.Assign(targets=[ast.Attribute(attr=attribute)]):
                return attribute in {"answer_timeout", "timeout"} and self.is_short(node.value)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return (is_clock(left) and self.is_short(right)) or (is_clock(right) and self.is_short(left))
            case ast.For(iter=ast.Call(func=ast.Name(id="range"))):
                return any(self.sleeps(one) for one in ast.walk(node))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return any(map(self.is_short, defaults(node)))
            case _:
                return False

    def sleeps(self, node: ast.AST) -> bool:
        """Whether real time passes in a call."""
        match node:
            case ast.Call(args=[seconds]) if called(node).rpartition(".")[2] == "sleep":
                return number(seconds, self.known) != 0
            case _:
                return False

    def hurried(self, tree: ast.AST) -> Iterator[str]:
        """The functions that set short limits."""
        waiting = [(tree, "")]
        while waiting:
            node, within = waiting.pop()
            inner = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else within
            if self.hurries(node):
                yield inner
            waiting += ((one, inner) for one in ast.iter_child_nodes(node))


def is_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and called(node).endswith(CLOCKS)


def tells_the_time(node: ast.AST) -> bool:
    return any(map(is_clock, ast.walk(node)))


def defaults(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    """The limits that a function has unless it is given others."""
    given, keyed = function.args.args, function.args.kwonlyargs
    both = [
        *zip(reversed(given), reversed(function.args.defaults), strict=False),
        *zip(keyed, function.args.kw_defaults, strict=True),
    ]
    for one, value in both:
        if value is not None and one.arg.endswith(("seconds", "timeout", "patience")):
            yield value


@cache
def of_tests(module: str) -> Constants:
    """The constants of a module of the tests; those of others are not looked for."""
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    if not module.startswith("tests.") or not file.is_file():
        return {}
    return constants(ast.parse(file.read_text("utf-8")), of_tests)


def hurried(text: str) -> Iterator[str]:
    """The functions of a module that set short limits."""
    if not WORDS.search(text):
        return iter(())
    tree = ast.parse(text)
    module = Module(constants(tree, of_tests))
    return chain.from_iterable(module.hurried(part) for part in parts_with_limits(tree, text.split("\n")))


def parts_with_limits(tree: ast.Module, lines: Sequence[str]) -> Iterator[ast.stmt]:
    """The functions, classes and other statements of a module in which there may be limits."""
    for part in tree.body:
        first = min([part.lineno, *(one.lineno for one in getattr(part, "decorator_list", ()))])
        if WORDS.search("\n".join(lines[first - 1 : part.end_lineno])):
            yield part


def hurried_trials(text: str) -> Iterator[str]:
    """The functions of a tool for trials that wait for less than the patience, by their defaults too."""
    tree = ast.parse(text)
    module = Module(constants(tree, of_tests))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        waits = list(defaults(function))
        for call in ast.walk(function):
            match call:
                case ast.Call(args=[limit]) if called(call) == "asyncio.timeout":
                    waits.append(limit)
                case ast.Call(args=[_, limit]) if called(call) == "asyncio.wait_for":
                    waits.append(limit)
        if any(map(module.is_short, waits)):
            yield function.name
