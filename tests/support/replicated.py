"""Writers to a cluster that wait each time until a replica has what they wrote."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from redis.exceptions import RedisError

from bot.store.cluster import ClusterClient
from bot.store.replicas import Replicas


@asynccontextmanager
async def writing(cluster: ClusterClient, names: Iterable[str]) -> AsyncIterator[dict[str, int]]:
    """Have numbers that rise written under each name for as long as this is open.

    Yields:
        By name the last of them that was said to be on a replica, 0 before the first; it goes on changing.
    """
    replicas, said, end = Replicas(cluster, 1), dict.fromkeys(names, 0), asyncio.Event()

    async def write(name: str) -> None:
        number = 0
        while not end.is_set():
            number += 1
            try:
                await cluster.set(name, number)
                await replicas.have(name)
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
