"""How many minutes a long run lasts, each test's share of them, and what was tried, told at the end.

``make test-long`` tries others every time and tells its seed; ``make test-long SEED=N`` tries those of a seed, as CI
does: a change is judged by what it changed, and not by the dice.
"""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random, SystemRandom

import pytest

from tests.long.shares import Share, seconds_of

_TRIED = "tried"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, default=4.0, help="how long the long tests last together (4)")
    parser.addoption(
        "--seed", type=int, default=None, help="what the chances of the long tests come of (another each time)"
    )


def pytest_configure(config: pytest.Config) -> None:
    # Before processes are started, which are told the options.
    if config.option.seed is None:
        config.option.seed = SystemRandom().getrandbits(32)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if shares(item):  # it may have all the time
            item.add_marker(pytest.mark.timeout(300 + 60 * config.getoption("minutes", 4.0)))


def pytest_report_header(config: pytest.Config) -> str:
    return f"long tests: --seed {config.option.seed}"


def shares(item: pytest.Item) -> int:
    """How many shares of the time a test asks for; 0 for one that is not long."""
    marker = item.get_closest_marker("long")
    return 0 if marker is None else int(marker.kwargs.get("shares", 1))


@pytest.fixture
def share(request: pytest.FixtureRequest) -> Iterator[Share]:
    """The time of this test, and the count of what it tries."""
    node: pytest.Item = request.node
    mine = Share(
        seconds_of(
            shares(node),
            [shares(item) for item in request.session.items],
            request.config.getoption("minutes", 4.0),
            int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")),
        )
    )
    yield mine
    node.user_properties.extend((_TRIED, f"{count} {kind}") for kind, count in mine.tried.items())


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """The chances of this test: the same by the same seed, whatever ran before it."""
    node: pytest.Item = request.node
    return Random(f"{request.config.getoption('seed', 0)} {node.nodeid}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What every long test has tried, and the sum of each kind."""
    total: Counter[str] = Counter()
    lines = []
    # The ends of tests are kept apart from their outcomes, under no name.
    for report in terminalreporter.getreports(""):
        for _, tried in (told for told in report.user_properties if told[0] == _TRIED):
            count, _, kind = str(tried).partition(" ")
            total[kind] += int(count)
            lines.append(f"{int(count):>9,} {kind}: {report.nodeid.partition('::')[2]}")
    if lines:
        terminalreporter.section("what was tried")
        for line in [*sorted(lines), *(f"{count:>9,} {kind} in all" for kind, count in sorted(total.items()))]:
            terminalreporter.line(line)
