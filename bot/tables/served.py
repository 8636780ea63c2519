"""Served time: UTC less the time in which nobody could play. All that games know of time is this.

What the service was away for is one number in Redis, which only beats raise (:mod:`bot.store.heartbeat`). Between its
beats a process goes by its own monotonic clock, so that nobody who sets a machine's clock changes a game.

Telegram has a clock of its own. Which of the clocks that Redis's machine has had agrees with it is not known, so an
instant of Telegram's is taken by the one that makes it latest, and counts within bounds only.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final, Protocol

from bot.store.heartbeat import AWAY_MS, Beat

log = logging.getLogger(__name__)

OLDEST: Final = timedelta(seconds=15)
"""How old the last beat may be for anything to be judged by the clock: less than counts as an absence."""
BEFORE_MS: Final = 30_000
"""How long before an absence something may have been sent that came after it: updates were not fetched any more."""
WAITED_MS: Final = 300_000
"""How long Telegram may keep something back while the service is there. What seems older was dated by a clock that
disagrees with Redis's.
"""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


class Beats(Protocol):
    """What notes a beat: :meth:`bot.store.heartbeat.Heartbeat.beat`."""

    def __call__(self, former: Beat | None, *, returning: bool) -> Awaitable[Beat]:
        """See there."""


class Served:
    """The served time of one process; see :class:`bot.surroundings.ServedTime`.

    A reading is never earlier than the one before. A process may thus be ahead of others, by less than
    :data:`OLDEST`, when it has told the time after the last beat before an absence; it then stands still that long.

    Args:
        beats: notes a beat.
        seconds: the process's monotonic clock, the same that ``beats`` goes by.
    """

    def __init__(self, beats: Beats, seconds: Callable[[], float] = monotonic) -> None:
        self._beats: Final = beats
        self._seconds: Final = seconds
        self._last: Beat | None = None
        self._newest = 0
        """The latest reading, in milliseconds."""

    @property
    def stale(self) -> bool:
        """Whether another beat is due before anything is judged by the clock."""
        return self._last is None or self._since(self._last.asked) * _MS >= OLDEST

    @property
    def away(self) -> timedelta:
        """For how long nobody could play, in all."""
        return self._beat.away * _MS

    def __call__(self) -> datetime:
        """The instant in served time.

        Raises:
            RuntimeError: there was no beat yet.
        """
        # As if the beat had been when its answer came: not before the instant that it tells, so none is ahead of it.
        reading = self._beat.at + self._since(self._beat.heard) - self._beat.away
        # Only an absence may set it back, and by less than one: what is further ahead was told by another Redis.
        if not reading < self._newest < reading + AWAY_MS:
            self._newest = reading
        return _EPOCH + self._newest * _MS

    def of(self, instant: datetime) -> datetime:
        """When in served time an instant by Redis's clock was: within an absence, at its beginning.

        Raises:
            RuntimeError: there was no beat yet.
        """
        return self._served(self._steady(instant))

    def sent(self, arrived: datetime, sent: datetime) -> datetime:
        """When in served time something was sent: as it arrived, or no earlier than an absence that it waited through.

        Which of two things was first is thus told by their arrival, whichever clock is ahead.

        Args:
            arrived: when it reached the bot, by Redis's clock.
            sent: when Telegram took it.

        Raises:
            RuntimeError: there was no beat yet.
        """
        return self._dated(arrived, sent, 0)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:
        """From when in served time something counts: where it came after an absence that it waited through, from then.

        Args:
            arrived: when it reached the bot, by Redis's clock.
            sent: when Telegram took it.

        Raises:
            RuntimeError: there was no beat yet.
        """
        return self._dated(arrived, sent, BEFORE_MS)

    def _dated(self, arrived: datetime, sent: datetime, ahead: int) -> datetime:
        """When it arrived, or Telegram's date of what waited through an absence, by so much before that at most."""
        there = self._steady(arrived)
        taken = self._taken(sent, there)
        at = self._served(there)
        waited = [absence for absence in self._beat.absences if absence.end > taken and absence.start < there]
        if not waited:
            return at
        earliest = _EPOCH + (waited[-1].start - waited[-1].before - ahead) * _MS
        before = max(self._served(taken), earliest)
        return min(at, before) if at - before <= WAITED_MS * _MS else at

    async def beat(self, *, returning: bool) -> None:
        """Note that the service is there, and learn what time it is."""
        former = self._last
        self._last = last = await self._beats(former, returning=returning)
        newest = next(iter(last.absences), None)
        if newest is not None and newest.end == last.at - last.slip:
            log.info("away for %.0f s; clocks stood still", (newest.end - newest.start) / 1000)

    def _steady(self, instant: datetime) -> int:
        """An instant by Redis's clock in steady time, by how much that was set then."""
        ms, slip = (instant - _EPOCH) // _MS, self._beat.slip
        for jump in self._beat.jumps:
            if ms >= jump.at + jump.after:
                break
            ms, slip = min(ms, jump.at + jump.before), jump.before
        return ms - slip

    def _taken(self, instant: datetime, arrived: int) -> int:
        """When Telegram took something, in steady time, given when it arrived."""
        slips = {self._beat.slip, *(jump.before for jump in self._beat.jumps)}
        sent = ((instant - _EPOCH) // _MS - slip for slip in slips)
        return min(arrived, max((ms for ms in sent if ms <= arrived + BEFORE_MS), default=arrived))

    def _served(self, steady: int) -> datetime:
        """An instant of steady time in served time."""
        absent = self._beat.away - self._beat.slip
        for absence in self._beat.absences:
            if steady >= absence.end:
                break
            if steady >= absence.start:
                return _EPOCH + (absence.start - absence.before) * _MS
            absent = absence.before
        return _EPOCH + (steady - absent) * _MS

    @property
    def _beat(self) -> Beat:
        if self._last is None:
            raise RuntimeError("no beat has told the time yet")
        return self._last

    def _since(self, seconds: float) -> int:
        """Milliseconds since an instant of the process's clock."""
        return int((self._seconds() - seconds) * 1000)
