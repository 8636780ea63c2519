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

GRACE_SECONDS = 10.0
"""Seconds that a server has which was told to end."""
_SERVERS: Final = ("redis-server", "valkey-server")
_REPORT_KEY: Final = "servers_left"
_LEFTOVERS: Final = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LEFTOVERS] = []


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    found, mark = session.config.stash[_LEFTOVERS], os.environ.get(watchdog.MARK_VARIABLE)
    if mark is not None:
        found += wait_for_leftover_servers(mark)
    told: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if told is not None:
        told[_REPORT_KEY] = found
    elif found and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[_LEFTOVERS] += getattr(node, "workeroutput", {}).get(_REPORT_KEY, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if found := config.stash[_LEFTOVERS]:
        terminalreporter.section("servers that outlive their tests", red=True)
        for line in found:
            terminalreporter.write_line(line)


def wait_for_leftover_servers(mark: str) -> list[str]:
    end = monotonic() + GRACE_SECONDS
    while (found := sorted(running_servers(mark))) and monotonic() < end:
        sleep(0.05)
    return found


def running_servers(mark: str) -> Iterator[str]:
    for pid in watchdog.marked_processes(mark):
        with suppress(OSError):
            process = Path("/proc") / str(pid)
            if (process / "comm").read_text().strip() in _SERVERS:
                yield f"{pid} in {(process / 'cwd').readlink()}"
