"""The bot's process for a test, on the shared Redis server or with a server of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_stage import BotStage, run_bot_stage
from tests.support.bot_process import ForkServer


@pytest.fixture
async def stage(redis_url: str, tmp_path: Path, fork_server: ForkServer) -> AsyncIterator[BotStage]:
    async with run_bot_stage(tmp_path, {"REDIS_URL": redis_url}, fork_server) as made:
        yield made


@pytest.fixture
async def stage_with_own_redis(
    tmp_path_factory: pytest.TempPathFactory, fork_server: ForkServer
) -> AsyncIterator[BotStage]:
    """With a Redis of the bot's own, as after ``make run``; its path is short enough for a socket."""
    async with run_bot_stage(tmp_path_factory.mktemp("bot"), {}, fork_server) as made:
        yield made
