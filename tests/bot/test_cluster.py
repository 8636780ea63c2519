"""A cluster looks like one server: commands find their master, also where that is another than a moment ago."""

import asyncio
import signal
import traceback

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import DataError, MovedError, RedisError, ResponseError

from bot.fleet.cluster import Cluster, Node, until
from bot.offline.backup import back_up, restore
from bot.store import dump, keys
from bot.store.client import soon
from bot.store.cluster import ClusterClient
from bot.store.connect import connect
from bot.store.due import claim_due
from bot.store.ownership import ALONE
from bot.store.routes import slot_for, slot_of
from bot.store.scripts import Script
from bot.store.slots import servers, together
from tests.support.patience import PATIENCE
from tests.support.shelves import fill, held

SHARDS = [f"hf:{{{number:02}}}:key" for number in range(keys.SHARDS)]


async def replica_of(cluster: Cluster, master: Node) -> Node:
    """A running replica of a master."""
    for node in cluster.nodes:
        role = await node.ask("ROLE") if node.pid is not None else [""]
        if role[0] == "slave" and int(role[2]) == master.port:
            return node
    raise LookupError("the master has no replica")


async def give_way(cluster: Cluster, key: str) -> None:
    """Have the master of a key and its replica change places."""
    replica = await replica_of(cluster, await cluster.master_of(slot_of(key)))
    await replica.ask("CLUSTER", "FAILOVER")

    async def has_changed() -> bool:
        return await replica.role() == "master"

    await until(has_changed)


def test_keys_of_one_slot_may_be_named_together(cluster: ClusterClient) -> None:
    names = ["hf:{01}:a", "hf:{02}:a", "hf:{01}:b", "hf:{served}:c"]
    assert together(cluster, names) == [["hf:{01}:a", "hf:{01}:b"], ["hf:{02}:a"], ["hf:{served}:c"]]
    assert together(cluster, []) == []


async def test_on_one_server_all_keys_may_be_named_together(redis: Redis) -> None:
    assert together(redis, iter(["hf:{01}:a", "hf:{02}:a"])) == [["hf:{01}:a", "hf:{02}:a"]]
    assert together(redis, []) == []
    assert await servers(redis) == [redis]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("SET", "a", "b"), "a"),
        (("XGROUP CREATE", b"a", "g"), "a"),
        (("EVALSHA", "digest", 2, "a", "b", "c"), "a"),
        (("EVAL", "return 1", 0, "a"), keys.CLOCK),
        (("XREADGROUP", "GROUP", "STREAMS", "me", b"STREAMS", "a", ">"), "a"),
        (("TIME",), keys.CLOCK),
        (("CONFIG GET", "*"), keys.CLOCK),
    ],
)
def test_a_command_goes_where_its_first_key_is(command: tuple[object, ...], key: str) -> None:
    assert slot_for(command) == slot_of(key)


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
    assert [await master.dbsize() > 0 for master in await servers(cluster)] == [True] * 3


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
        assert await pick(cluster, (name,), (1, 4, 60)) == [b"4"]


async def scripts_run(cluster: ClusterClient) -> int:
    """How many scripts the masters have been asked for."""
    stats = [await server.info("commandstats") for server in await servers(cluster)]
    return sum(one.get(f"cmdstat_{name}", {"calls": 0})["calls"] for one in stats for name in ("eval", "evalsha"))


async def test_only_where_something_is_due_it_is_claimed_and_other_keys_are_in_nobodys_way(
    cluster: ClusterClient,
) -> None:
    epochs = dict.fromkeys(range(keys.SHARDS), ALONE)
    for shard in (3, 40):
        await cluster.zadd(keys.deadlines(shard), {f"due {shard}": 1, "later": 500})
    before = await scripts_run(cluster)
    claimed = await claim_due(cluster, keys.deadlines, epochs, 100.0, 9)
    assert sorted(claimed) == [b"due 3", b"due 40"]
    assert await scripts_run(cluster) - before <= 4, "two, and twice where a master lacks the script"
    await cluster.set(keys.deadlines(41), "no sorted set")
    assert await claim_due(cluster, keys.deadlines, epochs, 600.0, 9) == [b"due 3", b"later", b"due 40", b"later"]


async def test_who_waits_holds_nobody_up(cluster: ClusterClient) -> None:
    waiting = asyncio.ensure_future(cluster.blpop(["hf:{01}:list"], timeout=PATIENCE))
    await cluster.set("hf:{01}:a", "1")
    async with asyncio.timeout(PATIENCE):
        await cluster.rpush("hf:{01}:list", "x")
        assert await waiting == (b"hf:{01}:list", b"x")


async def test_a_master_that_gives_way_is_followed(cluster_server: Cluster, cluster: ClusterClient) -> None:
    """Redis hangs up on those who wait, Valkey tells them the new master, and there they go on waiting."""
    await cluster.set(SHARDS[1], "before")
    waiting = asyncio.ensure_future(cluster.blpop(["hf:{01}:list"], timeout=PATIENCE))
    await cluster.ping()
    await give_way(cluster_server, SHARDS[1])
    await cluster.rpush("hf:{01}:list", "x")
    try:
        given = [await waiting]
    except Disconnected:
        given = []
    assert len(given) + await cluster.llen("hf:{01}:list") == 1, "it is given out once, or still there"
    pipe = cluster.pipeline(transaction=False)
    pipe.sadd("hf:{01}:set", "in no hurry")
    await soon(pipe)
    async with cluster.pipeline(transaction=True) as both:
        both.get(SHARDS[1])
        both.set(SHARDS[1], "after")
        # Its answer may be lost with a connection to the former master; then it is sent again, and reads what it wrote.
        assert await both.execute() in ([b"before", True], [b"after", True])
    assert await cluster.get(SHARDS[1]) == b"after"
    await until(lambda: _holds(cluster, "hf:{01}:set"))
    await cluster_server.settled()


async def test_the_word_that_a_slot_is_another_s_now_puts_in_doubt_what_was_said_last(cluster: ClusterClient) -> None:
    """A server that stood still while another took over goes on for a moment, and its connections do not break."""
    slot, breaks = slot_of(SHARDS[1]), cluster.breaks
    await cluster.lines._follow(MovedError(f"{slot} {_place(await cluster.lines.master_of(slot))}"))  # noqa: SLF001 - what a server says then
    assert cluster.breaks == breaks + 1


async def _holds(client: Redis, key: str) -> bool:
    return bool(await client.exists(key))


async def test_what_gives_something_out_is_not_sent_twice(cluster_server: Cluster, cluster: ClusterClient) -> None:
    """A server that stops after it has carried something out: who asked has to be told that the answer is lost."""
    await cluster.rpush(SHARDS[1], "a", "b")
    master = await cluster_server.master_of(slot_of(SHARDS[1]))
    breaks = cluster.breaks
    master.send(signal.SIGSTOP)
    asked = asyncio.gather(cluster.lpop(SHARDS[1]), cluster.llen(SHARDS[1]), return_exceptions=True)
    await asyncio.sleep(0)
    [client] = [one for one in await cluster.lines.masters() if f":{master.port}" in _place(one)]
    while client.line.newest is None or not client.line._waiting:  # noqa: ASYNC110, SLF001 - until it is under way
        await asyncio.sleep(0)
    client.line._reader.cancel()  # type: ignore[union-attr]  # noqa: SLF001 - the connection breaks
    await asyncio.sleep(0)
    master.send(signal.SIGCONT)
    lost, told = await asked
    assert isinstance(lost, Disconnected)
    assert told == 1
    assert cluster.breaks > breaks


def _place(client: Redis) -> str:
    known = client.connection_pool.connection_kwargs
    return f"{known['host']}:{known['port']}"


@pytest.mark.parametrize("place", ["127.0.0.1:1", "localhost:1,[::1]:1"])
async def test_what_is_no_cluster_is_an_error_without_a_password(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr("bot.store.lines.PATIENCE_SECONDS", 0.1)
    async with connect(f"redis+cluster://bot:s3cret@{place}") as client:
        with pytest.raises(RedisError, match="no node of the cluster") as caught:
            await client.ping()
        with pytest.raises(RedisError):
            await client.blpop(["a"], timeout=1)
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))


async def test_a_backup_goes_from_one_server_into_a_cluster_and_back(
    redis: Redis, cluster: ClusterClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await fill(redis)
    before, file = await held(redis), tmp_path_factory.mktemp("backups") / "games"
    await back_up(redis, file)
    await restore(cluster, file, replace=False)
    assert await held(cluster) == before
    await back_up(cluster, file)
    await restore(redis, file, replace=True)
    assert await held(redis) == before
    assert not await dump.is_empty(cluster)
