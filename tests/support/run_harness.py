"""Runs the whole bot for tests: the local Bot API server, the service and a real Redis, on one loop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.config import load_config
from bot.playground import Playground
from bot.playground.server_version import OLDEST
from bot.runtime import Runtime
from bot.store.client import connect
from bot.telegram.private_delivery import PICTURE_SECONDS
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.chat_harness import BotHarness
from tests.support.drawings import share_painters
from tests.support.games import NOW
from tests.support.timers import LookTrigger, frozen_served_clock

Prepare = Callable[[Redis, Playground], Awaitable[None]]


async def _pause(seconds: float) -> None:
    """Sleeps, but not until taps pause: pictures follow at once."""
    await asyncio.sleep(0 if seconds == PICTURE_SECONDS else seconds)


async def _prepare_nothing(redis: Redis, playground: Playground) -> None: ...


@contextlib.asynccontextmanager
async def run_harness(
    redis_url: str,
    folder: Path,
    settings: Mapping[str, str],
    prepare: Prepare = _prepare_nothing,
    *,
    pause: Callable[[float], Awaitable[None]] = _pause,
) -> AsyncIterator[BotHarness]:
    """Run the bot; ``pause`` stands for its waits before it tries something again."""
    playground = Playground()
    # Where nothing can be shown to one person in a group but boxes; what newer servers show is tested by itself.
    playground.world.server.version = OLDEST
    await playground.start(port=0)
    stop = asyncio.Event()
    async with (
        connect(redis_url) as redis,
        Bot(
            playground.token,
            base_url=f"{playground.api_url}/bot",
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(connections=1),
        ) as bot,
    ):
        await redis.flushall()
        await prepare(redis, playground)
        served, bell = frozen_served_clock(NOW), LookTrigger()
        config = load_config(settings, folder)
        around = Runtime(clock=served.clock, served_time=served, pause=pause, wait_for_next_poll=bell.wait_for_trigger)
        service = Service(config, bot, redis, owns_port=False, runtime=around)
        # At the lowest priority an analysis may take minutes on a busy machine.
        service._components.analyses._process.niceness = 0  # noqa: SLF001 - people wait for it, tests need not
        share_painters(service._components.drawing_thread)  # noqa: SLF001 - people's bots make their own
        running = asyncio.create_task(service.run(stop))
        forms = service._components.gateway.ephemeral.server_features  # noqa: SLF001 - no process meets another server so soon
        yield BotHarness(playground, redis, Texts(), served, bell, server_features=forms)
        stop.set()
        bell.trigger_looks()
        await running
    await playground.stop()
