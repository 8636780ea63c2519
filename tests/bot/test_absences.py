"""Absences: what a restart, a kill or a hiccup of Telegram takes is nobody's time, and costs no table a write."""

import asyncio
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.halted import Halted
from bot.store.heartbeat import AWAY_MS
from bot.tables.codec import decode_entry
from bot.tables.halts import Halts
from engine.clock import Pause, Resume
from engine.klepka.state import GameState as KlepkaState
from engine.turns import Pass
from tests.support import klepka
from tests.support.challenges import lofty
from tests.support.games import NOW, game, play
from tests.support.stored_logs import stored_log
from tests.support.workers import SCOPE, Worker, World

RACKS = ("LERİSĞZ", "AAEEKKL")
STATE = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "2min", "challenge": "void"})
"""Two minutes for the turn."""
CHALLENGED = game("scrabble-tr", laid=["8F KALEM"], racks=("LİKRSAA", "AAEEKKL"), options={"challenge": "double"})


@pytest.fixture
async def world(redis: Redis) -> World:
    return World(redis)


async def ended(worker: Worker) -> None:
    """The process is told to stop, and stops in good order."""
    stop = asyncio.Event()
    stop.set()
    await worker.run(stop)


def away(world: World) -> float:
    """The seconds for which nobody could play, as the newest worker knows them."""
    return world.served.away.total_seconds()


@pytest.mark.parametrize("gap", [1, 2, 5, 19, 50])
async def test_a_restart_takes_nothing_of_anybodys_time(world: World, gap: int) -> None:
    worker = world.worker()
    await world.later(30, worker)
    world.spend(7)
    await ended(worker)
    world.spend(gap)
    await world.worker().begin()
    assert away(world) == gap
    assert world.served() == NOW + timedelta(seconds=37)


async def test_of_a_killed_bot_the_time_since_it_was_last_known_to_be_well_counts(world: World) -> None:
    await world.later(30, world.worker())
    world.spend(12)
    await world.worker().begin()
    assert away(world) == 12


@pytest.mark.cluster_too
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("gap", [0.5, 1, 8, 60])
async def test_of_killed_bots_no_time_before_the_newest_commit_counts(redis: Redis, gap: float, count: int) -> None:
    """What was committed stays behind served time: whoever follows it, however they tell when, came after it."""
    world = World(redis)
    await world.deal(CHALLENGED)
    workers = world.workers(count)
    await world.later(30, *workers)
    world.spend(9)
    move = play(CHALLENGED, "H7 ALA")
    await world.games.play(await world.games.load(SCOPE), move, 1)
    typed = world.clock.now + timedelta(seconds=gap)
    world.spend(gap + 2)
    for worker in world.workers(count):
        await worker.begin()
        assert worker.served() >= NOW + timedelta(seconds=39)
    # Nobody knows of less than two beats whether the other was there.
    assert away(world) == (gap + 2 if count == 1 or gap * 1000 >= AWAY_MS else 0)
    pending = (await world.game()).pending
    assert pending is not None
    assert pending.laid == NOW + timedelta(seconds=39)
    assert world.games.instants.sent(world.clock.now, typed) >= pending.laid
    assert world.served() <= pending.until


async def test_of_telegrams_absence_the_time_before_the_newest_commit_is_none(world: World) -> None:
    await world.deal(STATE)
    first = world.worker("bot0")
    await world.later(30, first)
    world.reachable = False
    world.spend(9)
    await world.games.play(await world.games.load(SCOPE), Pass(STATE.players[0].user), 1)
    world.spend(20)
    world.reachable = True
    second = world.worker("bot1")
    await second.begin()
    assert second.served() == NOW + timedelta(seconds=39)
    await first.step()
    assert first.served() == second.served()


async def test_what_a_process_ahead_has_committed_is_no_later_than_the_time_of_others(world: World) -> None:
    """A process that has told more time than counts by now stands still, and commits meanwhile."""
    await world.deal(STATE)
    first = world.worker("bot0")
    await world.later(30, first)
    world.spend(12)
    ahead = first.served()
    world.spend(30)
    second = world.worker("bot1")
    await second.begin()
    assert second.served() == NOW + timedelta(seconds=30)
    world.served = first.served
    await first.step()
    assert first.served() == ahead
    await world.games.play(await world.games.load(SCOPE), Pass(STATE.players[0].user), 1)
    third = world.worker("bot2")
    await third.begin()
    assert third.served() >= ahead
    await world.later(60, first, second, third)
    assert first.served() == second.served() == third.served()


async def test_what_stands_where_the_newest_commit_is_noted_need_be_no_instant(world: World) -> None:
    for shard, junk in enumerate((b"", b"x", b"-5", b"1.5", b"9" * 400, b"9" * 5_000)):
        await world.redis.set(keys.committed(shard), junk)
    await world.redis.sadd(keys.committed(keys.shard_of(SCOPE.chat)), b"x")
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.spend(12)
    await world.games.play(await world.games.load(SCOPE), Pass(STATE.players[0].user), 1)
    world.spend(12)
    await world.worker().begin()
    assert away(world) == 12


async def test_an_absence_touches_no_table(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    before = await world.stored()
    world.spend(600)
    for worker in world.workers(3):
        await worker.begin()
        await worker.step()
    assert (await world.stored(), await world.told()) == (before, [])


async def test_what_was_due_in_an_absence_is_due_as_much_later(world: World) -> None:
    await world.deal(STATE)
    await world.later(100, world.worker())
    world.spend(600)
    worker = world.worker()
    await worker.begin()
    await world.later(19, worker)
    assert (await world.game()).turn == 0
    await world.later(1, worker)
    assert (await world.game()).turn == 1


async def test_an_absence_counts_once_however_many_return(world: World) -> None:
    await world.later(30, *world.workers(3))
    world.spend(600)
    workers = world.workers(3)
    await asyncio.gather(*(worker.begin() for worker in workers for _ in range(3)))
    await world.later(40, *workers)
    assert {worker.served.away for worker in workers} == {timedelta(seconds=600)}


async def test_killed_in_the_midst_of_returning_the_bot_counts_no_time_twice(world: World) -> None:
    await world.later(30, world.worker())
    for _ in range(5):
        world.spend(60)
        await world.worker().begin()
        world.spend(4)
    assert away(world) == 5 * 60 + 4 * 4


async def test_where_another_worker_stays_a_restart_is_no_absence(world: World) -> None:
    first, second = world.workers(2)
    await world.later(30, first, second)
    await ended(first)
    world.spend(8)
    await world.worker("bot0").begin()
    assert away(world) == 0


async def test_workers_that_all_ended_in_good_order_leave_nobody_behind(world: World) -> None:
    workers = world.workers(2)
    await world.later(30, *workers)
    for worker in workers:
        await ended(worker)
    world.spend(8)
    again = world.workers(2)
    await asyncio.gather(*(worker.begin() for worker in again))
    assert away(world) == 8


async def test_a_running_worker_takes_a_late_beat_for_no_absence(world: World) -> None:
    worker = world.worker()
    await world.later(30, worker)
    world.spend(AWAY_MS / 1000 - 1)
    await worker.step()
    assert away(world) == 0


async def test_a_bot_that_ends_while_telegram_is_away_counts_that_time_too(world: World) -> None:
    worker = world.worker()
    await world.later(10, worker)
    world.reachable = False
    await world.later(30, worker)
    await ended(worker)
    world.reachable = True
    world.spend(5)
    await world.worker().begin()
    assert away(world) == 35


async def test_what_is_told_next_where_a_clock_runs_says_so_once(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.spend(60)
    worker = world.worker()
    await worker.begin()
    for number in (0, 1):
        await world.games.play(await world.games.load(SCOPE), Pass(STATE.players[number].user), number)
    assert [notice.away for notice in await world.told()] == [60_000, 0]


@pytest.mark.parametrize("before", ["untimed", "paused"])
async def test_nothing_is_said_of_an_absence_where_no_clock_runs(world: World, before: str) -> None:
    options = {"clock": "none" if before == "untimed" else "2min", "challenge": "void"}
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options=options)
    await world.deal(state)
    await world.later(30, world.worker())
    user = state.players[0].user
    if before == "paused":
        await world.games.play(await world.games.load(SCOPE), Pause(user), 1)
    world.spend(600)
    await world.worker().begin()
    action = Resume(user) if before == "paused" else Pass(user)
    await world.games.play(await world.games.load(SCOPE), action, 2)
    assert (await world.told())[-1].away == 0


async def test_the_log_carries_both_times(world: World) -> None:
    await world.deal(STATE)
    await world.later(30, world.worker())
    world.spend(60)
    await world.worker().begin()
    await world.games.play(await world.games.load(SCOPE), Pass(STATE.players[0].user), 1)
    (entry,) = [decode_entry(one) for one in await stored_log(world.store, SCOPE)]
    assert (entry.at, entry.when) == (NOW + timedelta(seconds=30), NOW + timedelta(seconds=90))


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
    world.spend(9)
    await ended(worker)
    world.spend(50)
    worker = world.worker()
    await worker.begin()
    await worker.step()
    pending = (await world.game()).pending
    assert pending is not None
    assert pending.until - world.served() == timedelta(seconds=int(window) - 9)


async def test_the_time_for_cards_outlives_a_restart(world: World) -> None:
    await world.deal(klepka.begun(2, clock="phases"))
    worker = world.worker()
    await world.later(100, worker)
    before = (await world.games.load(SCOPE)).table
    world.spend(50)
    worker = world.worker()
    await worker.begin()
    await worker.step()
    after = (await world.games.load(SCOPE)).table
    assert isinstance(before, KlepkaState)
    assert isinstance(after, KlepkaState)
    assert (after.phase, after.turn) == (before.phase, before.turn) == ("flips", 0)


async def test_a_chat_that_is_gone_after_an_outage_pays_nothing_for_it(world: World, redis: Redis) -> None:
    await world.deal(STATE)
    worker = world.worker()
    await worker.begin()
    await world.later(10, worker)
    before = (await world.game()).clocks
    world.reachable = False
    world.spend(600)
    await worker.step()
    await Halts(world.games, Halted(redis), worker.catch_up).gone(SCOPE.chat)
    spent = (await world.game()).clocks
    assert before is not None
    assert spent is not None
    assert spent.spent - before.spent <= 10_000
