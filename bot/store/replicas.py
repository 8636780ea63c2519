"""Waiting until what was written is on replicas too: Redis answers before they have it.

Replication is one stream: who has a later write has all earlier ones. ``WAIT`` tells of the writes of its own
connection. So one connection to each master writes something small for all who wait at that moment, and waits once.
"""

import asyncio
import logging
import re
from collections.abc import Coroutine
from typing import Any, Final
from weakref import WeakKeyDictionary

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from bot.store import keys
from bot.store.client import Client, Written
from bot.store.cluster import ClusterClient
from bot.store.line import Line
from bot.store.routes import slot_of
from bot.workers.lanes import end

log = logging.getLogger(__name__)

_WAIT_MS: Final = 500
_ANSWER_SECONDS: Final = 3.0
_PAUSE_SECONDS: Final = 0.1
_WARN_SECONDS: Final = 30.0
_FIRST_WARNING_SECONDS: Final = 3.0

_RUN: Final = re.compile(rb"^run_id:(\w+)", re.MULTILINE)


class Superseded(Disconnected):
    """Another server, or another process, is the master since: what was written may be gone.

    It has to be read again, or written again.
    """


class NoReplica(NoAnswer):
    """Too few replicas have taken what was written within the time; it is on the master, and may yet get to them."""


class Replicas:
    """Those of a cluster, or of a server that has some.

    Args:
        client: wrote, and writes, what is waited for; answers in bytes.
        wanted: how many replicas are to have it; 0 waits for none, and costs nothing.
    """

    def __init__(self, client: Redis, wanted: int) -> None:
        self._client: Final = client
        self._wanted: Final = wanted
        self._masters: Final[dict[Client, _Master]] = {}

    def have(self, key: str, seconds: float | None = None) -> Coroutine[Any, Any, None]:
        """Wait until all that was written so far to the master of a key is on as many replicas as are wanted.

        To be called as soon as the answer to what was written is there, before anything is awaited: by then is known
        which process gave it. The waiting begins when what is returned is awaited.

        Args:
            key: one of those that were written.
            seconds: for how long at most; ``None`` goes on until it is so, with a warning now and then.

        Raises:
            Superseded: what was written may be gone.
            NoReplica: it took longer than ``seconds``.
            RedisError: nothing was written yet, and no server answers.
        """
        if not self._wanted or not isinstance(self._client, Client):
            return _nothing()
        return self._have(self._client, key, self._client.written(key), seconds)

    async def _have(self, client: Client, key: str, written: Written | None, seconds: float | None) -> None:
        if written is None:
            # Nothing is known to be written: what there is has to be there.
            await client.exists(key)
            written = client.written(key)
            if written is None:
                raise Disconnected("no server has the key")
        master = self._masters.get(written.client)
        if master is None:
            master = self._masters[written.client] = _Master(self._client, written.client, self._wanted)
            await self._forget_former(written.client)
        try:
            async with asyncio.timeout(seconds):
                await master.have(written, key)
        except TimeoutError:
            raise NoReplica(f"fewer than {self._wanted} replicas have taken it within {seconds} seconds") from None
        except Superseded:
            if master.is_idle and self._masters.get(written.client) is master:
                del self._masters[written.client]
                await master.close()
            raise

    async def _forget_former(self, but: Client) -> None:
        """Close the connections to servers that are masters no more, and at which nobody waits."""
        for server in [one for one, master in self._masters.items() if one.line.is_closed and master.is_idle]:
            if server is not but:
                await self._masters.pop(server).close()

    async def close(self) -> None:
        """Close the connections; who still waits is told so."""
        for master in self._masters.values():
            await master.close()


async def _nothing() -> None:
    """Nothing is to be waited for."""


class _Waiter:
    __slots__ = ("done", "key", "written")

    def __init__(self, written: Written, key: str) -> None:
        self.written: Final = written
        self.key: Final = key
        self.done: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()

    def over(self, why: RedisError | None = None) -> None:
        if self.done.done():
            return
        if why is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(why)


class _Master:
    """One server, and all who wait for its replicas."""

    def __init__(self, client: Redis, server: Client, wanted: int) -> None:
        self._client: Final = client
        self._server: Final = server
        self._wanted: Final = wanted
        self._line: Final = server.line.twin(_ANSWER_SECONDS)
        self._runs: Final[WeakKeyDictionary[AbstractConnection, bytes]] = WeakKeyDictionary()
        self._waiters: list[_Waiter] = []
        self._task: asyncio.Task[None] | None = None

    async def have(self, written: Written, key: str) -> None:
        waiter = _Waiter(written, key)
        self._waiters.append(waiter)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._serve(), name="waiting for replicas")
        await waiter.done

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits."""
        return not self._waiters

    async def close(self) -> None:
        if self._task is not None:
            await end((self._task,))
        self._end(Disconnected("the connection was closed"))
        await self._line.close()

    def _end(self, why: RedisError) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            waiter.over(why)

    async def _serve(self) -> None:
        """Go on until nobody waits any more."""
        try:
            await self._go_on()
        finally:
            self._end(Disconnected("waiting for replicas was given up"))

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        warn = loop.time() + _FIRST_WARNING_SECONDS
        while self._waiters:
            batch = list(self._waiters)
            try:
                had = await self._had(batch)
            except Superseded as error:
                self._end(error)
                return
            except RedisError:
                had = False
                await asyncio.sleep(_PAUSE_SECONDS)
            if had:
                for waiter in batch:
                    waiter.over()
            self._waiters = [waiter for waiter in self._waiters if not waiter.done.done()]
            if had:
                warn = loop.time() + _FIRST_WARNING_SECONDS
            elif self._waiters and loop.time() >= warn:
                warn = loop.time() + _WARN_SECONDS
                log.warning(
                    "%s writes wait until %s replicas have them; see that each master has its replicas",
                    len(self._waiters),
                    self._wanted,
                )

    async def _had(self, batch: list[_Waiter]) -> bool:
        """Wait once: whether replicas have what was written by then.

        Raises:
            Superseded: this server has the key no more.
            RedisError: it does not answer.
        """
        key = batch[-1].key
        try:
            run = await self._run_of(self._line, self._line.newest)
            connection = self._line.newest
            for waiter in batch:
                if await self._run_of(self._server.line, waiter.written.connection) != run:
                    waiter.over(Superseded("the server was started again since"))
            wrote, count = await self._line.once(
                [("SET", keys.replicated(key), b"", "PX", "60000"), ("WAIT", self._wanted, _WAIT_MS)]
            )
        except (Disconnected, NoAnswer):
            await self._check_master(key)
            raise
        for answer in (wrote, count):
            if isinstance(answer, RedisError):
                # Moved, read-only, or unblocked as it became a replica.
                raise Superseded("the server is no master any more") from answer
        return self._line.newest is connection and int(count) >= self._wanted

    async def _run_of(self, line: Line, connection: AbstractConnection | None) -> bytes:
        """Which process is at the other end of a line's connection; empty where that is none any more."""
        if connection is None or connection not in self._runs:
            [said] = await line.once([("INFO", "server")])
            found = _RUN.search(said) if isinstance(said, bytes) else None
            if line.newest is None or found is None:
                raise Disconnected("the server does not say which process it is")
            self._runs[line.newest] = found[1]
            connection = connection or line.newest
        return self._runs.get(connection, b"")

    async def _check_master(self, key: str) -> None:
        """Make sure that a server that does not answer is still taken for the master."""
        if not isinstance(self._client, ClusterClient):
            return
        lines = self._client.lines
        await lines.look()
        if await lines.master_of(slot_of(key)) is not self._server:
            raise Superseded("another server has taken over")
