"""What is due by itself: once among all workers, also after a restart; downtime is given back and told once."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.codec import decode_entry
from bot.deadlines import AWAY
from bot.store.keys import Scope
from bot.store.redis import Commit
from engine.clock import ClocksShifted, Reminded, Timeout
from engine.crossword.actions import Pass
from engine.crossword.events import GameEnded, PlayerRetired, TurnPassed, WindowClosed
from engine.crossword.state import GameState
from engine.seats import Lobby, Seat
from tests.support.games import NOW, after, game, play
from tests.support.klepka import rules as klepka_rules
from tests.support.workers import SCOPE, World

RACKS = ("LERİSĞZ", "AAEEKKL")


@pytest.fixture
async def world(redis: Redis) -> World:
    return World(redis)


def timed(clock: str = "120s", ruleset: str = "scrabble-tr", **options: str) -> GameState:
    return game(ruleset, laid=["8F KALEM"], racks=RACKS, options={"clock": clock, "challenge": "void"} | options)


async def test_nothing_happens_before_it_is_due(world: World) -> None:
    await world.deal(timed())
    await world.later(89, world.worker())
    assert await world.told() == []
    assert (await world.game()) == timed()


async def test_a_reminder_comes_once_and_then_the_turn_passes(world: World) -> None:
    await world.deal(timed())
    await world.later(125, world.worker())
    events = [type(event) for notice in await world.told() for event in notice.events]
    assert events == [Reminded, TurnPassed]
    actions = [type(decode_entry(entry).action).__name__ for entry in await world.store.log(SCOPE)]
    assert actions == ["Remind", "Timeout"]


async def test_many_workers_apply_it_once(world: World) -> None:
    await world.deal(timed())
    workers = world.workers(4)
    await world.later(115, *workers)
    world.clock.now += timedelta(seconds=5)
    await asyncio.gather(*(worker.step() for worker in workers for _ in range(3)))
    state = await world.game()
    assert (state.number, state.turn, state.passes) == (1, 1, 1)


async def test_a_due_deadline_outlives_a_restart(world: World) -> None:
    await world.deal(timed())
    first = world.worker()
    await world.later(110, first)
    world.clock.now += timedelta(seconds=20)
    second = world.worker()
    await second.begin()
    await world.later(10, second)
    assert (await world.game()).turn == 1


async def test_a_claim_whose_worker_died_comes_again(world: World) -> None:
    await world.deal(timed("24h"))
    await world.heartbeat.beat((NOW + timedelta(hours=24, seconds=1)).timestamp())
    world.clock.now += timedelta(hours=24, seconds=1)
    assert await world.store.due(world.clock.now.timestamp(), 10) == [SCOPE]
    worker = world.worker()
    await worker.step()
    assert (await world.game()).number == 0
    await world.later(31, worker)
    assert (await world.game()).number == 1


async def test_the_window_of_the_last_play_ends_the_game(world: World) -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=["Z", "AAE"], bag="", options={"challenge": "single"})
    await world.deal(after(state, play(state, "8F KALEMZ")))
    await world.later(61, world.worker())
    (notice,) = await world.told()
    assert [type(event) for event in notice.events] == [WindowClosed, GameEnded]


async def test_all_out_of_time_ends_wordbox(world: World) -> None:
    await world.deal(timed("10min", "wordbox-tr"))
    await world.later(1300, world.worker())
    events = [type(event) for notice in await world.told() for event in notice.events]
    assert events == [Reminded, PlayerRetired, Reminded, PlayerRetired, GameEnded]


async def test_downtime_is_given_back_and_told_once(world: World) -> None:
    """The bot was away for longer than the turn: nobody loses it."""
    await world.deal(timed())
    await world.later(30, world.worker())
    world.clock.now += timedelta(seconds=600)
    workers = world.workers(3)
    await asyncio.gather(*(worker.begin() for worker in workers))
    for worker in workers:
        await worker.step()
    (notice,) = await world.told()
    assert [type(event) for event in notice.events] == [ClocksShifted]
    assert isinstance(notice.events[0], ClocksShifted)
    assert notice.events[0].seconds == 600
    state = await world.game()
    assert state.clocks.started == NOW + timedelta(seconds=600)
    await world.later(80, *workers)
    assert [type(event) for notice in await world.told() for event in notice.events] == [Reminded]


async def test_while_telegram_is_away_nothing_runs_out_and_the_time_is_given_back(world: World) -> None:
    await world.deal(timed())
    worker = world.worker()
    await world.later(15, worker)
    world.reachable = False
    await world.later(1000, worker)
    assert await world.told() == []
    world.reachable = True
    await world.later(15, worker)
    (notice,) = await world.told()
    assert [type(event) for event in notice.events] == [ClocksShifted]
    assert (await world.game()).turn == 0


async def test_a_move_that_waited_at_telegram_is_in_time_once_the_time_is_given_back(world: World) -> None:
    """It comes before Telegram was asked whether it is there again."""
    state = timed()
    await world.deal(state)
    worker = world.worker()
    await world.later(15, worker)
    world.reachable = False
    await world.later(300, worker)
    await worker.catch_up()
    await world.games.play(await world.games.load(SCOPE), Pass(state.players[0].user), 7)
    events = [event for notice in await world.told() for event in notice.events]
    assert [type(event) for event in events] == [ClocksShifted, TurnPassed]
    assert isinstance(events[1], TurnPassed)
    assert not events[1].automatic


async def test_time_given_back_for_a_move_is_not_given_back_again(world: World) -> None:
    await world.deal(timed())
    worker = world.worker()
    await world.later(15, worker)
    world.clock.now += timedelta(seconds=300)
    await worker.catch_up()
    await world.later(45, worker)
    assert [type(event) for notice in await world.told() for event in notice.events] == [ClocksShifted]


async def test_of_many_updates_that_come_at_once_one_gives_the_time_back(world: World) -> None:
    await world.deal(timed())
    workers = world.workers(2)
    await world.later(15, *workers)
    world.clock.now += timedelta(seconds=300)
    await asyncio.gather(*(worker.catch_up() for worker in workers for _ in range(5)))
    assert [type(event) for notice in await world.told() for event in notice.events] == [ClocksShifted]


async def test_updates_wait_while_another_worker_gives_the_time_back(world: World) -> None:
    waits: list[float] = []

    async def until_it_has(seconds: float) -> None:
        waits.append(seconds)
        await world.heartbeat.mended(world.clock.now.timestamp())

    await world.heartbeat.beat(NOW.timestamp())
    world.clock.now += timedelta(seconds=300)
    assert await world.heartbeat.take_mending()
    await world.worker(pause=until_it_has).catch_up()
    assert len(waits) == 1


async def test_while_all_is_well_updates_ask_nobody_for_the_time(world: World) -> None:
    worker = world.worker()
    await worker.step()
    await world.redis.delete("hf:alive")
    world.clock.now += AWAY - timedelta(seconds=1)
    await worker.catch_up()
    assert (await world.heartbeat.last(), world.probes) == (None, 1)


async def test_tables_without_a_running_clock_hear_nothing_of_downtime(world: World) -> None:
    await world.deal(timed("none"))
    await world.worker().step()
    world.clock.now += timedelta(hours=5)
    await world.worker().step()
    assert await world.told() == []


async def test_an_open_window_waits_for_the_bot_too(world: World) -> None:
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"challenge": "single"})
    await world.deal(after(state, play(state, "8F KALEMZ")))
    await world.later(15, world.worker())
    world.clock.now += timedelta(seconds=300)
    await world.worker().step()
    pending = (await world.game()).pending
    assert pending is not None
    assert pending.until > world.clock.now


async def test_should_the_mender_die_another_mends(world: World) -> None:
    await world.deal(timed())
    await world.worker().step()
    world.clock.now += timedelta(seconds=600)
    assert await world.heartbeat.take_mending()
    worker = world.worker()
    await worker.step()
    assert (await world.game()).clocks.started == NOW, "the other still has it"
    await world.redis.delete("hf:mending")
    await worker.step()
    assert (await world.game()).clocks.started == NOW + timedelta(seconds=600)


async def test_telegram_is_not_asked_at_every_look(world: World) -> None:
    worker = world.worker()
    for _ in range(20):
        await worker.step()
    assert world.probes == 1


async def test_a_move_in_time_leaves_nothing_due(world: World) -> None:
    state = timed()
    await world.deal(state)
    worker = world.worker()
    await world.later(75, worker)
    await world.games.play(await world.games.load(SCOPE), Pass(state.players[0].user), None)
    await world.later(60, worker)
    assert (await world.game()).turn == 1


async def test_klepka_runs_out_through_the_same_door(world: World) -> None:
    seats = [Seat(201, "Оля"), Seat(202, "Боря")]
    table = Lobby(1, klepka_rules(clock="phases"), 201, tuple(seats), "7b" * 32, "0123456789abcdef")
    await world.deal(table)
    await world.games.begin(await world.games.load(SCOPE), 201, 7, None)
    before = (await world.games.load(SCOPE)).version
    await world.later(140, world.worker())
    assert (await world.games.load(SCOPE)).version > before
    actions = [type(decode_entry(entry).action) for entry in await world.store.log(SCOPE)]
    assert actions.count(Timeout) == 2, "the time for words, and the time for the cards"


async def test_a_table_that_cannot_be_read_holds_no_other_up(world: World, caplog: pytest.LogCaptureFixture) -> None:
    broken = Scope(-100777, 4)
    await world.deal(timed())
    await world.store.commit(Commit(scope=broken, expected=0, update_id=None, state=b"{", deadline=NOW.timestamp() + 1))
    await world.later(125, world.worker())
    assert (await world.game()).turn == 1
    assert str(broken) in caplog.text
