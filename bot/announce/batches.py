"""Batches: which notices of a chat one message combines, and how many at most once some were refused or failed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.logs.logger import get_logger
from bot.store.redis_streams.consumer_group import OutboxEntry
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.tables.codec import Notice
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
