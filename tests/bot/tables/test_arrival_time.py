"""An action counts from the instant at which it reached us, however long it then waited."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from bot.judges import WordJudge
from bot.store.client import connect
from bot.store.commits import UpdateContext
from bot.store.embedded import EmbeddedRedis
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.tables.codec import decode_log_entry
from bot.tables.served_time import LONGEST_DELAY_MS, SENT_BEFORE_DOWNTIME_MS, ServedClock
from bot.telegram.requests import Request
from engine.clock import Remind, Timeout
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.table_log import LogEntry
from engine.turns import Pass
from tests.support.consumer_harness import ConsumerHarness
from tests.support.games import NOW, USERS, game
from tests.support.stored_tables import load_stored_log
from tests.support.timeout_workers import SCOPE, World
from tests.support.waiting import PATIENCE, run_until_idle, wait_until

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
    (entry,) = await stored_entries(world)
    assert entry.at == NOW + after(TURN - 1)
    assert entry.begins == NOW + after(TURN + 60), "the next player's time begins when it is applied"
    assert (await world.load_game()).clocks.started == NOW + after(TURN + 60)


async def test_what_came_too_late_is_too_late(world: World) -> None:
    world.clock.now = NOW + after(TURN + 60)
    held = await world.games.load_table(SCOPE, UpdateContext(7), NOW + after(TURN + 1))
    with pytest.raises(Refusal, match="out_of_time"):
        await world.games.apply_action(held, Pass(USERS[0]), UpdateContext(7))


async def test_nothing_counts_from_before_what_was_done_before_it(world: World) -> None:
    world.clock.now = NOW + after(50)
    await world.games.apply_action(await world.games.load_table(SCOPE), Pass(USERS[0]), None)
    world.clock.now = NOW + after(45)
    other = world.games_with_judge(WordJudge(world.redis))  # another process, or this one after a restart
    held = await other.load_table(SCOPE, UpdateContext(8), NOW + after(40))
    await other.apply_action(held, Pass(USERS[1]), UpdateContext(8))
    assert [entry.at for entry in await stored_entries(world)] == [NOW + after(50)] * 2
    assert (await world.load_game()).clocks.started == NOW + after(50)


async def run_now(work: Callable[[], Awaitable[None]]) -> None:
    await work()


class DeferredTurns:
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
        doing: list[asyncio.Task[None]] = []
        while self.kept or not all(task.done() for task in doing):
            doing += [asyncio.create_task(run_now(work)) for _, work in self.kept]
            self.kept.clear()
            await run_until_idle()
        await asyncio.gather(*doing)


async def test_nothing_runs_out_while_what_came_before_is_not_known(world: World) -> None:
    turns = DeferredTurns()
    deadlines = world.new_worker(turns=turns)
    await deadlines.beats.record_first_beat()
    await world.advance_beat_by_beat(TURN + 1, deadlines)
    assert turns.kept == []
    turns.is_ready = True
    assert await deadlines.queue_due_tables()
    assert [scope for scope, _ in turns.kept] == [SCOPE]
    assert await stored_entries(world) == []
    await turns.run_queued()
    assert len(await stored_entries(world)) == 1


@pytest.mark.parametrize("chat", [SCOPE.chat, USERS[0]], ids=["in the group", "in private"])
async def test_a_move_in_time_is_played_before_time_runs_out(world: World, redis: Redis, chat: int) -> None:
    desk, free = ConsumerHarness(redis, world.clock), asyncio.Event()

    async def work(request: Request) -> None:
        await free.wait()
        held = await world.games.load_table(SCOPE, request.update, request.arrived_at)
        await world.games.apply_action(held, Pass(USERS[0]), request.update)

    desk.on_request = work
    deadlines = world.new_worker(turns=desk.consumer.timeouts)
    await deadlines.beats.record_first_beat()
    async with desk.run_consumer():
        await world.advance_beat_by_beat(TURN - 1, deadlines)
        async with asyncio.timeout(PATIENCE):
            while not await stored_entries(world):  # The reminder, which came before the move.
                await run_until_idle()
        await wait_until(lambda: not desk.consumer.is_busy)
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
    await deadlines.beats.record_first_beat()
    await world.advance_beat_by_beat(TURN - 25, deadlines)
    assert len(turns.kept) == 1
    world.advance_unobserved(3600)
    await turns.run_queued()
    assert [type(entry.action) for entry in await stored_entries(world)] == [Remind]
    assert world.served_time.downtime >= after(3600)


HOUR = 3600
SECOND = timedelta(seconds=1)
BEATS = timedelta(seconds=10)
SKEWS = (-300, 0, 70)
"""Seconds that Redis's clock may always have been ahead of Telegram's."""
WHOLE_SECONDS = 1.0
"""Telegram's instants have no fractions."""


class Service:
    """One process at a time on a Redis whose clock is set; Telegram's clock is right."""

    def __init__(self, redis: Redis) -> None:
        self.world = World(redis)
        self.last = self.world.clock.now
        """When it beat last, by a right clock."""
        self.served = self._process()

    def _process(self) -> ServedClock:
        heartbeat = Heartbeat(self.world.redis, "bot", self.world.seconds_passed, self.world.server_time)
        return ServedClock(heartbeat.record_beat, self.world.seconds_passed)

    async def beat(self, *, returning: bool = False) -> None:
        await self.served.record_beat(returning=returning)
        self.last = self.world.clock.now

    async def serve(self, seconds: float) -> None:
        end = self.world.clock.now + timedelta(seconds=seconds)
        while (due := self.last + BEATS) <= end:
            self.world.advance_unobserved((due - self.world.clock.now).total_seconds())
            await self.beat()
        self.world.advance_unobserved((end - self.world.clock.now).total_seconds())

    async def be_absent(self, seconds: float) -> datetime:
        """Be killed and come back: when, in served time, the service was last known to be there."""
        left = self.served() - (self.world.clock.now - self.last)
        self.world.advance_unobserved(seconds)
        self.served = self._process()
        await self.beat(returning=True)
        return left

    async def jump(self, seconds: float) -> None:
        self.world.jump += timedelta(seconds=seconds)
        await self.beat()

    def counts(self, ago: float = 0.0) -> datetime:
        sent = (self.world.clock.now - timedelta(seconds=ago)).replace(microsecond=0)
        return self.served.time_counted(self.served() + self.served.downtime, sent)

    def dated(self, ago: float) -> datetime:
        sent = self.world.clock.now - timedelta(seconds=ago)
        return self.served.time_dated(self.served() + self.served.downtime, sent)

    def sent(self, ago: float = 0.0) -> datetime:
        sent = (self.world.clock.now - timedelta(seconds=ago)).replace(microsecond=0)
        return self.served.time_sent(self.served() + self.served.downtime, sent)


@pytest.fixture
async def service(redis: Redis) -> Service:
    made = Service(redis)
    await made.beat(returning=True)
    await made.serve(100)
    return made


JUMPS = st.sampled_from((-3 * HOUR, -2 * HOUR, -HOUR, HOUR, 2 * HOUR, 3 * HOUR))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("serve"), st.floats(0.1, 300)),
        st.tuples(st.just("absence"), st.floats(1, 3000), st.floats(0, 1)),
        st.tuples(st.just("jump"), JUMPS),
    ),
    max_size=20,
)


@settings(max_examples=10)
@given(steps=STEPS)
def test_what_came_at_once_counts_from_then_and_what_waited_from_the_beginning_of_the_absence(
    redis_server: EmbeddedRedis, steps: list[tuple[str, float] | tuple[str, float, float]]
) -> None:
    async def told() -> None:
        async with connect(redis_server.url) as redis:
            await redis.flushall()
            service = Service(redis)
            await service.beat(returning=True)
            for what, number, *more in steps:
                match what:
                    case "serve":
                        await service.serve(number)
                    case "jump":
                        await service.jump(number)
                    case _:
                        left = await service.be_absent(number)
                        waited = service.counts(number * more[0]) - left
                        assert -WHOLE_SECONDS <= waited.total_seconds() <= 0.01
                at_once = service.served() - service.counts()
                assert 0 <= at_once.total_seconds() <= WHOLE_SECONDS

    asyncio.run(told())


async def test_what_waited_counts_no_earlier_than_half_a_minute_before_the_absence(service: Service) -> None:
    left = await service.be_absent(60)
    assert service.counts(ago=70) == left - 10 * SECOND
    assert service.counts(ago=95) == service.counts(ago=200) == left - timedelta(milliseconds=SENT_BEFORE_DOWNTIME_MS)


async def test_a_date_of_telegrams_is_told_in_served_time_and_at_most_as_the_arrival(service: Service) -> None:
    assert service.dated(ago=4) == service.served() - 4 * SECOND, "however late it arrives"
    assert service.dated(ago=-4) == service.served()
    left = await service.be_absent(60)
    assert service.dated(ago=30) == left, "no time passed while nobody could play"
    assert service.dated(ago=70) == left - 10 * SECOND
    await service.serve(LONGEST_DELAY_MS // 1000)
    assert service.dated(ago=1000) == service.served(), "Telegram's clock is another then"


async def test_nothing_waits_for_long_while_the_service_is_there(service: Service) -> None:
    left = await service.be_absent(600)
    await service.serve(LONGEST_DELAY_MS // 1000)
    assert service.counts(ago=700) == left
    await service.serve(1)
    assert service.counts(ago=700) == service.served()


@pytest.fixture
async def skewed_service(redis: Redis, ahead: int) -> Service:
    made = Service(redis)
    made.world.jump = timedelta(seconds=ahead)
    await made.beat(returning=True)
    await made.serve(100)
    return made


@pytest.mark.parametrize("ahead", SKEWS)
async def test_what_came_first_was_sent_first_whichever_clock_is_ahead(skewed_service: Service) -> None:
    before = skewed_service.sent()
    skewed_service.world.advance_unobserved(0.1)
    laid = skewed_service.served()
    assert before < laid
    for passed in (0.1, 4, 50):
        await skewed_service.serve(passed)
        assert skewed_service.sent() == skewed_service.sent(ago=1) == skewed_service.served() >= laid


@pytest.mark.parametrize("ahead", SKEWS)
async def test_what_was_sent_in_an_absence_was_sent_after_all_that_came_before_it(skewed_service: Service) -> None:
    laid = skewed_service.served()
    await skewed_service.be_absent(60)
    assert skewed_service.sent(ago=30) >= laid


@pytest.mark.parametrize("ahead", [-3, 0, 3])
async def test_what_waited_through_an_absence_was_sent_before_what_came_after(skewed_service: Service) -> None:
    await skewed_service.be_absent(60)
    skewed_service.world.advance_unobserved(0.1)
    laid = skewed_service.served()
    skewed_service.world.advance_unobserved(0.1)
    assert skewed_service.sent(ago=30) < laid
