"""Workers that share the shards of one Redis, with what they have in hand of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Away

from bot.store.keys import SHARDS
from bot.store.living import Living
from bot.store.owners import Owners
from bot.store.ownership import Ownership, State
from bot.store.wakes import Wakes
from bot.workers.lanes import end
from bot.workers.rendezvous import share_of
from tests.support.patience import PATIENCE

"""Seconds until a test gives up."""


class Troubled(Ownership):
    """As much of what is agreed as the network lets through."""

    def __init__(self, redis: Redis, worker: str, seconds: Callable[[], float] = monotonic) -> None:
        super().__init__(redis, worker, seconds)
        self.away = False
        self.stays = 0
        """How often letting go fails."""
        self.slow: asyncio.Event | None = None
        """Without which letting go does not end."""
        self.letting_go = 0
        self.looks = 0

    async def renew(self, state: State = "here") -> Living:
        self.looks += 1
        if self.away:
            raise Away("away")
        return await super().renew(state)

    async def let_go(self, epochs: Mapping[int, str]) -> None:
        self.letting_go += 1
        if self.away or self.stays:
            self.stays -= not self.away
            raise Away("away")
        if self.slow is not None:
            await self.slow.wait()
        await super().let_go(epochs)


class Hands:
    """What a worker has in hand: nothing, unless it is held back."""

    def __init__(self) -> None:
        self.drained: Final[list[int]] = []
        self.dropped: Final[list[int]] = []
        self.begun: Final = asyncio.Event()
        self.free: Final = asyncio.Event()
        self.free.set()

    async def drain(self, shards: Collection[int], seconds: float) -> None:
        assert seconds > 0
        self.begun.set()
        await self.free.wait()
        self.drained.extend(shards)

    async def drop(self, shards: Collection[int]) -> None:
        self.begun.set()
        await self.free.wait()
        self.dropped.extend(shards)


class Sharer(Owners):
    """One worker."""

    def __init__(self, redis: Redis, name: str, seconds: Callable[[], float] = monotonic) -> None:
        self.claims: Final = Troubled(redis, name, seconds)
        super().__init__(self.claims, Wakes(redis, name), seconds=seconds)
        self.hands: Final = Hands()
        self.join(self.hands)
        self.stop: Final = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    async def start(self) -> "Sharer":
        await self.begin()
        self.running = asyncio.create_task(self.run(self.stop))
        return self

    async def look(self) -> None:
        """Begin to look from now on, and have looked once."""
        await self.die()
        before = self.claims.looks
        self.running = asyncio.create_task(self.run(self.stop))
        await until(lambda: self.claims.looks > before)

    async def die(self) -> None:
        """End at once, and say nothing to anybody."""
        assert self.running is not None
        await end((self.running,))

    async def go(self) -> None:
        """End in good order."""
        self.stop.set()
        assert self.running is not None
        await self.running
        await self.leave()


@asynccontextmanager
async def sharers(redis: Redis, *names: str) -> AsyncIterator[list[Sharer]]:
    """Workers that have begun."""
    found = [await Sharer(redis, name).start() for name in names]
    try:
        yield found
    finally:
        for one in found:
            await one.die()


async def until(sign: Callable[[], object]) -> None:
    """Wait for something that becomes true by itself."""
    async with asyncio.timeout(PATIENCE):
        while not sign():  # noqa: ASYNC110 - it is a question to several objects
            await asyncio.sleep(0.005)


def settled(workers: Collection[Sharer]) -> bool:
    """Whether everybody has just its share, so that each shard is owned by one."""
    names = {worker.claims.worker for worker in workers}
    return all(worker.reading.keys() == share_of(worker.claims.worker, names, SHARDS) for worker in workers)


def hasten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers say that they live every few hundredths of a second, and be taken for dead after one."""
    monkeypatch.setattr("bot.store.owners._EVERY_SECONDS", 0.02)
    monkeypatch.setattr("bot.store.owners.ALIVE_SECONDS", 1.0)
    monkeypatch.setattr("bot.store.living.ALIVE_SECONDS", 1.0)


async def stored(redis: Redis) -> dict[int, str]:
    """By what each shard is owned, as it stands in Redis."""
    return await Ownership(redis, "anybody").owners(range(SHARDS))
