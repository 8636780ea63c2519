"""Commits: what a step of a table writes to the store, with its notice."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import structs

from bot.judges import WordChanges
from bot.runtime import ServedTime
from bot.store.commits import Commit
from bot.store.update_context import UpdateContext
from bot.tables.codec import Notice, encode_stored
from bot.tables.loaded_table import LoadedTable
from bot.tables.notices import NO_ALERTS, DueAlerts, build_notice, needs_no_message
from bot.tables.recording import GameRecorder
from bot.tables.served_time import TableTimes
from engine.game import Step, deadline, is_over
from engine.table_log import LogEntry

_MS: Final = timedelta(milliseconds=1)
_UNIX_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class CommitBuilder:
    """Builds commits with their notices.

    Args:
        clock: served time.
        times: knows of what downtime a table was not told.
        recorder: composes what is stored of games that end.
    """

    def __init__(self, clock: ServedTime, times: TableTimes, recorder: GameRecorder) -> None:
        self._clock: Final = clock
        self._times: Final = times
        self._recorder: Final = recorder

    async def build_commit(
        self,
        loaded: LoadedTable,
        step: Step,
        update: UpdateContext | None,
        entry: LogEntry,
        *,
        opens_table: bool = False,
        custom_words: WordChanges | None = None,
        carried_acts: Sequence[bytes] = (),
        fell_back: bool = False,
        alerts: DueAlerts = NO_ALERTS,
    ) -> tuple[Commit, Notice]:
        """The commit of a step, and the notice that it puts into the outbox, if it needs a message.

        Args:
            loaded: the table as it was loaded.
            step: the outcome of the action.
            update: the update that asked for the action, if any.
            entry: the log entry, in served time.
            opens_table: whether the step opens a table; then its log begins anew.
            custom_words: the chat's words that a game begins with, if one begins.
            carried_acts: the acts to keep of the place's tables that are over, whose logs are replaced in time.
            fell_back: whether a built-in list judged in place of the live service, and the chat was not told so yet.
            alerts: who is told of a table that opens.
        """
        table = step.table or loaded.table
        if table is None:
            raise AssertionError("a step without a table closes one")
        notice = build_notice(
            loaded,
            table,
            step,
            custom_words=loaded.custom_words if custom_words is None else custom_words,
            fell_back=fell_back,
            untold_downtime=self._times.untold_downtime(loaded) // _MS,
            alerts=alerts,
        )
        downtime = self._clock.downtime
        if downtime:
            entry = structs.replace(entry, utc=entry.at + downtime)
        finished = await self._recorder.record_end(loaded, step, entry)
        due = None if step.table is None else deadline(step.table)
        commit = Commit(
            scope=loaded.scope,
            expected_version=loaded.version,
            update_id=None if update is None else update.counted_as,
            state=None if step.table is None else encode_stored(step.table),
            log=(encode_stored(entry),),
            outbox=() if needs_no_message(step) else (encode_stored(notice),),
            deadline=None if due is None else due.timestamp(),
            reset_log=opens_table,
            former_acts=carried_acts,
            custom_words=None if custom_words is None else encode_stored(custom_words),
            downtime_ms=downtime // _MS,
            served_at_ms=-((_UNIX_START - max(self._clock(), entry.applied_at)) // _MS),
            short_retention=step.table is None or is_over(step.table),
            finished_game=finished,
            told_numbers=_numbers_to_tell(loaded) if opens_table else (),
            alerted=alerts.satisfied_keys,
        )
        return commit, notice


def _numbers_to_tell(loaded: LoadedTable) -> tuple[int, ...]:
    """Of a table that opens beside others: the numbers of all open tables, which people are told from now on."""
    if not loaded.has_neighbours:
        return ()
    neighbours = (number for number, what in loaded.numbers.items() if what.is_open)
    return tuple(sorted({*neighbours, loaded.scope.table}))
