"""What goes along with other commands, in no hurry: it gets there once the server can take it."""

import asyncio

import pytest
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected

from bot.store.connection.multiplexed import MultiplexedConnection
from bot.store.server.embedded import EmbeddedRedis
from tests.support.redis_clients import connection_number, open_multiplexed
from tests.support.waiting import PATIENCE


async def count_server_reads(redis: Redis) -> int:
    return int((await redis.info("stats"))["total_reads_processed"])


async def test_what_is_in_no_hurry_goes_out_with_what_is_asked_next(redis_server: EmbeddedRedis, redis: Redis) -> None:
    async with open_multiplexed(redis_server) as one:
        await one.send_commands([("PING",)])
        before = await count_server_reads(redis)
        one.send_later([("SET", "a", "1"), ("LPUSH", "a", "2")])
        assert await one.send_commands([("GET", "a")]) == [b"1"]
        assert await count_server_reads(redis) - before == 2  # the second look is one of them


async def test_what_is_in_no_hurry_goes_out_by_itself_where_nothing_is_asked(
    redis_server: EmbeddedRedis, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.connection.multiplexed._LATER_SECONDS", 0.0)
    async with open_multiplexed(redis_server) as one:
        one.send_later([("LPUSH", "a", "1")])
        assert await redis.blpop(["a"], timeout=PATIENCE) == (b"a", b"1")


async def test_what_is_in_no_hurry_goes_out_before_the_line_is_closed(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        one.send_later([("SET", "a", "1")])
    assert await redis.get("a") == b"1"


async def test_what_is_in_no_hurry_outlives_a_broken_connection(redis_server: EmbeddedRedis, redis: Redis) -> None:
    async with open_multiplexed(redis_server) as one:
        first = await connection_number(one)
        await redis.client_pause(10_000, all=False)
        one.send_later([("SET", "a", "1")])
        asked = asyncio.create_task(one.send_commands([("SET", "b", "1")]))
        await asyncio.sleep(0)
        await redis.client_kill_filter(_id=str(first))
        await redis.client_unpause()
        assert await asked == [b"OK"]
        assert await redis.get("a") == b"1"


async def test_what_goes_along_to_a_server_that_writes_nothing_now_goes_again_later(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    async with open_multiplexed(redis_server) as one:
        await redis.config_set("min-replicas-to-write", 1)
        one.send_later([("SET", "a", "1"), ("LPUSH", "a", "2", "3"), ("PING",)])
        try:
            assert await one.send_commands([("GET", "a")]) == [None]
        finally:
            await redis.config_set("min-replicas-to-write", 0)
        assert await one.send_commands([("GET", "a")]) == [b"1"]
        await redis.set("a", "4")
        assert await one.send_commands([("GET", "a")]) == [b"4"], "and what was refused for good, or done, goes no more"


async def test_what_goes_along_with_a_closed_line_is_lost_without_a_connection(redis_server: EmbeddedRedis) -> None:
    async with open_multiplexed(redis_server) as one:
        await one.send_commands([("PING",)])
    one.send_later([("PING",)])
    await one._flush_later_commands()  # noqa: SLF001 - what its timer does
    assert one._connection is None  # noqa: SLF001


async def test_what_was_to_go_along_is_handed_on_where_the_line_is_left(
    redis_server: EmbeddedRedis, redis: Redis
) -> None:
    handed: list[object] = []
    pool = ConnectionPool.from_url(redis_server.url, retry=Retry(NoBackoff(), 0), protocol=2)
    one = MultiplexedConnection(pool, 0.0, 15.0, None, handed.extend)
    await one.send_commands([("PING",)])
    await redis.client_pause(10_000, all=False)
    one.send_later([("SET", "a", "1")])
    asked = asyncio.create_task(one.send_commands([("SET", "b", "1")]))
    await asyncio.sleep(0)
    one.send_later([("SET", "c", "1")])
    one.close_now()
    with pytest.raises(Disconnected):
        await asked
    await redis.client_unpause()
    assert sorted(map(str, handed)) == sorted(map(str, [("SET", "a", "1"), ("SET", "c", "1")]))
    await one.close()
