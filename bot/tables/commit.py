"""Builds commits: what a step of a table writes to the store."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace as changed

from bot.judges import WordChanges
from bot.store.commits import Commit
from bot.tables.codec import encode_stored
from bot.tables.loaded_table import LoadedTable
from engine.game import Step, deadline, is_over
from engine.table_log import LogEntry

_MS: Final = timedelta(milliseconds=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def build_commit(
    loaded: LoadedTable,
    step: Step,
    update: int | None,
    entry: LogEntry,
    *,
    notices: Sequence[bytes],
    downtime: timedelta,
    now: datetime,
    opens_table: bool,
    custom_words: WordChanges | None,
    acts: bytes | None = None,
) -> Commit:
    """The commit of a step, with its log entry and notices.

    Args:
        loaded: the table as it was loaded.
        step: the outcome of the action.
        update: the update that asked for the action, if any.
        entry: the log entry, in served time.
        notices: the encoded notices.
        downtime: the service's downtime in all.
        now: the instant, in served time.
        opens_table: whether the step opens a table; then its log begins anew.
        custom_words: the chat's words that a game begins with, if one begins.
        acts: the acts to keep of the log that is replaced, if any.
    """
    if downtime:
        entry = changed(entry, utc=entry.at + downtime)
    due = None if step.table is None else deadline(step.table)
    return Commit(
        scope=loaded.scope,
        expected_version=loaded.version,
        update_id=update,
        state=None if step.table is None else encode_stored(step.table),
        log=(encode_stored(entry),),
        outbox=notices,
        deadline=None if due is None else due.timestamp(),
        reset_log=opens_table,
        audit_log=acts,
        custom_words=None if custom_words is None else encode_stored(custom_words),
        downtime_ms=downtime // _MS,
        served_at_ms=-((_EPOCH - max(now, entry.applied_at)) // _MS),
        finished=step.table is None or is_over(step.table),
    )
