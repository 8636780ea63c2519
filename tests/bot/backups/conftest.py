"""A Redis with something of every kind, and a private folder for the file that it is backed up to."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.config import SETTINGS
from tests.support.stored_games import fill_redis


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture
def redis_url_setting(settings: pytest.MonkeyPatch, redis_url: str) -> None:
    settings.setenv("REDIS_URL", redis_url)


@pytest.fixture
def backup_file(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "games.backup"


@pytest.fixture
async def redis_with_data(redis: Redis) -> Redis:
    """A Redis with something of every kind."""
    await fill_redis(redis)
    return redis
