"""A time of day in a zone, chosen by a chat for daily events, and its occurrences.

Each date in a zone has one occurrence, and later dates have later ones:

- A wall time that is skipped when the clock goes forward comes later by the gap: 02:30 becomes 03:30. If that is
  another day, it comes earlier by the gap instead.
- A wall time that occurs twice means the first occurrence.
- A date that a zone skipped, as Apia did with 30 December 2011, has no occurrence.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DAILY_SETTING: Final = "daily"
"""The chat setting for the time of its daily puzzle, in the form of :attr:`DailyTime.stored`."""
WEEK_SETTING: Final = "week"
"""The chat setting for the time of its game of the week, with the daily puzzle's time in front."""
LATEST: Final = timedelta(hours=1)
"""How late a puzzle may be posted or a game begun; after that, the day has none."""
_LEAST_ROUND: Final = timedelta(hours=12)
_DAY: Final = timedelta(days=1)
_STORED: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d) (\S{1,64})", re.ASCII)
_TYPED_HOUR: Final = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(am|pm)?", re.ASCII | re.IGNORECASE)
_TYPED_OFFSET: Final = re.compile(r"(?:UTC|GMT)? ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?", re.ASCII | re.IGNORECASE)
_FIXED_OFFSET: Final = re.compile(r"UTC([+-])(\d\d):(\d\d)", re.ASCII)
_WESTMOST, _EASTMOST = timedelta(hours=-12), timedelta(hours=14)
_HOURS, _MINUTES, _NOON = 24, 60, 12


class Occurrence(NamedTuple):
    """The instant at which a daily time occurs on a date."""

    day: date
    at: datetime


class DailyTime(NamedTuple):
    """A time of day in a zone."""

    hour: int
    minute: int
    zone: str
    """The name of a zone known to :func:`find_zone`."""

    @property
    def clock_text(self) -> str:
        """The wall time, as ``09:30``."""
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def stored(self) -> str:
        """The stored form: ``09:30 Europe/Istanbul``."""
        return f"{self.clock_text} {self.zone}"

    @classmethod
    def parse_stored(cls, text: str) -> "DailyTime | None":
        """Parse :attr:`stored`; ``None`` for any other text, or a zone that no longer exists."""
        found = _STORED.fullmatch(text)
        if found is None:
            return None
        try:
            load_zone(found[3])
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return None
        return cls(int(found[1]), int(found[2]), found[3])

    def occurrence_on(self, day: date) -> Occurrence | None:
        """The occurrence on a date; ``None`` if the zone has no such date."""
        zone = load_zone(self.zone)
        wanted = datetime.combine(day, time(self.hour, self.minute), zone)
        for fold in (0, 1):
            at = wanted.replace(fold=fold).astimezone(UTC)
            if at.astimezone(zone).date() == day:
                return Occurrence(day, at)
        return None

    def latest_before(self, now: datetime) -> Occurrence:
        """The last occurrence at or before an instant."""
        return next(one for one in reversed(list(self._around(now))) if one.at <= now)

    def next_after(self, now: datetime) -> Occurrence:
        """The first occurrence after an instant."""
        return next(one for one in self._around(now) if one.at > now)

    def _around(self, now: datetime) -> Iterator[Occurrence]:
        today = now.astimezone(load_zone(self.zone)).date()
        for days in range(-3, 4):
            found = self.occurrence_on(today + days * _DAY)
            if found is not None:
                yield found


def load_daily_time(settings: Mapping[str, str]) -> DailyTime | None:
    """When a chat gets its daily puzzle; ``None`` for never."""
    return DailyTime.parse_stored(settings.get(DAILY_SETTING, ""))


def load_week_time(settings: Mapping[str, str]) -> DailyTime | None:
    """When a chat's game of the week begins on Mondays; ``None`` for never."""
    own = DailyTime.parse_stored(settings.get(WEEK_SETTING, ""))
    return None if own is None else load_daily_time(settings) or own


def end_of_day_round(settings: Mapping[str, str], now: datetime) -> datetime | None:
    """When a day-long round that opens now ends, in UTC, at the chat's hour; up to half a day off for the first."""
    daily = load_week_time(settings) or load_daily_time(settings)
    return None if daily is None else daily.next_after(now + _LEAST_ROUND).at


def occurrence_due(daily: DailyTime, now: datetime, newest: date | None = None) -> Occurrence | None:
    """The occurrence to act on at ``now``: at most :data:`LATEST` ago, and of a later date than ``newest``."""
    found = daily.latest_before(now)
    if now - found.at > LATEST or (newest is not None and found.day <= newest):
        return None
    return found


def parse_clock(text: str) -> tuple[int, int] | None:
    """Hour and minute of a typed wall time, like ``9``, ``09:30``, ``9.30``, ``9:30pm``; ``None`` for other text."""
    found = _TYPED_HOUR.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3] is not None:
        hour = hour % _NOON + (_NOON if found[3].lower() == "pm" else 0) if 1 <= hour <= _NOON else _HOURS
    return (hour, minute) if hour < _HOURS and minute < _MINUTES else None


def find_zone(text: str) -> str | None:
    """The named zone, in any case: ``Europe/Istanbul``, ``europe/istanbul``, or just the place, ``istanbul``.

    The text may be an offset: ``GMT`` and ``+00:00`` are ``UTC``; ``+3``, ``+03:00`` and ``GMT+3`` are ``UTC+03:00``.
    ``None`` if no zone has that name, or several zones have the place.
    """
    if (offset := _TYPED_OFFSET.fullmatch(text)) is not None:
        return _offset_zone(offset[1], int(offset[2]), int(offset[3] or 0))
    wanted = re.sub(r"[\s_]+", "_", text.strip().translate(_DOTLESS)).lower()
    return _zones_by_name().get(wanted)


_DOTLESS: Final = {ord("İ"): "I", ord("ı"): "i"}
_REGIONS: Final = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)


@lru_cache(maxsize=1)
def _zones_by_name() -> dict[str, str]:
    zones = [one for one in sorted(available_timezones()) if one == "UTC" or one.partition("/")[0] in _REGIONS]
    places: dict[str, list[str]] = {}
    for one in zones:
        places.setdefault(one.rpartition("/")[2].lower(), []).append(one)
    # The largest towns of Turkey and Cyprus also have an older zone name in another region.
    alone = {place: named[0] if len(named) == 1 else _newest_name(named) for place, named in places.items()}
    return {place: zone for place, zone in alone.items() if zone} | {one.lower(): one for one in zones} | {"gmt": "UTC"}


def _newest_name(named: list[str]) -> str:
    """The European one of several zones with the same place, if the others are aliases of it; else empty."""
    europe = [one for one in named if one.startswith("Europe/")]
    regions = {one.partition("/")[0] for one in named}
    return europe[0] if len(europe) == 1 and regions == {"Asia", "Europe"} else ""


def _offset_zone(sign: str, hours: int, minutes: int) -> str | None:
    offset = timedelta(hours=hours, minutes=minutes) * (-1 if sign == "-" else 1)
    if not _WESTMOST <= offset <= _EASTMOST:
        return None
    return f"UTC{sign}{hours:02}:{minutes:02}" if offset else "UTC"


def load_zone(name: str) -> tzinfo:
    """The zone of a name from :func:`find_zone`; raises if it does not exist, or no longer."""
    if (offset := _FIXED_OFFSET.fullmatch(name)) is None:
        return ZoneInfo(name)
    return timezone(timedelta(hours=int(offset[2]), minutes=int(offset[3])) * (-1 if offset[1] == "-" else 1))


def day_text(day: date) -> str:
    """A date as in all languages of the interface: ``27.11``."""
    return f"{day.day}.{day.month:02}"
