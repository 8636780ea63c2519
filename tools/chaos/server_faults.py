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

from bot.store.server.binary import NoServerProgram
from bot.store.server.embedded import EmbeddedRedis, ServerFailed
from tools.chaos.redis_faults import WeightedFaults, fill_disk, sleep_for_fault
from tools.chaos.redis_proxy import RedisProxy

_FULL_BYTES: Final = 1_000_000
_MAX_STARTS: Final = 5
_STEP_SECONDS: Final = 0.3
"""By how much answers are late while much is begun: an update asks four times or more until it is committed."""
_FILLING_SECONDS: Final = (1.5, 2.5)
"""For how long, until there are updates at each of these steps."""
_ARRIVING_SECONDS: Final = 1.0
"""How long answers are late still after it has begun to arrive."""


class ServerBreaker:
    """Breaks one server.

    Args:
        server: the server.
        proxy: between the workers and it.
        client: to it, past the proxy.
        rng: decides for how long, and how badly.
    """

    def __init__(self, server: EmbeddedRedis, proxy: RedisProxy, client: Redis, rng: Random) -> None:
        self._server: Final = server
        self._proxy: Final = proxy
        self._client: Final = client
        self._rng: Final = rng
        self.kill_count = 0
        """How often it was killed."""

    @property
    def faults(self) -> WeightedFaults:
        """What can be done to it and to the way there."""
        return {
            "redis_killed": (2, self.kill_server),
            "redis_slow": (3, self._slow_down),
            "redis_cut": (4, self._cut_connections),
            "answers_lost": (4, self._lose_answers),
            "answers_halved": (2, self._halve_answers),
            "redis_full": (2, self._fill_memory),
            "redis_read_only": (2, self._make_read_only),
            "disk_full": (1, self._fill_disk),
        }

    async def kill_server(self) -> None:
        """Kill it, and soon start it again."""
        with suppress(ProcessLookupError):
            os.kill(self._server.pid, signal.SIGKILL)
        self.kill_count += 1
        await asyncio.sleep(self._rng.uniform(0, 1))
        await self._restart_if_dead()

    @asynccontextmanager
    async def delay_answers(self) -> AsyncIterator[None]:
        """Let what is asked be done, and be answered late."""
        self._proxy.answer_delay = self._rng.uniform(0.3, 1.0)
        try:
            yield
        finally:
            self._proxy.answer_delay = 0.0

    @asynccontextmanager
    async def hold_up_requests(self) -> AsyncIterator[None]:
        """Let much be begun, as answers are late, and then what is asked wait on the way; as that ends it arrives."""
        self._proxy.answer_delay = _STEP_SECONDS
        try:
            await sleep_for_fault(self._rng, _FILLING_SECONDS)
            self._proxy.requests_pass.clear()
            # An answer may come behind another one that is late, and what follows of either waits, too.
            await asyncio.sleep(3 * _STEP_SECONDS)
            yield
            self._proxy.requests_pass.set()
            await asyncio.sleep(_ARRIVING_SECONDS)
        finally:
            self._proxy.requests_pass.set()
            self._proxy.answer_delay = 0.0

    async def undo_all(self) -> None:
        """Undo whatever may be undone."""
        self._proxy.answer_delay = 0.0
        self._proxy.requests_pass.set()
        await self._restart_if_dead()
        with suppress(RedisError):
            await self._client.config_set("maxmemory", "0")
            await self._client.config_set("min-replicas-to-write", "0")

    async def _restart_if_dead(self) -> None:
        """Start it again where it has died."""
        for _ in range(_MAX_STARTS):
            try:
                await self._server.ensure_running()
            except (ServerFailed, NoServerProgram):
                await asyncio.sleep(0.5)
            else:
                return

    async def _slow_down(self) -> None:
        self._proxy.answer_delay = self._rng.choice((0.02, 0.2, 1.0))
        await sleep_for_fault(self._rng)
        self._proxy.answer_delay = 0.0

    async def _cut_connections(self) -> None:
        for _ in range(self._rng.randint(1, 4)):
            self._proxy.cut_connections()
            await asyncio.sleep(self._rng.uniform(0, 0.3))

    async def _lose_answers(self) -> None:
        self._proxy.lose_answers(self._rng.uniform(0.05, 0.6))
        await sleep_for_fault(self._rng)

    async def _halve_answers(self) -> None:
        self._proxy.halve_answers(self._rng.uniform(0.05, 0.6))
        await sleep_for_fault(self._rng)

    @asynccontextmanager
    async def _set_config(self, name: str, value: int) -> AsyncIterator[None]:
        with suppress(RedisError):
            await self._client.config_set(name, str(value))
        try:
            yield
        finally:
            with suppress(RedisError):
                await self._client.config_set(name, "0")

    def refuse_writes(self) -> AbstractAsyncContextManager[None]:
        """Be full: nothing new is written, while what is there can be read and deleted."""
        return self._set_config("maxmemory", _FULL_BYTES)

    async def _fill_memory(self) -> None:
        async with self.refuse_writes():
            await sleep_for_fault(self._rng)

    async def _make_read_only(self) -> None:
        """Without the replica that it wants, the server refuses to write."""
        async with self._set_config("min-replicas-to-write", 1):
            await sleep_for_fault(self._rng)

    async def _fill_disk(self) -> None:
        await fill_disk(self._server.pid, self._rng)
        await self._restart_if_dead()
