"""The order of chance, the workers, and what is said last of what was not tried."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import suite_run

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(8))
def test_it(number):
    if number > 5:
        pytest.skip("there is no browser")
    if number == 5:
        pytest.skip("there is no network")
"""


def ran(folder: Path, *arguments: str) -> str:
    """What pytest writes about three modules."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    for name in ("a", "b", "c"):
        (folder / f"test_{name}.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.suite_run", "-p", "no:cacheprovider", *arguments]
    around = {"PYTHONPATH": str(Path(__file__).resolve().parent.parent), "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=True).stdout


def test_an_order_of_chance_is_that_of_its_seed_and_keeps_modules_together() -> None:
    plain: list[Any] = [SimpleNamespace(path=path, name=name) for path in "abc" for name in range(8)]
    one, again, other = (suite_run.shuffle_items(plain, seed) for seed in (1, 1, 2))
    assert one == again
    assert one not in (plain, other)
    assert sorted(one, key=plain.index) == plain
    assert sum(before.path != after.path for before, after in pairwise(one)) == 2


def test_tests_run_in_that_order(tmp_path: Path) -> None:
    lines = ran(tmp_path, "--collect-only", "-q", "--shuffle", "1").splitlines()
    tests = [line for line in lines if "::" in line]
    assert len(tests) == 24
    assert tests != sorted(tests)


def test_the_last_lines_say_what_was_not_tried_and_why(tmp_path: Path) -> None:
    assert ran(tmp_path).splitlines()[-3:-1] == [
        "6 tests (.): there is no browser",
        "3 tests (.): there is no network",
    ]


@pytest.mark.parametrize(("quota", "workers"), [("max 100000", 10), ("200000 100000", 3), ("50000 100000", 2)])
def test_workers_follow_the_cores_that_may_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quota: str, workers: int
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_AUTO_NUM_WORKERS", raising=False)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(suite_run, "CPU_QUOTA_FILE", tmp_path / "cpu.max")
    suite_run.CPU_QUOTA_FILE.write_text(quota)
    assert suite_run.pytest_xdist_auto_num_workers() == workers
