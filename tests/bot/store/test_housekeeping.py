"""What keeps stored things within bounds: dead letters go, queues that only grow are told of, the file is rewritten."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.store import housekeeping, keys
from bot.store.client import connect
from bot.store.housekeeping import Housekeeping
from bot.store.inbox import Inbox
from bot.store.keys import Scope
from bot.store.streams import InboxEntry
from tests.support.embedded_servers import start_embedded, wait_until_rewritten

USER, SCOPE = 42, Scope(-5)
DAY = 24 * 60 * 60


async def stream_id_ago(redis: Redis, seconds: float) -> str:
    now, _ = await redis.time()
    return f"{int((now - seconds) * 1000)}-0"


async def dead_letters_left(redis: Redis, partition: int) -> list[bytes]:
    letters: Any = await redis.xrange(keys.dead_letters(partition))
    return [fields[b"raw"] for _, fields in letters]


async def tend_once(redis: Redis, *, own: bool = False) -> None:
    await Housekeeping(redis, embedded=own).clean_up()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


async def test_a_dead_letter_is_kept_for_a_week_and_no_longer(redis: Redis) -> None:
    await redis.xadd(keys.dead_letters(1), {"raw": b"old"}, id=await stream_id_ago(redis, 7 * DAY + 60))
    await redis.xadd(keys.dead_letters(1), {"raw": b"new"}, id=await stream_id_ago(redis, 7 * DAY - 60))
    await tend_once(redis)
    assert await dead_letters_left(redis, 1) == [b"new"]


async def test_dead_letters_go_also_where_nobody_looks(redis: Redis) -> None:
    await Inbox(redis).dead_letter(InboxEntry(2, "1-0", 7, b"{}", 3), "KeyError")
    assert 0 < await redis.ttl(keys.dead_letters(2)) <= 7 * DAY


@pytest.mark.parametrize(
    ("stream", "told"),
    [(keys.inbox(3), "updates are waiting to be handled"), (keys.outbox(17), "notices are waiting to be sent")],
)
async def test_a_queue_that_is_too_long_is_told_with_its_remedy(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, stream: str, told: str
) -> None:
    monkeypatch.setattr(housekeeping, "MAX_QUEUE_LENGTH", 2)
    for _ in range(2):
        await redis.xadd(stream, {"raw": b"private"})
    await tend_once(redis)
    assert warnings(caplog) == []
    await redis.xadd(stream, {"raw": b"private"})
    await tend_once(redis)
    [warning] = warnings(caplog)
    assert warning.startswith(f"a queue in Redis needs a look: problem {told}: 3. The log says")
    assert "private" not in warning


async def test_a_queue_that_stands_still_is_told_of(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    await redis.xadd(keys.outbox(0), {"raw": b""}, id=await stream_id_ago(redis, 2 * 60 * 60 + 180))
    await tend_once(redis)
    [warning] = warnings(caplog)
    assert warning.startswith(
        "a queue in Redis needs a look: problem notices are waiting to be sent: 1, the oldest for 2 h 03 min."
    )


async def test_it_looks_at_once_and_then_once_an_hour_until_the_stop(redis: Redis) -> None:
    stop, waited = asyncio.Event(), list[float]()

    async def wait(stop: asyncio.Event, seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 1:
            await redis.xadd(keys.dead_letters(0), {"raw": b"old"}, id="1-0")
        else:
            stop.set()

    until: Callable[[asyncio.Event, float], Awaitable[None]] = wait
    await redis.xadd(keys.dead_letters(1), {"raw": b"old"}, id="1-0")
    await Housekeeping(redis, embedded=False, wait=until).run(stop)
    assert waited == [3600.0, 3600.0]
    assert (await dead_letters_left(redis, 0), await dead_letters_left(redis, 1)) == ([], [])


async def test_redis_away_is_one_line(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.client._RETRY_SECONDS", 0.0)
    stop = asyncio.Event()

    async def wait(stop: asyncio.Event, _: float) -> None:
        stop.set()

    async with connect("redis://127.0.0.1:1/0") as nobody:
        await Housekeeping(nobody, embedded=True, wait=wait).run(stop)
    [warning] = warnings(caplog)
    assert warning.startswith("the hourly look at Redis was left out")


@pytest.fixture
async def own_redis(tmp_path: Path) -> AsyncIterator[Redis]:
    async with start_embedded(tmp_path / "data") as server, connect(server.url) as client:
        yield client


async def test_what_was_let_go_leaves_the_disk_of_the_own_server_once_a_day(own_redis: Redis) -> None:
    async def pass_by() -> None:
        for number in range(50):
            await own_redis.xadd(keys.inbox(0), {"raw": b"x" * 1000}, id=f"{number + 1}-0")
        await own_redis.delete(keys.inbox(0))

    await tend_once(own_redis, own=True)
    await pass_by()
    await tend_once(own_redis, own=True)
    assert await wait_until_rewritten(own_redis) > 50_000
    now, _ = await own_redis.time()
    await own_redis.set(keys.aof_rewrite_time(), now - DAY - 1)
    await tend_once(own_redis)
    assert await wait_until_rewritten(own_redis) > 50_000, "another's is left alone"
    await tend_once(own_redis, own=True)
    assert await wait_until_rewritten(own_redis) < 5_000
    await pass_by()
    await tend_once(own_redis, own=True)
    assert await wait_until_rewritten(own_redis) > 50_000
