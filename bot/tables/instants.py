"""Instants of a table in served time, told from those of Telegram and of Redis."""

from datetime import datetime, timedelta
from typing import Final

from bot.surroundings import ServedTime
from bot.tables.held import Held
from engine.game import clock_runs, moments


class Instants:
    """Tells when things count.

    Args:
        clock: the time that games know.
    """

    def __init__(self, clock: ServedTime) -> None:
        self._clock: Final = clock

    @property
    def now(self) -> datetime:
        """The instant, in served time."""
        return self._clock()

    @property
    def ahead(self) -> timedelta | None:
        """How far UTC is ahead of it; ``None`` before the first beat, when nobody knows."""
        try:
            return self._clock.away
        except RuntimeError:
            return None

    def sent(self, arrived: datetime | None, sent: datetime) -> datetime:
        """When in served time something was sent, as its order behind what was done at a table tells.

        Args:
            arrived: when it reached the bot, by Redis's clock; ``None`` for just now.
            sent: when Telegram took it, which only an absence between the two makes matter.
        """
        return self._clock() if arrived is None else self._clock.sent(arrived, sent)

    def stood_still(self, held: Held) -> timedelta:
        """For how long a table's clocks stood still, since it was last told of, because nobody could play."""
        untold = self._clock.away - held.away
        runs = untold > timedelta() and held.table is not None and clock_runs(held.table)
        return untold if runs else timedelta()

    def reached(self, arrived: datetime | None, sent: datetime | None) -> datetime | None:
        """When, in served time, something counts that reached the bot; where that was away meanwhile, when it was sent.

        Args:
            arrived: when it reached the bot, by Redis's clock; ``None`` for what nobody sent.
            sent: when Telegram took it, if that is known.
        """
        if arrived is None:
            return None
        return self._clock.of(arrived) if sent is None else self._clock.counts(arrived, sent)

    def of(self, held: Held) -> datetime:
        """When that counts which the table was read for: from when it reached the bot, within what is done there."""
        now = self._clock()
        return now if held.arrived is None or held.table is None else moments(held.table, held.arrived, now)[0]
