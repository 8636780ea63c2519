"""Waiting (``WAIT``) until replicas have what was written: Redis answers before they do.

Replication is one stream: a replica that has a later write has all earlier ones. ``WAIT`` covers the writes of its own
connection. So one connection to each master writes a marker for all who wait at that moment, and waits once.
"""

import asyncio
import re
from collections.abc import Coroutine
from typing import Any, Final
from weakref import WeakKeyDictionary

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from bot.logs.logger import get_logger
from bot.store import keys
from bot.store.connection.client import Client, ReplyOrigin
from bot.store.connection.errors import IN_PIPELINE, is_temporary_error
from bot.store.connection.multiplexed import MultiplexedConnection
from bot.workers.shutdown import cancel_tasks
from bot.workers.supervisor import start_task

log = get_logger(__name__)

_WAIT_MS: Final = 500
_SERVER_REPLY_SECONDS: Final = 3.0
_PAUSE_SECONDS: Final = 0.1
_WARN_SECONDS: Final = 30.0
_CHECK_SECONDS: Final = 1.0
_FIRST_WARNING_SECONDS: Final = 3.0

_RUN_ID: Final = re.compile(rb"^run_id:(\w+)", re.MULTILINE)


class MasterReplaced(Disconnected):
    """Another server or process has become the master, so what was written may be gone: read or write it again."""


class TooFewReplicas(NoAnswer):
    """Too few replicas have confirmed in time; the master has what was written, and replicas may still get it."""


def describe_refusal(error: Exception) -> str:
    """Why a Redis that answers does not store, in a few words; empty if an error is of another kind."""
    is_refusal = is_temporary_error(error) or isinstance(error, TooFewReplicas)
    return str(error).rpartition(IN_PIPELINE)[2] if is_refusal else ""


class ReplicaWaiter:
    """Waits for the replicas of a server.

    Args:
        client: the client that writes; answers in bytes.
        min_replicas: how many replicas must have a write; 0 waits for none and costs nothing.
    """

    def __init__(self, client: Redis, min_replicas: int) -> None:
        self._client: Final = client
        self._min_replicas: Final = min_replicas
        self._masters: Final[dict[Client, _MasterReplication]] = {}

    async def check_storable(self) -> None:
        """Make sure that what comes in could be stored now; changes nothing.

        Raises:
            RedisError: it could not.
        """
        # Writes nothing, and is refused as any write is: without memory, by a replica, for want of replicas or disk.
        await self._client.setrange(keys.tenant(), 0, b"")
        await self.wait_replicated(keys.tenant(), _CHECK_SECONDS)

    def wait_replicated(self, key: str, seconds: float | None = None) -> Coroutine[Any, Any, None]:
        """Wait until enough replicas have all that was written so far to the master of a key.

        Call it as soon as the reply to the write is there, before anything else is awaited: only then is it known which
        process gave the reply. The waiting begins when the result is awaited.

        Args:
            key: one of the keys that were written.
            seconds: the most to wait; ``None`` waits for ever, with a warning now and then.

        Raises:
            MasterReplaced: what was written may be gone.
            TooFewReplicas: it took longer than ``seconds``.
            RedisError: nothing was written yet, and no server answers.
        """
        if not self._min_replicas or not isinstance(self._client, Client):
            return _wait_for_none()
        return self._wait_for_master(self._client, key, self._client.reply_origin(key), seconds)

    async def _wait_for_master(
        self, client: Client, key: str, origin: ReplyOrigin | None, seconds: float | None
    ) -> None:
        if origin is None:
            # No write is known, so what is there now has to be replicated.
            await client.exists(key)
            origin = client.reply_origin(key)
            if origin is None:
                raise Disconnected("no server has the key")
        master = self._masters.get(origin.client)
        if master is None:
            master = self._masters[origin.client] = _MasterReplication(self._client, origin.client, self._min_replicas)
        if len(self._masters) > 1:
            # That a master gave way may be known only after its successor was written to.
            await self._close_former_masters(origin.client)
        try:
            async with asyncio.timeout(seconds):
                await master.wait_write_replicated(origin, key)
        except TimeoutError:
            raise TooFewReplicas(
                f"fewer than {self._min_replicas} replicas have taken it within {seconds} seconds"
            ) from None
        except MasterReplaced:
            if master.is_idle and self._masters.get(origin.client) is master:
                del self._masters[origin.client]
                await master.close()
            raise

    async def _close_former_masters(self, current: Client) -> None:
        """Close the connections to former masters at which nobody waits."""
        former = [
            server
            for server, master in self._masters.items()
            if server is not current and server.shared_connection.is_closed and master.is_idle
        ]
        # All are taken out before anything is awaited: others write meanwhile, and look for them too.
        for master in [self._masters.pop(server) for server in former]:
            await master.close()

    async def close(self) -> None:
        """Close the connections; whoever still waits gets an error."""
        for master in self._masters.values():
            await master.close()


async def _wait_for_none() -> None:
    """Wait for nothing."""


class _PendingWrite:
    __slots__ = ("done", "key", "origin")

    def __init__(self, origin: ReplyOrigin, key: str) -> None:
        self.origin: Final = origin
        self.key: Final = key
        self.done: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()

    def finish(self, error: RedisError | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class _MasterReplication:
    """One master, and all who wait for its replicas."""

    def __init__(self, client: Redis, server: Client, min_replicas: int) -> None:
        self._client: Final = client
        self._server: Final = server
        self._min_replicas: Final = min_replicas
        self._connection: Final = server.shared_connection.new_connection(_SERVER_REPLY_SECONDS)
        self._run_ids: Final[WeakKeyDictionary[AbstractConnection, bytes]] = WeakKeyDictionary()
        self._pending_writes: list[_PendingWrite] = []
        self._task: asyncio.Task[None] | None = None

    async def wait_write_replicated(self, origin: ReplyOrigin, key: str) -> None:
        waiter = _PendingWrite(origin, key)
        self._pending_writes.append(waiter)
        if self._task is None or self._task.done():
            self._task = start_task(self._serve_until_idle(), name="waiting for replicas")
        await waiter.done

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits."""
        return not self._pending_writes

    async def close(self) -> None:
        if self._task is not None:
            await cancel_tasks((self._task,))
        self._finish_all(Disconnected("the connection was closed"))
        await self._connection.close()

    def _finish_all(self, error: RedisError) -> None:
        waiters, self._pending_writes = self._pending_writes, []
        for waiter in waiters:
            waiter.finish(error)

    async def _serve_until_idle(self) -> None:
        """Wait for replicas until nobody waits any more."""
        try:
            await self._wait_in_batches()
        finally:
            self._finish_all(Disconnected("waiting for replicas was given up"))

    async def _wait_in_batches(self) -> None:
        loop = asyncio.get_running_loop()
        warn = loop.time() + _FIRST_WARNING_SECONDS
        while self._pending_writes:
            batch = list(self._pending_writes)
            try:
                had = await self._wait_once(batch)
            except MasterReplaced as error:
                self._finish_all(error)
                return
            except RedisError:
                had = False
                await asyncio.sleep(_PAUSE_SECONDS)
            if had:
                for waiter in batch:
                    waiter.finish()
            self._pending_writes = [waiter for waiter in self._pending_writes if not waiter.done.done()]
            if had:
                warn = loop.time() + _FIRST_WARNING_SECONDS
            elif self._pending_writes and loop.time() >= warn:
                warn = loop.time() + _WARN_SECONDS
                log.warning(
                    "writes wait for replicas: see that each master has its replicas",
                    count=len(self._pending_writes),
                    replicas=self._min_replicas,
                )

    async def _wait_once(self, batch: list[_PendingWrite]) -> bool:
        """Write a marker and wait once; returns whether enough replicas have it.

        Raises:
            MasterReplaced: this server is no longer the key's master.
            RedisError: it does not answer.
        """
        key = batch[-1].key
        run = await self._run_id_of(self._connection, self._connection.newest_connection)
        connection = self._connection.newest_connection
        for waiter in batch:
            if await self._run_id_of(self._server.shared_connection, waiter.origin.connection) != run:
                waiter.finish(MasterReplaced("the server was started again since"))
        wrote, count = await self._connection.send_once(
            [("SET", keys.replication_marker(key), b"", "PX", "60000"), ("WAIT", self._min_replicas, _WAIT_MS)]
        )
        for answer in (wrote, count):
            if isinstance(answer, RedisError):
                # The hash slot moved, the server is read-only, or it unblocked the client as it became a replica.
                raise MasterReplaced("the server is no master any more") from answer
        return self._connection.newest_connection is connection and int(count) >= self._min_replicas

    async def _run_id_of(self, multiplexed: MultiplexedConnection, connection: AbstractConnection | None) -> bytes:
        """The run id of the process at the other end of a connection; empty if that connection is gone."""
        if connection is None or connection not in self._run_ids:
            [said] = await multiplexed.send_once([("INFO", "server")])
            found = _RUN_ID.search(said) if isinstance(said, bytes) else None
            if multiplexed.newest_connection is None or found is None:
                raise Disconnected("the server does not say which process it is")
            self._run_ids[multiplexed.newest_connection] = found[1]
            connection = connection or multiplexed.newest_connection
        return self._run_ids.get(connection, b"")
