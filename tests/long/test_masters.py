"""Masters are killed or stopped while all shards are written to: what is on a replica by their word stays."""

import asyncio
import signal
from random import Random

import pytest

from bot.fleet.cluster import Cluster, Node, until
from bot.store.cluster import ClusterClient
from tests.bot.test_cluster import SHARDS
from tests.long.shares import Share
from tests.support.patience import PATIENCE
from tests.support.replicated import writing


async def _kill(cluster: Cluster, master: Node) -> None:
    await master.kill()
    await cluster.taken_over(master)
    await master.start()


async def _hang(cluster: Cluster, master: Node) -> None:
    master.send(signal.SIGSTOP)
    try:
        await _left(cluster, master)
    finally:
        master.send(signal.SIGCONT)


async def _left(cluster: Cluster, master: Node) -> None:
    """Wait until the others know another master: a node that hangs cannot be asked."""
    others = [node for node in cluster.nodes if node is not master]

    async def is_left() -> bool:
        found = await asyncio.gather(*(node.ask("CLUSTER", "SLOTS") for node in others))
        return all(port != master.port for slots in found for _, _, (_, port, *_), *_ in slots)

    await until(is_left)


@pytest.mark.long
async def test_no_master_takes_along_what_a_replica_has(
    cluster_server: Cluster, cluster: ClusterClient, share: Share, chance: Random
) -> None:
    async with writing(cluster, SHARDS) as said:
        for _ in share.rounds():
            before = said.copy()
            await asyncio.sleep(chance.uniform(0, 0.5))
            victim = chance.choice(await cluster_server.masters())
            await chance.choice((_kill, _hang))(cluster_server, victim)
            await cluster_server.settled()
            async with asyncio.timeout(PATIENCE):
                while any(said[name] <= before[name] for name in SHARDS):  # noqa: ASYNC110 - until all go on
                    await asyncio.sleep(0.01)
            found = {name: (said[name], int(await cluster.get(name) or 0)) for name in SHARDS}
            assert [name for name, (told, there) in found.items() if there < told] == []
            share.count("masters lost")
