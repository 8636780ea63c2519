"""What was waited for is on a replica, and who may have lost something is told so."""

import asyncio
import logging
import signal
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.connection.cluster import ClusterClient
from bot.store.connection.connect import connect
from bot.store.connection.replication import MasterReplaced, ReplicaWaiter, TooFewReplicas
from bot.store.connection.topology import hash_slot_of_key
from bot.store.server.binary import find_server_program
from tests.bot.store.connection.test_cluster import SHARDS, replica_of, swap_master_and_replica
from tests.support.redis_clients import run_replicated_writers
from tests.support.waiting import PATIENCE, wait_until
from tools.fleet.redis_cluster import LOOPBACK, RedisCluster, RedisNode, find_free_ports


async def test_nobody_waits_for_no_replica(redis: Redis) -> None:
    await redis.aclose()
    await ReplicaWaiter(redis, 0).wait_replicated("hf:{01}:a")


async def test_what_was_waited_for_is_on_the_replica(cluster_server: RedisCluster, cluster: ClusterClient) -> None:
    replicas = ReplicaWaiter(cluster, 1)

    async def written(name: str) -> None:
        await cluster.set(name, "1")
        await replicas.wait_replicated(name)

    await asyncio.gather(*map(written, SHARDS))
    on_replicas = 0
    for node in cluster_server.nodes:
        if await node.read_role() == "slave":
            on_replicas += len([name for name in await node.execute("KEYS", "hf:*") if name in SHARDS])
    assert on_replicas == len(SHARDS)
    assert 0 < await cluster.pttl(keys.replication_marker(SHARDS[-1])) <= 60_000
    await replicas.close()


async def test_without_a_replica_it_is_waited_on_as_long_as_wanted(
    cluster_server: RedisCluster,
    cluster: ClusterClient,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.store.connection.replication._FIRST_WARNING_SECONDS", 0.0)
    monkeypatch.setattr("bot.store.connection.replication._WAIT_MS", 20)
    replicas, name = ReplicaWaiter(cluster, 1), SHARDS[1]
    replica = await replica_of(cluster_server, await cluster_server.master_of(hash_slot_of_key(name)))
    replica.send_signal(signal.SIGSTOP)
    try:
        with caplog.at_level(logging.WARNING):
            await cluster.set(name, "1")
            with pytest.raises(TooFewReplicas):
                await replicas.wait_replicated(name, 0.2)
            waiting = asyncio.ensure_future(replicas.wait_replicated(name))
            await wait_until(lambda: "see that each master has its replicas" in caplog.text)
    finally:
        replica.send_signal(signal.SIGCONT)
    await waiting
    await replicas.close()


async def test_who_wrote_to_a_master_that_gave_way_is_told(
    cluster_server: RedisCluster, cluster: ClusterClient
) -> None:
    replicas, name = ReplicaWaiter(cluster, 1), SHARDS[2]
    await cluster.set(name, "1")
    await swap_master_and_replica(cluster_server, name)
    with pytest.raises(MasterReplaced):
        await replicas.wait_replicated(name)
    await cluster_server.wait_until_settled()
    await write_until_safe(cluster, replicas, name)
    await replicas.close()


async def write_until_safe(cluster: ClusterClient, replicas: ReplicaWaiter, name: str) -> None:
    """Write as callers do: once more where it may be gone, as the last node hears of a new master a moment later."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await cluster.set(name, "2")
            try:
                await replicas.wait_replicated(name)
            except MasterReplaced:
                continue
            break


async def test_nothing_stays_open_to_masters_that_gave_way(
    cluster_server: RedisCluster, cluster: ClusterClient
) -> None:
    """Else it would grow with each fail-over; only how often answers were lost with them is known yet."""
    replicas, name = ReplicaWaiter(cluster, 1), SHARDS[4]
    await cluster.set(name, "1")
    await replicas.wait_replicated(name)
    former = await cluster.cluster_connection.topology.master_of(hash_slot_of_key(name))
    former.shared_connection.lost_reply_count += 7
    await swap_master_and_replica(cluster_server, name)
    await cluster_server.wait_until_settled()
    await cluster.cluster_connection.topology.refresh()
    # The nodes hear of it one after the other, and the client in the background: whichever write comes then closes.
    await write_until_safe(cluster, replicas, name)
    async with asyncio.timeout(PATIENCE):
        while former in replicas._masters or cluster.cluster_connection.topology._retired:  # noqa: SLF001 - what is kept
            await write_until_safe(cluster, replicas, name)
    assert replicas._masters.keys() <= set(await cluster.cluster_connection.topology.master_clients())  # noqa: SLF001 - what is kept
    assert cluster.lost_reply_count >= 7
    await replicas.close()


async def test_writers_at_the_same_time_close_several_masters_that_gave_way_once(cluster: ClusterClient) -> None:
    replicas = ReplicaWaiter(cluster, 1)
    for name in SHARDS:
        await cluster.set(name, "1")
        await replicas.wait_replicated(name)
    clients = {name: await cluster.cluster_connection.topology.master_of(hash_slot_of_key(name)) for name in SHARDS}
    name, last = next(iter(clients.items()))
    assert len({*clients.values()}) > 2
    for client in {*clients.values()} - {last}:
        client.shared_connection.close_now()
    await cluster.set(name, "2")
    await asyncio.gather(*(replicas.wait_replicated(name) for _ in range(3)))
    assert [*replicas._masters] == [last]  # noqa: SLF001 - what is kept
    await replicas.close()


async def test_who_wrote_to_a_server_that_was_started_again_is_told(tmp_path: Path) -> None:
    [port] = find_free_ports(1)
    node = RedisNode.with_options(find_server_program(tmp_path).path, tmp_path, port, {})
    await node.start()
    try:
        async with connect(f"redis://{LOOPBACK}:{port}") as client:
            replicas = ReplicaWaiter(client, 1)
            await client.set("hf:{01}:a", "1")
            waiting = asyncio.ensure_future(replicas.wait_replicated("hf:{01}:a"))
            while not await client.exists(keys.replication_marker("hf:{01}:a")):  # noqa: ASYNC110 - another connection's
                await asyncio.sleep(0)
            await node.kill()
            await node.start()
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(MasterReplaced):
                    await waiting
            await replicas.close()
    finally:
        await node.kill()


async def test_nothing_that_was_waited_for_is_lost_with_a_master(
    cluster_server: RedisCluster, cluster: ClusterClient
) -> None:
    """A master is killed while all shards are written to: what was said to be on a replica is there afterwards."""
    async with run_replicated_writers(cluster, SHARDS) as said:
        victim = await cluster_server.master_of(hash_slot_of_key(SHARDS[3]))
        before = said.copy()
        while said[SHARDS[3]] < 20:  # noqa: ASYNC110 - until they are well under way
            await asyncio.sleep(0.01)
        await cluster_server.kill_master(victim)
        await cluster_server.wait_for_takeover(victim)
        mark = said.copy()
        await victim.start()
        await cluster_server.wait_until_settled()
        while said[SHARDS[3]] < mark[SHARDS[3]] + 5:  # noqa: ASYNC110 - until they go on at the new master
            await asyncio.sleep(0.01)
    found = {name: int(await cluster.get(name) or 0) for name in SHARDS}
    assert all(found[name] >= said[name] > before[name] for name in SHARDS)
