"""What a test that hangs costs: a minute and a half, and no server that nobody ends.

pytest-timeout fails it, and its fixtures end what they started. Where that is swallowed, as by a task in the
background, the process of the tests ends, and says where each of its threads was. What it had started ends with it.
"""

import faulthandler
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import IO, Any

import pytest

from tests.support import watchdog

GRACE_SECONDS = 30.0
"""Seconds in which a test ends that has reached its limit, or its process is ended."""
_WATCHDOG = pytest.StashKey["subprocess.Popen[bytes]"]()
_STDERR = pytest.StashKey[IO[Any]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_STDERR] = os.fdopen(os.dup(2), "w")
    if Path("/proc/self/environ").exists():
        config.stash[_WATCHDOG] = start_watchdog()


def start_watchdog() -> "subprocess.Popen[bytes]":
    """Mark what is started from now on; the process that ends it once this one has ended."""
    os.environ[watchdog.MARK_VARIABLE] = mark = str(os.getpid())
    command = [sys.executable, "-I", "-S", watchdog.__file__, mark]
    # A session of its own, so that nothing that ends this process ends it too.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)
    process.returncode = 0  # nobody ever waits for it
    return process


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """End the process where a test's own limit does not end the test."""
    faulthandler.dump_traceback_later(timeout_of(item) + GRACE_SECONDS, exit=True, file=item.config.stash[_STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell of a hang without parsing sources, which CPython 3.11 fails to do after a signal deep in a loop."""
    option, style = item.config.option, item.config.option.tbstyle
    if call.excinfo is not None and "from pytest-timeout" in str(call.excinfo.value):
        option.tbstyle = "native"
    try:
        return (yield)
    finally:
        option.tbstyle = style


def timeout_of(item: pytest.Item) -> float:
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0] if marker else item.config.getini("timeout"))
