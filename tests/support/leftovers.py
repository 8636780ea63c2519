"""A run ends well only where no server outlives it: what a test has started and not ended is named, and the run fails.

Each process of tests looks when its last fixture is gone; xdist's hand on what they find.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import pytest

from tests.support import watchdog

GRACE = 10.0
"""Seconds that a server has which was told to end."""
_SERVERS: Final = ("redis-server", "valkey-server")
_LEFT: Final = "servers_left"
_FOUND: Final = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FOUND] = []


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """After all fixtures, and after what workers have told."""
    found, mark = session.config.stash[_FOUND], os.environ.get(watchdog.MARK)
    if mark is not None:
        found += left(mark)
    told: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if told is not None:
        told[_LEFT] = found
    elif found and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[_FOUND] += getattr(node, "workeroutput", {}).get(_LEFT, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name what is left."""
    if found := config.stash[_FOUND]:
        terminalreporter.section("servers that outlive their tests", red=True)
        for line in found:
            terminalreporter.write_line(line)


def left(mark: str) -> list[str]:
    """The servers that bear a mark, each by its folder, which names its test."""
    end = monotonic() + GRACE
    while (found := sorted(servers(mark))) and monotonic() < end:
        sleep(0.05)
    return found


def servers(mark: str) -> Iterator[str]:
    """Those that run now."""
    for pid in watchdog.marked(mark):
        with suppress(OSError):
            process = Path("/proc") / str(pid)
            if (process / "comm").read_text().strip() in _SERVERS:
                yield f"{pid} in {(process / 'cwd').readlink()}"
