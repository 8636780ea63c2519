"""redis-py's client over the connections to a cluster's masters (:mod:`bot.store.connection.cluster_connection`).

A command goes to the master that has the hash slot of its first key; a pipeline goes to all its masters at once. A
command without a key goes to the server that keeps the service's clock, except the few that concern all masters.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Any, Final

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import DataError, RedisError

from bot.store.connection.client import BatchPipeline, Client, ReplyOrigin
from bot.store.connection.cluster_connection import ClusterConnection
from bot.store.connection.errors import is_temporary_error
from bot.store.connection.topology import hash_slot_of_key

_ALL_MASTERS_COMMANDS: Final = frozenset({"FLUSHALL", "FLUSHDB", "SCRIPT FLUSH"})


class ClusterClient(Client):
    """A client of a whole cluster.

    Args:
        pool: knows how to parse replies; never makes a connection.
        cluster_connection: carries all commands.
    """

    def __init__(self, pool: ConnectionPool, cluster_connection: ClusterConnection) -> None:
        # Connections and pools belong to the clients of the single servers.
        super(Client, self).__init__(connection_pool=pool)
        self.cluster_connection: Final = cluster_connection
        self._sender = cluster_connection

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command; see :class:`redis.asyncio.Redis`.

        Raises:
            DataError: it is SCAN, whose cursor belongs to one server: use :func:`master_clients`.
        """
        if args[0] == "SCAN":
            raise DataError("each master of a cluster has a cursor of its own")
        if args[0] in _ALL_MASTERS_COMMANDS:
            for master in await self.cluster_connection.topology.master_clients():
                answer = await master.execute_command(*args, **options)
            return answer
        return await super().execute_command(*args, **options)

    async def _execute_blocking(self, *args: Any, **options: Any) -> Any:
        return await self.cluster_connection.send_blocking(args, options)

    async def aclose(self, close_connection_pool: bool | None = True) -> None:  # noqa: FBT001, FBT002, ARG002 - redis-py's own
        """Close every connection."""
        await self.cluster_connection.close()

    def reply_origin(self, key: str) -> ReplyOrigin | None:
        """See :meth:`bot.store.connection.client.Client.reply_origin`."""
        return self.cluster_connection.reply_origin(key)

    async def scan_iter(self, *args: Any, **options: Any) -> AsyncIterator[Any]:  # type: ignore[override]  # redis-py's is of one server
        """The keys of all masters, one master after another; see :class:`redis.asyncio.Redis`."""
        for master in await self.cluster_connection.topology.master_clients():
            async for name in master.scan_iter(*args, **options):
                yield name

    async def keys(self, pattern: str | bytes = "*", **_: Any) -> list[Any]:  # type: ignore[override]  # as above
        """The keys of all masters that match a pattern."""
        return [name async for name in self.scan_iter(match=pattern)]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 - redis-py's own
        """Commands that are sent together; a transaction's must share a hash slot. See :class:`redis.asyncio.Redis`."""
        return (
            _ClusterTransaction(self.cluster_connection, self)
            if transaction
            else super().pipeline(transaction, shard_hint)
        )


class _ClusterTransaction(BatchPipeline):
    """A transaction of commands of one hash slot, without WATCH; executed once."""

    def __init__(self, cluster_connection: ClusterConnection, client: Client) -> None:
        super().__init__(cluster_connection, client)
        self._cluster_connection: Final = cluster_connection

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - redis-py's own
        stack, self.command_stack = self.command_stack, []
        if not stack:
            return []
        answers = await self._cluster_connection.send_transaction([args for args, _ in stack])
        if isinstance(answers, RedisError):
            raise answers
        return await self._parse_replies(stack, answers, raise_on_error)


def group_by_hash_slot(client: Redis, keys: Iterable[str]) -> list[list[str]]:
    """Keys in groups that one command may name: a single server has one group, a cluster one for each hash slot.

    Groups and their keys keep the order in which the keys were given; no keys make no group.
    """
    names = list(keys)
    if not isinstance(client, ClusterClient):
        return [names] if names else []
    groups: dict[int, list[str]] = {}
    for name in names:
        groups.setdefault(hash_slot_of_key(name), []).append(name)
    return list(groups.values())


def is_cluster(client: Redis) -> bool:
    """Whether a client talks to a cluster."""
    return isinstance(client, ClusterClient)


async def client_of_key(client: Redis, key: str) -> Client | None:
    """The client of the server that has a key: outside a cluster this client; ``None`` if it is not a :class:`Client`.

    Raises:
        redis.exceptions.RedisError: no node tells which server that is.
    """
    if isinstance(client, ClusterClient):
        return await client.cluster_connection.topology.master_of(hash_slot_of_key(key))
    return client if isinstance(client, Client) else None


async def master_clients(client: Redis) -> list[Redis]:
    """A client for each master; outside a cluster this client alone.

    Raises:
        redis.exceptions.RedisError: no node tells which servers these are.
    """
    return (
        list(await client.cluster_connection.topology.master_clients())
        if isinstance(client, ClusterClient)
        else [client]
    )


async def read_strings(client: Redis, key_names: Iterable[str]) -> list[bytes | RedisError | None]:
    """The strings of several keys, in one round trip; the error of a key that is none stands in its place.

    Raises:
        redis.exceptions.RedisError: a server cannot be asked, or has a temporary error.
    """
    pipe = client.pipeline(transaction=False)
    for name in key_names:
        pipe.get(name)
    found: list[bytes | RedisError | None] = await pipe.execute(raise_on_error=False)
    for answer in found:
        if isinstance(answer, RedisError) and is_temporary_error(answer):
            raise answer
    return found
