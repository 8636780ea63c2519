"""The daily puzzle is posted in each chat once a date, whoever ends in between, and never made up for."""

from datetime import UTC, date, datetime, timedelta

import pytest
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, ChatMoved, ChatUnreachable, NotSent, RateLimited
from bot.handlers.puzzles.daily_calendar import DailyTime
from bot.store import keys
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


async def test_each_day_has_one_with_another_puzzle(world: World) -> None:
    worker = world.worker()
    for day in range(4):
        world.clock.now = DUE + day * DAY
        await worker.look()
    assert world.days == ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"]
    assert len({puzzle for _, _, puzzle in world.told.posts}) == 4


async def test_after_an_absence_of_days_there_is_todays_alone(world: World) -> None:
    worker = world.worker()
    world.clock.now = DUE + 5 * DAY + 20 * MINUTE
    await worker.look()
    await worker.look()
    assert world.days == ["2026-12-02"]


async def test_an_hour_after_the_time_there_is_none_for_that_day(world: World) -> None:
    worker = world.worker()
    world.clock.now = DUE + 61 * MINUTE
    await worker.look()
    assert not world.told.posts
    assert await world.next_due(GROUP) == DUE + DAY


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


async def test_what_cannot_be_sent_for_an_hour_is_given_up(world: World) -> None:
    worker = world.worker()
    worker.posts.outcomes = [RateLimited("wait", 3_700.0)]
    world.clock.now = DUE
    await worker.look()
    world.clock.now += timedelta(seconds=3_701)
    await worker.look()
    assert not world.told.posts
    world.clock.now = DUE + DAY
    await worker.look()
    assert world.days == ["2026-11-28"]


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
