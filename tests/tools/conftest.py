"""Games that are made once, and workers that begin where the bot's program does."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.bot_process import ForkedProcess, ForkServer
from tools.bench.games import Match, prepare_games


@pytest.fixture(scope="session")
def games() -> list[Match]:
    """The games that the benches play."""
    return prepare_games()


@pytest.fixture
def forked_workers(fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that load no module."""

    async def forked(program: str, folder: Path, environment: Mapping[str, str], log: int) -> ForkedProcess:
        return await fork_server.start_process(program, cwd=folder, env=environment, stdout=log, stderr=log)

    monkeypatch.setattr("tools.fleet.launch.spawn_python", forked)
