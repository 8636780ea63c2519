"""A master, its replica and Sentinels that watch them, on the loopback address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.fleet.cluster import HOST, Node, free_ports, until
from bot.store.binary import find_server

SERVICE = "words"


@dataclass(frozen=True)
class Watched:
    """The servers, of which the first is the master at the beginning."""

    servers: tuple[Node, Node]
    sentinels: tuple[Node, ...]

    @property
    def url(self) -> str:
        places = ",".join(f"{HOST}:{node.port}" for node in self.sentinels)
        return f"redis+sentinel://{places}/{SERVICE}"


@asynccontextmanager
async def watched(folder: Path, sentinels: int = 1) -> AsyncIterator[Watched]:
    """All of them, once the Sentinels know the replica and each other."""
    program = find_server(folder).path
    ports = free_ports(2 + sentinels)
    for port in ports:
        (folder / str(port)).mkdir()
    options: dict[str, str] = {"repl-diskless-sync": "yes", "repl-diskless-sync-delay": "0"}
    first, second = (Node.server(program, folder / str(port), port, options) for port in ports[:2])
    watching = tuple(_sentinel(program, folder / str(port), port, ports[0], sentinels) for port in ports[2:])
    async with AsyncExitStack() as stack:
        for node in (first, second):
            stack.push_async_callback(node.kill)
            await node.start()
        await second.ask("REPLICAOF", HOST, ports[0])
        # Sentinels ask a master for its replicas as they start, and then every ten seconds.
        await until(lambda: _is_followed(first))
        for node in watching:
            stack.push_async_callback(node.kill)
            await node.start()
        await until(lambda: _are_known(watching, sentinels))
        yield Watched((first, second), watching)


def _sentinel(program: str, folder: Path, port: int, master: int, sentinels: int) -> Node:
    lines = (
        f"port {port}",
        f"bind {HOST}",
        f"dir {folder}",
        f"sentinel monitor {SERVICE} {HOST} {master} {sentinels // 2 + 1}",
        f"sentinel down-after-milliseconds {SERVICE} 500",
        f"sentinel failover-timeout {SERVICE} 3000",
    )
    config = folder / "sentinel.conf"
    config.write_text("\n".join(lines))
    return Node(folder, port, [program, str(config), "--sentinel"])


async def _is_followed(master: Node) -> bool:
    said = await master.ask("INFO", "replication")
    return bool(said.get("slave0", {}).get("state") == "online")


async def _are_known(watching: tuple[Node, ...], sentinels: int) -> bool:
    said = await asyncio.gather(*(node.ask("SENTINEL MASTER", SERVICE) for node in watching))
    return all(int(one["num-slaves"]) == 1 and int(one["num-other-sentinels"]) == sentinels - 1 for one in said)
