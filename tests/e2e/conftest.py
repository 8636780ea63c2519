"""The bot's process for a test, on the shared Redis server or with a server of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.stage import Stage, opened
from tests.support.warm import Cold, Warm


@pytest.fixture
async def stage(redis_url: str, tmp_path: Path, warm: Warm) -> AsyncIterator[Stage]:
    async with opened(tmp_path, {"REDIS_URL": redis_url}, warm) as made:
        yield made


@pytest.fixture
async def own_redis(tmp_path_factory: pytest.TempPathFactory, warm: Warm) -> AsyncIterator[Stage]:
    """With a Redis of the bot's own, as after ``make run``; its path is short enough for a socket."""
    async with opened(tmp_path_factory.mktemp("bot"), {}, warm) as made:
        yield made


@pytest.fixture
async def from_nothing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """The same, each start of it with all that people wait for."""
    async with opened(tmp_path_factory.mktemp("bot"), {}, Cold()) as made:
        yield made
