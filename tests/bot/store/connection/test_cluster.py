"""A cluster looks like one server: commands find their master, also where that is another than a moment ago."""

import asyncio
import signal
import traceback

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import DataError, MovedError, RedisError, ResponseError

from bot.offline.backup import restore_backup, write_backup
from bot.store import keys, restore_keys
from bot.store.connection.client import execute_soon
from bot.store.connection.cluster import ClusterClient, group_by_hash_slot, master_clients
from bot.store.connection.connect import connect
from bot.store.connection.topology import hash_slot_of_command, hash_slot_of_key
from bot.store.schedule import DeadlineSchedule
from bot.store.scripts import Script
from tests.support.stored_games import dump_backed_up_keys, fill_redis
from tests.support.waiting import PATIENCE
from tools.fleet.redis_cluster import RedisCluster, RedisNode, poll_until

PUSH_ONCE = "if redis.call('SET', KEYS[2], '1', 'NX') then redis.call('RPUSH', KEYS[1], unpack(ARGV)) end"
SHARDS = [f"hf:{{{number:02}}}:key" for number in range(keys.SHARDS)]


async def replica_of(cluster: RedisCluster, master: RedisNode) -> RedisNode:
    """A running replica of a master."""
    for node in cluster.nodes:
        role = await node.execute("ROLE") if node.pid is not None else [""]
        if role[0] == "slave" and int(role[2]) == master.port:
            return node
    raise LookupError("the master has no replica")


async def swap_master_and_replica(cluster: RedisCluster, key: str) -> None:
    """Have the master of a key and its replica change places."""
    replica = await replica_of(cluster, await cluster.master_of(hash_slot_of_key(key)))
    await replica.execute("CLUSTER", "FAILOVER")

    async def has_changed() -> bool:
        return await replica.read_role() == "master"

    await poll_until(has_changed)


def test_keys_of_one_slot_may_be_named_together(cluster: ClusterClient) -> None:
    names = ["hf:{01}:a", "hf:{02}:a", "hf:{01}:b", "hf:{served}:c"]
    assert group_by_hash_slot(cluster, names) == [["hf:{01}:a", "hf:{01}:b"], ["hf:{02}:a"], ["hf:{served}:c"]]
    assert group_by_hash_slot(cluster, []) == []


async def test_on_one_server_all_keys_may_be_named_together(redis: Redis) -> None:
    assert group_by_hash_slot(redis, iter(["hf:{01}:a", "hf:{02}:a"])) == [["hf:{01}:a", "hf:{02}:a"]]
    assert group_by_hash_slot(redis, []) == []
    assert await master_clients(redis) == [redis]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("SET", "a", "b"), "a"),
        (("XGROUP CREATE", b"a", "g"), "a"),
        (("EVALSHA", "digest", 2, "a", "b", "c"), "a"),
        (("EVAL", "return 1", 0, "a"), keys.clock()),
        (("XREADGROUP", "GROUP", "STREAMS", "me", b"STREAMS", "a", ">"), "a"),
        (("TIME",), keys.clock()),
        (("CONFIG GET", "*"), keys.clock()),
    ],
)
def test_a_command_goes_where_its_first_key_is(command: tuple[object, ...], key: str) -> None:
    assert hash_slot_of_command(command) == hash_slot_of_key(key)


async def test_what_concerns_several_masters_goes_to_each_and_is_answered_in_order(cluster: ClusterClient) -> None:
    pipe = cluster.pipeline(transaction=False)
    for number, name in enumerate(SHARDS):
        pipe.set(name, number)
    pipe.lpush(SHARDS[5], "no list")
    for name in SHARDS:
        pipe.get(name)
    answers = await pipe.execute(raise_on_error=False)
    assert isinstance(answers[len(SHARDS)], ResponseError)
    assert answers[len(SHARDS) + 1 :] == [b"%d" % number for number in range(len(SHARDS))]
    assert sorted(await cluster.keys("*")) == sorted(name.encode() for name in SHARDS)
    assert [await master.dbsize() > 0 for master in await master_clients(cluster)] == [True] * 3


async def test_a_transaction_is_one_step_in_its_slot_and_none_in_two(cluster: ClusterClient) -> None:
    async with cluster.pipeline(transaction=True) as pipe:
        pipe.hset("hf:{01}:a", "field", "1")
        pipe.hgetall("hf:{01}:a")
        assert await pipe.execute() == [1, {b"field": b"1"}]
        assert await pipe.execute() == []
    async with cluster.pipeline(transaction=True) as pipe:
        pipe.set("hf:{01}:b", "1")
        pipe.set("hf:{02}:b", "1")
        with pytest.raises(DataError):
            await pipe.execute()
    assert await cluster.exists("hf:{01}:b") == 0


async def test_a_cursor_is_one_server_s(cluster: ClusterClient) -> None:
    with pytest.raises(DataError):
        await cluster.scan()


async def test_each_master_is_given_a_script_that_it_lacks(cluster: ClusterClient) -> None:
    pick = Script("pick")
    for name in SHARDS[:12]:
        assert await pick(cluster, (name,), (1, 4, 2, 60)) == [b"4"]


async def count_script_calls(cluster: ClusterClient) -> int:
    """How many scripts the masters have been asked for."""
    stats = [await server.info("commandstats") for server in await master_clients(cluster)]
    return sum(one.get(f"cmdstat_{name}", {"calls": 0})["calls"] for one in stats for name in ("eval", "evalsha"))


async def test_only_where_something_is_due_it_is_claimed_and_other_keys_are_in_nobodys_way(
    cluster: ClusterClient,
) -> None:
    schedule = DeadlineSchedule(cluster)
    for shard in (3, 40):
        await cluster.zadd(keys.deadlines(shard), {f"due {shard}": 1, "later": 500})
    before = await count_script_calls(cluster)
    claimed = await schedule.claim_due_entries(100.0, 9)
    assert sorted(claimed) == [b"due 3", b"due 40"]
    assert await count_script_calls(cluster) - before <= 4, "two, and twice where a master lacks the script"
    await cluster.set(keys.deadlines(41), "no sorted set")
    assert await schedule.claim_due_entries(600.0, 9) == [b"due 3", b"later", b"due 40", b"later"]


async def test_who_waits_holds_nobody_up(cluster: ClusterClient) -> None:
    waiting = asyncio.ensure_future(cluster.blpop(["hf:{01}:list"], timeout=PATIENCE))
    await cluster.set("hf:{01}:a", "1")
    async with asyncio.timeout(PATIENCE):
        await cluster.rpush("hf:{01}:list", "x")
        assert await waiting == (b"hf:{01}:list", b"x")


async def test_a_master_that_gives_way_is_followed(cluster_server: RedisCluster, cluster: ClusterClient) -> None:
    """Redis hangs up on those who wait, Valkey tells them the new master, and there they go on waiting."""
    await cluster.set(SHARDS[1], "before")
    waiting = asyncio.ensure_future(cluster.blpop(["hf:{01}:list"], timeout=PATIENCE))
    await cluster.ping()
    await swap_master_and_replica(cluster_server, SHARDS[1])
    # Its answer may be lost with a connection to the former master: it is sent again then, and pushes nothing.
    await cluster.eval(PUSH_ONCE, 2, "hf:{01}:list", "hf:{01}:pushed", "x")
    try:
        given = [await waiting]
    except Disconnected:
        given = []
    assert len(given) + await cluster.llen("hf:{01}:list") == 1, "it is given out once, or still there"
    pipe = cluster.pipeline(transaction=False)
    pipe.sadd("hf:{01}:set", "in no hurry")
    await execute_soon(pipe)
    async with cluster.pipeline(transaction=True) as both:
        both.get(SHARDS[1])
        both.set(SHARDS[1], "after")
        # Its answer may be lost with a connection to the former master; then it is sent again, and reads what it wrote.
        assert await both.execute() in ([b"before", True], [b"after", True])
    assert await cluster.get(SHARDS[1]) == b"after"
    await poll_until(lambda: has_key(cluster, "hf:{01}:set"))
    await cluster_server.wait_until_settled()


async def test_the_word_that_a_slot_is_another_s_now_puts_in_doubt_what_was_said_last(cluster: ClusterClient) -> None:
    """A server that stood still while another took over goes on for a moment, and its connections do not break."""
    hash_slot, breaks = hash_slot_of_key(SHARDS[1]), cluster.lost_reply_count
    await cluster.cluster_connection.topology.follow_redirect(
        MovedError(f"{hash_slot} {_place(await cluster.cluster_connection.topology.master_of(hash_slot))}")
    )
    assert cluster.lost_reply_count == breaks + 1


async def test_what_is_in_no_hurry_reaches_the_master_that_its_slot_has_now(cluster: ClusterClient) -> None:
    """It was given to another one, whose answer tells where the slot is."""
    topology = cluster.cluster_connection.topology
    master = await topology.master_of(hash_slot_of_key(SHARDS[1]))
    other = next(client for client in await topology.master_clients() if client is not master)
    other.shared_connection.send_later([("SADD", "hf:{01}:set", "in no hurry")])
    await other.ping()
    await poll_until(lambda: has_key(cluster, "hf:{01}:set"))


async def has_key(client: Redis, key: str) -> bool:
    return bool(await client.exists(key))


async def test_what_gives_something_out_is_not_sent_twice(cluster_server: RedisCluster, cluster: ClusterClient) -> None:
    """A server that stops after it has carried something out: who asked has to be told that the answer is lost."""
    await cluster.eval(PUSH_ONCE, 2, SHARDS[1], "hf:{01}:pushed", "a", "b")
    master = await cluster_server.master_of(hash_slot_of_key(SHARDS[1]))
    breaks = cluster.lost_reply_count
    master.send_signal(signal.SIGSTOP)
    asked = asyncio.gather(cluster.lpop(SHARDS[1]), cluster.llen(SHARDS[1]), return_exceptions=True)
    await asyncio.sleep(0)
    [client] = [
        one for one in await cluster.cluster_connection.topology.master_clients() if f":{master.port}" in _place(one)
    ]
    while client.shared_connection.newest_connection is None or not client.shared_connection._batches:  # noqa: ASYNC110, SLF001 - until it is under way
        await asyncio.sleep(0)
    client.shared_connection._reader.cancel()  # type: ignore[union-attr]  # noqa: SLF001 - the connection breaks
    await asyncio.sleep(0)
    master.send_signal(signal.SIGCONT)
    lost, told = await asked
    assert isinstance(lost, Disconnected)
    assert told == 1
    assert cluster.lost_reply_count > breaks


def _place(client: Redis) -> str:
    known = client.connection_pool.connection_kwargs
    return f"{known['host']}:{known['port']}"


@pytest.mark.parametrize("place", ["127.0.0.1:1", "localhost:1,[::1]:1"])
async def test_what_is_no_cluster_is_an_error_without_a_password(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr("bot.store.connection.cluster_connection.RETRY_SECONDS", 0.1)
    async with connect(f"redis+cluster://bot:s3cret@{place}") as client:
        with pytest.raises(RedisError, match="no node of the cluster") as caught:
            await client.ping()
        with pytest.raises(RedisError):
            await client.blpop(["a"], timeout=1)
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))


async def test_a_backup_goes_from_one_server_into_a_cluster_and_back(
    redis: Redis, cluster: ClusterClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await fill_redis(redis)
    before, file = await dump_backed_up_keys(redis), tmp_path_factory.mktemp("backups") / "games"
    await write_backup(redis, file)
    await restore_backup(cluster, file, replace=False)
    assert await dump_backed_up_keys(cluster) == before
    await write_backup(cluster, file)
    await restore_backup(redis, file, replace=True)
    assert await dump_backed_up_keys(redis) == before
    assert not await restore_keys.is_database_empty(cluster)
