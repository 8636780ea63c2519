"""A Redis with something of every kind, and a private folder for the file that it is backed up to."""

from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.offline.backup import write_backup
from tests.support.stored_games import fill_redis


@pytest.fixture
def backup_file(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "games.backup"


@pytest.fixture(scope="session")
def data_copies() -> list[tuple[bytes, int, bytes]]:
    """Each key of a Redis with something of every kind, as the first test has filled it: name, life, value."""
    return []


@pytest.fixture
async def redis_with_data(redis: Redis, data_copies: list[tuple[bytes, int, bytes]]) -> Redis:
    """A Redis with something of every kind, which is made once: to play its games takes a while."""
    if data_copies:
        async with redis.pipeline(transaction=False) as pipe:
            for copy in data_copies:
                pipe.restore(*copy)
            await pipe.execute()
    else:
        await fill_redis(redis)
        data_copies += [await _copy_key(redis, name) async for name in redis.scan_iter()]
    return redis


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records in parts of 20, with 10 packed games each."""
    monkeypatch.setattr("bot.store.records.RECORDS_PER_READ", 20)
    monkeypatch.setattr("bot.store.export._GAMES_PER_GROUP", 10)


@pytest.fixture(scope="session")
def backup_copies() -> list[bytes]:
    """The backup of that Redis, once the first test has written it."""
    return []


@pytest.fixture
async def written_backup(redis_with_data: Redis, backup_file: Path, backup_copies: list[bytes]) -> Path:
    if not backup_copies:
        await write_backup(redis_with_data, backup_file)
        backup_copies.append(backup_file.read_bytes())  # noqa: ASYNC240 - nothing else goes on
    backup_file.write_bytes(backup_copies[0])  # noqa: ASYNC240 - nothing else goes on
    return backup_file


async def _copy_key(redis: Redis, name: Any) -> tuple[bytes, int, bytes]:
    value: Any = await redis.dump(name)
    return name, max(0, await redis.pttl(name)), value
