"""Connections to Redis, cancelled at any moment."""

import asyncio
import contextlib
from typing import Any, cast

import pytest
from redis.asyncio.connection import AbstractConnection

from bot.store.connection.connect import connect
from bot.store.server.embedded import EmbeddedRedis
from tests.support.waiting import PATIENCE


@pytest.mark.parametrize("steps", range(12))
async def test_a_loop_over_commands_ends_whenever_it_is_cancelled(steps: int, redis_server: EmbeddedRedis) -> None:
    async with connect(redis_server.url) as client:

        async def waits() -> None:
            while True:
                with contextlib.suppress(TimeoutError):
                    # A read that waits has a connection of its own.
                    await client.xread({"stream": "0"}, block=1)

        task = asyncio.create_task(waits())
        for _ in range(3 + steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE)
        cancelled = task.cancelled()
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=0.1)
        assert cancelled


@pytest.mark.parametrize("steps", range(8))
async def test_what_was_connected_is_closed_whenever_it_is_cancelled(steps: int, redis_server: EmbeddedRedis) -> None:
    client = connect(redis_server.url)
    pool, made = client.connection_pool, []
    make = pool.connection_class

    def noted(**options: Any) -> AbstractConnection:
        made.append(make(**options))
        return made[-1]

    pool.connection_class = cast("type[AbstractConnection]", noted)
    over = asyncio.Event()

    async def asks() -> None:
        async with client:
            async with client.pipeline() as pipe:
                pipe.get("a")
                await pipe.execute()
            over.set()

    task = asyncio.create_task(asks())
    await over.wait()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=PATIENCE)
    assert [one.is_connected for one in made] == [False]
