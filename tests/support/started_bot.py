"""The whole bot, from its start to its end, so that a test may start it again on the same data."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.config import load_config
from bot.playground import Playground
from bot.runtime import Runtime
from bot.telegram.server_features import ServerFeatures
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.chat_harness import BotHarness
from tests.support.timers import FrozenServedClock, LookTrigger


@asynccontextmanager
async def start_bot(
    playground: Playground, redis: Redis, folder: Path, served: FrozenServedClock
) -> AsyncIterator[BotHarness]:
    async with Bot(
        playground.token,
        base_url=f"{playground.url}/bot",
        request=AiohttpRequest(),
        get_updates_request=AiohttpRequest(connections=1),
    ) as bot:
        stop, bell = asyncio.Event(), LookTrigger()
        around = Runtime(clock=served.clock, served_time=served, wait_for_next_poll=bell.wait_for_trigger)
        service = Service(load_config({}, folder), bot, redis, owns_port=False, runtime=around)
        task = asyncio.create_task(service.run(stop))
        try:
            yield BotHarness(playground, redis, Texts(), served, bell, server_features=ServerFeatures())
        finally:
            stop.set()
            bell.trigger_looks()
            await task
