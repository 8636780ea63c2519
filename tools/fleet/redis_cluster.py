"""A Redis Cluster on this machine's loopback address, for trials: masters with replicas, killed and started again.

Nothing of it survives: its folders go with it.
"""

import asyncio
import contextlib
import random
import signal
import socket
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.store.server.append_only_file import cut_unfinished_tail
from bot.store.server.binary import ServerProgram, find_server_program

LOOPBACK: Final = "127.0.0.1"

_HASH_SLOTS: Final = 16_384
_BUS_PORT_OFFSET: Final = 10_000
"""A node talks to the others at its port and so many more."""
_PORTS: Final = range(20_000, 50_000)
_START_SECONDS: Final = 60.0
_LOOK_SECONDS: Final = 0.02


class RedisNode:
    """A server program of its own folder and port.

    Args:
        folder: where it keeps everything; must be there.
        port: on the loopback address.
        command: the program with its arguments.
    """

    def __init__(self, folder: Path, port: int, command: Sequence[str]) -> None:
        self.port: Final = port
        self.folder: Final = folder
        self._command: Final = command
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def with_options(cls, program: str, folder: Path, port: int, options: Mapping[str, str]) -> Self:
        """A server that keeps no snapshots, with those options of its configuration."""
        named = {"port": str(port), "bind": LOOPBACK, "dir": str(folder), "save": "", "set-proc-title": "no", **options}
        return cls(folder, port, [program, *(part for name, value in named.items() for part in (f"--{name}", value))])

    @property
    def pid(self) -> int | None:
        """Its process, while it runs."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if running and self._process is not None else None

    async def start(self) -> None:
        """Start it, with the data that it left; returns when it answers. Nothing where it runs."""
        if self.pid is not None:
            return
        await asyncio.to_thread(cut_unfinished_tail, ServerProgram(self._command[0], ""), self.folder)
        self._spawn()
        await poll_until(self._is_answering)

    def _spawn(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - a server program with our own arguments
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    async def _is_answering(self) -> bool:
        if self.pid is None:
            raise RuntimeError(f"a Redis did not start: {(self.folder / 'log').read_text()[-500:]}")
        return bool(await self.execute("PING"))

    async def execute(self, *command: object) -> Any:
        """What it answers, on a connection of its own.

        Raises:
            RedisError: it does not.
        """
        once = Retry(NoBackoff(), 0)
        client = Redis(host=LOOPBACK, port=self.port, protocol=2, decode_responses=True, retry=once, socket_timeout=5.0)
        async with client:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py's own

    def send_signal(self, number: signal.Signals) -> None:
        """Send its process a signal, such as SIGSTOP and SIGCONT."""
        if self._process is not None and self.pid is not None:
            self._process.send_signal(number)

    async def kill(self) -> None:
        """End it with SIGKILL, where it runs; returns when it is gone."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    async def read_role(self) -> str:
        """``master`` or ``slave``, as it says itself; empty where it does not answer."""
        try:
            return str((await self.execute("ROLE"))[0])
        except (RedisError, OSError):
            return ""


class RedisCluster:
    """The whole cluster.

    Args:
        find_masters: how many, from 3.
        replicas: how many each of them has.
        timeout_ms: after how long without an answer a node is taken for dead; a replica takes over some seconds later.
        fsync: ``always``, ``everysec`` or ``no``; no append-only file where it is empty.
    """

    def __init__(self, masters: int = 3, replicas: int = 1, *, timeout_ms: int = 1_500, fsync: str = "") -> None:
        self._masters: Final = masters
        self._replicas: Final = replicas
        self._options: Final = {
            "cluster-enabled": "yes",
            "cluster-config-file": "nodes.conf",
            "cluster-node-timeout": str(timeout_ms),
            "repl-diskless-sync": "yes",
            "repl-diskless-sync-delay": "0",
            "appendonly": "yes" if fsync else "no",
            "appendfsync": fsync or "no",
        }
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.nodes: list[RedisNode] = []

    @property
    def url(self) -> str:
        """For :func:`bot.store.connection.connect.connect`, and for REDIS_URL."""
        return "redis+cluster://" + ",".join(f"{LOOPBACK}:{node.port}" for node in self.nodes)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start all nodes and make them one cluster; returns when it takes commands and each replica follows.

        Raises:
            NoRedisServer: there is no server program.
            RuntimeError: it does not start.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="harfiyen-cluster-")
        folder = Path(self._folder.name)
        program = (await asyncio.to_thread(find_server_program, folder)).path
        for port in find_free_ports(self._masters * (1 + self._replicas)):
            place = folder / str(port)
            place.mkdir()
            self.nodes.append(RedisNode.with_options(program, place, port, self._options))
        try:
            await asyncio.gather(*(node.start() for node in self.nodes))
            await self._form_cluster()
        except BaseException:
            await self.stop()
            raise

    async def _form_cluster(self) -> None:
        first, masters = self.nodes[0], self.nodes[: self._masters]
        bounds = [_HASH_SLOTS * number // self._masters for number in range(self._masters + 1)]
        for number, node in enumerate(masters):
            # Redis 6.2 takes no ranges.
            await node.execute("CLUSTER", "ADDSLOTS", *range(bounds[number], bounds[number + 1]))
            await node.execute("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            await first.execute("CLUSTER", "MEET", LOOPBACK, node.port)
        ids = [str(await node.execute("CLUSTER", "MYID")) for node in self.nodes]
        for number, node in enumerate(self.nodes[self._masters :]):
            master = ids[number % self._masters]
            await poll_until(lambda node=node, master=master: self._make_replica(node, master))  # type: ignore[misc]
        await self.wait_until_settled()

    async def _make_replica(self, node: RedisNode, master: str) -> bool:
        return bool(await node.execute("CLUSTER", "REPLICATE", master) == "OK")

    async def wait_until_settled(self, seconds: float = _START_SECONDS) -> None:
        """Wait until all running nodes take commands, and as many masters as are wanted have their replicas.

        Raises:
            TimeoutError: it takes longer.
        """
        await poll_until(self._is_settled, seconds)

    async def _is_settled(self) -> bool:
        running = [node for node in self.nodes if node.pid is not None]
        roles = await asyncio.gather(*(node.execute("INFO", "replication") for node in running))
        states = await asyncio.gather(*(node.execute("CLUSTER", "INFO") for node in running))
        following = [one for one in roles if one["role"] == "slave"]
        masters = [one for one in roles if one["role"] == "master" and one["connected_slaves"]]
        return bool(
            # One that was stopped takes itself for a master until it hears what has become of it.
            len(roles) - len(following) == self._masters
            and all("cluster_state:ok" in str(state) for state in states)
            and all(one["master_link_status"] == "up" for one in following)
            and sum(one["connected_slaves"] for one in masters) == len(following)
        )

    async def find_masters(self) -> list[RedisNode]:
        """The nodes that say they are masters, in the order of the nodes."""
        roles = await asyncio.gather(*(node.read_role() for node in self.nodes))
        return [node for node, role in zip(self.nodes, roles, strict=True) if role == "master"]

    async def master_of(self, hash_slot: int) -> RedisNode:
        """The master that has a hash slot, by the word of some running node.

        Raises:
            LookupError: there is none.
        """
        for node in await self.find_masters():
            for start, end, (_, port, *_), *_ in await node.execute("CLUSTER", "SLOTS"):
                if start <= hash_slot <= end:
                    return next(one for one in self.nodes if one.port == port)
        raise LookupError(f"slot {hash_slot} is nobody's")

    async def kill_master(self, master: RedisNode | None = None) -> RedisNode:
        """End a master with SIGKILL, a random one if none is given; which it was.

        Raises:
            LookupError: there is none.
        """
        node = master or random.choice(await self.find_masters())  # noqa: S311 - any will do
        await node.kill()
        return node

    async def wait_for_takeover(self, dead: RedisNode, seconds: float = _START_SECONDS) -> None:
        """Wait until the others know a new master for all that a dead one had.

        Raises:
            TimeoutError: it takes longer.
        """

        async def is_over() -> bool:
            alive = [node for node in self.nodes if node is not dead and node.pid is not None]
            owned = await asyncio.gather(*(node.execute("CLUSTER", "SLOTS") for node in alive))
            states = await asyncio.gather(*(node.execute("CLUSTER", "INFO") for node in alive))
            return all("cluster_state:ok" in str(state) for state in states) and all(
                slots and all(port != dead.port for _, _, (_, port, *_), *_ in slots) for slots in owned
            )

        await poll_until(is_over, seconds)

    async def stop(self) -> None:
        """End all nodes and remove what they wrote; again is harmless."""
        for node in self.nodes:
            await node.kill()
        self.nodes = []
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.cleanup()
            self._folder = None


async def poll_until(condition: Callable[[], Awaitable[bool]], seconds: float = _START_SECONDS) -> None:
    """Ask again and again until something is so; a server that does not answer yet is not.

    Raises:
        TimeoutError: it takes longer.
    """
    async with asyncio.timeout(seconds):
        while True:
            with contextlib.suppress(RedisError, OSError):
                if await condition():
                    return
            await asyncio.sleep(_LOOK_SECONDS)


def find_free_ports(count: int) -> list[int]:
    """Ports of the loopback address that are free, as are those at which nodes of a cluster would talk."""
    found: list[int] = []
    with contextlib.ExitStack() as held:
        for port in random.sample(_PORTS, len(_PORTS)):
            with contextlib.ExitStack() as pair:
                try:
                    for one in (port, port + _BUS_PORT_OFFSET):
                        bound = pair.enter_context(socket.socket())
                        bound.bind((LOOPBACK, one))
                except OSError:
                    continue
                held.push(pair.pop_all())
            found.append(port)
            if len(found) == count:
                return found
    raise RuntimeError("there are not as many free ports")
