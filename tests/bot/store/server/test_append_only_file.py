"""The append-only file of a server of our own is written anew in time."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.store import embedded
from bot.store.client import connect
from bot.store.embedded import EmbeddedRedis
from bot.store.server_checks import find_weaknesses

KEPT = b"x" * 1_000_000


async def file_length(client: Redis) -> int:
    return int((await client.info("persistence"))["aof_current_size"])


async def wait_until_rewritten(client: Redis) -> None:
    """Wait until the file is not being written anew any more."""
    while True:
        told = await client.info("persistence")
        if not (told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"]):
            return
        await asyncio.sleep(0.01)


async def test_a_server_of_our_own_writes_its_file_anew_at_twice_its_length(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    await server.start()
    try:
        async with connect(server.url) as client:
            assert await find_weaknesses(client) == []
            assert (await client.config_get("auto-aof-rewrite-*"))["auto-aof-rewrite-percentage"] == str(
                embedded.REWRITE_GROWTH_PERCENT
            )
    finally:
        await server.stop()


async def test_a_long_file_of_little_is_written_anew_when_its_server_is_started(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    await server.start()
    try:
        async with connect(server.url) as client:
            await client.config_set("auto-aof-rewrite-percentage", "0")
            for _ in range(20):
                await client.set("kept", KEPT)
            assert await file_length(client) > 20_000_000
        await server.stop()
        await server.start()
        async with connect(server.url) as client:
            await wait_until_rewritten(client)
            assert await file_length(client) < 2_000_000
            assert await client.get("kept") == KEPT
    finally:
        await server.stop()


async def test_a_short_file_and_one_of_what_is_kept_are_left_alone(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not await embedded.rewrite_if_long(redis)
    monkeypatch.setattr(embedded, "REWRITE_MIN_BYTES", await file_length(redis))
    for number in range(20):
        await redis.set(f"kept {number}", KEPT)
    assert not await embedded.rewrite_if_long(redis)
