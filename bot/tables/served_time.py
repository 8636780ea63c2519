"""Served time: UTC minus all downtime, and the only time that games know.

- The downtime is one number in Redis, raised only by beats (`bot.store.heartbeat`).
- Between beats a process uses its monotonic clock, so setting a machine's clock does not change a game.
- Telegram has its own clock. If the clock of Redis's machine was set, it is unknown whether Telegram's agrees with it
  before or after. So a Telegram timestamp is converted in the way that gives the latest time, then clamped.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final, Protocol

from bot.logs import get_logger
from bot.runtime import ServedTime
from bot.store.heartbeat import DOWNTIME_MS, Beat
from bot.tables.table_loader import LoadedTable
from engine.game import action_times, is_clock_running

log = get_logger(__name__)

STALE_AFTER: Final = timedelta(seconds=15)
"""How old the last beat may be when an action is judged by the clock; less than the shortest downtime."""
SENT_BEFORE_DOWNTIME_MS: Final = 30_000
"""An update that arrives after a downtime counts as sent at most this long before it, since no update waited earlier.
"""
LONGEST_DELAY_MS: Final = 300_000
"""How long Telegram may delay an update while the service is up. For an update that seems older, Telegram's clock must
disagree with Redis's.
"""
LONGEST_DELAY: Final = timedelta(milliseconds=LONGEST_DELAY_MS)
_UNIX_START: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


class BeatRecorder(Protocol):
    """Records a beat; see :meth:`bot.store.heartbeat.Heartbeat.record_beat`."""

    def __call__(self, former: Beat | None, *, returning: bool) -> Awaitable[Beat]:
        """Record and return a beat."""


class ServedClock:
    """The served time of one process; see :class:`bot.runtime.ServedTime`.

    Readings never decrease. So if a process reads the time between the last beat and a downtime, its clock is ahead of
    the others, by less than :data:`STALE_AFTER`, and then stands still for that long. ``seconds`` is the monotonic
    clock that ``record_beat`` uses. Reading it before the first beat raises RuntimeError.
    """

    def __init__(self, record_beat: BeatRecorder, seconds: Callable[[], float] = monotonic) -> None:
        self._record_beat: Final = record_beat
        self._seconds: Final = seconds
        self._last_beat: Beat | None = None
        self._latest_ms = 0  # the latest reading, in milliseconds

    @property
    def is_stale(self) -> bool:
        """Whether another beat is needed before an action is judged by the clock."""
        return self._last_beat is None or self._ms_since(self._last_beat.sent_at) * _MS >= STALE_AFTER

    @property
    def downtime(self) -> timedelta:
        """The total downtime."""
        return self._required_beat.downtime_ms * _MS

    def __call__(self) -> datetime:
        """The current instant in served time."""
        # As if the beat had been recorded when its reply came, which is not before it was: so no reading is ahead.
        reading = (
            self._required_beat.redis_ms
            + self._ms_since(self._required_beat.answered_at)
            - self._required_beat.downtime_ms
        )
        # After a downtime a reading is a little behind the latest one; if by more, it comes from another Redis.
        if not reading < self._latest_ms < reading + DOWNTIME_MS:
            self._latest_ms = reading
        return _UNIX_START + self._latest_ms * _MS

    def to_served_time(self, instant: datetime) -> datetime:
        """Convert an instant of Redis's clock to served time; any instant of a downtime becomes its beginning."""
        return self._steady_to_served(self._to_steady_ms(instant))

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:
        """When an update was sent, in served time: its arrival, or an instant before the downtime that delayed it.

        ``arrived`` is by Redis's clock, which orders updates even if the clocks disagree; ``sent`` is by Telegram's.
        """
        return self._date_in_served_time(arrived, sent, 0)

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:
        """When an update counts, in served time: as :meth:`time_sent`, but up to 30 s before the downtime."""
        return self._date_in_served_time(arrived, sent, SENT_BEFORE_DOWNTIME_MS)

    def time_dated(self, arrived: datetime, sent: datetime) -> datetime:
        """Telegram's date of an update, in served time: not after its arrival, and not within a downtime.

        ``arrived`` is by Redis's clock; it is returned if Telegram's clock seems to be minutes behind.
        """
        arrived_ms = self._to_steady_ms(arrived)
        at, dated = map(self._steady_to_served, (arrived_ms, self._steady_ms_sent(sent, arrived_ms)))
        return dated if at - dated <= LONGEST_DELAY else at

    def _date_in_served_time(self, arrived: datetime, sent: datetime, margin: int) -> datetime:
        """When an update arrived; if a downtime delayed it, when it was sent, but at most ``margin`` ms before that."""
        arrived_ms = self._to_steady_ms(arrived)
        sent_ms = self._steady_ms_sent(sent, arrived_ms)
        at = self._steady_to_served(arrived_ms)
        waited = [
            downtime
            for downtime in self._required_beat.downtimes
            if downtime.end > sent_ms and downtime.start < arrived_ms
        ]
        if not waited:
            return at
        earliest = _UNIX_START + (waited[-1].start - waited[-1].total_before - margin) * _MS
        before = max(self._steady_to_served(sent_ms), earliest)
        return min(at, before) if at - before <= LONGEST_DELAY_MS * _MS else at

    async def record_beat(self, *, returning: bool) -> None:
        """Record that the service is up, and update the clock."""
        former = self._last_beat
        self._last_beat = last = await self._record_beat(former, returning=returning)
        newest = next(iter(last.downtimes), None)
        if newest is not None and newest.end == last.redis_ms - last.clock_offset_ms:
            log.info("the bot was away, clocks stood still", seconds=(newest.end - newest.start) / 1000)

    def _to_steady_ms(self, instant: datetime) -> int:
        ms, offset = (instant - _UNIX_START) // _MS, self._required_beat.clock_offset_ms
        for jump in self._required_beat.clock_jumps:
            if ms >= jump.noticed_at + jump.offset_after:
                break
            ms, offset = min(ms, jump.noticed_at + jump.offset_before), jump.offset_before
        return ms - offset

    def _steady_ms_sent(self, instant: datetime, arrived: int) -> int:
        """When Telegram received an update, in steady time; ``arrived`` is when it reached the bot."""
        beat = self._required_beat
        offsets = {beat.clock_offset_ms, *(jump.offset_before for jump in beat.clock_jumps)}
        sent = ((instant - _UNIX_START) // _MS - offset for offset in offsets)
        return min(arrived, max((ms for ms in sent if ms <= arrived + SENT_BEFORE_DOWNTIME_MS), default=arrived))

    def _steady_to_served(self, steady: int) -> datetime:
        total_downtime = self._required_beat.downtime_ms - self._required_beat.clock_offset_ms
        for downtime in self._required_beat.downtimes:
            if steady >= downtime.end:
                break
            if steady >= downtime.start:
                return _UNIX_START + (downtime.start - downtime.total_before) * _MS
            total_downtime = downtime.total_before
        return _UNIX_START + (steady - total_downtime) * _MS

    @property
    def _required_beat(self) -> Beat:
        if self._last_beat is None:
            raise RuntimeError("no beat has told the time yet")
        return self._last_beat

    def _ms_since(self, seconds: float) -> int:
        return int((self._seconds() - seconds) * 1000)


class TableTimes:
    """Converts the times of updates and actions for the tables."""

    def __init__(self, clock: ServedTime) -> None:
        self._clock: Final = clock

    @property
    def now(self) -> datetime:
        """The current instant, in served time."""
        return self._clock()

    @property
    def utc_now(self) -> datetime:
        """The current instant, in UTC."""
        return self._clock() + self._clock.downtime

    @property
    def downtime(self) -> timedelta | None:
        """How far UTC is ahead of served time; ``None`` before the first beat."""
        try:
            return self._clock.downtime
        except RuntimeError:
            return None

    def served_time_sent(self, arrived: datetime | None, sent: datetime) -> datetime:
        """When an update was sent, in served time, to order actions; ``sent`` is ``None`` for one that arrives now."""
        return self._clock() if arrived is None else self._clock.time_sent(arrived, sent)

    def served_time_dated(self, arrived: datetime | None, sent: datetime) -> datetime | None:
        """Telegram's date of an update, in served time; ``None`` for one that arrives now."""
        return None if arrived is None else self._clock.time_dated(arrived, sent)

    def untold_downtime(self, loaded: LoadedTable) -> timedelta:
        """The downtime of a table's clocks of which its chat was not told yet."""
        untold = self._clock.downtime - loaded.announced_downtime
        runs = untold > timedelta() and loaded.table is not None and is_clock_running(loaded.table)
        return untold if runs else timedelta()

    def served_time_counted(self, arrived: datetime | None, sent: datetime | None) -> datetime | None:
        """When an update counts, in served time: when it arrived or, after downtime, when it was sent."""
        if arrived is None:
            return None
        return self._clock.to_served_time(arrived) if sent is None else self._clock.time_counted(arrived, sent)

    def time_of_action(self, loaded: LoadedTable) -> datetime:
        """When an action counts: its update's arrival, put in order with the table's other actions."""
        now = self._clock()
        return (
            now
            if loaded.arrived_at is None or loaded.table is None
            else action_times(loaded.table, loaded.arrived_at, now)[0]
        )
