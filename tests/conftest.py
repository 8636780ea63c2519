"""What several tests stand on: one real Redis server for the whole run, emptied before each test that asks for it."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis.asyncio import Redis

from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis

# How long an example takes is the machine's business; speed is told by benches, side by side. The same examples every
# time: a change is judged by what it changed, and not by the dice.
UNHURRIED = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", UNHURRIED, derandomize=True)
# `make test-long` loads this one: those of its seed, with a line that makes what failed happen again.
settings.register_profile("long", UNHURRIED, derandomize=False, print_blob=True)
settings.load_profile("steady")


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
