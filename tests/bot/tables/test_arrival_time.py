"""An action counts from the instant at which it reached us, however long it then waited."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.store.scope import Scope
from bot.store.update_context import UpdateContext
from bot.tables.codec import decode_log_entry
from bot.telegram.incoming.requests import Request
from engine.clock import Remind, Reminded, Timeout
from engine.crossword.events import WindowClosed
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.table_log import LogEntry
from engine.turns import Pass
from tests.support.consumer_harness import ConsumerHarness
from tests.support.games import NOW, USERS, game, place_play
from tests.support.games import after_actions as after_play
from tests.support.stored_tables import load_stored_log
from tests.support.timeout_workers import SCOPE, World
from tests.support.waiting import run_until_idle, wait_until

TURN = 120


@pytest.fixture
async def world(redis: Redis) -> World:
    made = World(redis)
    await made.put_table(timed_game())
    return made


def timed_game() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


async def stored_entries(world: World) -> list[LogEntry]:
    return [decode_log_entry(entry) for entry in await load_stored_log(world.store, SCOPE)]


async def test_what_came_in_time_is_in_time_however_late_it_is_handled(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load_table(SCOPE, UpdateContext(7), NOW + after(TURN - 1))
    await world.games.apply_action(held, Pass(USERS[0]), UpdateContext(7))
    assert [entry.at for entry in await stored_entries(world)] == [NOW + after(TURN - 1)]


async def test_the_next_players_time_begins_only_when_the_move_is_applied(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load_table(SCOPE, UpdateContext(7), NOW + after(TURN - 1))
    await world.games.apply_action(held, Pass(USERS[0]), UpdateContext(7))
    assert (await world.load_game()).clocks.started == NOW + after(TURN + 60)
    assert [entry.begins for entry in await stored_entries(world)] == [NOW + after(TURN + 60)]


async def test_what_came_too_late_is_too_late(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load_table(SCOPE, UpdateContext(7), NOW + after(TURN + 1))
    with pytest.raises(Refusal, match="out_of_time"):
        await world.games.apply_action(held, Pass(USERS[0]), UpdateContext(7))


async def test_nothing_counts_from_before_what_was_done_before_it(world: World) -> None:
    world.clock.now = NOW + after(50)
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(USERS[0]), None)
    held = await world.games.load_table(SCOPE, UpdateContext(8), NOW + after(40))
    await world.games.apply_action(held, Pass(USERS[1]), UpdateContext(8))
    assert [entry.at for entry in await stored_entries(world)] == [NOW + after(50)] * 2


async def test_nor_does_it_in_another_process_or_after_a_restart(world: World) -> None:
    world.clock.now = NOW + after(50)
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(USERS[0]), None)
    world.clock.now = NOW + after(45)
    other = world.games_with_judge(WordJudge(world.redis))
    await other.apply_action(
        await other.load_table(SCOPE, UpdateContext(8), NOW + after(40)), Pass(USERS[1]), UpdateContext(8)
    )
    assert [entry.at for entry in await stored_entries(world)] == [NOW + after(50)] * 2
    assert (await world.load_game()).clocks.started == NOW + after(50)


async def test_nothing_counts_from_later_than_now(world: World) -> None:
    held = await world.games.load_table(SCOPE, UpdateContext(8), NOW + after(40))
    await world.games.apply_action(held, Pass(USERS[0]), UpdateContext(8))
    assert [entry.at for entry in await stored_entries(world)] == [NOW]


async def run_now(work: Callable[[], Awaitable[None]]) -> None:
    await work()


class DeferredTurns:
    """Keeps what is due until the test has it done."""

    def __init__(self) -> None:
        self.is_ready = False
        self.ready_shards = None
        self.loss_count = 0
        self.free_places = 100
        self.kept: list[tuple[Scope, Callable[[], Awaitable[None]]]] = []

    async def queue_work(
        self,
        scope: Scope,
        work: Callable[[], Awaitable[None]],
        requeue: Callable[[], None],  # noqa: ARG002 - their turn always comes
        players: Collection[int] = (),
    ) -> None:
        assert set(players) <= set(USERS)
        self.kept.append((scope, work))

    async def run_queued(self) -> None:
        """Have it done, and what that has done in its turn elsewhere."""
        doing: list[asyncio.Task[None]] = []
        while self.kept or not all(task.done() for task in doing):
            doing += [asyncio.create_task(run_now(work)) for _, work in self.kept]
            self.kept.clear()
            await run_until_idle()
        await asyncio.gather(*doing)


async def test_nothing_runs_out_while_what_came_before_is_not_known(world: World) -> None:
    turns = DeferredTurns()
    deadlines = world.new_worker(turns=turns)
    await deadlines.record_first_beat()
    await world.advance_beat_by_beat(TURN + 1, deadlines)
    assert turns.kept == []
    turns.is_ready = True
    assert await deadlines.queue_due_tables()
    assert [scope for scope, _ in turns.kept] == [SCOPE]
    assert await stored_entries(world) == []
    await turns.run_queued()
    assert len(await stored_entries(world)) == 1


async def test_all_that_is_due_at_a_table_by_then_is_applied_in_its_turn(world: World) -> None:
    options = {"clock": "2min", "challenge": "single"}
    state = game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)
    await world.put_table(after_play(state, place_play(state, "9F ER")))
    turns = DeferredTurns()
    deadlines = world.new_worker(turns=turns)
    await deadlines.record_first_beat()
    await world.advance_beat_by_beat(100, deadlines)
    turns.is_ready = True
    await deadlines.queue_due_tables()
    await turns.run_queued()
    told = [type(event) for event in await world.announced_events()]
    assert (told[0], told[-1]) == (WindowClosed, Reminded)


@pytest.mark.parametrize("chat", [SCOPE.chat, USERS[0]], ids=["in the group", "in private"])
async def test_a_move_that_came_before_the_end_is_played_before_time_runs_out(
    world: World, redis: Redis, chat: int
) -> None:
    desk, free = ConsumerHarness(redis, world.clock), asyncio.Event()

    async def work(request: Request) -> None:
        await free.wait()
        held = await world.games.load_table(SCOPE, request.update, request.arrived_at)
        await world.games.apply_action(held, Pass(USERS[0]), request.update)

    desk.on_request = work
    deadlines = world.new_worker(turns=desk.consumer.timeouts)
    await deadlines.record_first_beat()
    async with desk.run_consumer():
        await world.advance_beat_by_beat(TURN - 1, deadlines)
        seconds, _ = await redis.time()
        await desk.append_text("/pass", USERS[0], chat=chat, entry_id=f"{seconds * 1000 - 10_000}-0")
        await wait_until(lambda: desk.consumer.is_busy)
        await world.advance_beat_by_beat(10, deadlines)
        await run_until_idle()
        assert [entry for entry in await stored_entries(world) if isinstance(entry.action, Timeout)] == []
        free.set()
        await desk.wait_until_empty()
        await wait_until(lambda: not desk.consumer.is_busy)
    done = [entry for entry in await stored_entries(world) if isinstance(entry.action, Pass | Timeout)]
    assert [type(entry.action) for entry in done] == [Pass]
    assert done[0].at < NOW + after(TURN)


async def test_what_waited_in_its_lane_is_not_judged_by_a_clock_that_missed_an_absence(world: World) -> None:
    turns = DeferredTurns()
    turns.is_ready = True
    deadlines = world.new_worker(turns=turns)
    await deadlines.record_first_beat()
    await world.advance_beat_by_beat(TURN - 25, deadlines)
    assert len(turns.kept) == 1
    world.advance_unobserved(3600)
    await turns.run_queued()
    assert [type(entry.action) for entry in await stored_entries(world)] == [Remind]
    assert world.served_time.downtime >= after(3600)
