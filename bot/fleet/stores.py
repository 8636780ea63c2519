"""The Redis of a fleet: a server of its own, or a cluster."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.config import StartError
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
        """The server's."""
        async with connect(self.url) as client:
            return int((await client.info("memory"))["used_memory"])


@asynccontextmanager
async def stores(folder: Path, *, cluster: bool = False) -> AsyncIterator[Stores]:
    """A Redis in a folder, empty at first, or a cluster of them.

    Raises:
        StartError: it cannot be had.
    """
    if cluster:
        raise StartError("A cluster cannot be started here yet: leave --cluster away.")
    server = EmbeddedRedis(folder)
    try:
        await server.start()
    except (NoRedisServer, ServerFailed) as error:
        raise StartError(f"This needs a Redis: {error}") from error
    try:
        yield OneServer(server)
    finally:
        await server.stop()
