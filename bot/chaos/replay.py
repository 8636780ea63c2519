"""One table's log against its state and against what was asked: nothing lost, nothing twice, all in its order."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

from bot.chaos.findings import Findings
from bot.chaos.ledger import NEVER, Place, Sent
from engine.clock import NOBODY, Pause, Remind, Resume, Timeout
from engine.errors import EngineError
from engine.game import Table, apply, deadline, is_over
from engine.invitations import LapseInvitation
from engine.lexicon import lexicon
from engine.presence import Presence
from engine.record import LogEntry
from engine.retrace import Deviation, check_instant, follow
from engine.turns import Cancel
from engine.waiting import Abandon

_DUE_APART: Final = 0.001
"""Seconds by which a deadline in Redis may differ from the table's own: it is kept as a decimal number."""


class Kept(Struct, frozen=True):
    """What Redis holds of a place."""

    version: int
    table: Table | None
    log: tuple[LogEntry, ...]
    due: float | None
    """Seconds of the epoch, in served time."""
    causes: dict[int, int] = {}
    """The newest updates that were committed, by the versions that they made."""


class Step(Struct, frozen=True):
    """An entry of a log, and the table before and after it."""

    before: Table | None
    entry: LogEntry
    after: Table | None
    cause: int | None = None
    """The update that is noted to have caused it."""


def replay(place: Place, kept: Kept, findings: Findings, claimed: float = 0.0) -> list[Step]:
    """Apply a log again from its seed, and compare what it leads to with what is kept.

    Args:
        place: where; what the table's rules and secret are.
        kept: what Redis holds.
        findings: where faults go.
        claimed: until when (as :attr:`Kept.due`) what is due may have been put off by whoever claimed it.
    """
    table: Table | None = None
    latest: datetime | None = None
    steps: list[Step] = []
    ruleset = place.ruleset if kept.table is None else kept.table.ruleset
    secret = place.secret if kept.table is None else kept.table.secret
    if kept.version != len(kept.log):
        findings.add("wrong", place, f"{len(kept.log)} entries in the log of version {kept.version}")
    if ruleset is None or secret is None:
        if kept.log:
            findings.add("wrong", place, f"{len(kept.log)} entries in the log, and no table that they are of")
        return steps
    for number, entry in enumerate(kept.log, start=1):
        before = table
        try:
            latest = check_instant(entry, latest)
            table = follow(ruleset, secret, table, entry)
        except Deviation as error:
            found = f"entry {number} ({error.what}): {error.recorded}, by replay {error.found}"
            findings.add("wrong", place, found)
            return steps
        steps.append(Step(before, entry, table, kept.causes.get(number)))
    _compare(place, table, kept, findings, claimed)
    return steps


def _compare(place: Place, table: Table | None, kept: Kept, findings: Findings, claimed: float) -> None:
    if table != kept.table:
        findings.add("wrong", place, f"the state differs from its log: {_differences(table, kept.table)}")
        return
    due = None if table is None else deadline(table)
    expected = None if due is None else due.timestamp()
    if expected is None or kept.due is None:
        if expected != kept.due:
            findings.add("wrong", place, f"due at {kept.due}, by the table at {expected}")
    elif abs(kept.due - expected) > _DUE_APART and not expected < kept.due <= claimed:
        findings.add("wrong", place, f"due at {kept.due}, by the table at {expected}")


def _differences(found: Table | None, kept: Table | None) -> str:
    if found is None or kept is None or type(found) is not type(kept):
        return f"{type(kept).__name__} is kept, replayed is {type(found).__name__}"
    names = [name for name in found.__struct_fields__ if getattr(found, name) != getattr(kept, name)]
    return ", ".join(f"{name}: {getattr(kept, name)!r}, replayed {getattr(found, name)!r}" for name in names)


def by_nobody(entry: LogEntry) -> bool:
    """Whether no update asked for it: the clock did, or the bot where it could not reach the chat."""
    match entry.action:
        case Timeout() | Remind() | Abandon() | LapseInvitation() | Presence():
            return True
        case Pause(by=by) | Resume(by=by):
            return by == NOBODY
        case Cancel(unopposed=unopposed):
            return unopposed
        case _:
            return False


def match(place: Place, steps: Sequence[Step], dead: Callable[[int], bool], findings: Findings) -> int:
    """Find the update behind each entry, and for each other update why there is none; how many moves there are.

    Args:
        place: where; what was asked there.
        steps: the log.
        dead: whether an update was put aside, and its chat told so.
        findings: where faults go.
    """
    of_entry = behind(place, steps)
    found = {sent.update: number for number, sent in of_entry.items()}
    moves = 0
    for number, step in enumerate(steps):
        if by_nobody(step.entry):
            continue
        moves += 1
        if number not in of_entry:
            twice = next((one for one in place.asked if one.update in found and _means(one, step)), None)
            what = f"entry {number + 1} ({step.entry.action}) "
            findings.add("doubled", place, what + (f"is {twice} again" if twice else "was asked by nobody"))
    _check_order(place, of_entry, findings)
    _check_missing(place, steps, found, dead, findings)
    return moves


def behind(place: Place, steps: Sequence[Step]) -> dict[int, Sent]:
    """The update behind each entry of a log, by the entry's place; none of what the clock did.

    Of several that ask for the same it is the one that is noted, or else the first that keeps the order.
    """
    found: dict[int, Sent] = {}
    used: set[int] = set()
    newest = 0.0
    for number, step in enumerate(steps):
        if by_nobody(step.entry):
            continue
        may = [sent for sent in place.asked if sent.update not in used and _means(sent, step)]
        if not may:
            continue
        sent = next((sent for sent in may if not sent.ordered or sent.acked >= newest), may[0])
        sent = next((sent for sent in may if sent.update == step.cause), sent)
        found[number] = sent
        used.add(sent.update)
        newest = max(newest, sent.began) if sent.ordered else newest
    return found


def _means(sent: Sent, step: Step) -> bool:
    if sent.ask.by != getattr(step.entry.action, "by", None):
        return False
    try:
        return sent.ask.means(step.entry.action, step.before, step.entry.at)
    except EngineError:
        return False


def _check_order(place: Place, of_entry: dict[int, Sent], findings: Findings) -> None:
    """What was acknowledged before another was posted stands before it, where both came to the same lane."""
    latest: Sent | None = None
    for number in sorted(of_entry):
        sent = of_entry[number]
        if not sent.ordered:
            continue
        if latest is not None and sent.acked < latest.began:
            findings.add("out_of_order", place, f"entry {number + 1}: {sent} stands behind {latest}")
        if latest is None or sent.began > latest.began:
            latest = sent


def _check_missing(
    place: Place,
    steps: Sequence[Step],
    found: dict[int, int],
    dead: Callable[[int], bool],
    findings: Findings,
) -> None:
    """Each update that is in no entry must be refused by the table, somewhere where it may have been judged."""
    states = [step.before for step in steps] + [steps[-1].after if steps else None]
    matched = [(sent, found[sent.update]) for sent in place.asked if sent.update in found and sent.ordered]
    for sent in place.asked:
        if sent.update in found or not sent.ask.strict or sent.acked == NEVER or dead(sent.update):
            continue
        first = sent.known
        last = len(states) - 1
        if sent.ordered:
            first = max([first, *(number + 1 for other, number in matched if other.acked < sent.began)])
            last = min([last, *(number for other, number in matched if other.began > sent.acked)])
        window = range(min(first, last), last + 1)
        if all(_allowed(sent, states[number], _instant(steps, number)) for number in window):
            findings.add("lost", place, f"{sent} is in no entry of the log ({first}-{last} of {len(steps)})")


def _instant(steps: Sequence[Step], number: int) -> datetime:
    """An instant at which an update may have been judged on the table before an entry: with no time gone by."""
    if not steps:
        return datetime.min.replace(tzinfo=UTC)
    return steps[max(0, number - 1)].entry.applied


def _allowed(sent: Sent, table: Table | None, now: datetime) -> bool:
    """Whether a table takes what is asked, or the place where there is none."""
    if table is None:
        return sent.ask.opens
    if is_over(table):
        return False
    try:
        words = sent.ask.attempted(table, now)
        if words:
            known = lexicon(table.ruleset.lexicon)
            apply(table, sent.ask.action(table, now), now, known.__contains__)
    except (EngineError, msgspec.ValidationError):
        return False
    return True
