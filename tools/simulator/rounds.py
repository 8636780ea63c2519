"""Audit Duplicate's rounds, which all players answer at once: no answer lost or late, rounds closed in time."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from engine.duplicate.actions import Answer, Lock
from engine.duplicate.events import RoundClosed
from engine.duplicate.state import GameState, Round
from engine.duplicate.timing import closes_at
from engine.table_log import LogEntry
from tools.simulator.ledger import NEVER, AnswerAsked, Findings, LogStep, SentUpdate, TableRecord

_MOST_LATE: Final = timedelta(seconds=3)
_SLACK_SECONDS: Final = 1.0
"""Tolerance for clocks: an answer acknowledged this long before the round's end was certainly in time."""
_AFTER_FAULT_SECONDS: Final = 20.0
"""Seconds after a fault in which it may still delay a deadline."""


class FaultTime(NamedTuple):
    name: str
    since: float
    until: float


def check_rounds(
    record: TableRecord,
    steps: Sequence[LogStep],
    excused: Collection[int],
    faults: Sequence[FaultTime],
    findings: Findings,
) -> None:
    """Check a game of Duplicate; ``excused`` updates are behind an entry or need none."""
    ends, locked = dict[int, float](), set[tuple[int, int]]()
    for number, step in enumerate(steps, 1):
        before, entry = step.before, step.entry
        if not isinstance(before, GameState) or before.round is None:
            continue
        action, where = entry.action, f"entry {number}"
        if isinstance(action, Answer | Lock) and (isinstance(action, Lock) or action.lock):
            locked.add((action.by, before.round.number))
        if isinstance(action, Answer) and (action.sent or entry.at) > before.round.due:
            findings.add_finding("late", record, f"{where}: an answer after {before.round.due}")
        if any(isinstance(event, RoundClosed) for event in entry.events):
            ends[before.round.number] = _end_in_utc(before.round, entry)
            late = entry.applied_at - (closes_at(before) or entry.applied_at)
            if late > _MOST_LATE and not _is_disturbed(entry.utc_time.timestamp(), faults):
                findings.add_finding("late", record, f"{where}: a round was closed {late} late")
    if any(one.name == "clock_set" for one in faults) or any(map(_stands_still, steps)):
        # The instants cannot be compared.
        return
    for sent in record.sent_updates:
        if sent.record is record and sent.update_id not in excused and _is_lost(sent, ends, locked):
            findings.add_finding("lost", record, f"{sent} was acknowledged in time, and is in no entry")


def _end_in_utc(round_: Round, closing: LogEntry) -> float:
    """Return when a round stopped taking answers, in seconds of UTC; it may have ended early."""
    return (closing.utc_time - max(closing.at - round_.due, timedelta())).timestamp()


def _is_disturbed(at: float, faults: Sequence[FaultTime]) -> bool:
    return any(fault.since <= at <= fault.until + _AFTER_FAULT_SECONDS for fault in faults)


def _is_lost(sent: SentUpdate, ends: dict[int, float], locked: Collection[tuple[int, int]]) -> bool:
    """Whether an answer came in time and is in no entry, unless its player's lock may have overtaken it."""
    ask = sent.expected
    if not isinstance(ask, AnswerAsked) or ask.round not in ends or sent.acknowledged_at == NEVER:
        return False
    return sent.acknowledged_utc + _SLACK_SECONDS < ends[ask.round] and (ask.by, ask.round) not in locked


def _stands_still(step: LogStep) -> bool:
    return isinstance(step.after, GameState) and step.after.clocks.paused is not None
