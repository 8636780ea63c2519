"""A cluster's topology: which master has which hash slot, a client of each master, and the hash slot of each command.

redis-py's ``NodesManager`` keeps the hash slots and handles MOVED. In doubt it is refreshed, once for all who doubt.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from redis.asyncio.cluster import NodesManager
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError
from redis.exceptions import ConnectionError as Disconnected

from bot.store import keys
from bot.store.connection.client import Client
from bot.store.connection.reconnect import Reconnector
from bot.store.connection.transport import Command
from bot.workers.shutdown import cancel_tasks


class ClusterTopology:
    """The clients of all masters.

    Args:
        nodes: knows which node has which hash slot.
        make_client: makes the client of one server, by host and port.
    """

    def __init__(self, nodes: NodesManager, make_client: Callable[[str, int], Client]) -> None:
        self._nodes: Final = nodes
        self._make_client: Final = make_client
        self._clients: Final[dict[tuple[str, int], Client]] = {}
        self._retired: Final[list[Client]] = []
        """Clients of servers that lost their hash slots, until they are closed."""
        self._former_breaks = 0
        """The breaks of closed clients, and how often a hash slot had moved."""
        self._refresher: Final = Reconnector(self._load_hash_slots)
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.is_closed = False
        """Whether it is closed for good."""

    @property
    def lost_reply_count(self) -> int:
        """How often replies were lost or may be void, as of :class:`.multiplexed.MultiplexedConnection`."""
        return self._former_breaks + sum(
            client.lost_reply_count for client in (*self._clients.values(), *self._retired)
        )

    async def master_clients(self) -> list[Client]:
        """A client of each master.

        Raises:
            RedisError: no node tells which servers these are.
        """
        if not self._nodes.slots_cache:
            await self.refresh()
        found = {nodes[0].name: nodes[0] for nodes in self._nodes.slots_cache.values()}
        return [self.client_at(node.host, int(node.port)) for _, node in sorted(found.items())]

    def refresh_later(self) -> None:
        """Refresh the topology in the background."""
        if not self.is_closed:
            self.start_task(self.refresh_quietly())

    async def refresh_quietly(self) -> None:
        """As :meth:`refresh`, whatever comes of it."""
        with suppress(RedisError):
            await self.refresh()

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background until this is closed."""
        task = asyncio.get_running_loop().create_task(work, name="connections to masters")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close everything for good; whoever still waits gets an error."""
        self.is_closed = True
        clients = (*self._clients.values(), *self._retired)
        await cancel_tasks(tuple(self._tasks))
        await self._refresher.close_and_wait()
        for client in clients:
            await client.aclose()
        await self._nodes.aclose()
        await self._nodes.aclose("startup_nodes")

    async def refresh(self) -> None:
        """Ask the nodes which has which hash slot; calls at the same time, or just after a failure, share the outcome.

        Connections to servers without hash slots are closed.

        Raises:
            Disconnected: no node tells.
        """
        await self._refresher.wait_connected()

    async def _load_hash_slots(self) -> None:
        try:
            await self._nodes.initialize()
        except RedisClusterException:
            # Without the cause: it is about one node only, the last that was asked.
            raise Disconnected("no node of the cluster says which master has which slot") from None
        self._refresher.record_success()
        masters = {(nodes[0].host, int(nodes[0].port)) for nodes in self._nodes.slots_cache.values()}
        for place in self._clients.keys() - masters:
            client = self._clients.pop(place)
            self._retired.append(client)
            client.shared_connection.close_now()
            self.start_task(self._close_retired(client))

    async def _close_retired(self, client: Client) -> None:
        """Close a retired client; only its breaks stay counted."""
        try:
            with suppress(RedisError, OSError):
                await client.aclose()
        finally:
            self._retired.remove(client)
            self._former_breaks += client.lost_reply_count

    def known_master(self, hash_slot: int) -> Client | None:
        """The client of the master that is known to have a hash slot."""
        nodes = self._nodes.slots_cache.get(hash_slot)
        return self.client_at(nodes[0].host, int(nodes[0].port)) if nodes and not self.is_closed else None

    async def master_of(self, hash_slot: int) -> Client:
        """The client of the master that has a hash slot.

        Raises:
            RedisError: no node tells which that is.
        """
        if self.is_closed:
            raise Disconnected("the connections were closed")
        client = self.known_master(hash_slot)
        if client is None:
            await self.refresh()
            client = self.known_master(hash_slot)
        if client is None:
            raise Disconnected("no node of the cluster has the slot")
        return client

    def client_at(self, host: str, port: int) -> Client:
        """The client of one server."""
        client = self._clients.get((host, port))
        if client is None:
            client = self._clients[host, port] = self._make_client(host, port)
        return client

    async def follow_redirect(self, redirect: AskError) -> None:
        """Note where a server says that a hash slot is, and refresh the topology in the background.

        It counts as a break: the hash slot's new master may lack what the former one answered last, and that one's
        connections need not have broken.
        """
        if isinstance(redirect, MovedError):
            self._former_breaks += 1
        if redirect.slot_id in self._nodes.slots_cache and redirect.host and isinstance(redirect, MovedError):
            await self._nodes.move_slot(redirect)
            self.refresh_later()
        else:
            await self.refresh_quietly()


_KEYLESS: Final = frozenset(
    {"BGREWRITEAOF", "CLIENT", "CLUSTER", "CONFIG", "DBSIZE", "ECHO", "INFO", "KEYS", "PING", "SCRIPT", "TIME", "WAIT"}
)
"""Those of the bot's commands that name no key."""


_SCRIPTS: Final = frozenset({"EVAL", "EVALSHA"})


_STREAM_READS: Final = {"XREAD": 1, "XREADGROUP": 4}


_STREAMS_WORDS: Final = (b"STREAMS", "STREAMS")


@lru_cache(maxsize=4096)
def hash_slot_of_key(key: str | bytes) -> int:
    """The hash slot of a key, 0 to 16,383."""
    return key_slot(key if isinstance(key, bytes) else key.encode())


KEYLESS_HASH_SLOT: Final = hash_slot_of_key(keys.clock())
"""The hash slot for commands without a key: that of the service's clock."""


def hash_slot_of_command(command: Command) -> int:
    """The hash slot that a command goes to."""
    key = _first_key(command)
    return KEYLESS_HASH_SLOT if key is None else hash_slot_of_key(key)


def _first_key(command: Command) -> Any:
    name = command[0]
    if name in _SCRIPTS:
        return command[3] if int(command[2]) else None
    if name in _STREAM_READS:
        # The names of group and consumer stand before, and may be any word.
        first = _STREAM_READS[name]
        return next(command[at + 1] for at, word in enumerate(command) if at >= first and word in _STREAMS_WORDS)
    if name in _KEYLESS or name.partition(" ")[0] in _KEYLESS:
        return None
    return command[1]
