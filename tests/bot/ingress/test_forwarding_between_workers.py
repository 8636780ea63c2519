"""What is asked in private of one process about a table of another is done there, and time waits for it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.redis_streams.entries import InboxEntry
from bot.store.redis_streams.inbox import Inbox
from engine.clock import Timeout
from engine.turns import Pass
from tests.support.consumer_harness import ConsumerHarness
from tests.support.forwarded_updates import OTHER_EPOCHS, TABLE_EPOCHS, TURN, applied_action_types, run_two_consumers
from tests.support.games import USERS
from tests.support.timeout_workers import SCOPE, TimeoutWorker, World
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def player() -> int:
    """Who is on turn, whose private chat is another process's."""
    assert keys.shard_of(USERS[0]) in OTHER_EPOCHS
    return USERS[0]


@dataclass(frozen=True, slots=True)
class TwoProcesses:
    """One reads the inbox of the table's chat and sees to its time; the other, not yet open, is for private chats."""

    table: ConsumerHarness
    others: ConsumerHarness
    time: TimeoutWorker

    async def run_out_of_time(self, world: World) -> None:
        """Let time run out, and look for what came before it: either it waits for that, or it is done."""
        waits = len(self.table.pauses)
        await world.advance_beat_by_beat(10, self.time)
        await wait_until(lambda: len(self.table.pauses) > waits or not self.table.consumer.is_busy)

    async def wait_until_free(self) -> None:
        """Wait until nothing of the table is in hand."""
        await wait_until(lambda: not self.table.consumer.is_busy)


@pytest.fixture
async def two_processes(world: World, redis: Redis) -> AsyncIterator[TwoProcesses]:
    async with run_two_consumers(world, redis) as (table, others):
        time = world.new_worker(turns=table.consumer.timeouts)
        await time.record_first_beat()
        yield TwoProcesses(table, others, time)


async def test_a_move_of_another_process_s_private_chat_is_done_where_its_table_is(
    world: World, two_processes: TwoProcesses, player: int
) -> None:
    async with two_processes.others.run_consumer():
        await two_processes.others.append_text("/pass", player, chat=player)
        await wait_until(lambda: len(two_processes.table.handled_texts) == 1)
        assert await applied_action_types(world) == [Pass]
        assert two_processes.others.handled_texts == []
        await two_processes.table.wait_until_empty()


async def test_time_runs_out_behind_what_another_process_has_not_sent_on_yet(
    world: World, redis: Redis, two_processes: TwoProcesses, player: int
) -> None:
    await world.advance_beat_by_beat(TURN - 1, two_processes.time)
    await two_processes.wait_until_free()
    seconds, _ = await redis.time()
    await two_processes.others.append_text("/pass", player, chat=player, entry_id=f"{seconds - 30}000-0")
    await two_processes.run_out_of_time(world)
    assert two_processes.table.consumer.is_busy
    assert await applied_action_types(world) == []
    async with two_processes.others.run_consumer():
        await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Pass]
    assert two_processes.table.throttled_requests == []


async def test_time_runs_out_behind_what_another_process_put_into_the_inbox_and_this_one_has_not_read(
    world: World, redis: Redis, two_processes: TwoProcesses, player: int
) -> None:
    await world.advance_beat_by_beat(TURN - 1, two_processes.time)
    await two_processes.wait_until_free()
    unread = await lose_delivered_entries(redis, two_processes.table, player)
    await two_processes.run_out_of_time(world)
    assert await applied_action_types(world) == []
    for entry in unread:
        await two_processes.table.inbox.deliver_entries([entry])
    await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Pass]


async def lose_delivered_entries(redis: Redis, desk: ConsumerHarness, player: int) -> list[InboxEntry]:
    """What was given out to the process that reads the table's inbox, and is still on its way there."""
    elsewhere = Inbox(redis)
    unread: list[InboxEntry] = []

    async def keep(entries: Sequence[InboxEntry]) -> None:
        unread.extend(replace(entry, waited_seconds=30.0) for entry in entries)

    elsewhere.deliver_to(TABLE_EPOCHS.items(), keep)
    inbox, desk.inbox = desk.inbox, elsewhere
    await desk.append_text("/pass", player, chat=SCOPE.chat)
    desk.inbox = inbox
    assert unread
    return unread


async def test_time_runs_out_in_the_end_where_a_private_chat_s_process_does_not_come(
    world: World, two_processes: TwoProcesses, player: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.timeouts.MOST_WAIT_SECONDS", 0.1)
    await two_processes.others.append_text("/pass", player, chat=player)
    await world.advance_beat_by_beat(TURN + 10, two_processes.time)
    await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Timeout]


async def test_looks_and_other_people_s_private_chats_keep_no_time_from_running_out(
    world: World, two_processes: TwoProcesses, player: int
) -> None:
    await two_processes.others.append_text("/rack", player, chat=player)
    await two_processes.others.append_text("/pass", 99_999, chat=99_999)
    await world.advance_beat_by_beat(TURN + 10, two_processes.time)
    async with asyncio.timeout(PATIENCE):
        await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Timeout]
