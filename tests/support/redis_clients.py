"""Multiplexed connections of tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.server.embedded import EmbeddedRedis
from tests.support.waiting import PATIENCE


@asynccontextmanager
async def open_multiplexed(
    server: EmbeddedRedis, *, retry_seconds: float = PATIENCE, reply_seconds: float = PATIENCE
) -> AsyncIterator[MultiplexedConnection]:
    pool = ConnectionPool.from_url(server.url, retry=Retry(NoBackoff(), 0), protocol=2)
    one = MultiplexedConnection(pool, retry_seconds, reply_seconds)
    try:
        yield one
    finally:
        await one.close()


async def connection_number(multiplexed: MultiplexedConnection) -> int:
    """The server's number of the line's connection."""
    [number] = await multiplexed.send_commands([("CLIENT", "ID")])
    return int(number)
