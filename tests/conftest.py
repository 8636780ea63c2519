"""What several tests stand on: one real Redis server for the whole run, emptied before each test that asks for it."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def redis(redis_server: EmbeddedRedis) -> AsyncIterator[Redis]:
    async with connect(redis_server.url) as client:
        await client.flushall()
        await client.script_flush()
        yield client


@pytest.fixture
def redis_url(redis: Redis, redis_server: EmbeddedRedis) -> str:  # noqa: ARG001 - the server is emptied first
    return redis_server.url
