"""Processes that apply what is due: any number of them on one Redis and one clock that a test moves."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from redis.asyncio import Redis

from bot.judges import Judges
from bot.outcomes import TooFast, Unreachable
from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.heartbeat import Heartbeat
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.surroundings import ServedTime
from bot.tables.codec import Notice, decode_notice, encode
from bot.tables.deadlines import BEAT, Deadlines, Turns
from bot.tables.games import Games
from bot.tables.served import Served
from engine.crossword.state import GameState
from engine.game import Event, Table, deadline
from tests.support.games import NOW
from tests.support.present import Clock, Present
from tests.support.streams import read

SCOPE = Scope(-100777, 3)


class Worker(Deadlines):
    """A process just started, with a monotonic clock that nobody sets; the name is that of the one it replaces."""

    def __init__(self, world: "World", name: str, turns: Turns | None = None) -> None:
        heartbeat = Heartbeat(world.redis, name, world.passed, world.server_time)
        self.served = Served(heartbeat.beat, world.passed)
        games = Games(world.store, Judges(world.redis), self.served)
        leave, seconds = heartbeat.leave, world.passed
        super().__init__(world.store, games, self.served, world.probe, leave, seconds=seconds, turns=turns)


class World:
    """Some workers on one Redis and one clock; ``jump`` is by how much the clock of Redis's machine was set."""

    def __init__(self, redis: Redis) -> None:
        self.clock = Clock(NOW)
        self.jump = timedelta()
        self.redis = redis
        self.store = Store(redis)
        self.served: ServedTime = Present(self.clock)
        """As the worker that was started last has it; before any, that of a service that was never away."""
        self.games = self.with_judges(Judges(redis))
        self.reachable = True
        self.too_fast: float | None = None
        """In how many seconds Telegram wants to be asked again."""
        self.probes = 0
        self.during_probe: Callable[[], Awaitable[None]] | None = None
        """What happens while Telegram keeps its answer."""

    def with_judges(self, judges: Judges) -> Games:
        """A worker's, for what players do."""
        return Games(self.store, judges, Newest(self))

    def server_time(self) -> float:
        return (self.clock.now + self.jump).timestamp()

    def passed(self) -> float:
        return (self.clock.now - NOW).total_seconds()

    def worker(self, name: str = "bot", turns: Turns | None = None) -> Worker:
        """A process just started; the name is that of the process which it replaces, if any."""
        worker = Worker(self, name, turns)
        self.served = worker.served
        return worker

    def workers(self, count: int) -> list[Worker]:
        """So many processes beside each other."""
        return [self.worker(f"bot{number}") for number in range(count)]

    async def probe(self) -> None:
        self.probes += 1
        if self.during_probe is not None:
            await self.during_probe()
        if not self.reachable:
            raise Unreachable("no route")
        if self.too_fast is not None:
            raise TooFast("Too Many Requests", self.too_fast)

    async def deal(self, table: Table, scope: Scope = SCOPE) -> None:
        held = await self.store.load(scope)
        due = deadline(table)
        done = await self.store.commit(
            Commit(
                scope=scope,
                expected=held.version,
                update_id=None,
                state=encode(table),
                deadline=None if due is None else due.timestamp(),
            )
        )
        assert isinstance(done, Committed)

    async def game(self) -> GameState:
        table = (await self.games.load(SCOPE)).table
        assert isinstance(table, GameState)
        return table

    async def stored(self) -> dict[str | bytes, str | bytes | None]:
        """All that Redis holds but what beats write, each key's value as a dump."""
        beats = {keys.CLOCK.encode(), keys.WORKERS.encode(), keys.ABSENCES.encode()}
        return {key: await self.redis.dump(key) for key in await self.redis.keys("*") if key not in beats}

    async def events(self) -> list[Event]:
        """What the group is told of, in order."""
        return [event for notice in await self.told() for event in notice.events]

    async def told(self) -> list[Notice]:
        return [decode_notice(entry.payload) for entry in await read(Outbox(self.redis))]

    async def later(self, seconds: float, *workers: Worker) -> None:
        """Time passes beat by beat, the workers looking at each."""
        end = self.clock.now + timedelta(seconds=seconds)
        while self.clock.now < end:
            self.clock.now = min(end, self.clock.now + BEAT)
            for worker in workers:
                await worker.step()

    def spend(self, seconds: float) -> None:
        """Time passes in which nobody looks."""
        self.clock.now += timedelta(seconds=seconds)


class Newest:
    """The served time of a world's newest worker, read when it is asked for."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __call__(self) -> datetime:
        return self._world.served()

    @property
    def away(self) -> timedelta:
        return self._world.served.away

    @property
    def stale(self) -> bool:
        return self._world.served.stale

    def of(self, instant: datetime) -> datetime:
        return self._world.served.of(instant)

    def sent(self, arrived: datetime, sent: datetime) -> datetime:
        return self._world.served.sent(arrived, sent)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:
        return self._world.served.counts(arrived, sent)

    async def beat(self, *, returning: bool) -> None:
        await self._world.served.beat(returning=returning)
