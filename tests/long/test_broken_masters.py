"""A cluster is broken and mended, and people at its tables see only what stays."""

import asyncio
import signal
from random import Random

import pytest

from bot.chaos.ledger import Place
from bot.chaos.masters import Masters
from bot.chaos.watch import Watch
from bot.fleet.cluster import Cluster, Node
from bot.store import keys
from bot.store.cluster import ClusterClient
from bot.store.commits import Commit, Committed
from bot.store.entries import OutboxEntry
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.replicas import Replicas
from bot.store.routes import slot_of
from bot.store.streams import Outbox
from bot.workers.follow import Follower
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.long(seconds=4)

PLACE = Place(Scope(-1001), "kelimelik")
GAME = keys.game(PLACE.scope)


@pytest.fixture
def masters(cluster_server: Cluster) -> Masters:
    return Masters(cluster_server, Random(1))


async def settings(cluster: Cluster, name: str) -> set[str]:
    return {(await node.ask("CONFIG", "GET", name))[1] for node in cluster.nodes}


@pytest.mark.parametrize("trouble", ["redis_full", "redis_read_only"])
async def test_what_was_set_is_set_back(
    cluster_server: Cluster, cluster: ClusterClient, masters: Masters, trouble: str
) -> None:
    await masters.troubles[trouble][1]()
    await cluster.set(GAME, "1")
    for name in ("maxmemory", "min-replicas-to-write"):
        assert await settings(cluster_server, name) == {"0"}
    assert masters.kills == 0


async def test_a_master_that_was_killed_follows_the_one_that_took_over(
    cluster_server: Cluster, cluster: ClusterClient, masters: Masters
) -> None:
    before = await cluster_server.masters()
    await masters.kill()
    after = await cluster_server.masters()
    assert masters.kills == 1
    assert len(set(before) - set(after)) == 1
    assert {await node.role() for node in cluster_server.nodes} == {"master", "slave"}
    assert all(node.pid is not None for node in cluster_server.nodes)
    await cluster.set(GAME, "1")


async def replicas_of(cluster: Cluster, key: str) -> list[Node]:
    master = await cluster.master_of(slot_of(key))
    roles = [(node, await node.ask("ROLE")) for node in cluster.nodes]
    return [node for node, role in roles if role[0] == "slave" and int(role[2]) == master.port]


async def test_players_see_what_is_on_a_replica_too(cluster_server: Cluster, cluster: ClusterClient) -> None:
    watch = Watch(cluster, 1)
    watching = asyncio.create_task(watch.run())
    [replica] = await replicas_of(cluster_server, GAME)
    replica.send(signal.SIGSTOP)
    try:
        await cluster.hset(GAME, "version", 1)
        assert not await watch.until(PLACE, 1, 0.5)
    finally:
        replica.send(signal.SIGCONT)
    assert await watch.until(PLACE, 1, 20)
    watching.cancel()
    await watch.close()


async def test_what_was_let_go_at_a_master_that_took_this_along_is_found_again(
    cluster_server: Cluster, cluster: ClusterClient
) -> None:
    """No answer is lost: nobody waits as the master ends, and its replica still has what a group was told by then."""
    outbox, stop = Outbox(cluster), asyncio.Event()
    found: asyncio.Queue[OutboxEntry] = asyncio.Queue()
    following = asyncio.create_task(Follower[OutboxEntry](outbox, found.put).run(stop))
    store = Store(cluster, outbox)
    done = await store.commit(Commit(scope=PLACE.scope, expected=0, update_id=None, state=b"state", outbox=(b"told",)))
    assert isinstance(done, Committed)
    async with asyncio.timeout(PATIENCE):
        entry = await found.get()
        await Replicas(cluster, 1).have(GAME)
        master, [replica] = await cluster_server.master_of(slot_of(GAME)), await replicas_of(cluster_server, GAME)
        replica.send(signal.SIGSTOP)
        await master.ask("CLIENT", "KILL", "TYPE", "replica")
        await outbox.done([entry], PLACE.scope)
        await master.kill()
        replica.send(signal.SIGCONT)
        await cluster_server.taken_over(master)
        again = await found.get()
        # More than one break may have had it looked for.
        assert again == entry
        assert again.deliveries > entry.deliveries
        await outbox.done([again], PLACE.scope)
        assert not await cluster.xlen(keys.outbox(keys.shard_of(PLACE.scope.chat)))
    stop.set()
    await following
    await master.start()
    await cluster_server.settled()
