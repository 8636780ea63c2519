"""Masters are killed or stopped while all shards are written to: what is on a replica by their word stays."""

import asyncio
import signal
from random import Random

import pytest

from bot.store.connection.cluster import ClusterClient
from tests.bot.store.connection.test_cluster import SHARDS
from tests.long.time_shares import TimeShare
from tests.support.redis_clients import run_replicated_writers
from tests.support.waiting import PATIENCE
from tools.fleet.redis_cluster import RedisCluster, RedisNode, poll_until


async def _kill(cluster: RedisCluster, master: RedisNode) -> None:
    await master.kill()
    await cluster.wait_for_takeover(master)
    await master.start()


async def _hang(cluster: RedisCluster, master: RedisNode) -> None:
    master.send_signal(signal.SIGSTOP)
    try:
        await _left(cluster, master)
    finally:
        master.send_signal(signal.SIGCONT)


async def _left(cluster: RedisCluster, master: RedisNode) -> None:
    """Wait until the others know another master: a node that hangs cannot be asked."""
    others = [node for node in cluster.nodes if node is not master]

    async def is_left() -> bool:
        found = await asyncio.gather(*(node.execute("CLUSTER", "SLOTS") for node in others))
        return all(port != master.port for slots in found for _, _, (_, port, *_), *_ in slots)

    await poll_until(is_left)


@pytest.mark.long
async def test_no_master_takes_along_what_a_replica_has(
    cluster_server: RedisCluster, cluster: ClusterClient, time_share: TimeShare, chance: Random
) -> None:
    async with run_replicated_writers(cluster, SHARDS) as said:
        for _ in time_share.rounds():
            before = said.copy()
            await asyncio.sleep(chance.uniform(0, 0.5))
            victim = chance.choice(await cluster_server.find_masters())
            await chance.choice((_kill, _hang))(cluster_server, victim)
            await cluster_server.wait_until_settled()
            async with asyncio.timeout(PATIENCE):
                while any(said[name] <= before[name] for name in SHARDS):  # noqa: ASYNC110 - until all go on
                    await asyncio.sleep(0.01)
            found = {name: (said[name], int(await cluster.get(name) or 0)) for name in SHARDS}
            assert [name for name, (told, there) in found.items() if there < told] == []
            time_share.count_try("masters lost")
