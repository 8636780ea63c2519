"""A master that Sentinels watch: another takes its place, and the bot goes on with that one."""

import asyncio
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from bot.config import redis_address
from bot.store.connection.connect import connect
from bot.store.connection.replication import ReplicaWaiter
from tests.support.redis_sentinel import SERVICE, run_sentinels
from tests.support.waiting import PATIENCE


async def test_whoever_is_the_master_is_gone_on_with(tmp_path: Path) -> None:
    async with run_sentinels(tmp_path) as servers, connect(servers.url) as client:
        await client.set("a", "1")
        await ReplicaWaiter(client, 1).wait_replicated("a")
        waiting = asyncio.ensure_future(client.blpop(["list"], timeout=PATIENCE))
        await servers.servers[0].kill()
        await client.set("b", "2")
        assert await servers.servers[1].read_role() == "master"
        assert await client.mget("a", "b") == [b"1", b"2"]
        with pytest.raises(RedisError):
            await waiting
        async with client.pipeline(transaction=True) as pipe:
            pipe.get("a")
            assert await pipe.execute() == [b"1"]


async def test_without_a_master_a_command_fails_and_names_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    # The ten seconds of a fail-over are not what is tried.
    monkeypatch.setattr("bot.store.connection.connect._SENTINEL_RETRY_SECONDS", 0.0)
    async with connect(f"redis+sentinel://bot:s3cret@127.0.0.1:1/{SERVICE}?sentinel_password=s3same") as client:
        with pytest.raises(RedisError) as caught:
            await client.ping()
    assert "s3" not in str(caught.value)


def test_an_address_tells_service_database_and_the_sentinels_own_password() -> None:
    address = redis_address.parse_redis_url(
        "rediss+sentinel://u:p@a:1,[::1]/words/3?sentinel_password=x&socket_keepalive=yes"
    )
    assert (address.kind, address.hosts, address.service) == ("sentinel", (("a", 1), ("::1", 26379)), "words")
    assert address.sentinel_login == {"password": "x"}
    assert address.first_url == "rediss://u:p@a:1/3?socket_keepalive=yes"
    assert address.display_name == "the Sentinels a:1, ::1:26379"
