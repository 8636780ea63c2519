"""The order of chance, the workers, which cases are repeats, and what is said last of what was not tried."""

import subprocess
import sys
from collections import Counter
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


REPEATS = """
import pytest

@pytest.fixture
def harness():
    return None

@pytest.fixture
def redis_address(request):
    return request.param

@pytest.mark.parametrize("language", ["tr", "en", "uk"])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_talk(harness, language, answer): ...

@pytest.mark.parametrize(("case", "language"), [("one", "tr"), ("two", "en")])
def test_one_language_each(harness, case, language): ...

@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_without_a_bot(language): ...

@pytest.mark.parametrize("redis_address", ["redis_server", "cluster_server"], indirect=True)
def test_store(redis_address): ...

@pytest.mark.repeats(2)
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("redis_address", ["redis_server", "cluster_server"], indirect=True)
def test_many_on_both(redis_address, number): ...

@pytest.mark.repeats(3)
@pytest.mark.parametrize("number", range(9))
def test_many(number): ...

@pytest.mark.repeats(3)
@pytest.mark.parametrize("number", range(2))
def test_few(number): ...
"""


def ran(folder: Path, *arguments: str, text: str = TESTS) -> str:
    """What pytest writes about three modules."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    for name in ("a", "b", "c"):
        (folder / f"test_{name}.py").write_text(text)
    plugins = ("-p", "tests.support.suite_run", "-p", "tests.support.repeats", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *plugins, *arguments]
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


def test_of_repeats_as_many_are_run_as_are_enough_and_all_are_run_somewhere(tmp_path: Path) -> None:
    names: dict[str, list[str]] = {}
    for expression in ("not repeat", "repeat"):
        lines = ran(tmp_path, "--collect-only", "-q", "-m", expression, text=REPEATS).splitlines()
        names[expression] = [line for line in lines if line.startswith("test_a.py::")]
    run, left = names["not repeat"], names["repeat"]
    assert len({*run, *left}) == len(run) + len(left) == 6 + 2 + 3 + 2 + 8 + 9 + 2
    counts = Counter(name.partition("::")[2].partition("[")[0] for name in run)
    assert counts == {
        "test_talk": 2,
        "test_one_language_each": 2,
        "test_without_a_bot": 3,
        "test_store": 1,
        "test_many_on_both": 2,
        "test_many": 3,
        "test_few": 2,
    }
    assert "test_a.py::test_store[redis_server]" in run
    assert all("cluster" not in name for name in run)
    numbers = sorted(int(name[-2]) for name in run if "test_many[" in name)
    assert [after - before for before, after in pairwise(numbers)] == [3, 3]


@pytest.mark.parametrize(("quota", "workers"), [("max 100000", 10), ("200000 100000", 3), ("50000 100000", 2)])
def test_workers_follow_the_cores_that_may_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quota: str, workers: int
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_AUTO_NUM_WORKERS", raising=False)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(suite_run, "CPU_QUOTA_FILE", tmp_path / "cpu.max")
    suite_run.CPU_QUOTA_FILE.write_text(quota)
    assert suite_run.pytest_xdist_auto_num_workers() == workers
