"""What is asked in private of one process about a table of another is done there, and time waits for it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.entries import InboxEntry
from bot.store.streams import Inbox
from engine.clock import Timeout
from engine.turns import Pass
from tests.support.desk import Desk, until
from tests.support.forwarding import ELSEWHERE, THERE, TURN, desks, played
from tests.support.games import USERS
from tests.support.patience import PATIENCE
from tests.support.workers import SCOPE, Worker, World


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def player() -> int:
    """Who is on turn, whose private chat is another process's."""
    assert keys.shard_of(USERS[0]) in ELSEWHERE
    return USERS[0]


@dataclass(frozen=True, slots=True)
class Processes:
    """One reads the inbox of the table's chat and sees to its time; the other, not yet open, is for private chats."""

    table: Desk
    others: Desk
    time: Worker

    async def run_out(self, world: World) -> None:
        """Let time run out, and look for what came before it: either it waits for that, or it is done."""
        waits = len(self.table.pauses)
        await world.later(10, self.time)
        await until(lambda: len(self.table.pauses) > waits or not self.table.consumer.busy)

    async def free(self) -> None:
        """Wait until nothing of the table is in hand."""
        await until(lambda: not self.table.consumer.busy)


@pytest.fixture
async def two(world: World, redis: Redis) -> AsyncIterator[Processes]:
    async with desks(world, redis) as (table, others):
        time = world.worker(turns=table.consumer)
        await time.begin()
        yield Processes(table, others, time)


async def test_a_move_of_another_process_s_private_chat_is_done_where_its_table_is(
    world: World, two: Processes, player: int
) -> None:
    async with two.others.open():
        await two.others.say("/pass", player, chat=player)
        await until(lambda: len(two.table.done) == 1)
        assert await played(world) == [Pass]
        assert two.others.done == []
        await two.table.empty()


async def test_time_runs_out_behind_what_another_process_has_not_sent_on_yet(
    world: World, redis: Redis, two: Processes, player: int
) -> None:
    await world.later(TURN - 1, two.time)
    await two.free()
    seconds, _ = await redis.time()
    await two.others.say("/pass", player, chat=player, written=f"{seconds - 30}000-0")
    await two.run_out(world)
    assert two.table.consumer.busy
    assert await played(world) == []
    async with two.others.open():
        await two.free()
    assert await played(world) == [Pass]
    assert two.table.calmed == []


async def test_time_runs_out_behind_what_another_process_put_into_the_inbox_and_this_one_has_not_read(
    world: World, redis: Redis, two: Processes, player: int
) -> None:
    await world.later(TURN - 1, two.time)
    await two.free()
    unread = await given_and_lost(redis, two.table, player)
    await two.run_out(world)
    assert await played(world) == []
    for entry in unread:
        await two.table.inbox.handed_over.give([entry])
    await two.free()
    assert await played(world) == [Pass]


async def given_and_lost(redis: Redis, desk: Desk, player: int) -> list[InboxEntry]:
    """What was given out to the process that reads the table's inbox, and is still on its way there."""
    elsewhere = Inbox(redis)
    unread: list[InboxEntry] = []

    async def keep(entries: Sequence[InboxEntry]) -> None:
        unread.extend(replace(entry, waited=30.0) for entry in entries)

    elsewhere.handed_over.to(THERE, keep)
    inbox, desk.inbox = desk.inbox, elsewhere
    await desk.say("/pass", player, chat=SCOPE.chat)
    desk.inbox = inbox
    assert unread
    return unread


async def test_time_runs_out_in_the_end_where_a_private_chat_s_process_does_not_come(
    world: World, two: Processes, player: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.due.WAIT_SECONDS", 0.1)
    await two.others.say("/pass", player, chat=player)
    await world.later(TURN + 10, two.time)
    await two.free()
    assert await played(world) == [Timeout]


async def test_looks_and_other_people_s_private_chats_keep_no_time_from_running_out(
    world: World, two: Processes, player: int
) -> None:
    await two.others.say("/rack", player, chat=player)
    await two.others.say("/pass", 99_999, chat=99_999)
    await world.later(TURN + 10, two.time)
    async with asyncio.timeout(PATIENCE):
        await two.free()
    assert await played(world) == [Timeout]
