"""Judging time: what judging words takes counts for nobody, neither this player nor the next."""

from datetime import datetime, timedelta
from typing import Final

from bot.runtime import ServedTime
from bot.store.games import GameStore
from bot.store.scope import Scope
from engine.game import Table, action_times, deadline

_MOST_JUDGING_TIME: Final = timedelta(seconds=3)
"""More than judging words and saving takes: the live service answers or times out within 1.8 s."""
_FREE_JUDGING_TIME: Final = timedelta(milliseconds=100)
"""What judging by word lists takes at most; if it takes longer, that is not the next player's time."""


class JudgingTime:
    """Keeps judging from costing anybody time.

    Args:
        store: where the deadlines are.
        clock: served time.
    """

    def __init__(self, store: GameStore, clock: ServedTime) -> None:
        self._store: Final = store
        self._clock: Final = clock

    def end_of_judging(self, table: Table, arrived: datetime, begins: datetime) -> datetime:
        """When the turn after an action begins, once its words are judged."""
        _, judged = action_times(table, arrived, self._clock())
        return judged if judged - begins > _FREE_JUDGING_TIME else begins

    async def postpone_deadline(self, scope: Scope, table: Table) -> None:
        """Keep a table from timing out, in any process, while its words are judged."""
        due, until = deadline(table), self._clock() + _MOST_JUDGING_TIME
        if due is not None and due <= until:
            await self._store.postpone_timeout(scope, until.timestamp())
