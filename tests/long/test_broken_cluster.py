"""A cluster is broken and mended, and people at its tables see only what stays."""

import asyncio
import signal
from random import Random

import pytest

from bot.store import keys
from bot.store.commits import Commit, Committed
from bot.store.connection.cluster import ClusterClient
from bot.store.connection.replication import ReplicaWaiter
from bot.store.connection.topology import hash_slot_of_key
from bot.store.games import GameStore
from bot.store.redis_streams.entries import OutboxEntry
from bot.store.redis_streams.outbox import Outbox
from bot.store.scope import Scope
from bot.workers.shard_reader import ShardReader
from tests.support.waiting import PATIENCE
from tools.chaos.cluster_faults import ClusterBreaker
from tools.chaos.ledger import TableRecord
from tools.chaos.table_watcher import TableWatcher
from tools.fleet.redis_cluster import RedisCluster, RedisNode

pytestmark = pytest.mark.long(seconds=4)

PLACE = TableRecord(Scope(-1001), "kelimelik")
GAME = keys.game(PLACE.scope)


@pytest.fixture
def masters(cluster_server: RedisCluster) -> ClusterBreaker:
    return ClusterBreaker(cluster_server, Random(1))


async def settings(cluster: RedisCluster, name: str) -> set[str]:
    return {(await node.execute("CONFIG", "GET", name))[1] for node in cluster.nodes}


@pytest.mark.parametrize("trouble", ["redis_full", "redis_read_only"])
async def test_what_was_set_is_set_back(
    cluster_server: RedisCluster, cluster: ClusterClient, masters: ClusterBreaker, trouble: str
) -> None:
    await masters.faults[trouble][1]()
    await cluster.set(GAME, "1")
    for name in ("maxmemory", "min-replicas-to-write"):
        assert await settings(cluster_server, name) == {"0"}
    assert masters.kill_count == 0


async def test_a_master_that_was_killed_follows_the_one_that_took_over(
    cluster_server: RedisCluster, cluster: ClusterClient, masters: ClusterBreaker
) -> None:
    before = await cluster_server.find_masters()
    await masters.kill_server()
    after = await cluster_server.find_masters()
    assert masters.kill_count == 1
    assert len(set(before) - set(after)) == 1
    assert {await node.read_role() for node in cluster_server.nodes} == {"master", "slave"}
    assert all(node.pid is not None for node in cluster_server.nodes)
    await cluster.set(GAME, "1")


async def replicas_of(cluster: RedisCluster, key: str) -> list[RedisNode]:
    master = await cluster.master_of(hash_slot_of_key(key))
    roles = [(node, await node.execute("ROLE")) for node in cluster.nodes]
    return [node for node, role in roles if role[0] == "slave" and int(role[2]) == master.port]


async def test_players_see_what_is_on_a_replica_too(cluster_server: RedisCluster, cluster: ClusterClient) -> None:
    watch = TableWatcher(cluster, 1)
    watching = asyncio.create_task(watch.look_until_cancelled())
    [replica] = await replicas_of(cluster_server, GAME)
    replica.send_signal(signal.SIGSTOP)
    try:
        await cluster.hset(GAME, "version", 1)
        assert not await watch.wait_for_version(PLACE, 1, 0.5)
    finally:
        replica.send_signal(signal.SIGCONT)
    assert await watch.wait_for_version(PLACE, 1, 20)
    watching.cancel()
    await watch.close()


async def test_what_was_let_go_at_a_master_that_took_this_along_is_found_again(
    cluster_server: RedisCluster, cluster: ClusterClient
) -> None:
    """No answer is lost: nobody waits as the master ends, and its replica still has what a group was told by then."""
    outbox, stop = Outbox(cluster), asyncio.Event()
    found: asyncio.Queue[OutboxEntry] = asyncio.Queue()
    following = asyncio.create_task(ShardReader[OutboxEntry](outbox, found.put).run(stop))
    store = GameStore(cluster, outbox)
    done = await store.commit(
        Commit(scope=PLACE.scope, expected_version=0, update_id=None, state=b"state", outbox=(b"told",))
    )
    assert isinstance(done, Committed)
    async with asyncio.timeout(PATIENCE):
        entry = await found.get()
        await ReplicaWaiter(cluster, 1).wait_replicated(GAME)
        master, [replica] = (
            await cluster_server.master_of(hash_slot_of_key(GAME)),
            await replicas_of(cluster_server, GAME),
        )
        replica.send_signal(signal.SIGSTOP)
        await master.execute("CLIENT", "KILL", "TYPE", "replica")
        await outbox.ack_notices([entry], PLACE.scope)
        await master.kill()
        replica.send_signal(signal.SIGCONT)
        await cluster_server.wait_for_takeover(master)
        again = await found.get()
        # More than one break may have had it looked for.
        assert again == entry
        assert again.deliveries > entry.deliveries
        await outbox.ack_notices([again], PLACE.scope)
        assert not await cluster.xlen(keys.outbox(keys.shard_of(PLACE.scope.chat)))
    stop.set()
    await following
    await master.start()
    await cluster_server.wait_until_settled()
