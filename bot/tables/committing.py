"""What a step of a game writes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace as changed

from bot.judges import Changes
from bot.store.commits import Commit
from bot.tables.codec import encode
from bot.tables.held import Held
from engine.game import Step, deadline, is_over
from engine.record import LogEntry

_MS: Final = timedelta(milliseconds=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def commit_of(
    held: Held,
    step: Step,
    update: int | None,
    entry: LogEntry,
    *,
    told: Sequence[bytes],
    away: timedelta,
    now: datetime,
    fresh: bool,
    words: Changes | None,
    acts: bytes | None = None,
) -> Commit:
    """The change that a step is, with its entry of the log and what its group is told.

    Args:
        held: the table as it was.
        step: what came of an action there.
        update: the update that asked for it.
        entry: the action, in served time.
        told: the notices.
        away: for how long the service had been away in all.
        now: the instant, in served time.
        fresh: whether it opens a table.
        words: those of the chat that a game begins with.
        acts: what is kept of the log that it replaces, if anything.
    """
    if away:
        entry = changed(entry, utc=entry.at + away)
    due = None if step.table is None else deadline(step.table)
    return Commit(
        scope=held.scope,
        expected=held.version,
        update_id=update,
        state=None if step.table is None else encode(step.table),
        log=(encode(entry),),
        outbox=told,
        deadline=None if due is None else due.timestamp(),
        reset_log=fresh,
        acts=acts,
        words=None if words is None else encode(words),
        away=away // _MS,
        at=-((_EPOCH - max(now, entry.applied)) // _MS),
        finished=step.table is None or is_over(step.table),
    )
