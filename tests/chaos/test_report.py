"""A run is clean only if nothing was found and everything was tried."""

import argparse
import json
from collections.abc import Coroutine
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from tools.chaos import command_line
from tools.chaos.audit import AuditResult
from tools.chaos.fault_injector import FaultInjector
from tools.chaos.findings import Findings
from tools.chaos.ledger import Ledger
from tools.chaos.report import MISSING_MOVES, MISSING_QUESTIONS, Report
from tools.chaos.report import make_report as report_of
from tools.fleet import sigterm

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
    misplaced=0,
    asked=0,
    dead=0,
    seconds=60.0,
    timeouts=0,
    tables=1,
    records=0,
    seed="1",
    by_fault={"telegram": 1, "redis_killed": 1, "worker_killed": 1},
    by_action={},
    by_reason={},
    missing=(),
)
UNTRIED = replace(CLEAN, missing=("redis_killed", "disk_full"))


@pytest.mark.parametrize("name", ["lost", "doubled", "leaked", "out_of_order", "stuck", "misplaced"])
def test_whatever_was_found_is_told_first(name: str) -> None:
    for run in (CLEAN, UNTRIED):
        found: Report = replace(run, **{name: 1})
        assert (found.exit_status, found.is_sound, found.is_clean) == (1, False, False)


def test_what_was_not_tried_did_not_hold() -> None:
    assert (CLEAN.exit_status, CLEAN.is_sound, CLEAN.is_clean) == (0, True, True)
    assert (UNTRIED.exit_status, UNTRIED.is_sound, UNTRIED.is_clean) == (2, True, False)


@pytest.mark.parametrize(("moves", "missing"), [(0, ("disk_full", MISSING_MOVES)), (1, ("disk_full",))])
def test_where_nobody_did_anything_nothing_was_tried(moves: int, missing: tuple[str, ...]) -> None:
    monkey = Mock(spec=FaultInjector, kill_count=1, injected={"worker_killed": 1}, missing_faults=("disk_full",))
    made = report_of(monkey, 0, Ledger(), AuditResult(move_count=moves), Findings(), seconds=60.0, seed="1")
    assert (made.missing, made.exit_status) == (missing, 2)


@pytest.mark.parametrize(
    ("tables_per_chat", "asked", "missing"),
    [(1, {}, ()), (4, {}, (MISSING_QUESTIONS,)), (4, {7: 1.0}, ())],
)
def test_where_nobody_was_asked_which_table_they_mean_several_were_not_tried(
    tables_per_chat: int, asked: dict[int, float], missing: tuple[str, ...]
) -> None:
    monkey = Mock(spec=FaultInjector, kill_count=1, injected={"worker_killed": 1}, missing_faults=())
    result = AuditResult(move_count=1, asked_updates=asked)
    made = report_of(monkey, 0, Ledger(), result, Findings(), seconds=60.0, seed="1", tables_per_chat=tables_per_chat)
    assert (made.missing, made.exit_status) == (missing, 2 if missing else 0)


@pytest.mark.parametrize(("report", "status"), [(CLEAN, 0), (UNTRIED, 2)])
@pytest.mark.parametrize("as_json", [True, False])
def test_the_command_says_what_never_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], report: Report, status: int, *, as_json: bool
) -> None:
    def ran(run: Coroutine[Any, Any, Any]) -> tuple[Report, tuple[()]]:
        run.close()
        return report, ()

    monkeypatch.setattr(sigterm, "run_until_sigterm", ran)
    asked = argparse.Namespace(
        seconds=60, updates=0, workers=1, cluster=False, seed="1", tables=1, sleepers=0, only="", tables_per_chat=1
    )
    asked.json = as_json
    assert command_line.run_command(asked) == status
    said = capsys.readouterr()
    assert ("redis_killed, disk_full never came" in said.err) == (status == 2)
    if as_json:
        assert json.loads(said.out)["missing"] == list(report.missing)
    else:
        assert ("what never broke: redis_killed, disk_full" in said.out) == (status == 2)
