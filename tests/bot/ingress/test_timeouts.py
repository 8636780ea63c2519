"""What is due waits for what came before, and keeps nobody waiting that came for another reason."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.streams import InboxEntry
from bot.tables.codec import decode_log_entry
from bot.telegram.requests import Request
from engine.clock import Timeout
from tests.support.chat_harness import LIMON
from tests.support.consumer_harness import GROUP, ConsumerHarness, hold_requests, request_text
from tests.support.games import USERS
from tests.support.stored_tables import load_stored_log
from tests.support.streams import ALL_EPOCHS
from tests.support.timeout_workers import SCOPE, TimeoutWorker, World, timed_game
from tests.support.waiting import PATIENCE, Looks, run_until_idle, wait_until

TURN = 120
TOPICS = tuple(Scope(SCOPE.chat, topic) for topic in range(3, 9))


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def desk(redis: Redis, world: World) -> ConsumerHarness:
    return ConsumerHarness(redis, world.clock)


@pytest.fixture
async def deadlines(world: World, desk: ConsumerHarness) -> AsyncIterator[TimeoutWorker]:
    worker = world.new_worker(turns=desk.consumer.timeouts)
    await worker.beats.record_first_beat()
    async with desk.run_consumer():
        yield worker


async def has_timed_out(world: World, scope: Scope = SCOPE) -> bool:
    return any(
        isinstance(decode_log_entry(entry).action, Timeout) for entry in await load_stored_log(world.store, scope)
    )


async def wait_until_true(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        looks = Looks()
        while not await true():
            await looks.pause()


class ShiftedClock:
    """The event loop's clock, which a test puts forward."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        loop = asyncio.get_running_loop()
        real = loop.time
        patch.setattr(loop, "time", lambda: real() + self.ahead)


async def test_a_move_in_private_waits_for_none_of_its_players_tables_that_are_due(
    world: World, desk: ConsumerHarness, deadlines: TimeoutWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.consumer.MOST_WAIT_SECONDS", 1e6)
    free = hold_requests(desk, "rack:12345678")
    groups = [Scope(SCOPE.chat - number) for number in range(12)]
    for group in groups:
        await world.put_table(timed_game(), group)
    await desk.append_tap("rack:12345678", USERS[0], chat=USERS[0])
    await run_until_idle()
    await world.advance_beat_by_beat(TURN + 10, deadlines)
    await run_until_idle()
    assert not any([await has_timed_out(world, group) for group in groups])
    await desk.append_text("/play good", USERS[0], chat=USERS[0])
    await wait_until(lambda: desk.handled_texts == ["play good"])
    free.set()
    await wait_until(lambda: not desk.consumer.is_busy)
    assert all([await has_timed_out(world, group) for group in groups])


async def test_what_is_due_in_many_topics_waits_no_longer_than_in_one_and_keeps_its_group_waiting_for_nothing(
    world: World, desk: ConsumerHarness, deadlines: TimeoutWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, free = ShiftedClock(monkeypatch), hold_requests(desk, "rack:12345678")
    for topic in TOPICS:
        await world.put_table(timed_game(), topic)
    await desk.append_tap("rack:12345678", USERS[0], chat=USERS[0])
    await run_until_idle()
    await world.advance_beat_by_beat(TURN + 10, deadlines)
    await desk.append_text("/play good", USERS[1], chat=SCOPE.chat)
    await wait_until(lambda: desk.handled_texts == ["play good"])
    assert not any([await has_timed_out(world, topic) for topic in TOPICS])
    clock.ahead += 5.0
    for topic in TOPICS:
        await wait_until_true(partial(has_timed_out, world, topic))
    free.set()
    await desk.wait_until_empty()


async def test_no_time_runs_out_ahead_of_a_move_whose_answer_was_lost_while_it_waited(
    world: World, desk: ConsumerHarness, deadlines: TimeoutWorker
) -> None:
    assert isinstance(desk.redis, Client)
    free, turns = asyncio.Event(), list[int]()

    async def work(request: Request) -> None:
        if request_text(request) == "play private":
            await free.wait()
        else:
            turns.append((await world.load_game()).turn)

    async def lost(_: Sequence[InboxEntry]) -> None:
        """The answer does not arrive."""

    desk.on_request = work
    await world.put_table(timed_game())
    await desk.append_text("/play private", USERS[1], chat=USERS[1])
    await run_until_idle()
    await world.advance_beat_by_beat(TURN + 10, deadlines)
    # Given out to this process by the server, and lost on the way with the connection.
    desk.inbox = Inbox(desk.redis)
    desk.inbox.deliver_to(ALL_EPOCHS.items(), lost)
    await desk.append_text("/play B", USERS[0], chat=SCOPE.chat)
    desk.redis.state.break_count += 1
    assert not desk.consumer.timeouts.is_ready
    await wait_until(lambda: desk.consumer.timeouts.is_ready)
    free.set()
    await wait_until(lambda: turns != [])
    assert turns == [0]
    await wait_until(lambda: not desk.consumer.is_busy)
    assert not await has_timed_out(world)
    await world.advance_beat_by_beat(2, deadlines)
    await wait_until(lambda: not desk.consumer.is_busy)
    assert await has_timed_out(world), "it comes again, long before its claim ends"


async def test_no_more_tables_wait_than_may_and_the_others_stay_unclaimed(
    monkeypatch: pytest.MonkeyPatch, world: World, desk: ConsumerHarness, deadlines: TimeoutWorker
) -> None:
    """A claim holds for half a minute: whoever cannot wait is not to be claimed in vain."""
    monkeypatch.setattr("bot.ingress.consumer._MOST_TABLES", 2)
    monkeypatch.setattr("bot.ingress.consumer.MOST_WAIT_SECONDS", 1e6)
    free = hold_requests(desk, "rack:12345678")
    for scope in TOPICS:
        await world.put_table(timed_game(), scope)
    await desk.append_tap("rack:12345678", USERS[0], chat=USERS[0])
    await run_until_idle()
    await world.advance_beat_by_beat(TURN + 10, deadlines)
    assert not desk.consumer.timeouts.free_places
    due = keys.deadlines(keys.shard_of(SCOPE.chat))
    found = await world.redis.zrange(due, 0, -1, withscores=True)
    scores = [float(pair[1]) for pair in found]
    assert scores.count(min(scores)) == len(TOPICS) - 2, "as they were dealt"
    free.set()
    await wait_until(lambda: not desk.consumer.is_busy)
    await world.advance_beat_by_beat(10, deadlines)
    await wait_until(lambda: not desk.consumer.is_busy)
    assert sum([await has_timed_out(world, scope) for scope in TOPICS]) > 2


async def test_what_runs_out_takes_its_place_behind_all_that_came_before(desk: ConsumerHarness) -> None:
    free, tapped = asyncio.Event(), asyncio.Event()

    async def work(request: Request) -> None:
        await {"play A": free, "agree:12345678": tapped}.get(request_text(request), free).wait()

    async def expired() -> None:
        desk.handled_texts.append("time")

    desk.on_request = work
    async with desk.run_consumer():
        places = desk.consumer.timeouts.free_places
        await desk.append_text("/play A")
        await desk.append_tap("agree:12345678", LIMON)
        await desk.append_text("/play B", LIMON)
        await desk.consumer.timeouts.queue_work(Scope(GROUP), expired, lambda: None)
        found = await desk.inbox.read_server_ms(GROUP)
        while await desk.inbox.read_server_ms(GROUP) == found:
            await run_until_idle()
        await desk.append_text("/play C")
        assert desk.consumer.timeouts.free_places < places, "it waits for the tap"
        tapped.set()
        # What is later goes first where it has begun before the work is in its lane.
        await wait_until(lambda: desk.consumer.timeouts.free_places == places)
        free.set()
        await desk.wait_until_empty()
        await wait_until(lambda: not desk.consumer.is_busy)
    assert desk.handled_texts.index("time") == 3
    assert set(desk.handled_texts[:3]) == {"play A", "play B", "agree:12345678"}
