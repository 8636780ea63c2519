"""Processes whose beats lie on their way to Redis and back until a test lets them go on."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from bot.store.heartbeat import Heartbeat
from bot.tables.served import Served
from tests.support.games import NOW
from tests.support.workers import World

LONGEST: Final = 14.0
"""Seconds that a question and its answer take at most; longer ones are given up."""
_TIME: Final = 2 + 4 + 2
"""Where the script is told the time: behind its digest, the count of its keys, its keys, and who beats how."""


@dataclass(frozen=True, slots=True)
class Run:
    """A beat as Redis noted it, in seconds since the beginning."""

    at: float
    served: float


class Way:
    """Redis as a process has it: what is asked stops on its way there and back, unless the way is clear."""

    def __init__(self, redis: Redis, world: World, ran: Callable[[float], None]) -> None:
        self.clear = True
        self._redis, self._world, self._ran = redis, world, ran
        self._stopped, self._go = asyncio.Event(), asyncio.Event()

    async def evalsha(self, *asked: Any) -> Any:
        await self._stop()
        now = round(self._world.server_time() * 1000)
        answer = await self._redis.evalsha(*asked[:_TIME], now, *asked[_TIME + 1 :])
        self._ran((int(answer[0]) - int(answer[1]) - NOW.timestamp() * 1000) / 1000)
        await self._stop()
        return answer

    async def time(self) -> tuple[int, int]:
        await self._stop()
        now = divmod(round(self._world.server_time() * 1_000_000), 1_000_000)
        await self._stop()
        return now

    def pipeline(self, *, transaction: bool) -> "WayOfMany":
        return WayOfMany(self._redis.pipeline(transaction=transaction), self._stop)

    async def on(self, beating: "asyncio.Task[None]") -> None:
        """Let a beat that stopped come as far as its next stop, or its end."""
        self._stopped.clear()
        self._go.set()
        stopped = asyncio.create_task(self._stopped.wait())
        await asyncio.wait({beating, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()

    async def _stop(self) -> None:
        if not self.clear:
            self._stopped.set()
            await self._go.wait()
            self._go.clear()


class WayOfMany:
    """Several commands together, which stop on their way there and back."""

    def __init__(self, pipe: Pipeline, stop: Callable[[], Awaitable[None]]) -> None:
        self._pipe, self._stop = pipe, stop

    def get(self, key: str) -> None:
        self._pipe.get(key)

    async def execute(self, *, raise_on_error: bool) -> list[Any]:
        await self._stop()
        answers = await self._pipe.execute(raise_on_error=raise_on_error)
        await self._stop()
        return answers


class Process:
    """One that beats, and hears of it, when a test says so."""

    def __init__(self, redis: Redis, world: World, name: str, ran: Callable[["Process", Run], None]) -> None:
        self.newest: Run | None = None
        """Its newest beat, whether it has heard of it or not."""
        self.read = NOW
        """Its newest reading."""
        self.beating: asyncio.Task[None] | None = None
        self.asked = 0.0
        """When it last began to beat."""
        self._world = world
        way: Any = Way(redis, world, lambda served: ran(self, Run(world.passed(), served)))
        self._way: Way = way
        self.served = Served(Heartbeat(way, name, world.passed).beat, world.passed)

    async def begin(self) -> None:
        """Begin to beat, and stop before Redis is asked."""
        self.asked, self._way.clear = self._world.passed(), False
        self.beating = asyncio.create_task(self.served.beat(returning=self.newest is None))
        await asyncio.sleep(0)

    async def on(self) -> None:
        """Let the beat that was begun come one stop farther."""
        if self.beating is not None:
            await self._way.on(self.beating)
            if self.beating.done():
                self.beating = self.beating.result()

    async def beat(self) -> None:
        """Beat at once, or bring the beat that was begun to its end."""
        if self.beating is None:
            await self.begin()
        self._way.clear = True
        while self.beating is not None:
            await self.on()

    async def kill(self) -> None:
        """End, in the midst of a beat or not."""
        if self.beating is not None:
            self.beating.cancel()
            await asyncio.wait({self.beating})
