"""How many minutes a long run lasts, what it reaches in them, each test's share of them, and what was tried, told last.

``make test-long`` tries others every time and tells its seed; ``make test-long SEED=N`` tries those of a seed, as CI
does: a change is judged by what it changed, and not by the dice. Tests that have a length of their own get half of the
time: each seed takes some, and the next seed the next ones. The laws share the rest.
"""

import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from math import ceil
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.server_version import NEWEST
from tests.e2e.page_process import open_tabs, run_playground_command
from tests.long.time_shares import TimeShare

_TRIED_PROPERTY = "tried"
_SECONDS_A_SHARE = pytest.StashKey[float]()
_SEED = "long seed"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, default=4.0, help="how long the long tests last together (4)")
    parser.addoption(
        "--seed", type=int, default=None, help="what the chances of the long tests come of (another each time)"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.option.seed = getattr(config, "workerinput", {}).get(_SEED, config.option.seed)
    if config.option.seed is None:
        config.option.seed = SystemRandom().getrandbits(32)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_SEED] = node.config.option.seed


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests of a length of their own for which there is time, and give the others theirs."""
    long = [item for item in items if item.get_closest_marker("long")]
    if not long:
        return
    seconds = 60 * config.getoption("minutes", 4.0) * _processes()
    fixed = [item for item in long if _own_seconds(item)]
    laws = [item for item in items if item not in fixed]
    share_of_fixed = seconds / 2 if laws else seconds
    runs = ceil(sum(map(_own_seconds, fixed)) / share_of_fixed) if fixed else 1
    chosen = fixed[(config.getoption("seed") or 0) % runs :: runs]
    config.hook.pytest_deselected(items=[item for item in fixed if item not in chosen])
    shares = sum(_shares(item) for item in laws if item in long)
    config.stash[_SECONDS_A_SHARE] = max(0.0, seconds - sum(map(_own_seconds, chosen))) / max(1, shares)
    for item in (*chosen, *laws):
        item.add_marker(pytest.mark.timeout(300 + seconds))
    # Each process begins with its part of those.
    count = _processes()
    items[:] = [
        item
        for number in range(count)
        for item in (*chosen[number::count], *laws[len(laws) * number // count : len(laws) * (number + 1) // count])
    ]


def _processes() -> int:
    return int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def _own_seconds(item: pytest.Item) -> float:
    """How long a long test takes, whatever the time; 0 for one that lasts as long as it may."""
    marker = item.get_closest_marker("long")
    return float(marker.kwargs.get("seconds", 0.0)) if marker else 0.0


def _shares(item: pytest.Item) -> int:
    marker = item.get_closest_marker("long")
    return int(marker.kwargs.get("shares", 1)) if marker else 0


@pytest.fixture
def time_share(request: pytest.FixtureRequest) -> Iterator[TimeShare]:
    """The time of this test, and the count of what it tries."""
    node: pytest.Item = request.node
    mine = TimeShare(_own_seconds(node) or _shares(node) * request.config.stash[_SECONDS_A_SHARE])
    yield mine
    node.user_properties.extend((_TRIED_PROPERTY, f"{count} {kind}") for kind, count in mine.counts.items())


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """The chances of this test: the same by the same seed, whatever ran before it."""
    return Random(f"{request.config.getoption('seed', 0)} {request.node.nodeid}")


def pytest_report_header(config: pytest.Config) -> str:
    return f"long tests: --seed {config.option.seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What every long test has tried, and the sum of each kind."""
    total: Counter[str] = Counter()
    lines = []
    # The ends of tests are kept apart from their outcomes, under no name.
    for report in terminalreporter.getreports(""):
        for _, tried in (told for told in report.user_properties if told[0] == _TRIED_PROPERTY):
            count, _, kind = str(tried).partition(" ")
            total[kind] += int(count)
            lines.append(f"{int(count):>9,} {kind}: {report.nodeid.partition('::')[2]}")
    if lines:
        terminalreporter.section("what was tried")
        for line in [*sorted(lines), *(f"{count:>9,} {kind} in all" for kind, count in sorted(total.items()))]:
            terminalreporter.line(line)


@pytest_asyncio.fixture(loop_scope="session")
async def alone(
    language: str, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> AsyncIterator[tuple[Page, Path]]:
    """One person's page, in the language of the test's case, and the folder of the bot."""
    folder = tmp_path_factory.mktemp("page")
    async with run_playground_command(folder, NEWEST) as address, open_tabs(browser, address, 1, language) as (page,):
        yield page, folder
