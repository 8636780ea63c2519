"""The daily puzzle is posted in each chat once a date, whoever ends in between, and never made up for."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, ChatMoved, ChatUnreachable, NotSent, RateLimited
from bot.store import keys
from bot.tables.daily_time import LATEST, DailyTime, find_zone, occurrence_due, parse_clock
from tests.support.daily_posts import DAY, DUE, GROUP, MINUTE, NINE, OTHER, SUPERGROUP, Owned, World, own_all


@pytest.fixture
async def world(redis: Redis) -> World:
    made = World(redis)
    await made.want(GROUP, NINE)
    return made


async def test_it_is_posted_when_it_is_due_and_once(world: World) -> None:
    worker = world.worker()
    await worker.look()
    assert not world.told.posts
    for _ in range(90):
        world.clock.now += MINUTE
        await worker.look()
    assert world.told.posts == [(GROUP, "2026-11-27", f"{1:012x}")]
    assert await world.next_due(GROUP) == DUE + DAY


async def test_after_an_absence_of_days_there_is_todays_alone(world: World) -> None:
    worker = world.worker()
    world.clock.now = DUE + 5 * DAY + 20 * MINUTE
    await worker.look()
    await worker.look()
    assert world.days == ["2026-12-02"]


@pytest.mark.repeats(2)
@pytest.mark.parametrize("zone", ["Europe/Istanbul", "Europe/Kyiv", "America/New_York"])
@pytest.mark.parametrize(("first", "days"), [("2026-03-05", 30), ("2026-10-20", 20)])
async def test_every_day_has_one_through_changes_of_the_clock(redis: Redis, zone: str, first: str, days: int) -> None:
    world = World(redis)
    world.clock.now = datetime.fromisoformat(first).replace(tzinfo=UTC)
    chats = {GROUP: 2, OTHER: 1, -4003: 3}
    for chat, hour in chats.items():
        await world.want(chat, DailyTime(hour, 30, zone))
    worker, end = world.worker(), world.clock.now + days * DAY
    while world.clock.now < end:
        # Before what comes next, when it is due, and after it.
        due = min([await world.next_due(chat) or end for chat in chats])
        for now in (due - MINUTE, due, due + 30 * MINUTE):
            world.clock.now = max(world.clock.now, now)
            await worker.look()
    for chat in chats:
        posted = [date.fromisoformat(day) for where, day, _ in world.told.posts if where == chat]
        assert posted == [posted[0] + count * DAY for count in range(len(posted))]
        assert len(posted) >= days - 1


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [("begin", "", 1), ("", "begin", 0), ("record", "", 1), ("", "record", 1)],
    ids=["before the note", "after the note", "after the send", "after all"],
)
async def test_whoever_ends_in_between_leaves_one_post_at_most(
    world: World, before: str, after: str, count: int
) -> None:
    world.clock.now = DUE
    killed = world.worker(Owned("one"))
    await own_all(world.redis, "one")
    killed.store.die_before, killed.store.die_after = before, after
    await killed.look()
    await own_all(world.redis, "two")
    heir = world.worker(Owned("two"))
    for _ in range(10):
        world.clock.now += MINUTE
        await heir.look()
    assert len(world.told.posts) == count
    assert await world.next_due(GROUP) == DUE + DAY


async def test_two_workers_that_look_at_once_post_one(world: World) -> None:
    world.clock.now = DUE
    await own_all(world.redis, "one")
    former, owner = world.worker(Owned("two")), world.worker(Owned("one"))
    await former.look()
    assert not world.told.posts, "the shard is another's"
    await owner.look()
    await former.look()
    assert len(world.told.posts) == 1


async def test_who_lost_the_shard_while_it_drew_does_not_send(world: World) -> None:
    world.clock.now = DUE
    await own_all(world.redis, "one")
    shards = Owned("one")
    slow = world.worker(shards)
    slow.store.loses_first = True
    await slow.look()
    assert not world.told.posts
    assert shards.lost == [keys.shard_of(GROUP)]
    world.clock.now += MINUTE
    await world.worker(Owned("two")).look()
    assert len(world.told.posts) == 1


@pytest.mark.parametrize("error", [RateLimited("wait", 20.0), NotSent("too much waits")])
async def test_what_was_surely_not_sent_is_sent_later_and_is_the_same_puzzle(world: World, error: Exception) -> None:
    worker = world.worker()
    worker.posts.outcomes = [error]
    world.clock.now = DUE
    await worker.look()
    assert not world.told.posts
    world.clock.now += 2 * MINUTE
    await worker.look()
    assert world.told.posts == [(GROUP, "2026-11-27", f"{1:012x}")]


async def test_what_nobody_knows_to_be_sent_is_not_sent_again(world: World) -> None:
    worker = world.worker()
    worker.posts.outcomes, worker.posts.reaches_chat = [ApiUnreachable("no answer")], True
    world.clock.now = DUE
    for _ in range(5):
        await worker.look()
        world.clock.now += MINUTE
    assert len(world.told.posts) == 1


async def test_a_chat_that_cannot_be_reached_is_tried_the_next_day(world: World) -> None:
    worker = world.worker()
    worker.posts.outcomes = [ChatUnreachable("kicked")]
    world.clock.now = DUE
    await worker.look()
    assert await world.next_due(GROUP) == DUE + DAY


async def test_where_there_is_no_puzzle_it_is_looked_again_until_the_hour_is_over(world: World) -> None:
    worker = world.worker()
    worker.posts.has_puzzles = False
    world.clock.now = DUE
    await worker.look()
    worker.posts.has_puzzles = True
    world.clock.now += 6 * MINUTE
    await worker.look()
    assert world.days == ["2026-11-27"]


async def test_who_wants_none_any_more_gets_none(world: World) -> None:
    await world.want(GROUP, None)
    world.clock.now = DUE
    await world.worker().look()
    assert not world.told.posts
    assert await world.next_due(GROUP) is None


@pytest.mark.parametrize("is_told_by_send", [True, False])
async def test_a_group_that_becomes_a_supergroup_gets_its_puzzle_there_once(
    world: World, *, is_told_by_send: bool
) -> None:
    worker = world.worker()
    world.clock.now = DUE
    if is_told_by_send:
        worker.posts.outcomes = [ChatMoved("moved", SUPERGROUP)]
        await worker.look()
    await world.settings.migrate_chat(GROUP, SUPERGROUP)
    for _ in range(10):
        world.clock.now += MINUTE
        await worker.look()
    assert [chat for chat, _, _ in world.told.posts] == [SUPERGROUP]
    assert await world.next_due(GROUP) is None
    assert await world.next_due(SUPERGROUP) == DUE + DAY


async def test_what_was_posted_before_the_move_is_not_posted_after_it(world: World) -> None:
    worker = world.worker()
    world.clock.now = DUE
    await worker.look()
    await world.settings.migrate_chat(GROUP, SUPERGROUP)
    await world.schedule.schedule_entry(GROUP, str(GROUP).encode(), DUE.timestamp())
    for _ in range(5):
        world.clock.now += MINUTE
        await worker.look()
    assert len(world.told.posts) == 1
    known = await worker.store.load_newest(SUPERGROUP)
    assert known is not None
    assert known.day == date(2026, 11, 27)


async def test_an_entry_that_is_no_chat_is_dropped(world: World) -> None:
    await world.redis.zadd(keys.daily_posts(5), {b"nonsense": 1.0})
    await world.worker().look()
    assert not await world.redis.zcard(keys.daily_posts(5))


FIRST, LAST = date(2005, 1, 1), date(2037, 12, 31)
TODAY = timedelta(days=1)
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
            offsets = [(day + days * TODAY).astimezone(info).utcoffset() for days in range(8)]
            found += [(day + days * TODAY).date() for days in range(7) if offsets[days] != offsets[days + 1]]
        day += WEEK
    return tuple(found)


def dates_near_transitions(zone: str) -> st.SearchStrategy[date]:
    changes = transitions(zone)
    anywhere = st.dates(FIRST, LAST)
    if not changes:
        return anywhere
    near = st.tuples(st.sampled_from(changes), st.integers(-2, 3)).map(lambda pair: pair[0] + pair[1] * TODAY)
    return st.one_of(near, anywhere)


daily_times = st.builds(DailyTime, st.integers(0, 23), st.integers(0, 59), st.sampled_from(ZONES))
times_and_dates = daily_times.flatmap(lambda daily: st.tuples(st.just(daily), dates_near_transitions(daily.zone)))


@given(times_and_dates)
def test_every_date_has_one_puzzle_on_that_date_and_later_dates_have_later_ones(case: tuple[DailyTime, date]) -> None:
    daily, first = case
    zone = ZoneInfo(daily.zone)
    found = [one for days in range(4) if (one := daily.occurrence_on(first + days * TODAY)) is not None]
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
        found = occurrence_due(daily, now, newest)
        if found is not None:
            posted.append(found)
            newest = found.day
        now += timedelta(minutes=15)
    assert len({one.day for one in posted}) == len(posted)
    assert [one.day for one in posted] == sorted(one.day for one in posted)
    first, last = datetime(day.year, day.month, day.day, tzinfo=UTC), now - timedelta(minutes=15)
    around = [daily.occurrence_on(day + days * TODAY) for days in range(-1, 6)]
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


def test_what_is_late_by_more_is_left_out_and_days_of_absence_are_not_made_up_for() -> None:
    daily = DailyTime(9, 0, "Europe/Istanbul")
    assert occurrence_due(daily, utc("2026-11-27T06:00") + LATEST + timedelta(seconds=1), None) is None
    back = occurrence_due(daily, utc("2026-12-05T06:20"), date(2026, 11, 27))
    assert back is not None
    assert back.day == date(2026, 12, 5), "today's alone"


def test_no_date_has_two_though_the_hour_or_the_zone_is_changed() -> None:
    posted = date(2026, 11, 27)
    assert occurrence_due(DailyTime(10, 0, "Europe/Istanbul"), utc("2026-11-27T07:00"), posted) is None
    assert occurrence_due(DailyTime(9, 0, "Pacific/Honolulu"), utc("2026-11-27T19:00"), posted) is None
    assert occurrence_due(DailyTime(9, 0, "Pacific/Honolulu"), utc("2026-11-28T19:00"), posted) is not None


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


@pytest.mark.parametrize(
    "stored", ["", "off", "25:00 UTC", "09:00", "09:00 Nowhere/Town", "09:00 UTC+25:00", "09:00 ../../etc/passwd"]
)
def test_what_is_no_time_is_none(stored: str) -> None:
    assert DailyTime.parse_stored(stored) is None
