"""Absences shorter than a minute: what a restart or a hiccup of Telegram takes is given back, without a word."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.codec import decode_entry
from bot.deadlines import AWAY, Deadlines
from engine.clock import ClocksShifted, Downtime
from engine.klepka.state import GameState as KlepkaState
from tests.support import klepka
from tests.support.challenges import lofty
from tests.support.games import NOW, game
from tests.support.workers import SCOPE, World

STATE = game("scrabble-tr", laid=["8F KALEM"], racks=["LERİSĞZ", "AAEEKKL"], options={"clock": "120s"})
"""Two minutes for the turn."""


@pytest.fixture
async def world(redis: Redis) -> World:
    return World(redis)


async def ended(worker: Deadlines) -> None:
    """The process is told to stop, and stops in good order."""
    stop = asyncio.Event()
    stop.set()
    await worker.run(stop)


async def given_back(world: World) -> list[int]:
    """The seconds that the table was given back, each time."""
    actions = [decode_entry(entry).action for entry in await world.store.log(SCOPE)]
    return [action.seconds for action in actions if isinstance(action, Downtime)]


@pytest.mark.parametrize("gap", [2, 5, 19, 50])
async def test_a_restart_gives_back_the_seconds_that_it_took(world: World, gap: int) -> None:
    await world.deal(STATE)
    worker = world.worker()
    await world.later(30, worker)
    world.clock.now += timedelta(seconds=7)
    await ended(worker)
    world.clock.now += timedelta(seconds=gap)
    await world.worker().begin()
    assert await given_back(world) == [gap]
    assert (await world.game()).clocks.started == NOW + timedelta(seconds=gap)


async def test_a_killed_bot_gives_back_the_time_since_it_was_last_known_to_be_well(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.clock.now += timedelta(seconds=12)
    await world.worker().begin()
    assert await given_back(world) == [12]


async def test_less_than_a_minute_is_given_back_without_a_word(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.clock.now += timedelta(seconds=59)
    await world.worker().begin()
    assert await given_back(world) == [59]
    assert await world.told() == []


async def test_a_minute_is_told(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.clock.now += timedelta(seconds=60)
    await world.worker().begin()
    assert await world.events() == [ClocksShifted(60)]


async def test_where_another_worker_stays_a_restart_is_no_absence(world: World) -> None:
    await world.deal(STATE)
    first, second = world.workers(2)
    await world.later(30, first, second)
    await ended(first)
    world.clock.now += timedelta(seconds=8)
    await world.worker("bot0").begin()
    assert await given_back(world) == []


async def test_workers_that_all_ended_in_good_order_leave_nobody_behind(world: World) -> None:
    await world.deal(STATE)
    workers = world.workers(2)
    await world.later(30, *workers)
    for worker in workers:
        await ended(worker)
    world.clock.now += timedelta(seconds=8)
    again = world.workers(2)
    await asyncio.gather(*(worker.begin() for worker in again))
    for worker in again:
        await worker.step()
    assert await given_back(world) == [8]


async def test_a_running_worker_takes_a_late_beat_for_no_absence(world: World) -> None:
    await world.deal(STATE)
    worker = world.worker()
    await world.later(30, worker)
    world.clock.now += AWAY - timedelta(seconds=1)
    await worker.step()
    assert await given_back(world) == []


async def test_a_bot_that_ends_while_telegram_is_away_counts_that_time_too(world: World) -> None:
    await world.deal(STATE)
    worker = world.worker()
    await world.later(10, worker)
    world.reachable = False
    await world.later(30, worker)
    await ended(worker)
    world.reachable = True
    world.clock.now += timedelta(seconds=5)
    await world.worker().begin()
    assert await given_back(world) == [35]


async def test_a_turn_outlives_most_of_a_minute_without_telegram(world: World) -> None:
    await world.deal(STATE)
    worker = world.worker()
    await world.later(100, worker)
    world.reachable = False
    await world.later(30, worker)
    world.reachable = True
    await world.later(20, worker)
    state = await world.game()
    assert (state.turn, state.number) == (0, 0)


@pytest.mark.parametrize("window", ["15", "30", "60"])
async def test_a_window_to_challenge_outlives_a_restart(world: World, window: str) -> None:
    await world.deal(lofty("single", window=window))
    worker = world.worker()
    await worker.step()
    world.clock.now += timedelta(seconds=9)
    await ended(worker)
    world.clock.now += timedelta(seconds=50)
    worker = world.worker()
    await worker.begin()
    await worker.step()
    pending = (await world.game()).pending
    assert pending is not None
    assert pending.until - world.clock.now == timedelta(seconds=int(window) - 9)


async def test_the_time_for_cards_outlives_a_restart(world: World) -> None:
    await world.deal(klepka.begun(2, clock="phases"))
    worker = world.worker()
    await world.later(100, worker)
    before = (await world.games.load(SCOPE)).table
    world.clock.now += timedelta(seconds=50)
    worker = world.worker()
    await worker.begin()
    await worker.step()
    after = (await world.games.load(SCOPE)).table
    assert isinstance(before, KlepkaState)
    assert isinstance(after, KlepkaState)
    assert (after.phase, after.turn) == (before.phase, before.turn) == ("flips", 0)
