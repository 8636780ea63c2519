"""The report of a chaos run: its figures, and files with the evidence."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.encoding import to_json
from tools.simulator.audit import AuditResult
from tools.simulator.faults import FaultInjector
from tools.simulator.ledger import FindingKind, Findings, Ledger


class Report(Struct, frozen=True, kw_only=True):
    """The figures of a run: counts, except ``seconds``, ``messages_per_action`` and ``seed``."""

    kills: int
    redis_kills: int
    faults: int
    duplicates: int
    updates: int
    page: int
    """Accepted actions of board pages, each sent at least twice."""
    moves: int
    lost: int
    doubled: int
    leaked: int
    out_of_order: int
    stuck: int
    late: int
    misplaced: int
    asked: int
    dead: int
    seconds: float
    timeouts: int
    tables: int
    records: int
    messages_per_action: float
    """Messages left in groups for all members, per entry of the logs."""
    seed: str
    by_fault: dict[str, int]
    by_action: dict[str, int]
    by_reason: dict[str, int]
    missing: tuple[str, ...]
    """The kinds of faults that never came; also ``moves`` and ``questions`` if there were none."""

    @property
    def is_sound(self) -> bool:
        return not any((self.lost, self.doubled, self.leaked, self.out_of_order, self.stuck, self.late, self.misplaced))

    @property
    def exit_status(self) -> int:
        """1 if something wrong was found; otherwise 2 if not everything was tried, else 0."""
        return 1 if not self.is_sound else 2 if self.missing else 0

    def to_lines(self) -> str:
        figures = msgspec.to_builtins(self)
        counts = [f"{name:22}{value}" for name, value in figures.items() if isinstance(value, int | float | str)]
        titles = (("what broke", self.by_fault), ("what was done", self.by_action), ("put aside", self.by_reason))
        counts += [
            f"{title}: {', '.join(f'{name} {count}' for name, count in found.items()) or 'nothing'}"
            for title, found in titles
        ]
        return "\n".join((*counts, *([f"what never came: {', '.join(self.missing)}"] if self.missing else [])))


def make_report(
    injector: FaultInjector, ledger: Ledger, audited: AuditResult, findings: Findings, **measured: Any
) -> Report:
    kinds: tuple[FindingKind, ...] = ("doubled", "leaked", "out_of_order", "stuck", "late", "misplaced")
    measured |= {kind: findings.count_kinds(kind) for kind in kinds}
    return Report(
        kills=injector.kill_count,
        faults=sum(injector.injected.values()),
        duplicates=ledger.duplicate_count,
        updates=ledger.update_count,
        page=ledger.page_count,
        moves=audited.move_count,
        lost=findings.count_kinds("lost", "wrong"),
        asked=len(audited.asked_updates),
        dead=len(audited.dead_letters),
        timeouts=audited.timeout_count,
        tables=len(ledger.records),
        records=audited.record_count,
        by_fault=dict(sorted(injector.injected.items())),
        by_action=dict(sorted(audited.action_counts.items())),
        by_reason=dict(Counter(audited.dead_letters.values())),
        **measured,
    )


def write_evidence(folder: Path, audited: AuditResult, findings: Findings) -> None:
    if not findings:
        return
    kept = "".join(f"{msgspec.json.encode(finding).decode()}\n" for finding in findings)
    (folder / "findings.jsonl").write_text(kept, "utf-8")
    wrong = {finding.where for finding in findings}
    for record, steps, messages in audited.games:
        if str(record) in wrong:
            (folder / "places").mkdir(exist_ok=True)
            asked = (f"{sent.posted_at:.3f} {sent.acknowledged_at:.3f} {sent}" for sent in record.sent_updates)
            done = (f"{step.entry.applied_at} {to_json(step.entry.action)} by {step.update_id}" for step in steps)
            text = "\n".join(
                ("asked", *asked, "", "done", *done, "", "said", *(repr(one.text) for one in messages), "")
            )
            (folder / "places" / f"{str(record).replace(':', '_')}.txt").write_text(text, "utf-8")
