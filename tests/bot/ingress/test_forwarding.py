"""What is asked in private about a table elsewhere is sent on to the lane of that table, and judged there alone."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import MOST_HOPS, WrongLane
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.shard_ownership import UNFENCED_EPOCH
from bot.store.streams import InboxEntry
from bot.tables.codec import decode_log_entry
from bot.telegram.requests import Request
from engine.clock import Timeout
from engine.errors import Refusal
from engine.turns import Pass
from tests.support.chat_harness import KIRAZ, LIMON
from tests.support.consumer_harness import GROUP, ConsumerHarness, request_text
from tests.support.games import USERS
from tests.support.stored_tables import load_stored_log
from tests.support.streams import ALL_EPOCHS, OwnedShards, read_new_entries
from tests.support.timeout_workers import SCOPE, TimeoutWorker, World, timed_game
from tests.support.waiting import PATIENCE, run_until_idle, wait_until

TURN = 120
TABLE_EPOCHS = {keys.shard_of(SCOPE.chat): UNFENCED_EPOCH}
OTHER_EPOCHS = dict.fromkeys(ALL_EPOCHS.keys() - TABLE_EPOCHS.keys(), UNFENCED_EPOCH)


def handle_as_passes(world: World, consumer: ConsumerHarness) -> None:
    async def work(request: Request) -> None:
        held = await world.games.load_table(SCOPE, request.update, request.arrived_at)
        try:
            await world.games.apply_action(held, Pass(request.sender.user), request.update)
        except Refusal:
            consumer.throttled_requests.append(request)

    consumer.on_request = work


async def applied_action_types(world: World) -> list[type]:
    actions = [decode_log_entry(entry).action for entry in await load_stored_log(world.store, SCOPE)]
    return [type(action) for action in actions if isinstance(action, Pass | Timeout)]


@asynccontextmanager
async def run_two_consumers(world: World, redis: Redis) -> AsyncIterator[tuple[ConsumerHarness, ConsumerHarness]]:
    """Two processes: one runs, and reads the inbox of the table's chat; the other is yet to be opened, for the rest."""
    table = ConsumerHarness(redis, world.clock, shards=OwnedShards(TABLE_EPOCHS))
    others = ConsumerHarness(redis, world.clock, shards=OwnedShards(OTHER_EPOCHS))
    handle_as_passes(world, table)
    handle_as_passes(world, others)
    await world.put_table(timed_game())
    async with table.run_consumer():
        yield table, others


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.fixture
def desk(redis: Redis) -> ConsumerHarness:
    return ConsumerHarness(redis)


def route_to_group_table(desk: ConsumerHarness) -> list[tuple[str, int | None]]:
    done: list[tuple[str, int | None]] = []

    async def work(request: Request) -> None:
        request.update.check_lane(Scope(GROUP))
        done.append((request_text(request), request.update.lane_chat))

    desk.on_request = work
    return done


async def test_what_is_asked_in_private_is_done_in_the_lane_of_its_table(desk: ConsumerHarness) -> None:
    done = route_to_group_table(desk)
    async with desk.run_consumer():
        await desk.append_text("/play A", KIRAZ, chat=KIRAZ)
        await desk.append_tap("agree:12345678", LIMON, chat=LIMON)
        await desk.wait_until_empty()
    assert sorted(done) == [("agree:12345678", GROUP), ("play A", GROUP)]
    assert await desk.count_waiting_and_dead() == (0, 0)


@pytest.mark.parametrize("first", ["in private", "in the group"])
async def test_a_table_s_actions_are_done_in_the_order_in_which_they_came(desk: ConsumerHarness, first: str) -> None:
    free, late, done = asyncio.Event(), asyncio.Event(), list[str]()

    async def work(request: Request) -> None:
        if request_text(request) == "play first":
            await free.wait()
        elif request.venue.scope.chat == LIMON:
            await late.wait()
        request.update.check_lane(Scope(GROUP))
        done.append(request_text(request))

    desk.on_request = work
    order = ["play private", "play group"] if first == "in private" else ["play group", "play private"]
    async with desk.run_consumer():
        await desk.append_text("/play first", KIRAZ)
        for what in (*order, "play last"):
            await desk.append_text(f"/{what}", LIMON, chat=LIMON if what == "play private" else GROUP)
            before = await desk.inbox.read_server_ms(GROUP)
            while await desk.inbox.read_server_ms(GROUP) == before:
                await run_until_idle()
        late.set()
        async with asyncio.timeout(PATIENCE):
            while await desk.inbox.find_unhandled([LIMON]):
                await run_until_idle()
        free.set()
        await desk.wait_until_empty()
    assert done == ["play first", *order, "play last"]


async def test_what_is_beyond_a_share_stays_so_where_it_is_sent_on_to(desk: ConsumerHarness) -> None:
    muted: list[bool] = []

    async def work(request: Request) -> None:
        request.update.check_lane(Scope(GROUP))
        who = request.sending.requester
        assert who is not None
        assert who.person == (KIRAZ, KIRAZ)
        muted.append(who.muted)

    desk.on_request = work
    async with desk.run_consumer():
        for number in range(11):
            await desk.append_text(f"/play {number}", KIRAZ, chat=KIRAZ)
        await desk.wait_until_empty()
    assert muted == [False] * 10 + [True]


async def test_what_is_sent_on_for_ever_is_given_up(desk: ConsumerHarness) -> None:
    hops: list[int] = []

    async def work(request: Request) -> None:
        if request.update.lane_chat is None:
            return
        hops.append(request.update.hops)
        raise WrongLane(Scope(GROUP - request.update.hops))

    desk.on_request = work
    async with desk.run_consumer():
        await desk.append_text("/play A", KIRAZ, chat=KIRAZ)
        await desk.wait_until_empty()
    assert hops[: MOST_HOPS + 1] == list(range(MOST_HOPS + 1))
    assert set(hops[MOST_HOPS:]) == {MOST_HOPS}
    assert await desk.count_waiting_and_dead() == (0, 1)


class InboxEndingBeforeAck(Inbox):
    """The inbox of a process that ends when it has sent an update on, and not yet taken it away."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.sent_on = asyncio.Event()

    async def ack_updates(self, _: object) -> None:
        self.sent_on.set()
        await asyncio.Event().wait()


async def test_a_process_that_ends_while_it_sends_an_update_on_has_it_done_once(world: World, redis: Redis) -> None:
    await world.put_table(timed_game())
    inbox = InboxEndingBeforeAck(redis)
    await inbox.append_update(5, USERS[0], b"{}")
    [entry] = await read_new_entries(inbox)
    forwarding = asyncio.create_task(inbox.forward_update(entry, SCOPE))
    async with asyncio.timeout(PATIENCE):
        await inbox.sent_on.wait()
    forwarding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await forwarding
    assert sorted(lying.hops for lying in await inbox.find_unhandled([USERS[0], SCOPE.chat])) == [0, 1]


async def test_an_update_there_twice_is_committed_once(world: World, desk: ConsumerHarness, redis: Redis) -> None:
    await world.put_table(timed_game())
    await world.store.players.add_user_game(USERS[0], SCOPE, "")
    handle_as_passes(world, desk)
    await desk.append_text("/pass", USERS[0], chat=USERS[0])
    [lying] = await desk.inbox.find_unhandled([USERS[0]])
    await desk.inbox.append_update(lying.update_id, USERS[0], lying.raw)
    async with desk.run_consumer():
        await Inbox(redis).forward_update(replace(lying, id="0-1"), SCOPE)
        await desk.wait_until_empty()
    assert await applied_action_types(world) == [Pass]
    assert desk.throttled_requests == []


@pytest.fixture
def player() -> int:
    assert keys.shard_of(USERS[0]) in OTHER_EPOCHS
    return USERS[0]


@dataclass(frozen=True, slots=True)
class TwoProcesses:
    table: ConsumerHarness
    others: ConsumerHarness
    time: TimeoutWorker

    async def run_out_of_time(self, world: World) -> None:
        waits = len(self.table.pauses)
        await world.advance_beat_by_beat(10, self.time)
        await wait_until(lambda: len(self.table.pauses) > waits or not self.table.consumer.is_busy)

    async def wait_until_free(self) -> None:
        await wait_until(lambda: not self.table.consumer.is_busy)


@pytest.fixture
async def two_processes(world: World, redis: Redis) -> AsyncIterator[TwoProcesses]:
    async with run_two_consumers(world, redis) as (table, others):
        time = world.new_worker(turns=table.consumer.timeouts)
        await time.beats.record_first_beat()
        yield TwoProcesses(table, others, time)


async def test_a_private_move_is_done_at_its_table(world: World, two_processes: TwoProcesses, player: int) -> None:
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
    monkeypatch.setattr("bot.ingress.consumer.MOST_WAIT_SECONDS", 0.1)
    await two_processes.others.append_text("/pass", player, chat=player)
    await world.advance_beat_by_beat(TURN + 10, two_processes.time)
    await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Timeout]


async def test_looks_and_others_chats_stop_no_time(world: World, two_processes: TwoProcesses, player: int) -> None:
    await two_processes.others.append_text("/rack", player, chat=player)
    await two_processes.others.append_text("/pass", 99_999, chat=99_999)
    await world.advance_beat_by_beat(TURN + 10, two_processes.time)
    async with asyncio.timeout(PATIENCE):
        await two_processes.wait_until_free()
    assert await applied_action_types(world) == [Timeout]
