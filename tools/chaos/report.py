"""What came of a run, in figures."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.encoding import to_json
from tools.chaos.audit import AuditResult
from tools.chaos.fault_injector import FaultInjector
from tools.chaos.findings import Finding, Findings
from tools.chaos.ledger import Ledger, TableRecord
from tools.chaos.log_audit import LogStep, find_causes
from tools.chaos.message_audit import ChatMessage, step_sentences


def write_evidence(folder: Path, audit_result: AuditResult, findings: Findings) -> None:
    """Keep what was found, and all about the places where it was."""
    if not findings:
        return
    write_findings(folder, findings.all)
    wrong = {finding.where for finding in findings}
    for place, steps, said in audit_result.games:
        if str(place) in wrong:
            write_table_file(folder / "places", place, steps, said)


MISSING_MOVES: Final = "moves"
"""What is missing where nothing that anybody asked for was done: then there was nothing to lose."""
MISSING_QUESTIONS: Final = "questions"
"""What is missing where chats had several tables, and nobody had to be asked which one they meant."""


class Report(Struct, frozen=True, kw_only=True):
    """What came of a run; counts but for ``seconds`` and ``seed``."""

    kills: int
    redis_kills: int
    faults: int
    duplicates: int
    updates: int
    moves: int
    lost: int
    doubled: int
    leaked: int
    out_of_order: int
    stuck: int
    misplaced: int
    """Updates that were committed at another table than the one meant, or asked about although they name theirs."""
    asked: int
    """Updates about which their senders were asked which table they mean."""
    dead: int
    seconds: float
    """From the first update to the last fault."""
    timeouts: int
    """Moves of the clock among the entries of the logs."""
    tables: int
    records: int
    """Of games that ended with a result."""
    seed: str
    by_fault: dict[str, int]
    by_action: dict[str, int]
    """How many entries of the logs there are of each kind."""
    by_reason: dict[str, int]
    """How many updates were put aside for which reason."""
    missing: tuple[str, ...]
    """The kinds of faults that were to come and did not, ``moves`` where nobody did anything meanwhile, ``questions``
    where nobody was asked which of several tables they mean."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing wrong was found."""
        return not any((self.lost, self.doubled, self.leaked, self.out_of_order, self.stuck, self.misplaced))

    @property
    def exit_status(self) -> int:
        """The exit status: 1 where something wrong was found, 2 where nothing was and not everything was tried."""
        if not self.is_sound:
            return 1
        return 2 if self.missing else 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing wrong was found, and everything was tried that was to be."""
        return self.is_sound and not self.missing


def make_report(
    injector: FaultInjector,
    redis_kills: int,
    ledger: Ledger,
    audit_result: AuditResult,
    findings: Findings,
    *,
    seconds: float,
    seed: str,
    tables_per_chat: int = 1,
) -> Report:
    """Count everything."""
    missing = list(injector.missing_faults)
    if not audit_result.move_count:
        missing.append(MISSING_MOVES)
    if tables_per_chat > 1 and not audit_result.asked_updates:
        missing.append(MISSING_QUESTIONS)
    return Report(
        kills=injector.kill_count,
        redis_kills=redis_kills,
        faults=sum(injector.injected.values()),
        duplicates=ledger.duplicate_count,
        updates=ledger.update_count,
        moves=audit_result.move_count,
        lost=findings.count_kinds("lost", "wrong"),
        doubled=findings.count_kinds("doubled"),
        leaked=findings.count_kinds("leaked"),
        out_of_order=findings.count_kinds("out_of_order"),
        stuck=findings.count_kinds("stuck"),
        misplaced=findings.count_kinds("misplaced"),
        asked=len(audit_result.asked_updates),
        dead=len(audit_result.dead_letters),
        seconds=round(seconds, 1),
        timeouts=audit_result.timeout_count,
        tables=len(ledger.records),
        records=audit_result.record_count,
        seed=seed,
        by_fault=dict(sorted(injector.injected.items())),
        by_action=dict(sorted(audit_result.action_counts.items())),
        by_reason=dict(Counter(audit_result.dead_letters.values())),
        missing=tuple(missing),
    )


def write_findings(folder: Path, findings: Sequence[Finding]) -> None:
    """A finding a line, as JSON."""
    kept = "".join(f"{msgspec.json.encode(finding).decode()}\n" for finding in findings)
    (folder / "findings.jsonl").write_text(kept, "utf-8")


def write_table_file(
    folder: Path, record: TableRecord, steps: Sequence[LogStep], messages: Sequence[ChatMessage]
) -> None:
    """Everything of one place. It holds secrets of the game."""
    found = {sent.update_id: number for number, sent in find_causes(record, steps).items()}
    update_lines = [
        f"{sent.posted_at:.3f} {sent.acknowledged_at:.3f} "
        f"entry {found.get(sent.update_id, -1) + 1} of {sent.seen_actions}: {sent}"
        for sent in record.sent_updates
    ]
    done = [
        f"{number}: {step.entry.at} {step.entry.applied_at} {to_json(step.entry.action)}: "
        f"{' / '.join(step_sentences(step))}"
        for number, step in enumerate(steps, start=1)
    ]
    message_lines = [f"{number}: {one.text!r}" for number, one in enumerate(messages)]
    folder.mkdir(exist_ok=True)
    text = "\n".join(("asked", *update_lines, "", "done", *done, "", "said", *message_lines, ""))
    (folder / f"{str(record).replace(':', '_')}.txt").write_text(text, "utf-8")
