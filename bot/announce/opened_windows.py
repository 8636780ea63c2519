"""Opened windows: notes those whose notices wait here, and has them made longer that are told late.

`bot.tables.late_windows` does so.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from bot.announce.batches import EntryKey, PendingNotice
from bot.logs.logger import get_logger
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.late_windows import LateWindows
from bot.workers.retry_policy import RetryLoop

log = get_logger(__name__)

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
