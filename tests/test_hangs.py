"""A test that hangs names itself, and neither it nor a run that is killed leaves a process behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.support.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
CONFTEST = "from tests.support import hang_guard\nhang_guard.GRACE_SECONDS = 0.5\n"
NEEDED_PLUGINS = ("-p", "xdist", "-p", "pytest_timeout")
"""Of those that are installed, which take long to load."""
HANGS = """
import subprocess, sys, time
from pathlib import Path

def test_that_hangs():
    server = [sys.executable, "-c", "import time; time.sleep(600)"]
    Path("pid").write_text(str(subprocess.Popen(server, start_new_session=True).pid))
    Path("started").touch()
    while True:
        try:
            time.sleep(600)
        except BaseException:
            print("swallowed", flush=True)

def test_that_does_not():
    pass
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux tells what bears a mark")


def run(folder: Path, seconds: float, tests: str = HANGS) -> "subprocess.Popen[str]":
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(tests)
    # No project's own settings: the folder is all there is.
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", *NEEDED_PLUGINS, "-p", "tests.support.hang_guard"]
    command += ["-n", "1", "-o", f"timeout={seconds}"]
    around = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.Popen(
        command, cwd=folder, env=around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def until(sign: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not sign():
        assert monotonic() < end
        sleep(0.01)


def has_ended(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_test_that_swallows_its_end_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    with run(tmp_path, 0.5) as running:
        said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert "crashed while running 'test_it.py::test_that_hangs'" in said
    assert 'test_it.py", line 11 in test_that_hangs' in said, "where it hung"
    assert "1 failed, 1 passed" in said
    until(lambda: has_ended(int((tmp_path / "pid").read_text())))


def test_a_run_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    with run(tmp_path, 600) as running:
        until((tmp_path / "started").exists)
        running.send_signal(signal.SIGKILL)
        running.wait(PATIENCE)
        until(lambda: has_ended(int((tmp_path / "pid").read_text())))


def test_a_hang_is_told_without_reading_sources(tmp_path: Path) -> None:
    with run(tmp_path, 0.3, "import time\n\ndef test_that_waits():\n    time.sleep(600)\n") as running:
        said, _ = running.communicate(timeout=PATIENCE)
    assert "Traceback (most recent call last):" in said
    assert 'test_it.py", line 4, in test_that_waits' in said
    assert "Timeout (>0.3s) from pytest-timeout" in said
