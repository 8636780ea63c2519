"""The Redis of a fleet: a server of its own, or a cluster."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.config import StartError
from bot.fleet.cluster import Cluster
from bot.store.binary import NoRedisServer
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis, ServerFailed


class Stores(Protocol):
    """Where a fleet keeps its games."""

    @property
    def url(self) -> str:
        """What workers are given as REDIS_URL."""
        ...

    @property
    def pids(self) -> Sequence[int]:
        """The servers' processes."""
        ...

    async def used_bytes(self) -> int:
        """The memory that its data take, a replica's apart."""
        ...


class OneServer:
    """A single Redis; ``server`` starts it again where somebody ended it."""

    def __init__(self, server: EmbeddedRedis) -> None:
        self.server = server

    @property
    def url(self) -> str:
        """The server's."""
        return self.server.url

    @property
    def pids(self) -> Sequence[int]:
        """The server's."""
        return (self.server.pid,)

    async def used_bytes(self) -> int:
        """What the server's data take; buffers of connections, which come and go, are left out."""
        async with connect(self.url) as client:
            return int((await client.info("memory"))["used_memory_dataset"])


class SixServers:
    """A cluster of three masters, a replica each; ``cluster`` ends and starts its nodes."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster

    @property
    def url(self) -> str:
        """The cluster's."""
        return self.cluster.url

    @property
    def pids(self) -> Sequence[int]:
        """Those of all nodes that run, replicas too."""
        return [node.pid for node in self.cluster.nodes if node.pid is not None]

    async def used_bytes(self) -> int:
        """That of the masters together."""
        return sum(
            [int((await node.ask("INFO", "memory"))["used_memory_dataset"]) for node in await self.cluster.masters()]
        )


@asynccontextmanager
async def stores(folder: Path, *, cluster: bool = False) -> AsyncIterator[Stores]:
    """A Redis in a folder, empty at first, or a cluster of such in folders of its own.

    Raises:
        StartError: it cannot be had.
    """
    try:
        async with _cluster() if cluster else _one_server(folder) as made:
            yield made
    except (NoRedisServer, ServerFailed) as error:
        raise StartError(f"This needs a Redis: {error}") from error


@asynccontextmanager
async def _one_server(folder: Path) -> AsyncIterator[Stores]:
    server = EmbeddedRedis(folder)
    await server.start()
    try:
        yield OneServer(server)
    finally:
        await server.stop()


@asynccontextmanager
async def _cluster() -> AsyncIterator[Stores]:
    async with Cluster(fsync="always") as cluster:
        yield SixServers(cluster)
