"""The multiplexed connection, which all commands of a process share: sent as they come, answered in order.

redis-py lends a connection to each command until its reply has come. This one keeps a single connection of redis-py's,
which knows about addresses, TLS, passwords, the protocol and its parser, and pipelines commands over it. What is asked
in one step of the event loop goes out together.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, RedisError, ResponseError
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as NoAnswer

from bot.store.connection.errors import is_temporary_error
from bot.store.connection.reconnect import Reconnector
from bot.store.connection.transport import Command, CommandBatch, write_packed
from bot.workers.shutdown import cancel_tasks
from bot.workers.supervisor import start_task

_LATER_SECONDS: Final = 0.2
"""How long commands that are in no hurry wait for others to go out with: about as long as a picture takes."""


_CLOSE_SECONDS: Final = 1.0


SLOW_REPLY_SECONDS: Final = 2.0
"""A healthy server answers sooner."""


class MultiplexedConnection:
    """One connection, made when it is first needed and again after it broke.

    Args:
        pool: makes it; its connections have no time-out and no retries of their own.
        retry_seconds: how long commands without a reply are retried, from the first failure on.
        reply_seconds: how long a reply may take.
        on_slow_reply: is called each time that a reply is :data:`SLOW_REPLY_SECONDS` late.
        on_undeliverable: receives commands of :meth:`send_later` that cannot go out on this connection any more.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        retry_seconds: float,
        reply_seconds: float,
        on_slow_reply: Callable[[], None] | None = None,
        on_undeliverable: Callable[[Sequence[Command]], None] | None = None,
    ) -> None:
        self._pool: Final = pool
        self._retry_seconds: Final = retry_seconds
        self._reply_seconds: Final = reply_seconds
        self._on_slow_reply: Final = on_slow_reply
        self._slow_reply_seconds: Final = (
            reply_seconds if on_slow_reply is None else min(SLOW_REPLY_SECONDS, reply_seconds)
        )
        self._on_undeliverable: Final = on_undeliverable
        self._reconnector: Final = Reconnector(self._connect)
        self._connection: AbstractConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._disconnecting: asyncio.Future[None] | None = None
        self._cancelled_reader: asyncio.Task[None] | None = None
        """The newest reader that was cancelled because a failed write closed its connection."""
        self._batches: Final[deque[CommandBatch]] = deque()
        """What still waits for replies, in the order of the commands."""
        self._overdue_timer: asyncio.TimerHandle | None = None
        self._later_commands: list[Command] = []
        """What goes out along with the next commands."""
        self._flush_timer: asyncio.TimerHandle | None = None
        self._flush_task: asyncio.Task[None] | None = None
        self.is_closed = False
        """Whether it is closed for good."""
        self.lost_reply_count = 0
        """How often a connection broke that had given replies or still owed some.

        What the server did last is then unknown. Another server in its place may lack what this one has answered.
        """
        self.newest_connection: AbstractConnection | None = None
        """The connection that gave the newest reply; read it before anything else is awaited."""

    async def send_commands(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands together; returns the replies, each of which may be a :class:`ResponseError`.

        Raises:
            RedisError: the server did not answer in spite of retries; it may have done what was asked.
        """
        until = -math.inf
        while True:
            try:
                return await self.send_once(commands, until)
            except (Disconnected, NoAnswer):
                now = asyncio.get_running_loop().time()
                until = now + self._retry_seconds if until == -math.inf else until
                if self.is_closed or now >= until:
                    raise

    def send_later(self, commands: Sequence[Command]) -> None:
        """Send commands along with the next ones, 0.2 seconds later at the latest; their replies are dropped.

        Commands that meet a temporary error go out again later. They may be sent twice, or, if the process dies, never.
        """
        self._later_commands += commands
        if self._flush_timer is None:
            self._flush_timer = asyncio.get_running_loop().call_later(_LATER_SECONDS, self._start_flush)

    def _start_flush(self) -> None:
        self._flush_timer = None
        self._flush_task = asyncio.create_task(self._flush_later_commands(), name="commands to send later")

    async def _flush_later_commands(self) -> None:
        """Send what did not go along with other commands; if that fails, it stays for the next ones."""
        if self._later_commands:
            with suppress(RedisError, OSError):
                await self.send_once(())

    async def close(self) -> None:
        """Send what is left, then close for good; whoever still waits gets an error."""
        if self._flush_timer is not None:
            self._flush_timer.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._flush_later_commands()
        self.is_closed = True
        await self._reconnector.close_and_wait()
        if self._reader is not None:
            await cancel_tasks((self._reader,))

    def new_connection(self, reply_seconds: float) -> "MultiplexedConnection":
        """Another connection to the same server, without retries; a reply may take ``reply_seconds``."""
        return MultiplexedConnection(self._pool, 0.0, reply_seconds)

    def close_now(self) -> None:
        """Close at once and for good; whoever waits gets an error."""
        self.is_closed = True
        self._reconnector.close()
        if self._flush_timer is not None:
            self._flush_timer.cancel()
        if self._reader is not None:
            self._reader.cancel()
        left, self._later_commands = self._later_commands, []
        self._requeue(left)

    def _requeue(self, commands: list[Command]) -> None:
        """Keep commands for the next sending; once closed, give them to ``on_undeliverable``."""
        if not self.is_closed:
            self._later_commands[:0] = commands
        elif self._on_undeliverable is not None and commands:
            self._on_undeliverable(commands)

    async def send_once(self, commands: Sequence[Command], until: float = -math.inf) -> list[Any]:
        """As :meth:`send_commands` without retries.

        It waits for a connection ``until`` then, by the event loop's clock; by default it fails at once if connecting
        has just failed.
        """
        while (connection := self._connection) is None or not connection.is_connected:
            await (self._reconnector.wait_connected(until) if connection is None else self._wait_reader_end())
        loop = asyncio.get_running_loop()
        together = (*self._later_commands, *commands)
        if not together:
            return []
        packed = b"".join([part for command in together for part in connection.pack_command(*command)])
        carried, self._later_commands = self._later_commands, []
        batch = CommandBatch(len(together), loop.create_future(), loop.time())
        self._batches.append(batch)
        if self._overdue_timer is None:
            self._overdue_timer = loop.call_later(self._slow_reply_seconds, self._check_overdue)
        # The write happens before the first await that yields, so the order of batches is that of the socket.
        try:
            await write_packed(connection, packed)
            await batch.done
        except BaseException:
            self._requeue(carried)
            raise
        if batch.missing_replies:
            self._requeue(carried)
            raise batch.replies[-1]
        if not carried:
            return batch.replies
        self._requeue_refused(carried, batch.replies)
        return batch.replies[len(carried) :]

    async def _wait_reader_end(self) -> None:
        """Wait until the reader has ended whose connection a failed write has closed.

        Only then may there be another connection: redis-py would reconnect by itself on a write, beside the reader.
        """
        reader = self._reader
        if reader is None or reader.done():
            self._connection = None
            return
        if self._cancelled_reader is not reader:
            self._cancelled_reader = reader
            reader.cancel()
        await asyncio.wait((reader,))

    def _requeue_refused(self, carried: list[Command], replies: Sequence[Any]) -> None:
        """Keep carried commands that met a temporary error; give those that were redirected to ``on_undeliverable``."""
        refused = [(one, answer) for one, answer in zip(carried, replies, strict=False) if is_temporary_error(answer)]
        moved = [one for one, answer in refused if isinstance(answer, AskError)]
        self._requeue([one for one, answer in refused if not isinstance(answer, AskError)])
        if moved and self._on_undeliverable is not None:
            self._on_undeliverable(moved)

    async def _connect(self) -> None:
        connection: AbstractConnection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await self._handshake(connection)
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        self._connection = connection
        self._reader = start_task(self._read_replies(connection), name="answers of Redis")
        self._reader.add_done_callback(lambda _: self._close_unread_connection(connection))

    def _close_unread_connection(self, connection: AbstractConnection) -> None:
        """Clean up after a reader that was cancelled before it began: then not even its ``finally`` runs."""
        if self._connection is connection:
            self._on_connection_end(connection, Disconnected("the connection was closed"))
            self._disconnecting = asyncio.ensure_future(connection.disconnect(nowait=True))

    def _on_connection_end(self, connection: AbstractConnection, why: RedisError) -> None:
        """Note that nothing more is read from a connection; whoever waits for a reply gets the error."""
        self._connection = None
        self.lost_reply_count += bool(self._batches) or self.newest_connection is connection
        if self.newest_connection is not connection:
            self._reconnector.record_failure(why)
        self._fail_waiting(why)

    async def _handshake(self, connection: AbstractConnection) -> None:
        """Connect within the time for a reply: a server may accept the connection and never answer."""
        try:
            async with asyncio.timeout(self._reply_seconds):
                await connection.connect()  # type: ignore[no-untyped-call]
        except TimeoutError:
            raise NoAnswer(f"no greeting within {self._reply_seconds:.0f} seconds") from None

    async def _read_replies(self, connection: AbstractConnection) -> None:
        """Hand out replies until the connection breaks or is closed."""
        why: RedisError = Disconnected("the connection was closed")
        try:
            while True:
                try:
                    answer = await connection.read_response(timeout=math.inf, disconnect_on_error=False)
                except ResponseError as refused:
                    answer = refused
                batch = self._batches[0]
                if self.newest_connection is not connection:
                    self.newest_connection = connection
                    self._reconnector.record_success()
                batch.add_reply(answer)
                if not batch.missing_replies:
                    self._batches.popleft()
        except (RedisError, OSError) as error:
            why = Disconnected(str(error))
        except asyncio.CancelledError:
            if self._is_reply_overdue():
                why = NoAnswer(f"no answer within {self._reply_seconds:.0f} seconds")
            raise
        finally:
            self._on_connection_end(connection, why)
            await connection.disconnect()

    def _fail_waiting(self, why: RedisError) -> None:
        while self._batches:
            batch = self._batches.popleft()
            # As a reply: asyncio would log an exception that nobody retrieves.
            batch.replies.append(why)
            batch.finish()
        if self._overdue_timer is not None:
            self._overdue_timer.cancel()
            self._overdue_timer = None

    def _is_reply_overdue(self) -> bool:
        """Whether the oldest outstanding reply is overdue."""
        return bool(self._batches) and asyncio.get_running_loop().time() - self._batches[0].since >= self._reply_seconds

    def _check_overdue(self) -> None:
        """Break the connection if a reply is overdue, else check again when the oldest one would be."""
        self._overdue_timer = None
        if self._is_reply_overdue() and self._reader is not None:
            self._reader.cancel()
        elif self._batches:
            loop, since = asyncio.get_running_loop(), self._batches[0].since
            next_check = since + self._slow_reply_seconds
            if self._on_slow_reply is not None and loop.time() >= next_check:
                self._on_slow_reply()
                next_check = min(loop.time() + self._slow_reply_seconds, since + self._reply_seconds)
            self._overdue_timer = loop.call_at(next_check, self._check_overdue)
