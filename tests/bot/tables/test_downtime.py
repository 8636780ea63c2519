"""Absences: what a restart, a kill or a hiccup of Telegram takes is nobody's time, and costs no table a write."""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError
from telegram import WebhookInfo

from bot.call_errors import ApiUnreachable
from bot.runtime import SYSTEM_RUNTIME, boot_seconds
from bot.store import keys
from bot.store.chats import UnreachableChats
from bot.store.client import TooFewReplicas, replicated
from bot.store.commits import UpdateContext
from bot.store.heartbeat import DOWNTIME_MS, Heartbeat
from bot.store.inbox import Inbox
from bot.tables.codec import decode_log_entry
from bot.tables.deadlines import UnreachableClocks
from bot.workers import supervisor
from bot.workers.supervisor import Lease, LeaseExpired
from engine.clock import Pause, Resume
from engine.turns import Pass
from tests.support.games import NOW, game, place_play
from tests.support.redis_faults import REFUSALS, refuse_writes
from tests.support.shard_workers import ShardWorker, poll_until
from tests.support.stored_tables import load_stored_log
from tests.support.timeout_workers import SCOPE, TimeoutWorker, World
from tests.support.waiting import PATIENCE

RACKS = ("LERİSĞZ", "AAEEKKL")
STATE = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"clock": "2min", "challenge": "void"})
"""Two minutes for the turn."""
CHALLENGED = game("scrabble-tr", laid=["8F KALEM"], racks=("LİKRSAA", "AAEEKKL"), options={"challenge": "double"})


@pytest.fixture
async def world(redis: Redis) -> World:
    return World(redis)


async def stop_worker(worker: TimeoutWorker) -> None:
    stop = asyncio.Event()
    stop.set()
    await worker.run(stop)


def downtime_seconds(world: World) -> float:
    return world.served_time.downtime.total_seconds()


@pytest.mark.parametrize("gap", [1, 19])
async def test_a_restart_takes_nothing_of_anybodys_time(world: World, gap: int) -> None:
    worker = world.new_worker()
    await world.advance_beat_by_beat(30, worker)
    world.advance_unobserved(7)
    await stop_worker(worker)
    world.advance_unobserved(gap)
    await world.new_worker().beats.record_first_beat()
    assert downtime_seconds(world) == gap
    assert world.served_time() == NOW + timedelta(seconds=37)


@pytest.mark.parametrize(("gap", "count"), [(1, 1), (8, 2), (60, 2)])
async def test_of_killed_bots_no_time_before_the_newest_commit_counts(redis: Redis, gap: float, count: int) -> None:
    """What was committed stays behind served time: whoever follows it, however they tell when, came after it."""
    world = World(redis)
    await world.put_table(CHALLENGED)
    workers = world.new_workers(count)
    await world.advance_beat_by_beat(30, *workers)
    world.advance_unobserved(9)
    move = place_play(CHALLENGED, "H7 ALA")
    await world.games.apply_action(await world.games.load_table(SCOPE), move, UpdateContext(1))
    typed = world.clock.now + timedelta(seconds=gap)
    world.advance_unobserved(gap + 2)
    for worker in world.new_workers(count):
        await worker.beats.record_first_beat()
        assert worker.served_time() >= NOW + timedelta(seconds=39)
    # Nobody knows of less than two beats whether the other was there.
    assert downtime_seconds(world) == (gap + 2 if count == 1 or gap * 1000 >= DOWNTIME_MS else 0)
    pending = (await world.load_game()).pending
    assert pending is not None
    assert pending.laid == NOW + timedelta(seconds=39)
    assert world.games.times.served_time_sent(world.clock.now, typed) >= pending.laid
    assert world.served_time() <= pending.until


async def test_of_telegrams_absence_the_time_before_the_newest_commit_is_none(world: World) -> None:
    await world.put_table(STATE)
    first = world.new_worker("bot0")
    await world.advance_beat_by_beat(30, first)
    world.reachable = False
    world.advance_unobserved(9)
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(STATE.players[0].user), UpdateContext(1))
    world.advance_unobserved(20)
    world.reachable = True
    second = world.new_worker("bot1")
    await second.beats.record_first_beat()
    assert second.served_time() == NOW + timedelta(seconds=39)
    await first.queue_due_tables()
    assert first.served_time() == second.served_time()


async def test_what_a_process_ahead_has_committed_is_no_later_than_the_time_of_others(world: World) -> None:
    """A process that has told more time than counts by now stands still, and commits meanwhile."""
    await world.put_table(STATE)
    first = world.new_worker("bot0")
    await world.advance_beat_by_beat(30, first)
    world.advance_unobserved(12)
    ahead = first.served_time()
    world.advance_unobserved(30)
    second = world.new_worker("bot1")
    await second.beats.record_first_beat()
    assert second.served_time() == NOW + timedelta(seconds=30)
    world.served_time = first.served_time
    await first.queue_due_tables()
    assert first.served_time() == ahead
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(STATE.players[0].user), UpdateContext(1))
    third = world.new_worker("bot2")
    await third.beats.record_first_beat()
    assert third.served_time() >= ahead
    await world.advance_beat_by_beat(60, first, second, third)
    assert first.served_time() == second.served_time() == third.served_time()


async def test_an_absence_touches_no_table(world: World) -> None:
    await world.put_table(STATE)
    await world.advance_beat_by_beat(30, world.new_worker())
    before = await world.dump_redis()
    world.advance_unobserved(600)
    for worker in world.new_workers(3):
        await worker.beats.record_first_beat()
        await worker.queue_due_tables()
    assert (await world.dump_redis(), await world.read_notices()) == (before, [])


async def test_what_was_due_in_an_absence_is_due_as_much_later(world: World) -> None:
    await world.put_table(STATE)
    await world.advance_beat_by_beat(100, world.new_worker())
    world.advance_unobserved(600)
    worker = world.new_worker()
    await worker.beats.record_first_beat()
    await world.advance_beat_by_beat(19, worker)
    assert (await world.load_game()).turn == 0
    await world.advance_beat_by_beat(1, worker)
    assert (await world.load_game()).turn == 1


async def test_an_absence_counts_once_however_many_return(world: World) -> None:
    await world.advance_beat_by_beat(30, *world.new_workers(3))
    world.advance_unobserved(600)
    workers = world.new_workers(3)
    await asyncio.gather(*(worker.beats.record_first_beat() for worker in workers for _ in range(3)))
    await world.advance_beat_by_beat(40, *workers)
    assert {worker.served_time.downtime for worker in workers} == {timedelta(seconds=600)}


async def test_killed_in_the_midst_of_returning_the_bot_counts_no_time_twice(world: World) -> None:
    await world.advance_beat_by_beat(30, world.new_worker())
    for _ in range(5):
        world.advance_unobserved(60)
        await world.new_worker().beats.record_first_beat()
        world.advance_unobserved(4)
    assert downtime_seconds(world) == 5 * 60 + 4 * 4


async def test_where_another_worker_stays_a_restart_is_no_absence(world: World) -> None:
    first, second = world.new_workers(2)
    await world.advance_beat_by_beat(30, first, second)
    await stop_worker(first)
    world.advance_unobserved(8)
    await world.new_worker("bot0").beats.record_first_beat()
    assert downtime_seconds(world) == 0


async def test_a_bot_that_ends_while_telegram_is_away_counts_that_time_too(world: World) -> None:
    worker = world.new_worker()
    await world.advance_beat_by_beat(10, worker)
    world.reachable = False
    await world.advance_beat_by_beat(30, worker)
    await stop_worker(worker)
    world.reachable = True
    world.advance_unobserved(5)
    await world.new_worker().beats.record_first_beat()
    assert downtime_seconds(world) == 35


async def test_what_is_told_next_where_a_clock_runs_says_so_once(world: World) -> None:
    await world.put_table(STATE)
    await world.advance_beat_by_beat(30, world.new_worker())
    world.advance_unobserved(60)
    worker = world.new_worker()
    await worker.beats.record_first_beat()
    for number in (0, 1):
        await world.games.apply_action(
            await world.games.load_table(SCOPE), Pass(STATE.players[number].user), UpdateContext(number)
        )
    assert [notice.untold_downtime_ms for notice in await world.read_notices()] == [60_000, 0]


@pytest.mark.parametrize("before", ["untimed", "paused"])
async def test_nothing_is_said_of_an_absence_where_no_clock_runs(world: World, before: str) -> None:
    options = {"clock": "none" if before == "untimed" else "2min", "challenge": "void"}
    state = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options=options)
    await world.put_table(state)
    await world.advance_beat_by_beat(30, world.new_worker())
    user = state.players[0].user
    if before == "paused":
        await world.games.apply_action(await world.games.load_table(SCOPE), Pause(user), UpdateContext(1))
    world.advance_unobserved(600)
    await world.new_worker().beats.record_first_beat()
    action = Resume(user) if before == "paused" else Pass(user)
    await world.games.apply_action(await world.games.load_table(SCOPE), action, UpdateContext(2))
    assert (await world.read_notices())[-1].untold_downtime_ms == 0


@pytest.mark.parametrize("error", REFUSALS)
async def test_while_redis_refuses_to_store_an_update_no_time_passes(world: World, error: str) -> None:
    await world.put_table(STATE)
    worker = world.new_worker()
    await world.advance_beat_by_beat(20, worker)
    async with refuse_writes(world.redis, error):
        with pytest.raises(RedisError):
            await Inbox(world.redis).append_update(1, SCOPE.chat, b"{}")
        for _ in range(13):
            with suppress(RedisError):
                await world.advance_beat_by_beat(10, worker)
    await world.advance_beat_by_beat(10, worker)
    assert await world.load_game() == STATE
    assert downtime_seconds(world) == 140


async def test_a_beat_without_an_update_s_replicas_is_none(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.heartbeat._REPLICA_SECONDS", 0.01)
    with pytest.raises(TooFewReplicas):
        await Heartbeat(redis, "bot", durable=replicated(redis, 1)).record_beat(None, returning=True)
    assert not await redis.exists(keys.clock())


UNREACHABLE = WebhookInfo(
    "https://bot.example.org/",
    has_custom_certificate=False,
    pending_update_count=1,
    last_error_date=NOW + timedelta(seconds=21),
    last_error_message="Connection refused",
)


@pytest.mark.parametrize("way", ["polling", "webhook"])
@pytest.mark.parametrize("too_fast", [None, 600])
async def test_while_no_update_can_come_in_no_time_passes(world: World, way: str, too_fast: float | None) -> None:
    await world.put_table(STATE)
    worker = world.new_worker()
    world.too_fast = too_fast
    await world.advance_beat_by_beat(20, worker)
    if way == "polling":
        world.reception.note_poll_error(ApiUnreachable("Bad Gateway"))
    else:
        world.reception.note_webhook(UNREACHABLE)
    sent = world.clock.now + timedelta(seconds=60)
    await world.advance_beat_by_beat(130, worker)
    world.reception.note_polled()
    world.reception.note_posted()
    await worker.beats.update_clock()
    counted = world.games.times.served_time_counted(world.clock.now, sent)
    loaded = replace(await world.games.load_table(SCOPE), arrived_at=counted)
    await world.games.apply_action(loaded, Pass(STATE.players[0].user), UpdateContext(1))
    await world.advance_beat_by_beat(20, worker)
    (entry,) = [decode_log_entry(one) for one in await load_stored_log(world.store, SCOPE)]
    assert (entry.action, entry.at) == (Pass(STATE.players[0].user), NOW + timedelta(seconds=20))
    assert downtime_seconds(world) == 140, "until Telegram was next asked"


async def test_a_start_logs_a_missing_webhook_only_if_it_stays_missing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    beats = world.new_worker().beats
    world.reception.note_webhook(WebhookInfo(url="", has_custom_certificate=False, pending_update_count=0))
    await beats.record_first_beat()
    assert "clocks stand still" not in caplog.text
    for _ in range(2):
        world.advance_unobserved(60)
        await beats.record_when_due()
    assert caplog.text.count("clocks stand still") == 1


async def test_a_chat_that_is_gone_after_an_outage_pays_nothing_for_it(world: World, redis: Redis) -> None:
    await world.put_table(STATE)
    worker = world.new_worker()
    await worker.beats.record_first_beat()
    await world.advance_beat_by_beat(10, worker)
    before = (await world.load_game()).clocks
    world.reachable = False
    world.advance_unobserved(600)
    await worker.queue_due_tables()
    await UnreachableClocks(world.games, UnreachableChats(redis), worker.beats.update_clock).stop_clocks_of_chat(
        SCOPE.chat
    )
    spent = (await world.load_game()).clocks
    assert before is not None
    assert spent is not None
    assert spent.spent - before.spent <= 10_000


def test_seconds_go_on_while_the_machine_is_suspended_where_it_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
    monkeypatch.setattr(time, "clock_gettime", {7: 4000.5}.__getitem__)
    assert boot_seconds() == SYSTEM_RUNTIME.monotonic() == 4000.5


async def test_what_goes_out_is_broken_off_though_no_timer_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timers of the event loop stand still while the machine is suspended."""
    monkeypatch.setattr(supervisor, "_RECHECK_SECONDS", 0.001)
    left, begun = 1000.0, asyncio.Event()

    async def send() -> None:
        begun.set()
        await asyncio.Event().wait()

    keeping = asyncio.create_task(Lease(lambda: left).run_under_lease(send()))
    await begun.wait()
    left = -50.0
    with pytest.raises(LeaseExpired):
        async with asyncio.timeout(PATIENCE):
            await keeping


async def test_a_worker_that_was_suspended_reads_whose_its_shards_are_before_it_relies_on_them(redis: Redis) -> None:
    slept = 0.0
    worker = ShardWorker(redis, "a", lambda: slept)
    await worker.rebalance()
    assert worker.lease_seconds_left > 0
    await redis.set(keys.shard_owner(0), "b#1")
    slept = 3600.0
    assert worker.lease_seconds_left < 0
    await worker.rebalance()
    assert worker.readable_epochs.keys() == set(range(1, keys.SHARDS))
    await poll_until(lambda: worker.shard_work.dropped == [0])


@pytest.mark.parametrize("counts", [True, False], ids=["its clock counts it", "its clock stands still"])
@pytest.mark.parametrize("seconds", [15, 60])
async def test_beside_others_a_suspended_one_goes_by_their_time(redis: Redis, seconds: int, *, counts: bool) -> None:
    world = World(redis)
    machine = World(redis)
    machine.clock, stood = world.clock, 0.0
    machine.seconds_passed = lambda: world.seconds_passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended, other = machine.new_worker("bot0"), world.new_worker("bot1")
    await world.advance_beat_by_beat(30, suspended, other)
    await world.advance_beat_by_beat(seconds, other)
    stood = 0.0 if counts else seconds
    await world.advance_beat_by_beat(20, suspended, other)
    for passed in range(60, 90, 10):
        await world.advance_beat_by_beat(10, suspended, other)
        expected = NOW + timedelta(seconds=seconds + passed)
        assert [worker.served_time() for worker in (suspended, other)] == [expected] * 2


@pytest.mark.parametrize("seconds", [15, 600])
async def test_alone_it_costs_nobody_time_though_its_clock_stood_still(redis: Redis, seconds: int) -> None:
    world, stood = World(redis), 0.0
    passed = world.seconds_passed
    world.seconds_passed = lambda: passed() - stood  # type: ignore[method-assign]  # its own clock
    suspended = world.new_worker()
    await world.advance_beat_by_beat(30, suspended)
    world.advance_unobserved(seconds)
    stood = seconds
    await world.advance_beat_by_beat(30, suspended)
    assert suspended.served_time() == NOW + timedelta(seconds=60)
