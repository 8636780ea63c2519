"""What was waited for is on a replica, and who may have lost something is told so."""

import asyncio
import logging
import signal
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.fleet.cluster import HOST, Cluster, Node, free_ports
from bot.store import keys
from bot.store.binary import find_server
from bot.store.cluster import ClusterClient
from bot.store.connect import connect
from bot.store.replicas import NoReplica, Replicas, Superseded
from bot.store.routes import slot_of
from tests.bot.test_cluster import SHARDS, give_way, replica_of
from tests.support.patience import PATIENCE
from tests.support.replicated import writing


async def test_nobody_waits_for_no_replica(redis: Redis) -> None:
    await redis.aclose()
    await Replicas(redis, 0).have("hf:{01}:a")


async def test_what_was_waited_for_is_on_the_replica(cluster_server: Cluster, cluster: ClusterClient) -> None:
    replicas = Replicas(cluster, 1)

    async def written(name: str) -> None:
        await cluster.set(name, "1")
        await replicas.have(name)

    await asyncio.gather(*map(written, SHARDS))
    on_replicas = 0
    for node in cluster_server.nodes:
        if await node.role() == "slave":
            on_replicas += len([name for name in await node.ask("KEYS", "hf:*") if name in SHARDS])
    assert on_replicas == len(SHARDS)
    assert 0 < await cluster.pttl(keys.replicated(SHARDS[-1])) <= 60_000
    await replicas.close()


async def test_without_a_replica_it_is_waited_on_as_long_as_wanted(
    cluster_server: Cluster, cluster: ClusterClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.replicas._FIRST_WARNING_SECONDS", 0.0)
    monkeypatch.setattr("bot.store.replicas._WAIT_MS", 20)
    replicas, name = Replicas(cluster, 1), SHARDS[1]
    replica = await replica_of(cluster_server, await cluster_server.master_of(slot_of(name)))
    replica.send(signal.SIGSTOP)
    try:
        with caplog.at_level(logging.WARNING):
            await cluster.set(name, "1")
            with pytest.raises(NoReplica):
                await replicas.have(name, 0.2)
        waiting = asyncio.ensure_future(replicas.have(name))
    finally:
        replica.send(signal.SIGCONT)
    await waiting
    assert "see that each master has its replicas" in caplog.text
    await replicas.close()


async def test_who_wrote_to_a_master_that_gave_way_is_told(cluster_server: Cluster, cluster: ClusterClient) -> None:
    replicas, name = Replicas(cluster, 1), SHARDS[2]
    await cluster.set(name, "1")
    await give_way(cluster_server, name)
    with pytest.raises(Superseded):
        await replicas.have(name)
    await cluster_server.settled()
    await written_again(cluster, replicas, name)
    await replicas.close()


async def written_again(cluster: ClusterClient, replicas: Replicas, name: str) -> None:
    """Write as callers do: once more where it may be gone, as the last node hears of a new master a moment later."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await cluster.set(name, "2")
            try:
                await replicas.have(name)
            except Superseded:
                continue
            break


async def test_nothing_stays_open_to_masters_that_gave_way(cluster_server: Cluster, cluster: ClusterClient) -> None:
    """Else it would grow with each fail-over; only how often answers were lost with them is known yet."""
    replicas, name = Replicas(cluster, 1), SHARDS[4]
    await cluster.set(name, "1")
    await replicas.have(name)
    former = await cluster.lines.master_of(slot_of(name))
    former.line.breaks += 7
    await give_way(cluster_server, name)
    await cluster_server.settled()
    await cluster.lines.look()
    await written_again(cluster, replicas, name)
    async with asyncio.timeout(PATIENCE):
        while cluster.lines._retired:  # noqa: ASYNC110, SLF001 - until all is closed
            await asyncio.sleep(0.01)
    assert replicas._masters.keys() <= set(await cluster.lines.masters())  # noqa: SLF001 - what is kept
    assert cluster.breaks >= 7
    await replicas.close()


async def test_who_wrote_to_a_server_that_was_started_again_is_told(tmp_path: Path) -> None:
    [port] = free_ports(1)
    node = Node.server(find_server(tmp_path).path, tmp_path, port, {})
    await node.start()
    try:
        async with connect(f"redis://{HOST}:{port}") as client:
            replicas = Replicas(client, 1)
            await client.set("hf:{01}:a", "1")
            waiting = asyncio.ensure_future(replicas.have("hf:{01}:a"))
            while not await client.exists(keys.replicated("hf:{01}:a")):  # noqa: ASYNC110 - another connection's
                await asyncio.sleep(0)
            await node.kill()
            await node.start()
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(Superseded):
                    await waiting
            await replicas.close()
    finally:
        await node.kill()


async def test_nothing_that_was_waited_for_is_lost_with_a_master(
    cluster_server: Cluster, cluster: ClusterClient
) -> None:
    """A master is killed while all shards are written to: what was said to be on a replica is there afterwards."""
    async with writing(cluster, SHARDS) as said:
        victim = await cluster_server.master_of(slot_of(SHARDS[3]))
        before = said.copy()
        while said[SHARDS[3]] < 20:  # noqa: ASYNC110 - until they are well under way
            await asyncio.sleep(0.01)
        await cluster_server.kill(victim)
        await cluster_server.taken_over(victim)
        mark = said.copy()
        await victim.start()
        await cluster_server.settled()
        while said[SHARDS[3]] < mark[SHARDS[3]] + 5:  # noqa: ASYNC110 - until they go on at the new master
            await asyncio.sleep(0.01)
    found = {name: int(await cluster.get(name) or 0) for name in SHARDS}
    assert all(found[name] >= said[name] > before[name] for name in SHARDS)
