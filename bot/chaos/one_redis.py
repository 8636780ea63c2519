"""A single Redis, broken: killed, full, read-only, and everything that can happen on the way to it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from random import Random
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos.proxy import Proxy
from bot.chaos.redises import Troubles, a_while, with_full_disk
from bot.store.binary import NoRedisServer
from bot.store.embedded import EmbeddedRedis, ServerFailed

_FULL_BYTES: Final = 1_000_000
_STARTS: Final = 5
_STEP: Final = 0.3
"""By how much answers are late while much is begun: an update asks four times or more until it is committed."""
_FILLING: Final = (1.5, 2.5)
"""For how long, until there are updates at each of these steps."""
_ARRIVING: Final = 1.0
"""How long answers are late still after it has begun to arrive."""


class OneRedis:
    """Breaks one server.

    Args:
        server: the server.
        proxy: between the workers and it.
        client: to it, past the proxy.
        chance: decides for how long, and how badly.
    """

    def __init__(self, server: EmbeddedRedis, proxy: Proxy, client: Redis, chance: Random) -> None:
        self._server: Final = server
        self._proxy: Final = proxy
        self._client: Final = client
        self._chance: Final = chance
        self.kills = 0
        """How often it was killed."""

    @property
    def troubles(self) -> Troubles:
        """What can be done to it and to the way there."""
        return {
            "redis_killed": (2, self.kill),
            "redis_slow": (3, self._slow),
            "redis_cut": (4, self._cut),
            "answers_lost": (4, self._lose),
            "answers_halved": (2, self._halve),
            "redis_full": (2, self._full),
            "redis_read_only": (2, self._read_only),
            "disk_full": (1, self._disk_full),
        }

    async def kill(self) -> None:
        """Kill it, and soon start it again."""
        with suppress(ProcessLookupError):
            os.kill(self._server.pid, signal.SIGKILL)
        self.kills += 1
        await asyncio.sleep(self._chance.uniform(0, 1))
        await self._revive()

    @asynccontextmanager
    async def answering_late(self) -> AsyncIterator[None]:
        """Let what is asked be done, and be answered late."""
        self._proxy.delay = self._chance.uniform(0.3, 1.0)
        try:
            yield
        finally:
            self._proxy.delay = 0.0

    @asynccontextmanager
    async def held_up(self) -> AsyncIterator[None]:
        """Let much be begun, as answers are late, and then what is asked wait on the way; as that ends it arrives."""
        self._proxy.delay = _STEP
        try:
            await a_while(self._chance, _FILLING)
            self._proxy.flows.clear()
            # An answer may come behind another one that is late, and what follows of either waits, too.
            await asyncio.sleep(3 * _STEP)
            yield
            self._proxy.flows.set()
            await asyncio.sleep(_ARRIVING)
        finally:
            self._proxy.flows.set()
            self._proxy.delay = 0.0

    async def mend(self) -> None:
        """Undo whatever may be undone."""
        self._proxy.delay = 0.0
        self._proxy.flows.set()
        await self._revive()
        with suppress(RedisError):
            await self._client.config_set("maxmemory", "0")
            await self._client.config_set("min-replicas-to-write", "0")

    async def _revive(self) -> None:
        """Start it again where it has died."""
        for _ in range(_STARTS):
            try:
                await self._server.ensure()
            except (ServerFailed, NoRedisServer):
                await asyncio.sleep(0.5)
            else:
                return

    async def _slow(self) -> None:
        self._proxy.delay = self._chance.choice((0.02, 0.2, 1.0))
        await a_while(self._chance)
        self._proxy.delay = 0.0

    async def _cut(self) -> None:
        for _ in range(self._chance.randint(1, 4)):
            self._proxy.cut()
            await asyncio.sleep(self._chance.uniform(0, 0.3))

    async def _lose(self) -> None:
        self._proxy.lose_answers(self._chance.uniform(0.05, 0.6))
        await a_while(self._chance)

    async def _halve(self) -> None:
        self._proxy.halve_answers(self._chance.uniform(0.05, 0.6))
        await a_while(self._chance)

    @asynccontextmanager
    async def _configured(self, name: str, value: int) -> AsyncIterator[None]:
        with suppress(RedisError):
            await self._client.config_set(name, str(value))
        try:
            yield
        finally:
            with suppress(RedisError):
                await self._client.config_set(name, "0")

    def refusing(self) -> AbstractAsyncContextManager[None]:
        """Be full: nothing new is written, while what is there can be read and deleted."""
        return self._configured("maxmemory", _FULL_BYTES)

    async def _full(self) -> None:
        async with self.refusing():
            await a_while(self._chance)

    async def _read_only(self) -> None:
        """Without the replica that it wants, the server refuses to write."""
        async with self._configured("min-replicas-to-write", 1):
            await a_while(self._chance)

    async def _disk_full(self) -> None:
        await with_full_disk(self._server.pid, self._chance)
        await self._revive()
