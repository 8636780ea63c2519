"""Batches: which notices of a chat one message combines, and how many at most once some were refused or failed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from bot.logs.logger import get_logger
from bot.store.redis_streams.consumer_group import OutboxEntry
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.codec import Notice
from bot.tables.late_windows import LateWindows
from bot.workers.recent import NewestDict
from bot.workers.retry_policy import Backoff, RetryLoop
from engine.game_base import OpenWindow
from engine.lobby_view import LobbyView

log = get_logger(__name__)
EntryKey = tuple[Scope, str]
"""An entry among all shards."""
_MOST_ATTEMPTS: Final = 3
"""How often a notice is tried that fails unexpectedly; the same as for updates."""
_MOST_TOGETHER: Final = 64
"""How many notices one message tells at most; no caption has room for so many turns."""


@dataclass(frozen=True, slots=True)
class PendingNotice:
    """An entry of the outbox that waits in its chat's lane, and what decides when its notice is told.

    The notice itself stays packed until then: unpacked it takes ten times as much memory, and thousands may wait while
    Telegram is away.
    """

    entry: OutboxEntry
    table: str
    """The table's short name."""
    tells_game: bool
    """Whether the table is a game, and no lobby."""
    ends_wait: bool
    """See :attr:`bot.tables.codec.Notice.ends_wait`."""
    opened: OpenWindow | None
    """See :attr:`bot.tables.codec.Notice.opened`."""

    @classmethod
    def of(cls, entry: OutboxEntry, notice: Notice) -> "PendingNotice":
        """An entry that holds a notice."""
        tells_game = not (notice.view is None or isinstance(notice.view, LobbyView))
        return cls(entry, notice.table, tells_game, notice.ends_wait, notice.opened)

    @property
    def key(self) -> EntryKey:
        """Its key among all shards: ids are unique within one shard only."""
        return self.entry.scope, self.entry.id

    @property
    def is_sent(self) -> bool:
        """Whether another worker sent it, and handed over what is left to do about it."""
        return self.entry.sent_ms > 0


def batch_for_one_message(waiting: Sequence[PendingNotice]) -> Sequence[PendingNotice]:
    """The first entries that one message may announce together."""
    count = 1
    while count < min(len(waiting), _MOST_TOGETHER) and _can_share_post(waiting[0], waiting[count]):
        count += 1
    return waiting[:count]


def _can_share_post(first: PendingNotice, other: PendingNotice) -> bool:
    """Whether one message may announce both: they are turns of one game.

    A notice that is delivered again may come after newer ones. If it is a lobby's, a combined message would show only
    the lobby.
    """
    same_table = first.entry.scope == other.entry.scope and first.table == other.table
    return same_table and first.tells_game and other.tells_game


class BatchLimits:
    """The limits of tables whose notices could not be told together; a table without trouble has none.

    Args:
        retries: delays the lane of a chat.
    """

    def __init__(self, outbox: Outbox, retries: Backoff[int], retry_policy: RetryLoop) -> None:
        self._outbox: Final = outbox
        self._retries: Final = retries
        self._retry_policy: Final = retry_policy
        self._limits: Final[dict[Scope, int]] = {}
        """How many notices of a table may be combined: Telegram refused more, or the first may be announced already."""
        self._failures: Final[dict[Scope, int]] = {}
        """How often a table's first notice has failed unexpectedly."""

    def limit_of(self, scope: Scope) -> int | None:
        """How many of a table's notices may be combined; ``None`` for any number."""
        return self._limits.get(scope)

    def announce_alone(self, scope: Scope) -> None:
        """Let a table's next notice go alone, unless there is a limit."""
        self._limits.setdefault(scope, 1)

    def halve(self, scope: Scope, refused: int) -> None:
        """Combine half as many notices as were refused together."""
        self._limits[scope] = refused // 2

    def clear(self, scope: Scope) -> None:
        """Forget a table's trouble: its notices were told, or are gone."""
        self._failures.pop(scope, None)
        self._limits.pop(scope, None)

    async def retry_or_dead_letter(
        self, chat: int, entry: OutboxEntry, error: Exception, batch_size: int, on_dead_letter: Callable[[], None]
    ) -> bool:
        """Count an unexpected failure, and wait; a notice that keeps failing, also alone, becomes a dead letter.

        Owners are told of dead letters, and put them back or discard them.

        Returns:
            Whether the notices are to be tried again.
        """
        scope = entry.scope
        self._failures[scope] = tries = self._failures.get(scope, 0) + 1
        if tries == _MOST_ATTEMPTS and batch_size > 1:
            # One of them fails, and the others are to be announced: so they go one by one.
            self._limits[scope], self._failures[scope] = 1, 0
            return True
        last = tries == _MOST_ATTEMPTS
        if last:
            log.error(
                "a notice cannot be told and is put aside: see `harfiyen inbox`",
                chat=chat,
                entry=entry.id,
                tries=tries,
                exc_info=error,
            )
            on_dead_letter()
            await self._retry_policy.run_until_success(
                partial(self._outbox.dead_letter, entry, f"{type(error).__name__}: {error}")
            )
        else:
            log.error("a notice cannot be told", chat=chat, entry=entry.id, tries=tries, exc_info=error)
            await self._retries.wait_after_failure(chat, error)
        return not last


_MOST_TABLES: Final = 4096
_MOST_AHEAD: Final = 3
"""How many messages that let somebody act go ahead of a table that has only news."""


class TableTurns:
    """Remembers which tables were told, and when; one instance a process."""

    def __init__(self) -> None:
        self._told: Final[NewestDict[Scope, int]] = NewestDict(_MOST_TABLES)
        """The tables that were told lately, with the number of the message since the start of the process."""
        self._count = 0
        self._ahead: Final[dict[int, int]] = {}
        """By chat, how many messages in a row went ahead of tables that have only news."""

    def arrange_notices(self, chat: int, waiting: Sequence[PendingNotice]) -> Sequence[PendingNotice]:
        """All notices of a chat, those of the table that is told next first."""
        tables = _by_table(waiting)
        if len(tables) == 1:
            return waiting
        urgent = [table for table, notices in tables.items() if _lets_somebody_act(notices)]
        others = [table for table in tables if table not in urgent]
        if not urgent or (others and self._ahead.get(chat, 0) >= _MOST_AHEAD):
            urgent = others
        chosen = min(urgent, key=lambda table: self._told.get(table, 0))
        return [*tables[chosen], *(notice for notice in waiting if notice.entry.scope != chosen)]

    def note_told(self, chat: int, told: Sequence[PendingNotice], waiting: Sequence[PendingNotice]) -> None:
        """Note what was told; ``waiting`` is what waited then, with it."""
        self._count += 1
        self._told.pop(told[0].entry.scope, None)
        self._told[told[0].entry.scope] = self._count
        tables = _by_table(waiting)
        # All that waited counts, as it did for the choice: news may go first that others wait behind.
        was_urgent = _lets_somebody_act(tables.pop(told[0].entry.scope))
        has_passed_over = not all(_lets_somebody_act(notices) for notices in tables.values())
        if has_passed_over and was_urgent:
            self._ahead[chat] = self._ahead.get(chat, 0) + 1
        else:
            self._ahead.pop(chat, None)


def _by_table(waiting: Sequence[PendingNotice]) -> dict[Scope, list[PendingNotice]]:
    tables: dict[Scope, list[PendingNotice]] = {}
    for notice in waiting:
        tables.setdefault(notice.entry.scope, []).append(notice)
    return tables


def _lets_somebody_act(notices: Sequence[PendingNotice]) -> bool:
    """Whether one of a table's notices opens a window, or tells somebody that it is their turn."""
    return any(waiting.ends_wait or waiting.opened is not None for waiting in notices)


_MS: Final = timedelta(milliseconds=1)
_SINCE: Final = datetime.fromtimestamp(0, UTC)
"""What instants are counted from where they are stored."""


class OpenedWindows:
    """The windows that a process's notices open.

    Args:
        late_windows: makes them longer; ``None`` to leave all as they are.
    """

    def __init__(self, late_windows: LateWindows | None, outbox: Outbox, retry_policy: RetryLoop) -> None:
        self._late_windows: Final = late_windows
        self._outbox: Final = outbox
        self._retry_policy: Final = retry_policy

    def note_waiting(self, waiting: PendingNotice) -> None:
        """Note that a notice waits to be told."""
        if waiting.opened is not None and self._late_windows is not None:
            self._late_windows.note_untold(*waiting.key, waiting.table)

    def forget_entries(self, keys: Iterable[EntryKey]) -> None:
        """Forget entries that wait here no more; idempotent."""
        if self._late_windows is not None:
            for key in keys:
                self._late_windows.note_told(*key)

    async def lengthen_if_late(self, scope: Scope, told: Sequence[PendingNotice]) -> None:
        """Have the window made longer that some notices open which were told.

        Where a group has become a supergroup, another worker may have its tables now: it gets the notice to do so.

        Raises:
            ShardNotOwned: another worker has the chat's tables now, and tells these notices again.
        """
        opened = [(item.entry, item.opened) for item in told if item.opened is not None]
        if not opened or self._late_windows is None:
            return
        # Only the newest may be open still.
        entry, window = opened[-1]
        retry = self._retry_policy.run_until_success
        sent = _SINCE + entry.sent_ms * _MS if entry.sent_ms else await retry(self._late_windows.read_time)
        try:
            await retry(partial(self._late_windows.lengthen_if_late, scope, window, sent))
        except ShardNotOwned:
            if entry.scope.chat == scope.chat:
                raise
            log.info("another worker makes a window longer", scope=scope)
            await retry(partial(self._outbox.hand_over_sent, entry.payload, scope, (sent - _SINCE) // _MS))
