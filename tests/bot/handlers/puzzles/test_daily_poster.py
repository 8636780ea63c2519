"""The daily puzzle and the game of the week come once a date, whichever worker ends, and are never made up for."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, ChatMoved, ChatUnreachable, NotSent, RateLimited
from bot.handlers.daily import DailyPoster
from bot.store import keys
from bot.store.games import GameStore
from bot.store.puzzles import DailyChat, DailyPuzzleStore, DailySend
from bot.store.schedule import Schedule
from bot.tables.daily_time import (
    DAILY_SETTING,
    LATEST,
    WEEK_SETTING,
    DailyTime,
    end_of_day_round,
    find_zone,
    occurrence_due,
    parse_clock,
)

GROUP, OTHER, SUPERGROUP = -4001, -4002, -1_001_000_004_001
NINE: Final = DailyTime(9, 0, "Europe/Istanbul")
DUE: Final = datetime(2026, 11, 27, 6, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class WorkerKilled(BaseException):
    """The process ended there."""


class Told:
    def __init__(self) -> None:
        self.posts: Final[list[tuple[int, str, str]]] = []
        self.chosen = 0
        self.week_games: Final[list[tuple[int, str]]] = []
        """Where games of the week were begun, and of which date; once each, as their commits see to it."""
        self.has_free_table = True

    async def begin_week_game(self, chat: int, _: Mapping[str, str], day: date) -> bool:
        if self.has_free_table and (chat, day.isoformat()) not in self.week_games:
            self.week_games.append((chat, day.isoformat()))
        return self.has_free_table


class Post:
    def __init__(self, told: Told, post: tuple[int, str, str], outcome: BaseException | None, *, sent: bool) -> None:
        self._told, self._post, self._outcome, self._sent = told, post, outcome, sent

    async def send(self) -> None:
        if self._outcome is None or self._sent:
            self._told.posts.append(self._post)
        if self._outcome is not None:
            raise self._outcome


class Posts:
    def __init__(self, told: Told) -> None:
        self._told = told
        self.outcomes: list[BaseException | None] = []
        self.reaches_chat = False
        self.has_puzzles = True

    async def choose_puzzle(self, _: int, known: DailyChat, day: date) -> str | None:
        if known.newest is not None and known.newest.day == day:
            return known.newest.puzzle
        self._told.chosen += 1
        return f"{self._told.chosen:012x}" if self.has_puzzles else None

    async def prepare_post(self, chat: int, _: DailyChat, day: date, puzzle: str) -> Post:
        outcome = self.outcomes.pop(0) if self.outcomes else None
        return Post(self._told, (chat, day.isoformat(), puzzle), outcome, sent=self.reaches_chat)


class KilledStore(DailyPuzzleStore):
    """A store with which the process ends, before or after a step."""

    die_before = die_after = ""
    loses_first = False
    """Whether another worker takes all shards once the picture is drawn."""

    async def begin_sending(self, chat: int, day: date, puzzle: str) -> DailySend:
        if self.loses_first:
            await own_all(self._client, "two")
        if self.die_before == "begin":
            raise WorkerKilled
        begun = await super().begin_sending(chat, day, puzzle)
        if self.die_after == "begin":
            raise WorkerKilled
        return begun

    async def record_outcome(self, *arguments: object) -> bool:
        if self.die_before == "record":
            raise WorkerKilled
        recorded = await super().record_outcome(*arguments)  # type: ignore[arg-type]  # as they came
        if self.die_after == "record":
            raise WorkerKilled
        return recorded


class Owned:
    def __init__(self, epoch: str, shards: Sequence[int] = range(keys.SHARDS)) -> None:
        self.epochs: Mapping[int, str] = dict.fromkeys(shards, epoch)
        self.lost: list[int] = []

    @property
    def readable_epochs(self) -> Mapping[int, str]:
        return self.epochs

    def report_lost(self, shard: int, _: str) -> None:
        self.lost.append(shard)


class Worker:
    def __init__(self, redis: Redis, clock: "Clock", told: Told, shards: Owned | None = None) -> None:
        self.posts = Posts(told)
        self.store = KilledStore(redis, shards)
        self.poster = DailyPoster(
            store=self.store,
            schedule=Schedule(redis, keys.daily_posts, shards),
            posts=self.posts,
            begin_week_game=told.begin_week_game,
            clock=lambda: clock.now,
        )

    async def look(self) -> None:
        """Post what is due, until it may be that the process ends."""
        try:
            await self.poster.post_due()
        except WorkerKilled:
            return


class Clock:
    def __init__(self) -> None:
        self.now = DUE - MINUTE


class World:
    """A group that wants its puzzle at nine in Istanbul."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.clock, self.told = Clock(), Told()
        self.settings, self.schedule = GameStore(redis), Schedule(redis, keys.daily_posts)

    def worker(self, shards: Owned | None = None) -> Worker:
        return Worker(self.redis, self.clock, self.told, shards)

    async def want(self, chat: int, daily: DailyTime | None) -> None:
        await self.settings.save_setting(chat, DAILY_SETTING, None if daily is None else daily.stored)
        if daily is not None:
            due = daily.next_after(self.clock.now).at.timestamp()
            await self.schedule.schedule_entry(chat, str(chat).encode(), due)

    async def want_week_game(self, chat: int, week: DailyTime) -> None:
        await self.settings.save_setting(chat, WEEK_SETTING, week.stored)
        await self.schedule.schedule_entry(chat, b"%d week" % chat, week.next_after(self.clock.now).at.timestamp())

    async def next_due(self, chat: int, what: str = "") -> datetime | None:
        score = await self.redis.zscore(keys.daily_posts(keys.shard_of(chat)), f"{chat}{what}")
        return None if score is None else datetime.fromtimestamp(float(score), UTC)

    @property
    def days(self) -> list[str]:
        return [day for _, day, _ in self.told.posts]


async def own_all(redis: Redis, epoch: str) -> None:
    for shard in range(keys.SHARDS):
        await redis.set(keys.shard_owner(shard), epoch)


@pytest.fixture
async def world(redis: Redis) -> World:
    made = World(redis)
    await made.want(GROUP, NINE)
    return made


async def test_it_is_posted_when_it_is_due_and_once(world: World) -> None:
    worker = world.worker()
    await worker.look()
    assert not world.told.posts
    for _ in range(9):
        world.clock.now += 10 * MINUTE
        await worker.look()
    assert world.told.posts == [(GROUP, "2026-11-27", f"{1:012x}")]
    assert await world.next_due(GROUP) == DUE + DAY
    world.clock.now = DUE + 5 * DAY + 20 * MINUTE
    for _ in range(2):
        await worker.look()
    assert world.days == ["2026-11-27", "2026-12-02"], "after an absence of days there is today's alone"


@pytest.mark.parametrize("first", ["2026-03-06", "2026-10-30"])
async def test_every_day_has_one_through_changes_of_the_clock(redis: Redis, first: str) -> None:
    world, days = World(redis), 4
    world.clock.now = utc(first)
    chats = {GROUP: 2, OTHER: 1, -4003: 3}
    for chat, hour in chats.items():
        await world.want(chat, DailyTime(hour, 30, "America/New_York"))
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


async def test_where_there_is_no_puzzle_it_is_looked_again_until_the_hour_is_over(world: World) -> None:
    worker = world.worker()
    worker.posts.has_puzzles = False
    world.clock.now = DUE
    await worker.look()
    worker.posts.has_puzzles = True
    world.clock.now += 6 * MINUTE
    await worker.look()
    assert world.days == ["2026-11-27"]
    worker.posts.outcomes = [ChatUnreachable("kicked")]
    world.clock.now = DUE + DAY
    await worker.look()
    assert await world.next_due(GROUP) == DUE + 2 * DAY, "a chat that cannot be reached is tried the next day"
    await world.want(GROUP, None)
    world.clock.now = DUE + 2 * DAY
    await worker.look()
    assert world.days == ["2026-11-27"]
    assert await world.next_due(GROUP) is None, "it is not wanted any more"


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
    for _ in range(2 * 24 * 4):
        found = occurrence_due(daily, now, newest)
        if found is not None:
            posted.append(found)
            newest = found.day
        now += timedelta(minutes=15)
    assert len({one.day for one in posted}) == len(posted)
    assert [one.day for one in posted] == sorted(one.day for one in posted)
    first, last = datetime(day.year, day.month, day.day, tzinfo=UTC), now - timedelta(minutes=15)
    around = [daily.occurrence_on(day + days * TODAY) for days in range(-1, 4)]
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


MONDAY = DUE + 3 * DAY
"""DUE is a Friday's."""


@pytest.fixture
async def week_world(redis: Redis) -> World:
    made = World(redis)
    await made.want_week_game(GROUP, NINE)
    return made


async def test_the_week_game_begins_each_monday_and_on_no_other_day(week_world: World) -> None:
    worker = week_world.worker()
    while week_world.clock.now < MONDAY + 8 * DAY:
        week_world.clock.now += timedelta(hours=1)
        await worker.look()
    assert week_world.told.week_games == [(GROUP, "2026-11-30"), (GROUP, "2026-12-07")]
    assert await week_world.next_due(GROUP, " week") == MONDAY + 14 * DAY
    assert not week_world.told.posts, "the daily puzzle is another setting"


async def test_the_week_game_keeps_the_daily_puzzles_hour(week_world: World) -> None:
    await week_world.want(GROUP, DailyTime(20, 15, "Europe/Istanbul"))
    week_world.clock.now = MONDAY + 30 * MINUTE
    await week_world.worker().look()
    assert not week_world.told.week_games
    week_world.clock.now = MONDAY + timedelta(hours=11, minutes=16)
    for _ in range(2):
        await week_world.worker().look()
    assert week_world.told.week_games == [(GROUP, "2026-11-30")]
    assert len(week_world.told.posts) == 1


async def test_a_week_game_is_tried_each_minute_for_an_hour_while_no_table_is_free(week_world: World) -> None:
    worker, week_world.told.has_free_table = week_world.worker(), False
    week_world.clock.now = MONDAY
    await worker.look()
    assert await week_world.next_due(GROUP, " week") == MONDAY + MINUTE
    week_world.told.has_free_table, week_world.clock.now = True, MONDAY + MINUTE
    await worker.look()
    assert week_world.told.week_games == [(GROUP, "2026-11-30")]
    week_world.told.has_free_table, week_world.clock.now = False, MONDAY + 7 * DAY
    await worker.look()
    week_world.clock.now += 61 * MINUTE
    await worker.look()
    assert await week_world.next_due(GROUP, " week") == MONDAY + 14 * DAY


@pytest.mark.parametrize(
    ("opens", "ends"),
    [
        ("2026-11-30T06:00:05", "2026-12-01T06:00"),
        ("2026-12-01T06:00:31", "2026-12-02T06:00"),
        ("2026-11-30T17:00", "2026-12-01T06:00"),
        ("2026-11-30T19:00", "2026-12-02T06:00"),
    ],
    ids=["with the hour", "after the grace", "half a day before it", "less than half a day before it"],
)
def test_a_round_of_a_day_ends_at_the_groups_hour(opens: str, ends: str) -> None:
    at = end_of_day_round({"week": NINE.stored}, datetime.fromisoformat(f"{opens}+00:00"))
    assert at == datetime.fromisoformat(f"{ends}+00:00")


def test_a_round_over_a_change_of_the_clock_ends_at_the_same_hour() -> None:
    kyiv = DailyTime(9, 0, "Europe/Kyiv")
    saturday, sunday = (kyiv.occurrence_on(date(2026, 10, day)) for day in (24, 25))
    assert saturday is not None
    assert sunday is not None
    assert sunday.at - saturday.at == timedelta(hours=25)
    assert end_of_day_round({"daily": kyiv.stored}, saturday.at + timedelta(seconds=31)) == sunday.at
