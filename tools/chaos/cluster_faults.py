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

from tools.chaos.redis_faults import WeightedFaults, fill_disk, sleep_for_fault
from tools.fleet.redis_cluster import RedisCluster, RedisNode

_FULL_BYTES: Final = 1_000_000
_TOO_MANY_REPLICAS: Final = 2
"""More than a master has: it wants so many and refuses to write."""
_BEYOND_TIMEOUT_SECONDS: Final = (3.0, 6.0)
"""How long a master is stopped: longer than the others take it for living."""


class ClusterBreaker:
    """Breaks the servers of a cluster, one at a time and each only while its replica follows.

    Args:
        cluster: the servers.
        rng: decides which, and for how long.
    """

    def __init__(self, cluster: RedisCluster, rng: Random) -> None:
        self._cluster: Final = cluster
        self._rng: Final = rng
        self.kill_count = 0
        """How many servers were killed."""

    @property
    def faults(self) -> WeightedFaults:
        """What can be done to them."""
        return {
            "master_killed": (6, self.kill_server),
            "master_restarted": (3, self._kill_and_restart_master),
            "master_stopped": (3, self._suspend_master),
            "replica_killed": (2, self._kill_replica),
            "redis_full": (2, self._fill_memory),
            "redis_read_only": (2, self._make_read_only),
            "disk_full": (1, self._fill_disk),
        }

    async def kill_server(self) -> None:
        """Kill a master; once its replica has taken over, start it again and let it follow."""
        node = await self._choose_master()
        await self._kill_node(node)
        await self._cluster.wait_for_takeover(node)
        await sleep_for_fault(self._rng)
        await self._restart_dead()

    @asynccontextmanager
    async def delay_answers(self) -> AsyncIterator[None]:
        """Stop a master, for less than what the others take it for dead by."""
        node = await self._choose_master()
        node.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            node.send_signal(signal.SIGCONT)
            await self._restart_dead()

    def hold_up_requests(self) -> AbstractAsyncContextManager[None]:
        """Nothing: the ways to a cluster's servers are its own."""
        return nullcontext()

    async def undo_all(self) -> None:
        """Let everything run and follow, and nothing be refused."""
        for node in self._cluster.nodes:
            node.send_signal(signal.SIGCONT)
        await self._restart_dead()
        for name in ("maxmemory", "min-replicas-to-write"):
            await self._set_config_everywhere(name, 0)

    async def _choose_master(self) -> RedisNode:
        """A master whose replica follows it, as do all others."""
        await self._cluster.wait_until_settled()
        return self._rng.choice(await self._cluster.find_masters())

    async def _kill_node(self, node: RedisNode) -> None:
        await node.kill()
        self.kill_count += 1

    async def _restart_dead(self) -> None:
        """Start what has died."""
        for node in self._cluster.nodes:
            await node.start()
        await self._cluster.wait_until_settled()

    async def _kill_and_restart_master(self) -> None:
        """Kill a master and start it before anybody takes over, or just as somebody does."""
        node = await self._choose_master()
        await self._kill_node(node)
        await asyncio.sleep(self._rng.uniform(0, 2))
        await self._restart_dead()

    async def _suspend_master(self) -> None:
        """Stop a master until it is one no more, which it does not know as it wakes."""
        node = await self._choose_master()
        node.send_signal(signal.SIGSTOP)
        await sleep_for_fault(self._rng, _BEYOND_TIMEOUT_SECONDS)
        node.send_signal(signal.SIGCONT)
        await self._restart_dead()

    async def _kill_replica(self) -> None:
        """Nothing counts as stored until it is back."""
        masters = [await self._choose_master(), *await self._cluster.find_masters()]
        await self._kill_node(self._rng.choice([node for node in self._cluster.nodes if node not in masters]))
        await sleep_for_fault(self._rng)
        await self._restart_dead()

    async def _set_config_everywhere(self, name: str, value: int) -> None:
        for node in self._cluster.nodes:
            with suppress(RedisError, OSError):
                await node.execute("CONFIG", "SET", name, value)

    @asynccontextmanager
    async def _set_config(self, name: str, value: int) -> AsyncIterator[None]:
        """Set something at some master, or at all of them."""
        masters = await self._cluster.find_masters()
        for node in self._rng.sample(masters, self._rng.randint(1, len(masters))):
            with suppress(RedisError, OSError):
                await node.execute("CONFIG", "SET", name, value)
        try:
            yield
        finally:
            await self._set_config_everywhere(name, 0)

    def refuse_writes(self) -> AbstractAsyncContextManager[None]:
        """Be full: nothing new is written, while what is there can be read and deleted."""
        return self._set_config("maxmemory", _FULL_BYTES)

    async def _fill_memory(self) -> None:
        async with self.refuse_writes():
            await sleep_for_fault(self._rng)

    async def _make_read_only(self) -> None:
        """Without the replicas that they want, masters refuse to write."""
        async with self._set_config("min-replicas-to-write", _TOO_MANY_REPLICAS):
            await sleep_for_fault(self._rng)

    async def _fill_disk(self) -> None:
        node = await self._choose_master()
        if node.pid is not None:
            await fill_disk(node.pid, self._rng)
        if node.pid is None:
            self.kill_count += 1
        await self._restart_dead()
