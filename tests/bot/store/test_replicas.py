"""What was waited for is on a replica, also where Sentinels replace the master; the bot goes on with the new one."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import ReadOnlyError, RedisError, ResponseError

from bot import config
from bot.store import keys
from bot.store.client import TooFewReplicas, connect, replicated, within
from bot.store.inbox import Inbox
from tests.support.redis_faults import SERVICE, SentinelSetup, run_sentinels
from tests.support.waiting import PATIENCE, wait_until
from tools.fleet.redis_servers import LOOPBACK, RedisNode, poll_until


@pytest.fixture
async def servers(tmp_path: Path) -> AsyncIterator[SentinelSetup]:
    """A master and its replica, watched by a Sentinel."""
    async with run_sentinels(tmp_path) as started:
        yield started


async def test_who_waits_is_answered_once_the_replica_has_it_or_told_why_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("client._FIRST_WARNING_SECONDS", 0.0),
        ("client._WAIT_MS", 20),
        ("inbox._REPLICA_SECONDS", 0.1),
    ):
        monkeypatch.setattr(f"bot.store.{name}", value)
    async with run_sentinels(tmp_path, sentinels=0) as setup:
        master, replica = setup.servers
        async with connect(f"redis://{LOOPBACK}:{master.port}") as client:
            durable = replicated(client, 1)
            await durable.set("a", "1")
            assert await replica.execute("GET", "a") == "1"
            with pytest.raises(ResponseError, match="WRONGTYPE"):
                await durable.lpush("a", "1")
            replica.send_signal(signal.SIGSTOP)
            with caplog.at_level(logging.WARNING):
                waiting = asyncio.ensure_future(durable.set("a", "2"))
                with pytest.raises(TooFewReplicas):
                    await within(durable, 0.2).set("b", "2")
                await wait_until(lambda: "writes wait for replicas" in caplog.text)
            assert not waiting.done()
            assert await client.mget("a", "b") == [b"2", b"2"]
            await check_updates_are_refused(master, client)
            replica.send_signal(signal.SIGCONT)
            assert await waiting
            assert await replica.execute("GET", "a") == "2"
            monkeypatch.undo()
            await Inbox(client, durable=durable).append_update(2, 5, b"{}")
            assert await replica.execute("XLEN", keys.inbox(keys.shard_of(5))) == 1
            await check_who_waits_at_a_former_master_is_told(master, replica, client)


async def check_updates_are_refused(master: RedisNode, client: Redis) -> None:
    async def is_other_blocked() -> bool:
        return bool((await master.execute("INFO", "clients"))["blocked_clients"] == 2)

    inbox = Inbox(client, durable=replicated(client, 1))
    with pytest.raises(TooFewReplicas):
        await inbox.append_update(2, 5, b"{}")
    # It borrows the connection that wrote, so the update comes by one that wrote nothing.
    other = asyncio.ensure_future(client.blpop(["nothing"], timeout=60))
    await poll_until(is_other_blocked)
    with pytest.raises(TooFewReplicas):
        await inbox.append_update(2, 5, b"{}")
    other.cancel()


async def check_who_waits_at_a_former_master_is_told(master: RedisNode, replica: RedisNode, client: Redis) -> None:
    replica.send_signal(signal.SIGSTOP)
    waiting = asyncio.ensure_future(replicated(client, 1).set("former", "1"))
    while not await client.exists("former"):
        pass
    await master.execute("REPLICAOF", LOOPBACK, replica.port)
    replica.send_signal(signal.SIGCONT)
    with pytest.raises(ReadOnlyError):
        await waiting


async def test_commits_that_wait_for_replicas_leave_connections_for_everything_else(redis: Redis) -> None:
    durable = replicated(redis, 1)
    waiting = [asyncio.ensure_future(durable.set(f"key{number}", "1")) for number in range(40)]
    while not await redis.exists("key0"):
        pass
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.gather(*(redis.get("other") for _ in range(10))) == [None] * 10
    for task in waiting:
        task.cancel()


async def test_a_master_that_hangs_is_left_for_the_one_that_sentinels_name(
    servers: SentinelSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begins_failover() -> bool:
        """At once: after how long a master is taken for dead is the Sentinel's setting."""
        return bool(await servers.sentinels[0].execute("SENTINEL FAILOVER", SERVICE))

    monkeypatch.setattr("bot.store.client._DOUBT_SECONDS", 0.5)
    master, replica = servers.servers
    async with connect(servers.url) as client:
        await client.set("a", "1")
        master.send_signal(signal.SIGSTOP)
        try:
            await poll_until(begins_failover)
            await client.set("b", "2")
            assert await replica.execute("GET", "b") == "2"
        finally:
            master.send_signal(signal.SIGCONT)


async def test_nothing_that_was_waited_for_is_lost_with_a_master(servers: SentinelSetup) -> None:
    said = dict.fromkeys("abcdefgh", 0)
    end = asyncio.Event()
    master, replica = servers.servers
    async with connect(servers.url) as client:
        durable = replicated(client, 1)

        async def write(name: str) -> None:
            number = 0
            while not end.is_set():
                number += 1
                try:
                    await durable.set(name, number)
                except RedisError:
                    continue
                said[name] = number

        writers = [asyncio.create_task(write(name)) for name in said]
        await wait_until(lambda: min(said.values()) > 20)
        waiting = asyncio.ensure_future(client.blpop(["list"], timeout=60))
        lost = client.lost_reply_count
        await master.kill()
        await client.set("alone", "1")
        assert await replica.read_role() == "master", "whoever is the master is gone on with"
        assert client.lost_reply_count > lost
        with pytest.raises(RedisError):
            await waiting
        async with client.pipeline(transaction=True) as pipe:
            pipe.get("alone")
            assert await pipe.execute() == [b"1"]
        await master.start()
        await master.execute("REPLICAOF", LOOPBACK, replica.port)  # as a Sentinel does after eight seconds
        before = dict(said)
        async with asyncio.timeout(2 * PATIENCE):
            while any(said[name] <= before[name] for name in said):  # noqa: ASYNC110 - until all go on
                await asyncio.sleep(0.01)
        end.set()
        await asyncio.gather(*writers)
        found = [int(number or 0) for number in await client.mget(said)]
    assert all(there >= told for there, told in zip(found, said.values(), strict=True))


async def test_without_a_master_a_command_fails_and_names_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    # The ten seconds of a fail-over are not what is tried.
    monkeypatch.setattr("bot.store.client._SENTINEL_RETRY_SECONDS", 0.0)
    async with connect(f"redis+sentinel://bot:s3cret@127.0.0.1:1/{SERVICE}?sentinel_password=s3same") as client:
        with pytest.raises(RedisError) as caught:
            await client.ping()
    assert "s3" not in str(caught.value)


def test_an_address_tells_service_database_and_the_sentinels_own_password() -> None:
    address = config.parse_redis_url("rediss+sentinel://u:p@a:1,[::1]/words/3?sentinel_password=x&socket_keepalive=yes")
    assert (address.kind, address.hosts, address.service) == ("sentinel", (("a", 1), ("::1", 26379)), "words")
    assert address.sentinel_login == {"password": "x"}
    assert address.first_url == "rediss://u:p@a:1/3?socket_keepalive=yes"
    assert address.display_name == "the Sentinels a:1, ::1:26379"
