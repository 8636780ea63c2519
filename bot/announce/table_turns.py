"""Table turns: which of a chat's tables is told next, where notices of several wait for the chat's limit.

Tables take turns. What lets somebody act goes ahead of what is only news, but not for ever: of four messages one is for
a table that has only news, so where ``n`` such tables wait, each is passed over at most ``4 n`` times. The order within
a table stays, and a message tells of one table alone (:mod:`bot.announce.batches`).
"""

from collections.abc import Sequence
from typing import Final

from bot.announce.batches import PendingNotice
from bot.store.scope import Scope
from bot.workers.recent import NewestDict

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
