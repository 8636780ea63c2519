"""Opened windows: notes those whose notices wait here, and has them made longer that are told late.

`bot.tables.late_windows` does so.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Final

from bot.announce.batches import EntryKey, PendingNotice
from bot.store.scope import Scope
from bot.store.shards.ownership import ShardNotOwned
from bot.tables.late_windows import LateWindows
from bot.workers.retry_policy import RetryLoop

log = logging.getLogger(__name__)


class OpenedWindows:
    """The windows that a process's notices open.

    Args:
        late_windows: makes them longer; ``None`` to leave all as they are.
        retry_policy: repeats what Redis refuses.
    """

    def __init__(self, late_windows: LateWindows | None, retry_policy: RetryLoop) -> None:
        self._late_windows: Final = late_windows
        self._retry_policy: Final = retry_policy

    def note_waiting(self, waiting: PendingNotice) -> None:
        """Note that a notice waits to be told."""
        if waiting.notice.opened is not None and self._late_windows is not None:
            self._late_windows.note_untold(*waiting.key, waiting.notice.table)

    def forget_entries(self, keys: Iterable[EntryKey]) -> None:
        """Forget entries that wait here no more; idempotent."""
        if self._late_windows is not None:
            for key in keys:
                self._late_windows.note_told(*key)

    async def lengthen_if_late(self, scope: Scope, told: Sequence[PendingNotice]) -> None:
        """Have the window made longer that some notices open which were told just now.

        Raises:
            ShardNotOwned: another worker has the chat's tables now, and tells these notices again. Where a group has
                become a supergroup that another worker has, nobody would: its window stays as it is.
        """
        opened = [item.notice.opened for item in told if item.notice.opened is not None]
        if opened and self._late_windows is not None:
            # Only the newest may be open still.
            lengthen: Callable[[], Awaitable[None]] = partial(self._late_windows.lengthen_if_late, scope, opened[-1])
            try:
                await self._retry_policy.run_until_success(lengthen)
            except ShardNotOwned as error:
                if told[0].entry.scope.chat == scope.chat:
                    raise
                log.warning("the window at %s is left: %s", scope, error)
