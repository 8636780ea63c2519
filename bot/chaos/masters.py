"""A Redis Cluster, broken: masters killed, stopped and started again, full and read-only ones.

What happens to one answer on its way needs something between workers and servers; a cluster names its servers itself,
so nothing stands there, and ways are slow or cut with a lone server alone.
"""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from random import Random
from typing import Final

from redis.exceptions import RedisError

from bot.chaos.redises import Troubles, a_while, with_full_disk
from bot.fleet.cluster import Cluster, Node

_FULL_BYTES: Final = 1_000_000
_TOO_MANY_REPLICAS: Final = 2
"""More than a master has: it wants so many and refuses to write."""
_PAST_TIMEOUT: Final = (3.0, 6.0)
"""How long a master is stopped: longer than the others take it for living."""


class Masters:
    """Breaks the servers of a cluster, one at a time and each only while its replica follows.

    Args:
        cluster: the servers.
        chance: decides which, and for how long.
    """

    def __init__(self, cluster: Cluster, chance: Random) -> None:
        self._cluster: Final = cluster
        self._chance: Final = chance
        self.kills = 0
        """How many servers were killed."""

    @property
    def troubles(self) -> Troubles:
        """What can be done to them."""
        return {
            "master_killed": (6, self.kill),
            "master_restarted": (3, self._restart),
            "master_stopped": (3, self._stop),
            "replica_killed": (2, self._kill_replica),
            "redis_full": (2, self._full),
            "redis_read_only": (2, self._read_only),
            "disk_full": (1, self._disk_full),
        }

    async def kill(self) -> None:
        """Kill a master; once its replica has taken over, start it again and let it follow."""
        node = await self._master()
        await self._killed(node)
        await self._cluster.taken_over(node)
        await a_while(self._chance)
        await self._revive()

    @asynccontextmanager
    async def answering_late(self) -> AsyncIterator[None]:
        """Stop a master, for less than what the others take it for dead by."""
        node = await self._master()
        node.send(signal.SIGSTOP)
        try:
            yield
        finally:
            node.send(signal.SIGCONT)
            await self._revive()

    def held_up(self) -> AbstractAsyncContextManager[None]:
        """Nothing: the ways to a cluster's servers are its own."""
        return nullcontext()

    async def mend(self) -> None:
        """Let everything run and follow, and nothing be refused."""
        for node in self._cluster.nodes:
            node.send(signal.SIGCONT)
        await self._revive()
        for name in ("maxmemory", "min-replicas-to-write"):
            await self._everywhere(name, 0)

    async def _master(self) -> Node:
        """A master whose replica follows it, as do all others."""
        await self._cluster.settled()
        return self._chance.choice(await self._cluster.masters())

    async def _killed(self, node: Node) -> None:
        await node.kill()
        self.kills += 1

    async def _revive(self) -> None:
        """Start what has died."""
        for node in self._cluster.nodes:
            await node.start()
        await self._cluster.settled()

    async def _restart(self) -> None:
        """Kill a master and start it before anybody takes over, or just as somebody does."""
        node = await self._master()
        await self._killed(node)
        await asyncio.sleep(self._chance.uniform(0, 2))
        await self._revive()

    async def _stop(self) -> None:
        """Stop a master until it is one no more, which it does not know as it wakes."""
        node = await self._master()
        node.send(signal.SIGSTOP)
        await a_while(self._chance, _PAST_TIMEOUT)
        node.send(signal.SIGCONT)
        await self._revive()

    async def _kill_replica(self) -> None:
        """Nothing counts as stored until it is back."""
        masters = [await self._master(), *await self._cluster.masters()]
        await self._killed(self._chance.choice([node for node in self._cluster.nodes if node not in masters]))
        await a_while(self._chance)
        await self._revive()

    async def _everywhere(self, name: str, value: int) -> None:
        for node in self._cluster.nodes:
            with suppress(RedisError, OSError):
                await node.ask("CONFIG", "SET", name, value)

    @asynccontextmanager
    async def _configured(self, name: str, value: int) -> AsyncIterator[None]:
        """Set something at some master, or at all of them."""
        masters = await self._cluster.masters()
        for node in self._chance.sample(masters, self._chance.randint(1, len(masters))):
            with suppress(RedisError, OSError):
                await node.ask("CONFIG", "SET", name, value)
        try:
            yield
        finally:
            await self._everywhere(name, 0)

    def refusing(self) -> AbstractAsyncContextManager[None]:
        """Be full: nothing new is written, while what is there can be read and deleted."""
        return self._configured("maxmemory", _FULL_BYTES)

    async def _full(self) -> None:
        async with self.refusing():
            await a_while(self._chance)

    async def _read_only(self) -> None:
        """Without the replicas that they want, masters refuse to write."""
        async with self._configured("min-replicas-to-write", _TOO_MANY_REPLICAS):
            await a_while(self._chance)

    async def _disk_full(self) -> None:
        node = await self._master()
        if node.pid is not None:
            await with_full_disk(node.pid, self._chance)
        if node.pid is None:
            self.kills += 1
        await self._revive()
