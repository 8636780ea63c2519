"""The daily puzzle's calendar, over all changes of the clock that zones have."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.puzzles.daily_calendar import LATEST, DailyTime, find_zone, parse_clock, puzzle_to_post

FIRST, LAST = date(2005, 1, 1), date(2037, 12, 31)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)
ZONES = sorted(
    zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix", "right"))
)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@cache
def transitions(zone: str) -> tuple[date, ...]:
    """The dates on which a zone's clock is changed, in UTC, between the first and the last day.

    Those of a week in which it is changed back are left out; there are few.
    """
    info, found, day = ZoneInfo(zone), list[date](), datetime(FIRST.year, 1, 1, tzinfo=UTC)
    while day.date() <= LAST:
        if day.astimezone(info).utcoffset() != (day + WEEK).astimezone(info).utcoffset():
            offsets = [(day + days * DAY).astimezone(info).utcoffset() for days in range(8)]
            found += [(day + days * DAY).date() for days in range(7) if offsets[days] != offsets[days + 1]]
        day += WEEK
    return tuple(found)


def dates_near_transitions(zone: str) -> st.SearchStrategy[date]:
    changes = transitions(zone)
    anywhere = st.dates(FIRST, LAST)
    if not changes:
        return anywhere
    near = st.tuples(st.sampled_from(changes), st.integers(-2, 3)).map(lambda pair: pair[0] + pair[1] * DAY)
    return st.one_of(near, anywhere)


daily_times = st.builds(DailyTime, st.integers(0, 23), st.integers(0, 59), st.sampled_from(ZONES))
times_and_dates = daily_times.flatmap(lambda daily: st.tuples(st.just(daily), dates_near_transitions(daily.zone)))


@given(times_and_dates)
def test_every_date_has_one_puzzle_on_that_date_and_later_dates_have_later_ones(case: tuple[DailyTime, date]) -> None:
    daily, first = case
    zone = ZoneInfo(daily.zone)
    found = [one for days in range(4) if (one := daily.occurrence_on(first + days * DAY)) is not None]
    assert len(found) >= 3, "at most one date is left out"
    assert all(one.at.astimezone(zone).date() == one.day for one in found)
    for earlier, later in pairwise(found):
        assert timedelta(hours=20) < later.at - earlier.at < timedelta(hours=52)


@given(times_and_dates, st.integers(0, 24 * 60 * 60 - 1))
def test_the_latest_and_the_next_leave_none_out_and_repeat_none(case: tuple[DailyTime, date], seconds: int) -> None:
    daily, day = case
    now = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(seconds=seconds)
    latest, following = daily.latest_before(now), daily.next_after(now)
    assert latest.at <= now < following.at
    assert latest.day < following.day
    assert daily.next_after(latest.at) == following
    assert daily.latest_before(following.at) == following


@given(times_and_dates)
def test_who_looks_every_quarter_of_an_hour_posts_each_date_once(case: tuple[DailyTime, date]) -> None:
    daily, day = case
    now, newest, posted = datetime(day.year, day.month, day.day, tzinfo=UTC), None, []
    for _ in range(4 * 24 * 4):
        found = puzzle_to_post(daily, now, newest)
        if found is not None:
            posted.append(found)
            newest = found.day
        now += timedelta(minutes=15)
    assert len({one.day for one in posted}) == len(posted)
    assert [one.day for one in posted] == sorted(one.day for one in posted)
    first, last = datetime(day.year, day.month, day.day, tzinfo=UTC), now - timedelta(minutes=15)
    around = [daily.occurrence_on(day + days * DAY) for days in range(-1, 6)]
    assert {one.day for one in around if one is not None and first <= one.at <= last} <= {one.day for one in posted}


@pytest.mark.parametrize(
    ("clock", "day", "at"),
    [
        ("02:30 America/New_York", "2026-03-08", "2026-03-08T07:30"),  # there is none: 03:30
        ("02:30 America/New_York", "2026-03-09", "2026-03-09T06:30"),
        ("01:30 America/New_York", "2026-11-01", "2026-11-01T05:30"),  # twice: the first
        ("01:30 America/New_York", "2026-11-02", "2026-11-02T06:30"),
        ("03:30 Europe/Kyiv", "2026-03-29", "2026-03-29T01:30"),  # there is none: 04:30
        ("03:30 Europe/Kyiv", "2026-10-25", "2026-10-25T00:30"),  # twice: the first
        ("09:00 Europe/Istanbul", "2026-03-29", "2026-03-29T06:00"),  # always three hours ahead
        ("09:00 Europe/Istanbul", "2026-10-25", "2026-10-25T06:00"),
        ("00:30 America/Sao_Paulo", "2018-11-04", "2018-11-04T03:30"),  # the day begins at one
    ],
)
def test_an_hour_that_is_left_out_is_later_and_one_that_comes_twice_is_the_first(clock: str, day: str, at: str) -> None:
    daily = DailyTime.parse_stored(clock)
    assert daily is not None
    found = daily.occurrence_on(date.fromisoformat(day))
    assert found is not None
    assert found.at == utc(at)


def test_a_date_that_a_zone_left_out_has_no_puzzle() -> None:
    daily = DailyTime(9, 0, "Pacific/Apia")
    assert daily.occurrence_on(date(2011, 12, 30)) is None
    noon = utc("2011-12-30T00:00")
    assert daily.latest_before(noon).day == date(2011, 12, 29)
    assert daily.next_after(noon).day == date(2011, 12, 31)


@pytest.mark.parametrize("minutes", [0, 59, 60])
def test_a_puzzle_is_posted_within_its_hour(minutes: int) -> None:
    daily = DailyTime(9, 0, "Europe/Istanbul")
    found = puzzle_to_post(daily, utc("2026-11-27T06:00") + timedelta(minutes=minutes), None)
    assert found is not None
    assert found.day == date(2026, 11, 27)


def test_what_is_late_by_more_is_left_out_and_days_of_absence_are_not_made_up_for() -> None:
    daily = DailyTime(9, 0, "Europe/Istanbul")
    assert puzzle_to_post(daily, utc("2026-11-27T06:00") + LATEST + timedelta(seconds=1), None) is None
    back = puzzle_to_post(daily, utc("2026-12-05T06:20"), date(2026, 11, 27))
    assert back is not None
    assert back.day == date(2026, 12, 5), "today's alone"


def test_no_date_has_two_though_the_hour_or_the_zone_is_changed() -> None:
    posted = date(2026, 11, 27)
    assert puzzle_to_post(DailyTime(10, 0, "Europe/Istanbul"), utc("2026-11-27T07:00"), posted) is None
    assert puzzle_to_post(DailyTime(9, 0, "Pacific/Honolulu"), utc("2026-11-27T19:00"), posted) is None
    assert puzzle_to_post(DailyTime(9, 0, "Pacific/Honolulu"), utc("2026-11-28T19:00"), posted) is not None


@pytest.mark.parametrize(
    ("typed", "clock"),
    [("9", (9, 0)), ("09:30", (9, 30)), ("9.05", (9, 5)), ("23:59", (23, 59)), ("0", (0, 0)), ("24", None),
     ("9:60", None), ("9:5", None), ("", None),
     ("9:30pm", (21, 30)), ("9AM", (9, 0)), ("12am", (0, 0)), ("12:15pm", (12, 15)), ("0am", None), ("13pm", None),
     ("٩", None), ("-1", None)],
)  # fmt: skip
def test_a_typed_time_is_read(typed: str, clock: tuple[int, int] | None) -> None:
    assert parse_clock(typed) == clock


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("Europe/Istanbul", "Europe/Istanbul"), ("europe/KYIV", "Europe/Kyiv"), ("İstanbul", "Europe/Istanbul"),
     ("new york", "America/New_York"), ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
     ("utc", "UTC"), ("GMT", "UTC"), ("GMT+3", "UTC+03:00"), ("+03:00", "UTC+03:00"), ("utc -3", "UTC-03:00"),
     ("UTC + 05:30", "UTC+05:30"), ("+0545", "UTC+05:45"), ("+0", "UTC"), ("-00:00", "UTC"), ("+14", "UTC+14:00"),
     ("-12:00", "UTC-12:00"), ("+14:15", None), ("-13", None), ("+99", None), ("+3:7", None), ("3", None),
     ("Atlantis", None), ("../etc/passwd", None), ("/etc/passwd", None)],
)  # fmt: skip
def test_a_typed_zone_is_found(typed: str, zone: str | None) -> None:
    assert find_zone(typed) == zone


@given(daily_times)
def test_what_is_stored_is_read_again(daily: DailyTime) -> None:
    assert DailyTime.parse_stored(daily.stored) == daily


def test_a_fixed_offset_has_its_hour_all_year() -> None:
    daily = DailyTime(9, 30, "UTC+05:30")
    assert daily.latest_before(utc("2026-07-01T12:00")).at == utc("2026-07-01T04:00")
    assert daily.latest_before(utc("2026-12-01T12:00")).at == utc("2026-12-01T04:00")


@pytest.mark.parametrize(
    "stored", ["", "off", "25:00 UTC", "09:00", "09:00 Nowhere/Town", "09:00 UTC+25:00", "09:00 ../../etc/passwd"]
)
def test_what_is_no_time_is_none(stored: str) -> None:
    assert DailyTime.parse_stored(stored) is None
