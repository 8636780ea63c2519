"""A master, its replica and Sentinels that watch them, on the loopback address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.store.embedded import find_server_program
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
    """All of them, once the Sentinels know the replica and each other."""
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
        f"sentinel down-after-milliseconds {SERVICE} 500",
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
