"""One table's log against its state and against what was asked: nothing lost, nothing twice, all in its order."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.store.scope import Scope
from engine.absence import Presence
from engine.clock import NOBODY, Pause, Remind, Resume, Timeout
from engine.errors import EngineError
from engine.game import Table, apply, deadline, is_over
from engine.invitations import LapseInvitation
from engine.late_windows import LengthenWindow
from engine.lexicon import load_lexicon
from engine.lobby_lifecycle import Abandon
from engine.replay_log import Deviation, check_instant, replay_entry
from engine.table_log import LogEntry
from engine.turns import Cancel
from tools.simulator.ledger import NEVER, Findings, SentUpdate, TableRecord

_DUE_TOLERANCE: Final = 0.001
"""Seconds by which a deadline in Redis may differ from the table's own: it is kept as a decimal number."""


class StoredTable(Struct, frozen=True):
    """What Redis holds of a place."""

    version: int
    table: Table | None
    log: tuple[LogEntry, ...]
    due: float | None
    """Seconds of the epoch, in served time."""
    update_by_version: dict[int, int] = {}
    """The newest updates that were committed, by the versions that they made."""
    scope_by_update: dict[int, Scope] = {}
    """The tables of the chat at which updates were committed, by the updates."""

    @property
    def versions_before(self) -> int:
        """How many actions were committed before its log begins: at tables whose number it got."""
        return self.version - len(self.log)


class LogStep(Struct, frozen=True):
    """An entry of a log, and the table before and after it."""

    before: Table | None
    entry: LogEntry
    after: Table | None
    update_id: int | None = None
    """The update that is noted to have caused it."""


def replay_table_log(
    record: TableRecord, stored: StoredTable, findings: Findings, claimed_until: float = 0.0
) -> list[LogStep]:
    """Apply a log again from its seed, and compare what it leads to with what is kept."""
    table: Table | None = None
    latest: datetime | None = None
    steps: list[LogStep] = []
    ruleset = record.ruleset if stored.table is None else stored.table.ruleset
    secret = record.secret if stored.table is None else stored.table.secret
    if not _follows_former_tables(record, stored):
        findings.add_finding("wrong", record, f"{len(stored.log)} entries in the log of version {stored.version}")
    elif record.former_tables:
        record.versions_before = stored.versions_before
    if ruleset is None or secret is None:
        if stored.log:
            findings.add_finding(
                "wrong", record, f"{len(stored.log)} entries in the log, and no table that they are of"
            )
        return steps
    for number, entry in enumerate(stored.log, start=1):
        before = table
        try:
            latest = check_instant(entry, latest)
            table = replay_entry(ruleset, secret, table, entry)
        except Deviation as error:
            found = f"entry {number} ({error.what}): {error.recorded}, by replay {error.found}"
            findings.add_finding("wrong", record, found)
            return steps
        update = stored.update_by_version.get(stored.versions_before + number)
        steps.append(LogStep(before, entry, table, update))
    _compare_with_stored(record, table, stored, findings, claimed_until)
    return steps


def _follows_former_tables(record: TableRecord, stored: StoredTable) -> bool:
    own = {sent.update_id for sent in record.sent_updates if sent.record is record}
    before = stored.versions_before
    if any(version <= before and update in own for version, update in stored.update_by_version.items()):
        return False
    return before >= record.former_versions if record.former_tables else before == 0


def _compare_with_stored(
    record: TableRecord, table: Table | None, stored: StoredTable, findings: Findings, claimed_until: float
) -> None:
    if table != stored.table:
        findings.add_finding(
            "wrong", record, f"the state differs from its log: {_describe_differences(table, stored.table)}"
        )
        return
    due = None if table is None else deadline(table)
    expected = None if due is None else due.timestamp()
    if expected is None or stored.due is None:
        if expected != stored.due:
            findings.add_finding("wrong", record, f"due at {stored.due}, by the table at {expected}")
    elif abs(stored.due - expected) > _DUE_TOLERANCE and not expected < stored.due <= claimed_until:
        findings.add_finding("wrong", record, f"due at {stored.due}, by the table at {expected}")


def _describe_differences(replayed: Table | None, stored: Table | None) -> str:
    if replayed is None or stored is None or type(replayed) is not type(stored):
        return f"{type(stored).__name__} is kept, replayed is {type(replayed).__name__}"
    names = [name for name in replayed.__struct_fields__ if getattr(replayed, name) != getattr(stored, name)]
    return ", ".join(f"{name}: {getattr(stored, name)!r}, replayed {getattr(replayed, name)!r}" for name in names)


def is_unprompted(entry: LogEntry) -> bool:
    """Whether no update asked for it: the clock did, or the bot where it could not reach the chat."""
    match entry.action:
        case Timeout() | Remind() | Abandon() | LapseInvitation() | Presence() | LengthenWindow():
            return True
        case Pause(by=by) | Resume(by=by):
            return by == NOBODY
        case Cancel(unopposed=unopposed):
            return unopposed
        case _:
            return False


def match_updates(
    record: TableRecord, steps: Sequence[LogStep], findings: Findings, excused: Collection[int] = ()
) -> int:
    """Find the update behind each entry, and for each other update why there is none; how many moves there are.

    Updates that are ``excused`` need not be in the log: they were put aside, asked about, or are at another table.
    """
    of_entry = find_causes(record, steps)
    found = {sent.update_id: number for number, sent in of_entry.items()}
    moves = 0
    for number, step in enumerate(steps):
        if is_unprompted(step.entry):
            continue
        moves += 1
        if number not in of_entry:
            twice = next((one for one in record.sent_updates if one.update_id in found and _is_cause(one, step)), None)
            what = f"entry {number + 1} ({step.entry.action}) "
            findings.add_finding("doubled", record, what + (f"is {twice} again" if twice else "was asked by nobody"))
        elif step.update_id not in {None, of_entry[number].update_id}:
            what = f"entry {number + 1} counts as update {step.update_id}, and {of_entry[number]} asked for it"
            findings.add_finding("doubled", record, what)
    _check_order(record, of_entry, findings)
    _check_lost_updates(record, steps, found, excused, findings)
    return moves


def find_causes(record: TableRecord, steps: Sequence[LogStep]) -> dict[int, SentUpdate]:
    """The update behind each entry of a log, by the entry's place; none of what the clock did."""
    found: dict[int, SentUpdate] = {}
    used: set[int] = set()
    newest = 0.0
    for number, step in enumerate(steps):
        if is_unprompted(step.entry):
            continue
        may = [sent for sent in record.sent_updates if sent.update_id not in used and _is_cause(sent, step)]
        if not may:
            continue
        sent = next((sent for sent in may if not sent.is_ordered or sent.acknowledged_at >= newest), may[0])
        sent = next((sent for sent in may if sent.update_id == step.update_id), sent)
        found[number] = sent
        used.add(sent.update_id)
        newest = max(newest, sent.posted_at) if sent.is_ordered else newest
    return found


def _is_cause(sent: SentUpdate, step: LogStep) -> bool:
    if sent.expected.by != getattr(step.entry.action, "by", None):
        return False
    try:
        return sent.expected.matches(step.entry.action, step.before, step.entry.at)
    except EngineError:
        return False


def is_only_cause(record: TableRecord, sent: SentUpdate, step: LogStep, found: Collection[int]) -> bool:
    """Whether nothing but this update can be behind an entry."""
    if step.update_id == sent.update_id:
        return True
    others = (one for one in record.sent_updates if one is not sent and one.update_id not in found)
    return not any(_is_cause(one, step) for one in others)


def _check_order(record: TableRecord, of_entry: dict[int, SentUpdate], findings: Findings) -> None:
    newest_by_side: dict[bool, SentUpdate] = {}
    for number in sorted(of_entry):
        sent = of_entry[number]
        if not sent.is_ordered:
            continue
        latest = newest_by_side.get(sent.is_of_former_chat, sent)
        if sent.acknowledged_at < latest.posted_at:
            findings.add_finding("out_of_order", record, f"entry {number + 1}: {sent} stands behind {latest}")
        newest_by_side[sent.is_of_former_chat] = max(sent, latest, key=lambda one: one.posted_at)


def _check_lost_updates(
    record: TableRecord,
    steps: Sequence[LogStep],
    found: dict[int, int],
    excused: Collection[int],
    findings: Findings,
) -> None:
    states = [step.before for step in steps] + [steps[-1].after if steps else None]
    # What was asked about may have been sent again, and be in the log by that; it bounds no other. Nor does what asks
    # for the same as another, of which nobody knows by which of the two it was done.
    matched = [
        (sent, found[sent.update_id])
        for sent in record.sent_updates
        if sent.update_id in found
        and sent.is_ordered
        and sent.update_id not in excused
        and is_only_cause(record, sent, steps[found[sent.update_id]], found)
    ]
    for sent in record.sent_updates:
        if (
            sent.update_id in found
            or not sent.expected.must_be_logged
            or sent.acknowledged_at == NEVER
            or sent.update_id in excused
        ):
            continue
        first = max(0, sent.seen_actions - record.versions_before)
        last = len(states) - 1
        if sent.is_ordered:
            same = [one for one in matched if one[0].is_of_former_chat == sent.is_of_former_chat]
            first = max([first, *(number + 1 for other, number in same if other.acknowledged_at < sent.posted_at)])
            last = min([last, *(number for other, number in same if other.posted_at > sent.acknowledged_at)])
        window = range(min(first, last), last + 1)
        if all(_is_allowed(sent, states[number], _judging_time(steps, number)) for number in window):
            findings.add_finding("lost", record, f"{sent} is in no entry of the log ({first}-{last} of {len(steps)})")


def _judging_time(steps: Sequence[LogStep], number: int) -> datetime:
    if not steps:
        return datetime.min.replace(tzinfo=UTC)
    return steps[max(0, number - 1)].entry.applied_at


def _is_allowed(sent: SentUpdate, table: Table | None, now: datetime) -> bool:
    if table is None:
        return sent.expected.opens_table
    if is_over(table):
        return False
    try:
        words = sent.expected.try_on_table(table, now)
        if words:
            known = load_lexicon(table.ruleset.lexicon)
            apply(table, sent.expected.to_action(table, now), now, known.__contains__)
    except (EngineError, msgspec.ValidationError):
        return False
    return True
