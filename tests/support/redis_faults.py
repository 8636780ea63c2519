"""Redis servers that fail over or refuse writes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.store.embedded import find_server_program
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import LOOPBACK, RedisNode, find_free_ports, poll_until

SERVICE = "words"


@dataclass(frozen=True)
class SentinelSetup:
    """The servers, of which the first is the master at the beginning."""

    servers: tuple[RedisNode, RedisNode]
    sentinels: tuple[RedisNode, ...]

    @property
    def url(self) -> str:
        places = ",".join(f"{LOOPBACK}:{node.port}" for node in self.sentinels)
        return f"redis+sentinel://{places}/{SERVICE}"


@asynccontextmanager
async def run_sentinels(folder: Path, sentinels: int = 1) -> AsyncIterator[SentinelSetup]:
    program = find_server_program(folder).path
    ports = find_free_ports(2 + sentinels)
    for port in ports:
        (folder / str(port)).mkdir()
    options: dict[str, str] = {"repl-diskless-sync": "yes", "repl-diskless-sync-delay": "0"}
    first, second = (RedisNode.with_options(program, folder / str(port), port, options) for port in ports[:2])
    watching = tuple(_sentinel_node(program, folder / str(port), port, ports[0], sentinels) for port in ports[2:])
    async with AsyncExitStack() as stack:
        for node in (first, second):
            stack.push_async_callback(node.kill)
            await node.start()
        await second.execute("REPLICAOF", LOOPBACK, ports[0])
        # Sentinels ask a master for its replicas as they start, and then every ten seconds.
        await poll_until(lambda: _has_online_replica(first))
        for node in watching:
            stack.push_async_callback(node.kill)
            await node.start()
        await poll_until(lambda: _know_each_other(watching, sentinels))
        yield SentinelSetup((first, second), watching)


def _sentinel_node(program: str, folder: Path, port: int, master: int, sentinels: int) -> RedisNode:
    lines = (
        f"port {port}",
        f"bind {LOOPBACK}",
        f"dir {folder}",
        f"sentinel monitor {SERVICE} {LOOPBACK} {master} {sentinels // 2 + 1}",
        # More than the second after which a Sentinel connects again: else it takes a new master for dead at once.
        f"sentinel down-after-milliseconds {SERVICE} 1500",
        f"sentinel failover-timeout {SERVICE} 3000",
    )
    config = folder / "sentinel.conf"
    config.write_text("\n".join(lines))
    return RedisNode(folder, port, [program, str(config), "--sentinel"])


async def _has_online_replica(master: RedisNode) -> bool:
    said = await master.execute("INFO", "replication")
    return bool(said.get("slave0", {}).get("state") == "online")


async def _know_each_other(watching: tuple[RedisNode, ...], sentinels: int) -> bool:
    said = await asyncio.gather(*(node.execute("SENTINEL MASTER", SERVICE) for node in watching))
    return all(int(one["num-slaves"]) == 1 and int(one["num-other-sentinels"]) == sentinels - 1 for one in said)


REFUSALS: Final = ("OOM", "READONLY", "NOREPLICAS", "MISCONF")


@asynccontextmanager
async def refuse_writes(redis: Redis, how: str) -> AsyncIterator[None]:
    in_the_way = None
    match how:
        case "OOM":
            await redis.config_set("maxmemory", 1)
        case "READONLY":
            await redis.slaveof("127.0.0.1", 1)
        case "NOREPLICAS":
            await redis.config_set("min-replicas-to-write", 1)
        case _:
            in_the_way = await _fail_snapshots(redis)
    try:
        yield
    finally:
        if in_the_way is not None:
            in_the_way.rmdir()
        await redis.slaveof()
        for name, value in (("maxmemory", 0), ("min-replicas-to-write", 0), ("save", "")):
            await redis.config_set(name, value)


async def _fail_snapshots(redis: Redis) -> Path:
    """Have snapshots fail, as on a full disk: a folder is where they should be, and stays in the way of later ones."""
    async with asyncio.timeout(PATIENCE):
        while (await redis.info("persistence"))["rdb_bgsave_in_progress"]:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
    settings = await redis.config_get("d*")
    folder = Path(str(settings["dir"]), str(settings["dbfilename"]))
    folder.unlink(missing_ok=True)  # noqa: ASYNC240 - nothing else goes on
    folder.mkdir()  # noqa: ASYNC240 - nothing else goes on
    await redis.config_set("save", "3600 1000000")
    await redis.bgsave()
    async with asyncio.timeout(PATIENCE):
        while (await redis.info("persistence"))["rdb_last_bgsave_status"] != "err":  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
    return folder
