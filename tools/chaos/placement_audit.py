"""At which table of its chat each update was committed, against the one that was meant."""

from collections.abc import Iterable, Mapping, Sequence

from bot.store.scope import Scope
from engine.game import is_over
from tools.chaos.findings import Findings
from tools.chaos.ledger import NEVER, SentUpdate, TableRecord
from tools.chaos.log_audit import LogStep, find_causes, is_only_cause


def find_misplaced(record: TableRecord, scope_by_update: Mapping[int, Scope], findings: Findings) -> set[int]:
    """The updates about a table that were committed at another one than those that may have been meant.

    Args:
        record: the table.
        scope_by_update: the tables of its chat at which updates were committed.
        findings: where faults go.
    """
    misplaced = set()
    for sent in record.sent_updates:
        scope = scope_by_update.get(sent.update_id)
        if sent.record is not record or scope is None:
            continue
        if (scope.topic, scope.table) not in {(one.scope.topic, one.scope.table) for one in sent.meant_tables}:
            findings.add_finding("misplaced", record, f"{sent} was committed at table {scope}")
            misplaced.add(sent.update_id)
    return misplaced


def check_questions(
    tables: Iterable[tuple[TableRecord, Sequence[LogStep]]], asked_updates: Mapping[int, float], findings: Findings
) -> None:
    """Nobody is asked which table they mean who has said so, unless that may have been over by then.

    What was said in a group may be asked about in the supergroup, where its messages have other numbers.
    ``asked_updates`` says when each was asked about.
    """
    for record, steps in tables:
        open_until = _open_until(record, steps)
        for sent in record.sent_updates:
            asked_at = asked_updates.get(sent.update_id, NEVER)
            if sent.record is record and sent.names_table and asked_at < min(open_until, sent.moved_at):
                findings.add_finding("misplaced", record, f"{sent} names its table, and its sender was asked which")


def _open_until(record: TableRecord, steps: Sequence[LogStep]) -> float:
    """An instant until which a table was open for sure: when the newest was posted that led to its end."""
    if not steps or not ((after := steps[-1].after) is None or is_over(after)):
        return NEVER
    causes = find_causes(record, steps)
    return causes[max(causes)].posted_at if causes else 0.0


def check_answered_once(
    tables: Iterable[tuple[TableRecord, list[LogStep]]], scope_by_update: Mapping[int, Scope], findings: Findings
) -> None:
    """What was asked about counts at one table, however many were tapped.

    Somebody may do the same at two tables: where it is known at which one an update was committed
    (``scope_by_update``), the entry of the other one has another cause.
    """
    found: dict[int, TableRecord] = {}
    for record, steps in tables:
        if not any(sent.also_answered for sent in record.sent_updates):
            continue
        for number, sent in _answered_causes(record, steps):
            committed = scope_by_update.get(sent.update_id)
            if committed is not None and (committed.topic, committed.table) != (record.scope.topic, record.scope.table):
                continue
            other = found.setdefault(sent.update_id, record)
            if other is not record:
                findings.add_finding(
                    "doubled", record, f"entry {number + 1} is {sent} again, which is in table {other}"
                )


def _answered_causes(record: TableRecord, steps: list[LogStep]) -> list[tuple[int, SentUpdate]]:
    """The entries of a log behind which stands what was answered with several tables, and nothing else may stand."""
    causes = find_causes(record, steps)
    found = {sent.update_id for sent in causes.values()}
    return [
        (number, sent)
        for number, sent in causes.items()
        if sent.also_answered and is_only_cause(record, sent, steps[number], found)
    ]
