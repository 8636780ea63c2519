"""What several tests stand on: one real Redis server for the whole run, emptied before each test that asks for it."""

import asyncio
import gc
from collections.abc import AsyncIterator, Generator, Iterator
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from redis.asyncio import Redis

from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from tests.support.bot_process import ForkServer
from tests.support.browser import CHROMIUM, CHROMIUM_FLAGS
from tests.support.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytest_plugins = (
    "tests.support.hang_guard",
    "tests.support.leftover_servers",
    "tests.support.repeats",
    "tests.support.suite_run",
)

# As the command line sets them (bot/cli.py).
GC_THRESHOLDS = 20_000, 20, 50

# How long an example takes is the machine's business; speed is told by benches, side by side. The same examples every
# time, and few: a change is judged by what it changed, and not by the dice, and `make test-long` tries many.
UNHURRIED = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", UNHURRIED, derandomize=True, max_examples=40)
# `make test-long` loads this one: those of its seed, with a line that makes what failed happen again.
settings.register_profile("long", UNHURRIED, derandomize=False, print_blob=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    # The long tests are about the time that things take: there a server waits for the disk, as the bot's own does.
    asyncio.run(_start_server(server, fsync_always=request.config.option.markexpr == "long"))
    yield server
    asyncio.run(server.stop())


async def _start_server(server: EmbeddedRedis, *, fsync_always: bool) -> None:
    """A server that does not wait for the disk at every change: no test pulls the plug of the machine."""
    await server.start()
    if fsync_always:
        return
    async with connect(server.url) as client:
        await client.config_set("appendfsync", "no")


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """What starts the bot without loading its modules each time."""
    made = ForkServer()
    yield made
    made.stop_server()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator["Browser"]:
    """One browser for the whole run; each page is in a context of its own, and its tests on the session's loop."""
    from playwright.async_api import async_playwright, expect  # noqa: PLC0415 - few tests need it

    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield launched
        await launched.close()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage in what is imported and collected: all of it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave that alone from here on, too, and look for other garbage as seldom as the bot does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@pytest.fixture
def redis_address(redis_server: EmbeddedRedis) -> str:
    return redis_server.url


@pytest.fixture
async def redis(redis_address: str) -> AsyncIterator[Redis]:
    async with connect(redis_address) as client:
        await client.flushall()
        yield client


@pytest.fixture
def redis_url(redis: Redis, redis_address: str) -> str:  # noqa: ARG001 - the server is emptied first
    return redis_address
