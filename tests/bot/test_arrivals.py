"""An action counts from the instant at which it reached us, however long it then waited."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.judges import Judges
from bot.store.keys import Scope
from bot.tables.codec import decode_entry
from bot.telegram.inbound import Request
from engine.clock import Remind, Reminded, Timeout
from engine.crossword.events import WindowClosed
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.record import LogEntry
from engine.turns import Pass
from tests.support.desk import Desk, until
from tests.support.games import NOW, USERS, game, play
from tests.support.games import after as after_play
from tests.support.stored_logs import stored_log
from tests.support.streams import ALL
from tests.support.timers import settled
from tests.support.workers import SCOPE, World

TURN = 120


@pytest.fixture
async def world(redis: Redis) -> World:
    made = World(redis)
    await made.deal(timed())
    return made


def timed() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


async def log(world: World) -> list[LogEntry]:
    return [decode_entry(entry) for entry in await stored_log(world.store, SCOPE)]


async def test_what_came_in_time_is_in_time_however_late_it_is_handled(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load(SCOPE, 7, NOW + after(TURN - 1))
    await world.games.play(held, Pass(USERS[0]), 7)
    assert [entry.at for entry in await log(world)] == [NOW + after(TURN - 1)]


async def test_the_next_players_time_begins_only_when_the_move_is_applied(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load(SCOPE, 7, NOW + after(TURN - 1))
    await world.games.play(held, Pass(USERS[0]), 7)
    assert (await world.game()).clocks.started == NOW + after(TURN + 60)
    assert [entry.begins for entry in await log(world)] == [NOW + after(TURN + 60)]


async def test_what_came_too_late_is_too_late(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load(SCOPE, 7, NOW + after(TURN + 1))
    with pytest.raises(Refusal, match="out_of_time"):
        await world.games.play(held, Pass(USERS[0]), 7)


async def test_nothing_counts_from_before_what_was_done_before_it(world: World) -> None:
    world.clock.now = NOW + after(50)
    await world.games.play(await world.games.load(SCOPE), Pass(USERS[0]), None)
    held = await world.games.load(SCOPE, 8, NOW + after(40))
    await world.games.play(held, Pass(USERS[1]), 8)
    assert [entry.at for entry in await log(world)] == [NOW + after(50)] * 2


async def test_nor_does_it_in_another_process_or_after_a_restart(world: World) -> None:
    world.clock.now = NOW + after(50)
    await world.games.play(await world.games.load(SCOPE), Pass(USERS[0]), None)
    world.clock.now = NOW + after(45)
    other = world.with_judges(Judges(world.redis))
    await other.play(await other.load(SCOPE, 8, NOW + after(40)), Pass(USERS[1]), 8)
    assert [entry.at for entry in await log(world)] == [NOW + after(50)] * 2
    assert (await world.game()).clocks.started == NOW + after(50)


async def test_nothing_counts_from_later_than_now(world: World) -> None:
    held = await world.games.load(SCOPE, 8, NOW + after(40))
    await world.games.play(held, Pass(USERS[0]), 8)
    assert [entry.at for entry in await log(world)] == [NOW]


async def _done(work: Callable[[], Awaitable[None]]) -> None:
    await work()


class Turns:
    """Keeps what is due until the test has it done."""

    def __init__(self) -> None:
        self.ready = False
        self.shards = ALL
        self.lost = 0
        self.room = 100
        self.kept: list[tuple[Scope, Callable[[], Awaitable[None]]]] = []

    async def put(
        self,
        scope: Scope,
        work: Callable[[], Awaitable[None]],
        again: Callable[[], None],  # noqa: ARG002 - their turn always comes
        players: Collection[int] = (),
    ) -> None:
        assert set(players) <= set(USERS)
        self.kept.append((scope, work))

    async def done(self) -> None:
        """Have it done, and what that has done in its turn elsewhere."""
        doing: list[asyncio.Task[None]] = []
        while self.kept or not all(task.done() for task in doing):
            doing += [asyncio.create_task(_done(work)) for _, work in self.kept]
            self.kept.clear()
            await settled()
        await asyncio.gather(*doing)


async def test_nothing_runs_out_while_what_came_before_is_not_known(world: World) -> None:
    turns = Turns()
    deadlines = world.worker(turns=turns)
    await deadlines.begin()
    await world.later(TURN + 1, deadlines)
    assert turns.kept == []
    turns.ready = True
    assert await deadlines.step()
    assert [scope for scope, _ in turns.kept] == [SCOPE]
    assert await log(world) == []
    await turns.done()
    assert len(await log(world)) == 1


async def test_all_that_is_due_at_a_table_by_then_is_applied_in_its_turn(world: World) -> None:
    options = {"clock": "2min", "challenge": "single"}
    state = game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)
    await world.deal(after_play(state, play(state, "9F ER")))
    turns = Turns()
    deadlines = world.worker(turns=turns)
    await deadlines.begin()
    await world.later(100, deadlines)
    turns.ready = True
    await deadlines.step()
    await turns.done()
    told = [type(event) for event in await world.events()]
    assert (told[0], told[-1]) == (WindowClosed, Reminded)


@pytest.mark.parametrize("chat", [SCOPE.chat, USERS[0]], ids=["in the group", "in private"])
async def test_a_move_that_came_before_the_end_is_played_before_time_runs_out(
    world: World, redis: Redis, chat: int
) -> None:
    desk, free = Desk(redis, world.clock), asyncio.Event()

    async def work(request: Request) -> None:
        await free.wait()
        held = await world.games.load(SCOPE, request.update, request.arrived)
        await world.games.play(held, Pass(USERS[0]), request.update)

    desk.work = work
    deadlines = world.worker(turns=desk.consumer)
    await deadlines.begin()
    async with desk.open():
        await world.later(TURN - 1, deadlines)
        seconds, _ = await redis.time()
        await desk.say("/pass", USERS[0], chat=chat, written=f"{seconds * 1000 - 10_000}-0")
        await until(lambda: desk.consumer.busy)
        await world.later(10, deadlines)
        await settled()
        assert [entry for entry in await log(world) if isinstance(entry.action, Timeout)] == []
        free.set()
        await desk.empty()
        await until(lambda: not desk.consumer.busy)
    done = [entry for entry in await log(world) if isinstance(entry.action, Pass | Timeout)]
    assert [type(entry.action) for entry in done] == [Pass]
    assert done[0].at < NOW + after(TURN)


async def test_what_waited_in_its_lane_is_not_judged_by_a_clock_that_missed_an_absence(world: World) -> None:
    turns = Turns()
    turns.ready = True
    deadlines = world.worker(turns=turns)
    await deadlines.begin()
    await world.later(TURN - 25, deadlines)
    assert len(turns.kept) == 1
    world.spend(3600)
    await turns.done()
    assert [type(entry.action) for entry in await log(world)] == [Remind]
    assert world.served.away >= after(3600)
