"""How the suite runs: on how many cores, in which order, and what it says of what it has not tried."""

import os
from collections import Counter
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

CPU_QUOTA_FILE = Path("/sys/fs/cgroup/cpu.max")
"""What of all its cores a container may use: microseconds in so many, or ``max``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shuffle", type=int, metavar="SEED", help="run the modules, and the tests of each, in an order of chance"
    )


def pytest_xdist_auto_num_workers() -> int | None:
    """Give the workers of ``-n auto``: a quarter more than cores, as some always wait for a server or a limit."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    count = usable_cores()
    return count + max(1, count // 4)


def usable_cores() -> int:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = CPU_QUOTA_FILE.read_text().split()
        return max(1, min(count, round(int(quota) / int(period))))
    except (OSError, ValueError):
        return count


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed: int | None = config.getoption("shuffle")
    if seed is not None:
        items[:] = shuffle_items(items, seed)


def shuffle_items(items: list[pytest.Item], seed: int) -> list[pytest.Item]:
    chance = Random(seed)
    modules = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    chance.shuffle(modules)
    for tests in modules:
        chance.shuffle(tests)
    return [test for tests in modules for test in tests]


def pytest_report_header(config: pytest.Config) -> str | None:
    seed: int | None = config.getoption("shuffle")
    return None if seed is None else f"order of chance: --shuffle {seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if lines := skip_summary(terminalreporter.stats.get("skipped", [])):
        terminalreporter.section("not tried")
        for line in lines:
            terminalreporter.write_line(line)


def skip_summary(reports: list[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """A line a reason: how many tests, and in which folders."""
    found: dict[str, Counter[str]] = {}
    for report in reports:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        folder = str(Path(report.nodeid.partition("::")[0]).parent)
        found.setdefault(reason.removeprefix("Skipped: "), Counter())[folder] += 1
    return [
        f"{folders.total()} {'test' if folders.total() == 1 else 'tests'} ({', '.join(sorted(folders))}): {reason}"
        for reason, folders in sorted(found.items())
    ]
