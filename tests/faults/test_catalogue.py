"""The faults themselves are tried by ``python -m tests.faults``; here, that each can still be planted."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.__main__ import ROOT, Stale, place, plain_part, sources
from tests.faults.catalogue import FAULTS
from tests.faults.fault import Fault


def test_every_fault_can_be_planted_in_one_place_and_names_what_there_is(tmp_path: Path) -> None:
    """Every test would notice a name that is nowhere, and none of them the fault that is meant."""
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    texts = sources(ROOT)
    for fault in FAULTS:
        try:
            file = place(fault, ROOT, texts)
        except Stale as stale:
            pytest.fail(f"{fault.name}: {stale}")
        if file.suffix == ".py":
            changed = re.sub(fault.pattern, fault.planted, texts[file], flags=re.MULTILINE)
            (tmp_path / f"{fault.name}.py").write_text(changed, "utf-8")
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821", "--output-format", "concise", "."]
    found = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "All checks passed!\n")


@pytest.mark.parametrize(
    ("pattern", "plain"),
    [
        (r"if seat is not None:\n    return \w+$", "if seat is not None"),
        (r"colou?r = next\(seats\)", "r = nex"),
        (r"(seat)? = None", ""),
        (r"seat|player", ""),
        (r"(?!seat)player", ""),
        (r"[seat]+", ""),
        (r"\d+", ""),
        (r"players\[seat\]\.rack", "player"),
        (r"case \{one\} \| other\)?", " othe"),
        (r"\\[seat]", ""),
    ],
)
def test_what_stands_wherever_a_pattern_is_found(pattern: str, plain: str) -> None:
    assert plain_part(pattern) == plain


@pytest.mark.parametrize("pattern", ["nowhere", "twice"])
def test_a_pattern_that_is_not_found_once_is_stale(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "some.py").write_text("twice = 1\ntwice = 2\n")
    with pytest.raises(Stale, match="found once"):
        place(Fault("some", pattern, "once", ("tests/test_some.py",)), tmp_path, sources(tmp_path))


@pytest.mark.parametrize(("name", "text"), [("some.py", "former = None\n"), ("some.toml", "former = 1\n")])
def test_what_cannot_be_read_any_more_is_stale(tmp_path: Path, name: str, text: str) -> None:
    """Every test would notice that, and none of them the fault that is meant."""
    for folder in ("engine", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tests" / "test_some.py").touch()
    file = tmp_path / "engine" / name
    file.write_text(text)
    tests = ("tests/test_some.py",)
    assert place(Fault("some", r"former", "later", tests), tmp_path, sources(tmp_path)) == file
    with pytest.raises(Stale, match=f"engine/{name} cannot be read"):
        place(Fault("some", r" = \w+", " =", tests), tmp_path, sources(tmp_path))
