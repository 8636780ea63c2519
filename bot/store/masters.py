"""A cluster's masters: who has which slot, and a client of each.

redis-py knows who has which slot (its ``NodesManager``: the question, MOVED, which node to ask). What it finds is asked
again where there is a doubt, once for all who doubt.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from redis.asyncio.cluster import NodesManager
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError
from redis.exceptions import ConnectionError as Disconnected

from bot.store.client import Client
from bot.store.redial import Redial
from bot.workers.lanes import end


class Masters:
    """The clients of all masters.

    Args:
        nodes: who has which slot.
        client_of: makes the client of one server, by host and port.
    """

    def __init__(self, nodes: NodesManager, client_of: Callable[[str, int], Client]) -> None:
        self._nodes: Final = nodes
        self._client_of: Final = client_of
        self._clients: Final[dict[tuple[str, int], Client]] = {}
        self._retired: Final[list[Client]] = []
        """Of servers that have no slot any more, until all is closed."""
        self._breaks_of_old = 0
        """The breaks of those that are closed, and how often one had a slot no more."""
        self._looking: Final = Redial(self._look)
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._closed = False

    @property
    def breaks(self) -> int:
        """How often answers were lost, or may be worth nothing any more; see :attr:`bot.store.line.Line.breaks`."""
        return self._breaks_of_old + sum(client.breaks for client in (*self._clients.values(), *self._retired))

    async def masters(self) -> list[Client]:
        """A client of each master.

        Raises:
            RedisError: nobody can tell which these are.
        """
        if not self._nodes.slots_cache:
            await self.look()
        found = {nodes[0].name: nodes[0] for nodes in self._nodes.slots_cache.values()}
        return [self._client(node.host, int(node.port)) for _, node in sorted(found.items())]

    def doubt(self) -> None:
        """Look in the background whether the masters are still the same."""
        if not self._closed:
            self._in_background(self._doubted())

    async def _doubted(self) -> None:
        with suppress(RedisError):
            await self.look()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name="lines to masters")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close everything for good; who still waits is told so."""
        self._closed = True
        clients = (*self._clients.values(), *self._retired)
        await end(tuple(self._tasks))
        await self._looking.end()
        for client in clients:
            await client.aclose()
        await self._nodes.aclose()
        await self._nodes.aclose("startup_nodes")

    async def look(self) -> None:
        """Ask who has which slot; who asks meanwhile, or just after nobody could tell, has the same answer.

        Lines to servers that have none are closed.

        Raises:
            Disconnected: nobody can tell.
        """
        await self._looking.connected()

    async def _look(self) -> None:
        try:
            await self._nodes.initialize()
        except RedisClusterException:
            # Without its cause, which tells of one node, the last that was asked.
            raise Disconnected("no node of the cluster tells who has which slot") from None
        self._looking.well()
        masters = {(nodes[0].host, int(nodes[0].port)) for nodes in self._nodes.slots_cache.values()}
        for place in self._clients.keys() - masters:
            client = self._clients.pop(place)
            self._retired.append(client)
            client.line.abandon()
            self._in_background(self._retire(client))

    async def _retire(self, client: Client) -> None:
        """Close what is left of a client, and keep of it only how often answers were lost with it."""
        try:
            with suppress(RedisError, OSError):
                await client.aclose()
        finally:
            self._retired.remove(client)
            self._breaks_of_old += client.breaks

    def _known(self, slot: int) -> Client | None:
        """The client of the master that has a slot, as far as is known."""
        nodes = self._nodes.slots_cache.get(slot)
        return self._client(nodes[0].host, int(nodes[0].port)) if nodes and not self._closed else None

    async def master_of(self, slot: int) -> Client:
        """The client of the master that has a slot.

        Raises:
            RedisError: nobody can tell which that is.
        """
        if self._closed:
            raise Disconnected("the lines were closed")
        client = self._known(slot)
        if client is None:
            await self.look()
            client = self._known(slot)
        if client is None:
            raise Disconnected("no node of the cluster has the slot")
        return client

    def _client(self, host: str, port: int) -> Client:
        client = self._clients.get((host, port))
        if client is None:
            client = self._clients[host, port] = self._client_of(host, port)
        return client

    async def _follow(self, moved: AskError) -> None:
        """Take a server's word for who has a slot, and ask the others in the background.

        Whoever has it by now may lack what the former one said last: a server that stood still goes on for a moment,
        and its connections do not break.
        """
        if isinstance(moved, MovedError):
            self._breaks_of_old += 1
        if moved.slot_id in self._nodes.slots_cache and moved.host and isinstance(moved, MovedError):
            await self._nodes.move_slot(moved)
            self.doubt()
        else:
            await self._doubted()
