"""A line to a server, closed in the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.store.embedded import EmbeddedRedis
from bot.store.line import Line
from tests.support.patience import PATIENCE


@asynccontextmanager
async def line(server: EmbeddedRedis, *, patience: float = PATIENCE, seconds: float = PATIENCE) -> AsyncIterator[Line]:
    pool = ConnectionPool.from_url(server.url, retry=Retry(NoBackoff(), 0), protocol=2)
    one = Line(pool, patience, seconds)
    try:
        yield one
    finally:
        await one.close()


async def number_of(one: Line) -> int:
    """The server's number of the line's connection."""
    [number] = await one.ask([("CLIENT", "ID")])
    return int(number)
