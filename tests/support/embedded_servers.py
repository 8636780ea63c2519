"""Servers of the bot's own, and a table that is committed to one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from bot.store.client import connect
from bot.store.commits import Commit, Committed
from bot.store.embedded import EmbeddedRedis
from bot.store.games import GameStore
from bot.store.keys import Scope
from tests.support.waiting import PATIENCE

GROUP = Scope(-5)


@asynccontextmanager
async def start_embedded(data_dir: Path) -> AsyncIterator[EmbeddedRedis]:
    server = EmbeddedRedis(data_dir)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def commit_state(server: EmbeddedRedis, state: bytes, expected: int = 0) -> None:
    async with connect(server.url) as client:
        change = Commit(scope=GROUP, expected_version=expected, update_id=None, state=state)
        assert await GameStore(client).commit(change) == Committed(expected + 1)


async def stored_state(server: EmbeddedRedis) -> bytes | None:
    async with connect(server.url) as client:
        return (await GameStore(client).load_table(GROUP)).state


async def wait_until_rewritten(client: Redis) -> int:
    """The bytes of the append-only file, once no rewrite of it goes on."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = await client.info("persistence")
            if not (told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"]):
                return int(told["aof_current_size"])
            await asyncio.sleep(0.01)
