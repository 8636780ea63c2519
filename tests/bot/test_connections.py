"""That connections to Redis can be cancelled at any moment."""

import asyncio
import contextlib

import pytest

from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis


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
        await asyncio.wait([task], timeout=1)
        cancelled = task.cancelled()
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=0.1)
        assert cancelled
