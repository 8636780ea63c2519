"""Tables that were read in the step that stored an update about them, so that handling it saves a round trip.

A prefetched table goes stale. So each commit, and whatever is done in a chat's lane
(:class:`bot.ingress.consumer.Consumer`), invalidates it. It also expires after half a second, as other workers may
change a chat's settings. The commit compares versions all the same.
"""

import math
from collections.abc import Callable
from typing import Any, Final

from bot.runtime import boot_seconds
from bot.store.scope import Scope
from bot.workers.newest_dict import NewestDict

PREFETCH_SECONDS: Final = 0.5
_MAX_TABLES: Final = 64
"""The most chats whose tables are kept, some kB each; one that is handled at once is among the newest."""
_MAX_CHANGES: Final = 4096
"""Of how many chats it is known when something was done there; scripts are answered long before there are more."""


class TablePrefetch:
    """Prefetched tables, at most one for each chat; each is for one update and is used once.

    Args:
        clock: in seconds; goes on while the machine is suspended.
    """

    def __init__(self, clock: Callable[[], float] = boot_seconds) -> None:
        self.clock: Final = clock
        self._tables: Final[NewestDict[int, tuple[Scope, int, Any, float]]] = NewestDict(_MAX_TABLES)
        self._changed_at: Final[NewestDict[int, float]] = NewestDict(_MAX_CHANGES)

    def add_prefetched(self, scope: Scope, update: int, raw_table: Any, read_at: float) -> None:
        """Keep a table that a script has just read for an update that may be about it, if nothing was done there since.

        A commit on another connection may be answered first, though the script read before it.

        Args:
            scope: where the table is.
            update: the update's number.
            raw_table: the script's reply.
            read_at: when the script was sent, by ``clock``: it cannot have read before that.
        """
        if read_at > self._changed_at.get(scope.chat, -math.inf):
            self._tables[scope.chat] = scope, update, raw_table, read_at + PREFETCH_SECONDS

    def take_prefetched(self, scope: Scope, update: int | None) -> Any | None:
        """The table that was read for an update; gives it once. ``None`` if it has to be loaded."""
        kept = self._tables.pop(scope.chat, None)
        if kept is None or kept[:2] != (scope, update) or kept[3] < self.clock():
            return None
        return kept[2]

    def invalidate_chat(self, chat: int) -> None:
        """Drop what was read of a chat, as something was done there since."""
        self._tables.pop(chat, None)
        self._changed_at[chat] = self.clock()
