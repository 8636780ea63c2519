"""Cases that repeat a test in another language or game: some in ``make test``, all in ``make test-long``.

A test that talks with a whole bot in every language is one test and its repeats. Others say by
``@pytest.mark.repeats(N)`` that ``N`` of their cases are enough for ``make test``. Which ones it runs follows from the
test's name: always the same, and over many tests each language and each game.
"""

from collections.abc import Callable, Hashable
from zlib import crc32

import pytest

_LANGUAGE, _WHOLE_BOT = "language", "harness"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for cases in _group(items, _but_for_the_language):
        mark_repeats(cases, 1)
    for cases in _group(items, _of_the_same_test):
        mark = cases[0].get_closest_marker("repeats")
        assert mark is not None
        mark_repeats(cases, mark.args[0])


def mark_repeats(cases: list[pytest.Item], count: int) -> None:
    """Mark all cases of a test as repeats but ``count``, which lie evenly among them."""
    first = crc32(cases[0].nodeid.partition("[")[0].encode()) % len(cases)
    kept = {(first + len(cases) * number // count) % len(cases) for number in range(count)}
    for place, case in enumerate(cases):
        if place not in kept:
            case.add_marker(pytest.mark.repeat)


def _group(items: list[pytest.Item], to_key: Callable[[pytest.Item], Hashable]) -> list[list[pytest.Item]]:
    groups: dict[Hashable, list[pytest.Item]] = {}
    for item in items:
        if (key := to_key(item)) is not None:
            groups.setdefault(key, []).append(item)
    return list(groups.values())


def _but_for_the_language(item: pytest.Item) -> Hashable:
    params = _params(item)
    if _LANGUAGE not in params or _WHOLE_BOT not in getattr(item, "fixturenames", ()):
        return None
    others = {name: repr(value) for name, value in params.items() if name != _LANGUAGE}
    return _test_of(item), tuple(sorted(others.items()))


def _of_the_same_test(item: pytest.Item) -> Hashable:
    return None if item.get_closest_marker("repeats") is None else _test_of(item)


def _test_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _params(item: pytest.Item) -> dict[str, object]:
    """What a case is of; nothing for a test without cases."""
    callspec = getattr(item, "callspec", None)
    return {} if callspec is None else callspec.params
