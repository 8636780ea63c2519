"""The whole bot: the local Bot API server, the service and a real Redis, on one loop for a whole module."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.config import load_config
from bot.playground import DEFAULT_TOKEN, Playground
from bot.playground.server_version import OLDEST
from bot.runtime import Runtime
from bot.store.connection.connect import connect
from bot.store.redis_streams.inbox import Inbox
from bot.store.redis_streams.outbox import Outbox
from bot.store.server.embedded import EmbeddedRedis
from bot.telegram.api.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.bot_time import LookTrigger, frozen_served_clock
from tests.support.chat_harness import BotHarness
from tests.support.games import NOW


@pytest.fixture(autouse=True, scope="session")
def _poll_streams_often() -> Iterator[None]:
    """Who follows a stream looks by itself soon: tests put things there that nobody is woken for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.workers.shard_reader._POLL_SECONDS", 0.02)
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harness(
    request: pytest.FixtureRequest, redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotHarness]:
    """The bot, running, with settings as an indirect parameter; tests that use it share the module's loop."""
    playground = Playground()
    # Where nothing can be shown to one person in a group but boxes; what newer servers show is tested by itself.
    playground.world.server.version = OLDEST
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
        served, bell = frozen_served_clock(NOW), LookTrigger()
        config = load_config(getattr(request, "param", {}), folder)
        around = Runtime(clock=served.clock, served_time=served, wait_for_next_poll=bell.wait_for_trigger)
        service = Service(config, bot, redis, owns_port=False, runtime=around)
        running = asyncio.create_task(service.run(stop))
        forms = service._components.gateway.ephemeral.server_features  # noqa: SLF001 - no process meets another server so soon
        yield BotHarness(playground, redis, Texts(), served, bell, server_features=forms)
        stop.set()
        bell.trigger_looks()
        await running
    await playground.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def redis_of_bot(redis_server: EmbeddedRedis) -> AsyncIterator[Redis]:
    """Beside the bot's own connection."""
    async with connect(redis_server.url) as client:
        yield client


@pytest.fixture
def inbox(redis: Redis) -> Inbox:
    return Inbox(redis)


@pytest.fixture
def outbox(redis: Redis) -> Outbox:
    return Outbox(redis)
