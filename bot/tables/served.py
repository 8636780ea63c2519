"""Served time: UTC less the time in which nobody could play. All that games know of time is this.

What the service was away for is one number in Redis, which only beats raise (:mod:`bot.store.heartbeat`). Between its
beats a process goes by its own monotonic clock, so that nobody who sets a machine's clock changes a game.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final, Protocol

from bot.store.heartbeat import AWAY_MS, Beat
from bot.surroundings import ServedTime

log = logging.getLogger(__name__)

OLDEST: Final = timedelta(seconds=15)
"""How old the last beat may be for anything to be judged by the clock: less than counts as an absence."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


class Beats(Protocol):
    """What notes a beat: :meth:`bot.store.heartbeat.Heartbeat.beat`."""

    def __call__(self, former: Beat | None, elapsed: int, *, returning: bool) -> Awaitable[Beat]:
        """See there."""


class Served:
    """The served time of one process; see :class:`bot.surroundings.ServedTime`.

    A reading is never earlier than the one before. A process may thus be ahead of others, by less than
    :data:`OLDEST`, when it has told the time after the last beat before an absence; it then stands still that long.

    Args:
        beats: notes a beat.
        seconds: the process's monotonic clock.
    """

    def __init__(self, beats: Beats, seconds: Callable[[], float] = monotonic) -> None:
        self._beats: Final = beats
        self._seconds: Final = seconds
        self._last: Beat | None = None
        self._heard = 0.0
        """When the last beat's answer came: not before the instant that it tells, so no reading is ahead of it."""
        self._newest = 0
        """The latest reading, in milliseconds."""

    @property
    def stale(self) -> bool:
        """Whether another beat is due before anything is judged by the clock."""
        return self._last is None or self._elapsed() * _MS >= OLDEST

    @property
    def away(self) -> timedelta:
        """For how long nobody could play, in all."""
        return self._beat.away * _MS

    def __call__(self) -> datetime:
        """The instant in served time.

        Raises:
            RuntimeError: there was no beat yet.
        """
        reading = self._beat.at + self._elapsed() - self._beat.away
        # Only an absence may set it back, and by less than one: what is further ahead was told by another Redis.
        if not reading < self._newest < reading + AWAY_MS:
            self._newest = reading
        return _EPOCH + self._newest * _MS

    def of(self, instant: datetime) -> datetime:
        """When in served time an instant of UTC was: within an absence, at its beginning.

        Raises:
            RuntimeError: there was no beat yet.
        """
        ms, away = (instant - _EPOCH) // _MS, self._beat.away
        for absence in self._beat.absences:
            if ms >= absence.end:
                return instant - absence.after * _MS
            if ms >= absence.start:
                return _EPOCH + (absence.start - absence.before) * _MS
            away = absence.before
        return instant - away * _MS

    async def beat(self, *, returning: bool) -> None:
        """Note that the service is there, and learn what time it is."""
        former = self._last
        self._last = await self._beats(former, 0 if former is None else self._elapsed(), returning=returning)
        self._heard = self._seconds()
        for absence in self._last.absences:
            if absence.end == self._last.at and absence.start < absence.end:
                log.info("away for %.0f s; clocks stood still", (absence.end - absence.start) / 1000)

    @property
    def _beat(self) -> Beat:
        if self._last is None:
            raise RuntimeError("no beat has told the time yet")
        return self._last

    def _elapsed(self) -> int:
        """Milliseconds since the last beat's answer."""
        return int((self._seconds() - self._heard) * 1000)


def reached(clock: ServedTime, arrived: datetime | None, sent: datetime | None) -> datetime | None:
    """When, in served time, something counts that reached the bot; where that was away meanwhile, when it was sent.

    Args:
        clock: served time.
        arrived: when it reached the bot, in UTC; ``None`` for what nobody sent.
        sent: when Telegram took it, if that is known.
    """
    if arrived is None:
        return None
    at = clock.of(arrived)
    before = at if sent is None else clock.of(sent)
    return at if sent is None or arrived - at == sent - before else min(at, before)
