"""The default chaos finds each of three faults that only a kill shows; with several tables a chat, two more."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.__main__ import copy, plant
from tests.faults.catalogue import FAULTS

PLANTED = {
    fault.name: fault
    for fault in FAULTS
    if fault.name
    in {"former-owner-commits", "update-acknowledged-before-it-is-handled", "notice-let-go-before-it-is-told"}
}
PLANTED_BESIDE = {
    fault.name: fault
    for fault in FAULTS
    if fault.name in {"a-reply-names-no-table", "an-answer-counts-as-an-update-of-its-own"}
}
"""What is found where a chat has several tables."""
BESIDE = ("--tables-per-chat", "4", "--tables", "16", "--sleepers", "4")
_TRIES = 3
SECONDS = 900.0
"""For a run on a machine that is busy with others: it ends by itself."""


def chaos(tree: Path, seed: str, *options: str) -> tuple[int, dict[str, Any]]:
    """The status and the report of ``make chaos`` with some options or none, in a tree with its tests."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.chaos", "--json", "--seed", seed, *options],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stdout, done.stderr
    if found := re.search(r"\S+(?=/findings\.jsonl)", done.stderr):
        shutil.rmtree(found[0])
    report: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, report


@pytest.mark.long(seconds=75)
@pytest.mark.parametrize("name", [*PLANTED, ""], ids=[*PLANTED, "nothing"])
@pytest.mark.timeout(_TRIES * SECONDS + 60)
def test_what_is_planted_is_found_and_nothing_else(tmp_path: Path, chance: Random, name: str) -> None:
    assert len(PLANTED) == 3
    copy(tmp_path)
    if name:
        plant(PLANTED[name], tmp_path)
    # Whether a kill meets the instant at which a fault does harm is chance, and whether that leaves anything whole.
    for _ in range(_TRIES if name else 1):
        seed = f"{chance.getrandbits(32):x}"
        status, report = chaos(tmp_path, seed)
        if status == 1 and not report["missing"]:
            break
    assert status == (1 if name else 0), (seed, report)
    assert report["missing"] == [], (seed, report)


@pytest.mark.long(seconds=75)
@pytest.mark.parametrize("name", [*PLANTED_BESIDE, ""], ids=[*PLANTED_BESIDE, "nothing"])
@pytest.mark.timeout(SECONDS + 60)
def test_what_is_planted_in_the_choice_of_a_table_is_found(tmp_path: Path, chance: Random, name: str) -> None:
    assert len(PLANTED_BESIDE) == 2
    copy(tmp_path)
    if name:
        plant(PLANTED_BESIDE[name], tmp_path)
    seed = f"{chance.getrandbits(32):x}"
    status, report = chaos(tmp_path, seed, *BESIDE)
    assert status == (1 if name else 0), (seed, report)
    assert report["asked"] > 0
