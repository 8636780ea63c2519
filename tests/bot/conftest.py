"""The whole bot: the local Bot API server, the service and a real Redis, on one loop for a whole module."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from telegram import Bot

from bot.app import Service
from bot.config import load
from bot.playground import DEFAULT_TOKEN, Playground
from bot.playground.servers import OLDEST
from bot.store.connect import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.streams import Inbox, Outbox
from bot.surroundings import Surroundings
from bot.telegram.transport import AiohttpRequest
from bot.texts import Texts
from tests.support.bell import Bell
from tests.support.chats import House
from tests.support.games import NOW
from tests.support.present import standing


@pytest.fixture(autouse=True, scope="session")
def _looks_often() -> Iterator[None]:
    """Who follows a stream looks by itself soon: tests put things there that nobody is woken for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.workers.follow._LOOK_SECONDS", 0.02)
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(
    request: pytest.FixtureRequest, redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
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
        served, bell = standing(NOW), Bell()
        config = load(getattr(request, "param", {}), folder)
        around = Surroundings(clock=served.clock, served=served, until_next_look=bell.wait)
        service = Service(config, bot, redis, owns_port=False, around=around)
        running = asyncio.create_task(service.run(stop))
        forms = service._parts.gateway.ephemeral.forms  # noqa: SLF001 - no process meets another server so soon
        yield House(playground, redis, Texts(), served, bell, forms=forms)
        stop.set()
        bell.ring()
        await running
    await playground.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def redis_of_house(redis_server: EmbeddedRedis) -> AsyncIterator[Redis]:
    """Beside the bot's own connection."""
    async with connect(redis_server.url) as client:
        yield client


@pytest.fixture
def inbox(redis: Redis) -> Inbox:
    return Inbox(redis)


@pytest.fixture
def outbox(redis: Redis) -> Outbox:
    return Outbox(redis)
