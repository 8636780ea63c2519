"""What came of a run of chaos, in figures and files."""

from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.encoding import to_json
from tools.simulator.audit import AuditResult
from tools.simulator.faults import FaultInjector
from tools.simulator.ledger import Findings, Ledger

MISSING_MOVES: Final = "moves"
"""What is missing where nothing that anybody asked for was done: then there was nothing to lose."""
MISSING_QUESTIONS: Final = "questions"
"""What is missing where chats had several tables, and nobody had to be asked which one they meant."""


class Report(Struct, frozen=True, kw_only=True):
    """What came of a run; counts but for ``seconds``, ``messages_per_action`` and ``seed``."""

    kills: int
    redis_kills: int
    faults: int
    duplicates: int
    updates: int
    page: int
    """Those from board pages that were taken, each sent twice at least."""
    moves: int
    lost: int
    doubled: int
    leaked: int
    out_of_order: int
    stuck: int
    late: int
    """Answers that were taken after the end of their round, and live rounds closed late while nothing was broken."""
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
    messages_per_action: float
    """Messages that stand in groups for everybody to see, for each entry of the logs."""
    seed: str
    by_fault: dict[str, int]
    by_action: dict[str, int]
    """How many entries of the logs there are of each kind."""
    by_reason: dict[str, int]
    """How many updates were put aside for which reason."""
    missing: tuple[str, ...]
    """The kinds of faults that were to come and did not, ``moves`` and ``questions`` where there were none."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing wrong was found."""
        return not any((self.lost, self.doubled, self.leaked, self.out_of_order, self.stuck, self.late, self.misplaced))

    @property
    def exit_status(self) -> int:
        """1 where something wrong was found, 2 where nothing was and not everything was tried."""
        return 1 if not self.is_sound else 2 if self.missing else 0

    def to_lines(self) -> str:
        """For people."""
        figures = msgspec.to_builtins(self)
        counts = [f"{name:22}{value}" for name, value in figures.items() if isinstance(value, int | float | str)]
        titles = (("what broke", self.by_fault), ("what was done", self.by_action), ("put aside", self.by_reason))
        counts += [
            f"{title}: {', '.join(f'{name} {count}' for name, count in found.items()) or 'nothing'}"
            for title, found in titles
        ]
        return "\n".join((*counts, *([f"what never came: {', '.join(self.missing)}"] if self.missing else [])))


def make_report(
    injector: FaultInjector,
    ledger: Ledger,
    audited: AuditResult,
    findings: Findings,
    *,
    seconds: float,
    seed: str,
    redis_kills: int,
    public_messages: int,
    has_questions: bool,
) -> Report:
    """Count everything; with ``has_questions`` somebody had to be asked which table they mean."""
    missing = list(injector.missing_faults)
    if not audited.move_count:
        missing.append(MISSING_MOVES)
    if has_questions and not audited.asked_updates:
        missing.append(MISSING_QUESTIONS)
    return Report(
        kills=injector.kill_count,
        redis_kills=redis_kills,
        faults=sum(injector.injected.values()),
        duplicates=ledger.duplicate_count,
        updates=ledger.update_count,
        page=ledger.page_count,
        moves=audited.move_count,
        lost=findings.count_kinds("lost", "wrong"),
        doubled=findings.count_kinds("doubled"),
        leaked=findings.count_kinds("leaked"),
        out_of_order=findings.count_kinds("out_of_order"),
        stuck=findings.count_kinds("stuck"),
        late=findings.count_kinds("late"),
        misplaced=findings.count_kinds("misplaced"),
        asked=len(audited.asked_updates),
        dead=len(audited.dead_letters),
        seconds=round(seconds, 1),
        timeouts=audited.timeout_count,
        tables=len(ledger.records),
        records=audited.record_count,
        messages_per_action=round(public_messages / max(1, audited.action_counts.total()), 2),
        seed=seed,
        by_fault=dict(sorted(injector.injected.items())),
        by_action=dict(sorted(audited.action_counts.items())),
        by_reason=dict(Counter(audited.dead_letters.values())),
        missing=tuple(missing),
    )


def write_evidence(folder: Path, audited: AuditResult, findings: Findings) -> None:
    """Keep what was found, a line each as JSON, and all about the tables where it was. It holds secrets of games."""
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
