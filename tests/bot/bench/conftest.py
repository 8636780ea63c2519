"""Games that are made once, and workers that begin where the bot's program does."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.bench.prepared_games import Match, prepare_games
from tests.support.bot_process import ForkedProcess, ForkServer


@pytest.fixture(scope="session")
def games() -> list[Match]:
    """The games that the benches play."""
    return prepare_games()


@pytest.fixture(scope="module")
def forked_workers(fork_server: ForkServer) -> Iterator[None]:
    """Bots that load no module."""

    async def forked(program: str, folder: Path, environment: Mapping[str, str], log: int) -> ForkedProcess:
        return await fork_server.start_process(program, cwd=folder, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.bench.fleet.worker_process.spawn_python", forked)
        yield
