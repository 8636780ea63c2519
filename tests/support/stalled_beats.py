"""Processes whose beats lie on their way to Redis and back until a test lets them go on."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from bot.store.heartbeat import Heartbeat
from bot.store.scripts import pack_arguments
from bot.tables.served_time import ServedClock
from tests.support.games import NOW
from tests.support.timeout_workers import World

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
    """One that beats, and hears of it, when a test says so."""

    def __init__(
        self, redis: Redis, world: World, name: str, ran: Callable[["BeatingProcess", BeatRecord], None]
    ) -> None:
        self.newest_beat: BeatRecord | None = None
        """Its newest beat, whether it has heard of it or not."""
        self.newest_reading = NOW
        """Its newest reading."""
        self.beating: asyncio.Task[None] | None = None
        self.beat_started_at = 0.0
        """When it last began to beat."""
        self._world = world
        way: Any = StalledRedis(redis, world, lambda served: ran(self, BeatRecord(world.seconds_passed(), served)))
        self._redis: StalledRedis = way
        self.served_time = ServedClock(Heartbeat(way, name, world.seconds_passed).record_beat, world.seconds_passed)

    async def start_beat(self) -> None:
        """Begin to beat, and stop before Redis is asked."""
        self.beat_started_at, self._redis.is_clear = self._world.seconds_passed(), False
        self.beating = asyncio.create_task(self.served_time.record_beat(returning=self.newest_beat is None))
        await asyncio.sleep(0)

    async def resume_beat(self) -> None:
        """Let the beat that was begun come one stop farther."""
        if self.beating is not None:
            await self._redis.resume_to_next_stop(self.beating)
            if self.beating.done():
                self.beating = self.beating.result()

    async def complete_beat(self) -> None:
        """Beat at once, or bring the beat that was begun to its end."""
        if self.beating is None:
            await self.start_beat()
        self._redis.is_clear = True
        while self.beating is not None:
            await self.resume_beat()

    async def kill(self) -> None:
        """End, in the midst of a beat or not."""
        if self.beating is not None:
            self.beating.cancel()
            await asyncio.wait({self.beating})
