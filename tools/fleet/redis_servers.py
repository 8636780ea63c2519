"""The Redis of a fleet: a server of its own, or a cluster."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.config import StartError
from bot.store.connection.connect import connect
from bot.store.server.binary import NoServerProgram
from bot.store.server.embedded import EmbeddedRedis, ServerFailed
from tools.fleet.redis_cluster import RedisCluster


class SingleServer:
    """A single Redis; ``server`` starts it again where somebody ended it."""

    def __init__(self, server: EmbeddedRedis) -> None:
        self.server = server

    @property
    def url(self) -> str:
        """What workers are given as REDIS_URL."""
        return self.server.url

    @property
    def pids(self) -> Sequence[int]:
        """The server's."""
        return (self.server.pid,)

    async def read_used_bytes(self) -> int:
        """The memory that its data take; buffers of connections, which come and go, are left out."""
        async with connect(self.url) as client:
            return int((await client.info("memory"))["used_memory_dataset"])

    async def read_request_count(self) -> int:
        """How often it had something to read, whoever asked."""
        async with connect(self.url) as client:
            return int((await client.info("stats"))["total_reads_processed"])


class ClusterServers:
    """A cluster of three masters, a replica each; ``cluster`` ends and starts its nodes."""

    def __init__(self, cluster: RedisCluster) -> None:
        self.cluster = cluster

    @property
    def url(self) -> str:
        """The cluster's."""
        return self.cluster.url

    @property
    def pids(self) -> Sequence[int]:
        """Those of all nodes that run, replicas too."""
        return [node.pid for node in self.cluster.nodes if node.pid is not None]

    async def read_used_bytes(self) -> int:
        """That of the masters together."""
        return await self._sum_over_masters("memory", "used_memory_dataset")

    async def read_request_count(self) -> int:
        """That of the masters together."""
        return await self._sum_over_masters("stats", "total_reads_processed")

    async def _sum_over_masters(self, section: str, name: str) -> int:
        return sum([int((await node.execute("INFO", section))[name]) for node in await self.cluster.find_masters()])


RedisServers = SingleServer | ClusterServers
"""Where a fleet keeps its games."""


@asynccontextmanager
async def start_redis(folder: Path, *, cluster: bool = False) -> AsyncIterator[RedisServers]:
    """A Redis in a folder, empty at first, or a cluster of such in folders of its own.

    Raises:
        StartError: it cannot be had.
    """
    try:
        if cluster:
            async with RedisCluster(fsync="always") as nodes:
                yield ClusterServers(nodes)
        else:
            server = EmbeddedRedis(folder)
            await server.start()
            try:
                yield SingleServer(server)
            finally:
                await server.stop()
    except (NoServerProgram, ServerFailed) as error:
        raise StartError(f"This needs a Redis: {error}") from error
