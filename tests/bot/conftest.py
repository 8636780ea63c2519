"""The whole bot: the local Bot API server, the service and a real Redis, on one loop for a whole module."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from telegram import Bot

from bot.app import Service
from bot.config import load
from bot.playground import DEFAULT_TOKEN, Playground
from bot.request import AiohttpRequest
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis
from bot.texts import Texts
from tests.support.chats import Clock, House
from tests.support.games import NOW


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(
    request: pytest.FixtureRequest, redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """The bot, running, with settings as an indirect parameter; tests that use it share the module's loop."""
    playground = Playground()
    await playground.start(port=0)
    stop = asyncio.Event()
    folder = tmp_path_factory.mktemp("house")
    async with (
        connect(redis_server.url) as redis,
        Bot(
            DEFAULT_TOKEN,
            base_url=f"{playground.api_url}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(connections=1),
        ) as bot,
    ):
        await redis.flushall()
        await redis.script_flush()
        clock = Clock(NOW)
        service = Service(load(getattr(request, "param", {}), folder), bot, redis, owns_port=False, clock=clock)
        running = asyncio.create_task(service.run(stop))
        yield House(playground, redis, Texts(), clock)
        stop.set()
        await running
    await playground.stop()
