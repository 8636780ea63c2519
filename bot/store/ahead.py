"""Tables as they were read in the step that stored an update about them: who handles that at once need not ask again.

Later it might not be true any more: each commit, and whatever is done in a chat's lane
(:class:`bot.ingress.consumer.Consumer`), has what was read before it forgotten; and it keeps for a moment only, as
others may change what a chat has chosen.
So it is as if the update had been handled that moment earlier; the commit compares the version all the same.
"""

from collections.abc import Callable
from typing import Any, Final

from bot.store.keys import Scope
from bot.surroundings import since_boot

SECONDS: Final = 0.5
_MOST: Final = 64
"""How many chats' tables are kept, of some kB each; what is asked for at once is among the newest."""


class ReadAhead:
    """What was read of the tables of some chats, for one update each, and is to be used once.

    Args:
        clock: seconds that go on while the machine is suspended.
    """

    def __init__(self, clock: Callable[[], float] = since_boot) -> None:
        self.clock: Final = clock
        self._kept: Final[dict[int, tuple[Scope, int, Any, float]]] = {}

    def note(self, scope: Scope, update: int, read: Any, since: float) -> None:
        """Keep what a script has just read of a table for an update that may be about it.

        Args:
            scope: the table's.
            update: the number of the update.
            read: what the script read.
            since: when it was asked to, by the clock: however long its answer took, it had not read before.
        """
        self._kept.pop(scope.chat, None)
        self._kept[scope.chat] = scope, update, read, since + SECONDS
        if len(self._kept) > _MOST:
            del self._kept[next(iter(self._kept))]

    def take(self, scope: Scope, update: int | None) -> Any | None:
        """What was read of a table for an update, to be had once; ``None`` where it has to be asked for."""
        kept = self._kept.pop(scope.chat, None)
        if kept is None or kept[:2] != (scope, update) or kept[3] < self.clock():
            return None
        return kept[2]

    def forget(self, chat: int) -> None:
        """Something was done in a chat: what was read before may not be true any more."""
        self._kept.pop(chat, None)
