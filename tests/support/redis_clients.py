"""Writers to a cluster that wait each time until a replica has what they wrote."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.store.connection.cluster import ClusterClient
from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.connection.replication import ReplicaWaiter
from bot.store.server.embedded import EmbeddedRedis
from tests.support.waiting import PATIENCE


@asynccontextmanager
async def run_replicated_writers(cluster: ClusterClient, names: Iterable[str]) -> AsyncIterator[dict[str, int]]:
    """Have numbers that rise written under each name for as long as this is open.

    Yields:
        By name the last of them that was said to be on a replica, 0 before the first; it goes on changing.
    """
    replicas, said, end = ReplicaWaiter(cluster, 1), dict.fromkeys(names, 0), asyncio.Event()

    async def write(name: str) -> None:
        number = 0
        while not end.is_set():
            number += 1
            try:
                await cluster.set(name, number)
                await replicas.wait_replicated(name)
            except RedisError:
                continue
            said[name] = number

    writers = [asyncio.create_task(write(name)) for name in said]
    try:
        yield said
    finally:
        end.set()
        await asyncio.gather(*writers)
        await replicas.close()


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
