"""What is due waits for what came before, and keeps nobody waiting that came for another reason."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.client import Client
from bot.store.entries import InboxEntry
from bot.store.keys import Scope
from bot.store.streams import Inbox
from bot.tables.codec import decode_entry
from bot.telegram.inbound import Request
from engine.clock import Timeout
from engine.crossword.state import GameState
from tests.support.chats import LIMON
from tests.support.desk import GROUP, Desk, held, said, until
from tests.support.games import USERS, game
from tests.support.patience import PATIENCE
from tests.support.stored_logs import stored_log
from tests.support.streams import ALL
from tests.support.timers import settled
from tests.support.workers import SCOPE, Worker, World

TURN = 120
TOPICS = tuple(Scope(SCOPE.chat, topic) for topic in range(3, 9))


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def desk(redis: Redis, world: World) -> Desk:
    return Desk(redis, world.clock)


@pytest.fixture
async def deadlines(world: World, desk: Desk) -> AsyncIterator[Worker]:
    worker = world.worker(turns=desk.consumer)
    await worker.begin()
    async with desk.open():
        yield worker


def timed() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)


async def timed_out(world: World, scope: Scope = SCOPE) -> bool:
    return any(isinstance(decode_entry(entry).action, Timeout) for entry in await stored_log(world.store, scope))


async def came(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not await true():
            await settled()


class Hurried:
    """The event loop's clock, which a test puts forward."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        loop = asyncio.get_running_loop()
        real = loop.time
        patch.setattr(loop, "time", lambda: real() + self.ahead)


async def test_a_move_in_private_waits_for_none_of_its_players_tables_that_are_due(
    world: World, desk: Desk, deadlines: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tap hangs, and what is due would wait for it for ever."""
    monkeypatch.setattr("bot.ingress.due.WAIT_SECONDS", 1e6)
    free = held(desk, "rack:12345678")
    groups = [Scope(SCOPE.chat - number) for number in range(12)]
    for group in groups:
        await world.deal(timed(), group)
    await desk.press("rack:12345678", USERS[0], chat=USERS[0])
    await settled()
    await world.later(TURN + 10, deadlines)
    await settled()
    assert not any([await timed_out(world, group) for group in groups])
    await desk.say("/play good", USERS[0], chat=USERS[0])
    await until(lambda: desk.done == ["play good"])
    free.set()
    await until(lambda: not desk.consumer.busy)
    assert all([await timed_out(world, group) for group in groups])


async def test_what_is_due_in_many_topics_waits_no_longer_than_in_one_and_keeps_its_group_waiting_for_nothing(
    world: World, desk: Desk, deadlines: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, free = Hurried(monkeypatch), held(desk, "rack:12345678")
    for topic in TOPICS:
        await world.deal(timed(), topic)
    await desk.press("rack:12345678", USERS[0], chat=USERS[0])
    await settled()
    await world.later(TURN + 10, deadlines)
    await desk.say("/play good", USERS[1], chat=SCOPE.chat)
    await until(lambda: desk.done == ["play good"])
    assert not any([await timed_out(world, topic) for topic in TOPICS])
    clock.ahead += 5.0
    for topic in TOPICS:
        await came(partial(timed_out, world, topic))
    free.set()
    await desk.empty()


async def test_what_is_due_waits_as_long_for_taps_and_private_chats_together_as_for_either(
    world: World, desk: Desk, deadlines: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, free = Hurried(monkeypatch), held(desk, "rack:12345678")
    await world.deal(timed())
    await desk.press("rack:12345678", USERS[0], chat=USERS[0])
    await desk.press("rack:12345678", USERS[1], chat=SCOPE.chat)
    await settled()
    await world.later(TURN + 10, deadlines)
    await settled()
    assert not await timed_out(world)
    clock.ahead += 5.0
    await came(lambda: timed_out(world))
    free.set()
    await desk.empty()


async def test_no_time_runs_out_ahead_of_a_move_whose_answer_was_lost_while_it_waited(
    world: World, desk: Desk, deadlines: Worker
) -> None:
    """The move is found again, and lies behind what is due by then."""
    assert isinstance(desk.redis, Client)
    free, turns = asyncio.Event(), list[int]()

    async def work(request: Request) -> None:
        if said(request) == "play private":
            await free.wait()
        else:
            turns.append((await world.game()).turn)

    async def lost(_: Sequence[InboxEntry]) -> None:
        """The answer does not arrive."""

    desk.work = work
    await world.deal(timed())
    await desk.say("/play private", USERS[1], chat=USERS[1])
    await settled()
    await world.later(TURN + 10, deadlines)
    # Given out to this process by the server, and lost on the way with the connection.
    desk.inbox = Inbox(desk.redis)
    desk.inbox.handed_over.to(ALL, lost)
    await desk.say("/play B", USERS[0], chat=SCOPE.chat)
    desk.redis.line.breaks += 1
    assert not desk.consumer.ready
    await until(lambda: desk.consumer.ready)
    free.set()
    await until(lambda: turns != [])
    assert turns == [0]
    await until(lambda: not desk.consumer.busy)
    assert not await timed_out(world)
    await world.later(2, deadlines)
    await until(lambda: not desk.consumer.busy)
    assert await timed_out(world), "it comes again, long before its claim ends"


async def test_no_more_tables_wait_than_may_and_the_others_stay_unclaimed(
    monkeypatch: pytest.MonkeyPatch, world: World, desk: Desk, deadlines: Worker
) -> None:
    """A claim holds for half a minute: whoever cannot wait is not to be claimed in vain."""
    monkeypatch.setattr("bot.ingress.due._MOST_WAITING", 2)
    monkeypatch.setattr("bot.ingress.due.WAIT_SECONDS", 1e6)
    free = held(desk, "rack:12345678")
    for scope in TOPICS:
        await world.deal(timed(), scope)
    await desk.press("rack:12345678", USERS[0], chat=USERS[0])
    await settled()
    await world.later(TURN + 10, deadlines)
    assert not desk.consumer.room
    due = keys.deadlines(keys.shard_of(SCOPE.chat))
    found = await world.redis.zrange(due, 0, -1, withscores=True)
    scores = [float(pair[1]) for pair in found]
    assert scores.count(min(scores)) == len(TOPICS) - 2, "as they were dealt"
    free.set()
    await until(lambda: not desk.consumer.busy)
    await world.later(10, deadlines)
    await until(lambda: not desk.consumer.busy)
    assert sum([await timed_out(world, scope) for scope in TOPICS]) > 2


async def test_what_runs_out_takes_its_place_behind_all_that_came_before(desk: Desk) -> None:
    free = held(desk, "play A", "agree:12345678")

    async def expired() -> None:
        desk.done.append("time")

    async with desk.open():
        await desk.say("/play A")
        await desk.press("agree:12345678", LIMON)
        await desk.say("/play B", LIMON)
        await desk.consumer.put(Scope(GROUP), expired, lambda: None)
        found = await desk.inbox.now(GROUP)
        while await desk.inbox.now(GROUP) == found:
            await settled()
        await desk.say("/play C")
        free.set()
        await desk.empty()
        await until(lambda: not desk.consumer.busy)
    assert desk.done.index("time") == 3
    assert set(desk.done[:3]) == {"play A", "play B", "agree:12345678"}


async def test_nothing_runs_out_before_the_inbox_has_been_read(desk: Desk) -> None:
    assert not desk.consumer.ready
    async with desk.open():
        assert desk.consumer.ready
    assert not desk.consumer.ready


async def test_nothing_runs_out_ahead_of_a_move_that_lies_unread_since_an_answer_was_lost(desk: Desk) -> None:
    assert isinstance(desk.redis, Client)
    free = held(desk, "play A")
    tried = 0

    async def expired() -> None:
        desk.done.append("time")

    async def lost(_: Sequence[InboxEntry]) -> None:
        """The answer does not arrive."""

    async with desk.open():
        await desk.say("/play A")
        await desk.consumer.put(Scope(GROUP), expired, lambda: None)
        # Given out to this process by the server, and lost on the way with the connection.
        desk.inbox = Inbox(desk.redis)
        desk.inbox.handed_over.to(ALL, lost)
        await desk.say("/play B", LIMON)
        desk.redis.line.breaks += 1
        assert not desk.consumer.ready
        free.set()
        await until(lambda: desk.consumer.ready and not desk.consumer.busy)
        while desk.done[-1:] != ["time"]:
            tried += 1
            assert tried < 3
            await desk.consumer.put(Scope(GROUP), expired, lambda: None)  # as it is claimed again
            await until(lambda: not desk.consumer.busy)
        await desk.empty()
    assert desk.done == ["play A", "play B", "time"]
