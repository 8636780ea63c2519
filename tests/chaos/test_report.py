"""A run is clean only if nothing was found and everything was tried."""

import argparse
import json
from collections.abc import Coroutine
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from bot.chaos import command
from bot.chaos.audit import Audited
from bot.chaos.faults import Monkey
from bot.chaos.findings import Findings
from bot.chaos.ledger import Ledger
from bot.chaos.report import MOVES, Report
from bot.chaos.report import report as report_of
from bot.fleet import ending

CLEAN = Report(
    kills=1,
    redis_kills=1,
    faults=3,
    duplicates=0,
    updates=9,
    moves=9,
    lost=0,
    doubled=0,
    leaked=0,
    out_of_order=0,
    stuck=0,
    dead=0,
    seconds=60.0,
    timeouts=0,
    tables=1,
    seed="1",
    by_fault={"telegram": 1, "redis_killed": 1, "worker_killed": 1},
    by_action={},
    by_reason={},
    missing=(),
)
UNTRIED = replace(CLEAN, missing=("redis_killed", "disk_full"))


@pytest.mark.parametrize("name", ["lost", "doubled", "leaked", "out_of_order", "stuck"])
def test_whatever_was_found_is_told_first(name: str) -> None:
    for run in (CLEAN, UNTRIED):
        found: Report = replace(run, **{name: 1})
        assert (found.status, found.sound, found.clean) == (1, False, False)


def test_what_was_not_tried_did_not_hold() -> None:
    assert (CLEAN.status, CLEAN.sound, CLEAN.clean) == (0, True, True)
    assert (UNTRIED.status, UNTRIED.sound, UNTRIED.clean) == (2, True, False)


@pytest.mark.parametrize(("moves", "missing"), [(0, ("disk_full", MOVES)), (1, ("disk_full",))])
def test_where_nobody_did_anything_nothing_was_tried(moves: int, missing: tuple[str, ...]) -> None:
    monkey = Mock(spec=Monkey, kills=1, done={"worker_killed": 1}, missing=("disk_full",))
    made = report_of(monkey, 0, Ledger(), Audited(moves=moves), Findings(), seconds=60.0, seed="1")
    assert (made.missing, made.status) == (missing, 2)


@pytest.mark.parametrize(("report", "status"), [(CLEAN, 0), (UNTRIED, 2)])
@pytest.mark.parametrize("as_json", [True, False])
def test_the_command_says_what_never_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], report: Report, status: int, *, as_json: bool
) -> None:
    def ran(run: Coroutine[Any, Any, Any]) -> tuple[Report, tuple[()]]:
        run.close()
        return report, ()

    monkeypatch.setattr(ending, "run", ran)
    asked = argparse.Namespace(seconds=60, updates=0, workers=1, cluster=False, seed="1", tables=1, sleepers=0, only="")
    asked.json = as_json
    assert command.main(asked) == status
    said = capsys.readouterr()
    assert ("redis_killed, disk_full never came" in said.err) == (status == 2)
    if as_json:
        assert json.loads(said.out)["missing"] == list(report.missing)
    else:
        assert ("what never broke: redis_killed, disk_full" in said.out) == (status == 2)
