"""The whole bot: the playground without HTTP, the service and a real Redis, on one loop for a whole module."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from bot.config import SETTINGS
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.inbox import Inbox
from bot.store.streams import Outbox
from tests.support.chat_harness import BotHarness
from tests.support.run_harness import run_harness


@pytest.fixture(autouse=True, scope="module")
def _poll_streams_often() -> Iterator[None]:
    """Who follows a stream looks by itself soon: tests put things there that nobody is woken for.

    Not all the time: each look is at all shards, and whoever waits for the bot to rest waits for its looks, too.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.workers.shard_reader._POLL_SECONDS", 0.1)
        yield


@pytest.fixture(autouse=True, scope="session")
def _forget_at_once() -> Iterator[None]:
    """Who is forgotten waits for nothing that comes late: no other worker is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.handlers.my_data.SETTLE_SECONDS", 0.0)
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harness(
    request: pytest.FixtureRequest, redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotHarness]:
    """The bot, running, with settings as an indirect parameter; tests that use it share the module's loop."""
    folder = tmp_path_factory.mktemp("house")
    async with run_harness(redis_server.url, folder, getattr(request, "param", {})) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def redis_of_bot(redis_server: EmbeddedRedis) -> AsyncIterator[Redis]:
    async with connect(redis_server.url) as client:
        yield client


@pytest.fixture
def inbox(redis: Redis) -> Inbox:
    return Inbox(redis)


@pytest.fixture
def outbox(redis: Redis) -> Outbox:
    return Outbox(redis)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Sets the environment of a command, which is run in an empty folder with no settings yet."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture
def redis_url_setting(settings: pytest.MonkeyPatch, redis_url: str) -> None:
    settings.setenv("REDIS_URL", redis_url)
