"""Processes that apply what is due: any number of them on one Redis and one clock that a test moves."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from bot.call_errors import ApiUnreachable, RateLimited
from bot.ingress.polling import UpdateReception
from bot.judges import WordJudge
from bot.runtime import ServedTime
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.games import GameStore
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.scripts import pack_arguments
from bot.store.streams import Outbox
from bot.tables.codec import Notice, decode_notice, encode_stored
from bot.tables.deadlines import BEAT_INTERVAL, ComputerTurns, Deadlines, ServiceBeats, TableQueue
from bot.tables.games import Games
from bot.tables.served_time import ServedClock
from bot.tables.table_loader import LoadedTable
from engine.crossword.state import GameState
from engine.game import Action, Event, Table, deadline
from tests.support.games import NOW, game
from tests.support.streams import read_new_entries
from tests.support.timers import BotClock, FrozenServedClock

SCOPE = Scope(-100777, 3)


class ImmediateQueue:
    """Runs all work at once."""

    is_ready: Final = True
    loss_count: Final = 0
    free_places: Final = 100
    ready_shards: Final = None

    async def queue_work(
        self,
        _: Scope,
        work: Callable[[], Awaitable[None]],
        requeue: Callable[[], None],  # noqa: ARG002 - it never waits
        players: Collection[int] = (),  # noqa: ARG002 - it never waits
    ) -> None:
        await work()


async def has_told_all(_: Scope, __: str) -> bool:
    return False


async def choose_nothing(_: LoadedTable, __: frozenset[str]) -> Action:
    raise AssertionError("no computer player is at these tables")


class TimeoutWorker(Deadlines):
    """A process just started, with a monotonic clock that nobody sets; the name is that of the one it replaces."""

    def __init__(self, world: "World", name: str, turns: TableQueue | None = None) -> None:
        heartbeat = Heartbeat(world.redis, name, world.seconds_passed, world.server_time)
        self.served_time = ServedClock(heartbeat.record_beat, world.seconds_passed)
        games = Games(world.store, WordJudge(world.redis), self.served_time)
        self.beats = ServiceBeats(
            self.served_time,
            world.probe_telegram,
            heartbeat.deregister_worker,
            find_update_obstacle=lambda: world.reception.obstacle,
            seconds=world.seconds_passed,
        )
        super().__init__(
            world.store,
            games,
            self.served_time,
            self.beats,
            table_queue=ImmediateQueue() if turns is None else turns,
            is_window_untold=has_told_all,
            computers=ComputerTurns(games, choose_nothing),
        )


class World:
    """Some workers on one Redis and one clock; ``jump`` is by how much the clock of Redis's machine was set."""

    def __init__(self, redis: Redis) -> None:
        self.clock = BotClock(NOW)
        self.jump = timedelta()
        self.redis = redis
        self.store = GameStore(redis)
        self.served_time: ServedTime = FrozenServedClock(self.clock)
        """As the worker that was started last has it; before any, that of a service that was never away."""
        self.games = self.games_with_judge(WordJudge(redis))
        self.reachable = True
        self.reception = UpdateReception(self.server_time)
        self.too_fast: float | None = None
        """In how many seconds Telegram wants to be asked again."""
        self.probes = 0
        self.during_probe: Callable[[], Awaitable[None]] | None = None

    def games_with_judge(self, judges: WordJudge) -> Games:
        newest: Any = NewestServedTime(self)
        return Games(self.store, judges, newest)

    def server_time(self) -> float:
        return (self.clock.now + self.jump).timestamp()

    def seconds_passed(self) -> float:
        return (self.clock.now - NOW).total_seconds()

    def new_worker(self, name: str = "bot", turns: TableQueue | None = None) -> TimeoutWorker:
        """A process just started; the name is that of the process which it replaces, if any."""
        worker = TimeoutWorker(self, name, turns)
        self.served_time = worker.served_time
        return worker

    def new_workers(self, count: int) -> list[TimeoutWorker]:
        return [self.new_worker(f"bot{number}") for number in range(count)]

    async def probe_telegram(self) -> None:
        self.probes += 1
        if self.during_probe is not None:
            await self.during_probe()
        if not self.reachable:
            raise ApiUnreachable("no route")
        if self.too_fast is not None:
            raise RateLimited("Too Many Requests", self.too_fast)

    async def put_table(self, table: Table, scope: Scope = SCOPE) -> None:
        held = await self.store.load_table(scope)
        due = deadline(table)
        done = await self.store.commit(
            Commit(
                scope=scope,
                expected_version=held.version,
                update_id=None,
                state=encode_stored(table),
                deadline=None if due is None else due.timestamp(),
            )
        )
        assert isinstance(done, Committed)

    async def load_game(self) -> GameState:
        table = (await self.games.load_table(SCOPE)).table
        assert isinstance(table, GameState)
        return table

    async def dump_redis(self) -> dict[str | bytes, str | bytes | None]:
        """All that Redis holds but what beats write, each key's value as a dump."""
        beats = {keys.clock().encode(), keys.worker_heartbeats().encode(), keys.downtimes().encode()}
        return {key: await self.redis.dump(key) for key in await self.redis.keys("*") if key not in beats}

    async def announced_events(self) -> list[Event]:
        return [event for notice in await self.read_notices() for event in notice.events]

    async def read_notices(self) -> list[Notice]:
        return [decode_notice(entry.payload) for entry in await read_new_entries(Outbox(self.redis))]

    async def advance_beat_by_beat(self, seconds: float, *workers: TimeoutWorker) -> None:
        end = self.clock.now + timedelta(seconds=seconds)
        while self.clock.now < end:
            self.clock.now = min(end, self.clock.now + BEAT_INTERVAL)
            for worker in workers:
                await worker.queue_due_tables()

    def advance_unobserved(self, seconds: float) -> None:
        self.clock.now += timedelta(seconds=seconds)


class NewestServedTime:
    """The served time of a world's newest worker, read when it is asked for."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __call__(self) -> datetime:
        return self._world.served_time()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world.served_time, name)


LONGEST: Final = 14.0
"""Seconds that a question and its answer take at most; longer ones are given up."""


@dataclass(frozen=True, slots=True)
class BeatRecord:
    """A beat as Redis noted it, in seconds since the beginning."""

    at: float
    served: float


class StalledRedis:
    """Redis as a process has it: what is asked stops on its way there and back, unless the way is clear."""

    def __init__(self, redis: Redis, world: World, ran: Callable[[float], None]) -> None:
        self.is_clear = True
        self._redis, self._world, self._on_beat = redis, world, ran
        self._stop_event, self._resume_event = asyncio.Event(), asyncio.Event()

    async def evalsha(self, *asked: Any) -> Any:
        await self._wait_at_stop()
        *before, arguments = asked
        told = msgspec.msgpack.decode(arguments) | {"now": round(self._world.server_time() * 1000)}
        answer = await self._redis.evalsha(*before, pack_arguments(told))
        self._on_beat((int(answer[0]) - int(answer[1]) - NOW.timestamp() * 1000) / 1000)
        await self._wait_at_stop()
        return answer

    async def mget(self, names: Iterable[str]) -> list[Any]:
        await self._wait_at_stop()
        answer = await self._redis.mget(names)
        await self._wait_at_stop()
        return answer

    async def time(self) -> tuple[int, int]:
        await self._wait_at_stop()
        now = divmod(round(self._world.server_time() * 1_000_000), 1_000_000)
        await self._wait_at_stop()
        return now

    async def resume_to_next_stop(self, beating: "asyncio.Task[None]") -> None:
        """Let a beat that stopped come as far as its next stop, or its end."""
        self._stop_event.clear()
        self._resume_event.set()
        stopped = asyncio.create_task(self._stop_event.wait())
        await asyncio.wait({beating, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()

    async def _wait_at_stop(self) -> None:
        if not self.is_clear:
            self._stop_event.set()
            await self._resume_event.wait()
            self._resume_event.clear()


class BeatingProcess:
    def __init__(
        self, redis: Redis, world: World, name: str, ran: Callable[["BeatingProcess", BeatRecord], None]
    ) -> None:
        self.newest_beat: BeatRecord | None = None
        """Its newest beat, whether it has heard of it or not."""
        self.newest_reading = NOW
        self.beating: asyncio.Task[None] | None = None
        self.beat_started_at = 0.0
        self._world = world
        way: Any = StalledRedis(redis, world, lambda served: ran(self, BeatRecord(world.seconds_passed(), served)))
        self._redis: StalledRedis = way
        self.served_time = ServedClock(Heartbeat(way, name, world.seconds_passed).record_beat, world.seconds_passed)

    async def start_beat(self) -> None:
        self.beat_started_at, self._redis.is_clear = self._world.seconds_passed(), False
        self.beating = asyncio.create_task(self.served_time.record_beat(returning=self.newest_beat is None))
        await asyncio.sleep(0)

    async def resume_beat(self) -> None:
        if self.beating is not None:
            await self._redis.resume_to_next_stop(self.beating)
            if self.beating.done():
                self.beating = self.beating.result()

    async def complete_beat(self) -> None:
        if self.beating is None:
            await self.start_beat()
        self._redis.is_clear = True
        while self.beating is not None:
            await self.resume_beat()

    async def kill(self) -> None:
        if self.beating is not None:
            self.beating.cancel()
            await asyncio.wait({self.beating})


def timed_game() -> GameState:
    options = {"clock": "2min", "challenge": "void"}
    return game("scrabble-tr", laid=["8F KALEM"], racks=("LERİSĞZ", "AAEEKKL"), options=options)
