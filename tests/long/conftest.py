"""How many minutes a long run lasts, what it reaches in them, each test's share of them, and what was tried, told last.

``make test-long`` tries others every time and tells its seed; ``make test-long SEED=N`` tries those of a seed, as CI
does: a change is judged by what it changed, and not by the dice.
"""

import os
from collections import Counter
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from random import Random, SystemRandom
from tempfile import mkstemp
from time import time
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.server_version import NEWEST
from tests.e2e.page_process import open_tabs, run_playground_command
from tests.long.plan import FixedLengthTest, plan_run, split_among_processes
from tests.long.time_shares import Cost, TimeBudget, TimeShare

_TRIED_PROPERTY = "tried"
_COSTS = pytest.StashKey[dict[str, Cost]]()
_SECONDS = pytest.StashKey[float]()
_PLAN_TEXT = pytest.StashKey[dict[str, str]]()
_PLAN = "plan"
_RUN = "long run"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, default=4.0, help="how long the long tests last together (4)")
    parser.addoption(
        "--seed", type=int, default=None, help="what the chances of the long tests come of (another each time)"
    )


def pytest_configure(config: pytest.Config) -> None:
    told = getattr(config, "workerinput", {})
    if _RUN in told:
        vars(config.option).update(told[_RUN])
        return
    if config.option.seed is None:
        config.option.seed = SystemRandom().getrandbits(32)
    config.option.began = time()
    handle, config.option.purse = mkstemp(prefix="harfiyen-long-")
    os.close(handle)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process what all of them are to have the same."""
    node.workerinput[_RUN] = {name: getattr(node.config.option, name) for name in ("seed", "began", "purse")}


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        Path(config.option.purse).unlink(missing_ok=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave those for another run for which there is no time, once it is known which are asked for at all."""
    long = [item for item in items if cost_of(item) != Cost()]
    if not long:
        return
    minutes = config.getoption("minutes", 4.0)
    fixed = {item.nodeid: FixedLengthTest(item.nodeid, cost_of(item).seconds) for item in long if cost_of(item).seconds}
    if fixed:
        plan = plan_run(list(fixed.values()), _seed(config), minutes, _processes(), alone=len(fixed) == len(long))
        # What processes found out comes with their goodbye.
        getattr(config, "workeroutput", config.stash.setdefault(_PLAN_TEXT, {}))[_PLAN] = plan.summary_line(
            _seed(config)
        )
        reached = {one.name for one in plan.chosen}
        config.hook.pytest_deselected(items=[item for item in long if item.nodeid in fixed.keys() - reached])
        rest = [item for item in items if item.nodeid not in fixed]
        by_name = {item.nodeid: item for item in long}
        hands = [[by_name[one.name] for one in hand] for hand in split_among_processes(plan.chosen, _processes())]
        items[:] = _order_by_process(hands, rest)
    for item in long:  # it may have all the time
        item.add_marker(pytest.mark.timeout(300 + 60 * minutes))
    config.stash[_COSTS] = {item.nodeid: cost_of(item) for item in items if cost_of(item) != Cost()}


def _order_by_process(hands: list[list[pytest.Item]], rest: list[pytest.Item]) -> list[pytest.Item]:
    """Each process's part of the list begins with what it has in hand; what follows any of them may take."""
    found: list[pytest.Item] = []
    count = sum(map(len, hands)) + len(rest)
    for number, hand in enumerate(hands):
        size = (count - len(found)) // (len(hands) - number)
        more = max(0, size - len(hand))
        found += [*hand, *rest[:more]]
        rest = rest[more:]
    return found + rest


def _seed(config: pytest.Config) -> int:
    return int(config.getoption("seed", 0) or 0)


def _processes() -> int:
    return int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def cost_of(item: pytest.Item) -> Cost:
    """What a long test says that it takes; nothing where it is not long."""
    marker = item.get_closest_marker("long")
    if marker is None:
        return Cost()
    seconds = float(marker.kwargs.get("seconds", 0.0))
    return Cost(seconds) if seconds else Cost(shares=int(marker.kwargs.get("shares", 1)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Give each test its time as it begins."""
    costs = item.config.stash.get(_COSTS, {})
    if item.nodeid not in costs:
        return (yield)
    minutes = item.config.getoption("minutes", 4.0)
    purse = TimeBudget(Path(item.config.option.purse), item.config.option.began + 60 * minutes, _processes())
    item.stash[_SECONDS] = purse.start_test(item.nodeid, costs)
    try:
        return (yield)
    finally:
        purse.finish_test(item.nodeid)


@pytest.fixture
def time_share(request: pytest.FixtureRequest) -> Iterator[TimeShare]:
    """The time of this test, and the count of what it tries."""
    node: pytest.Item = request.node
    mine = TimeShare(node.stash[_SECONDS])
    yield mine
    node.user_properties.extend((_TRIED_PROPERTY, f"{count} {kind}") for kind, count in mine.counts.items())


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """The chances of this test: the same by the same seed, whatever ran before it."""
    node: pytest.Item = request.node
    return Random(f"{request.config.getoption('seed', 0)} {node.nodeid}")


def pytest_report_header(config: pytest.Config) -> str:
    return f"long tests: --seed {config.option.seed}"


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a process has found out; all have found the same."""
    told = getattr(node, "workeroutput", {}).get(_PLAN)
    if told:
        node.config.stash.setdefault(_PLAN_TEXT, {})[_PLAN] = told


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What every long test has tried, and the sum of each kind; which were reached, and how long all took."""
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
    option, plan = terminalreporter.config.option, terminalreporter.config.stash.get(_PLAN_TEXT, {}).get(_PLAN)
    if lines or plan:
        terminalreporter.section("what was reached")
        terminalreporter.line(plan or "no test of a length of its own was asked for")
        terminalreporter.line(f"{(time() - option.began) / 60:.1f} minutes, of {option.minutes:g}")


@pytest_asyncio.fixture(loop_scope="session")
async def alone(
    language: str, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> AsyncIterator[tuple[Page, Path]]:
    """One person's page, in the language of the test's case, and the folder of the bot."""
    folder = tmp_path_factory.mktemp("page")
    async with run_playground_command(folder, NEWEST) as address, open_tabs(browser, address, 1, language) as (page,):
        yield page, folder
