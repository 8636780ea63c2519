"""The Redis of a fleet."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.config import StartError
from bot.store.client import connect
from bot.store.server.binary import NoServerProgram
from bot.store.server.embedded import EmbeddedRedis, ServerFailed


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


@asynccontextmanager
async def start_redis(folder: Path) -> AsyncIterator[SingleServer]:
    """A Redis in a folder, empty at first.

    Raises:
        StartError: it cannot be had.
    """
    server = EmbeddedRedis(folder)
    try:
        await server.start()
        yield SingleServer(server)
    except (NoServerProgram, ServerFailed) as error:
        raise StartError(f"This needs a Redis: {error}") from error
    finally:
        await server.stop()
