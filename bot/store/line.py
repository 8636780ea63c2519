"""One connection that all commands of a process share: written as they come, answered in order.

redis-py lends a connection to each command, which waits with it for the answer. The line keeps one of redis-py's own
connections, with all that they know of addresses, TLS, passwords, the protocol and its parser, and lets any number of
commands be under way on it: what is asked in one step of the event loop goes out together.
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

from bot.store.faults import is_away
from bot.store.redial import Redial
from bot.workers.lanes import end

Command = Sequence[Any]
"""A command's name and its arguments."""

_ALONG_SECONDS: Final = 0.2
"""How long what is in no hurry waits for something to go out with: a picture is drawn and sent in that time."""

_GOODBYE_SECONDS: Final = 1.0

DOUBT_SECONDS: Final = 2.0
"""No answer takes as long where a server is well."""


class _Asked:
    """Commands that went out together, and the answers that came so far."""

    __slots__ = ("answers", "done", "missing", "since")

    def __init__(self, commands: int, done: asyncio.Future[None], since: float) -> None:
        self.answers: Final[list[Any]] = []
        self.done: Final = done
        """Over once all have come, or the connection broke: then what it broke of stands as the last one."""
        self.missing = commands
        self.since: Final = since
        """By the event loop's clock."""

    def came(self, answer: Any) -> None:
        self.answers.append(answer)
        self.missing -= 1
        if not self.missing:
            self.end()

    def end(self) -> None:
        if not self.done.done():
            self.done.set_result(None)


class Line:
    """The connection, made when it is first needed and again after it broke.

    Args:
        pool: makes it; its connections are without a time-out and without retries of their own.
        patience: for how many seconds from the first failure on commands are sent again that are left unanswered.
        seconds: how long an answer may take.
        doubt: is told of an answer that takes more than :data:`DOUBT_SECONDS`, and again after as many.
        astray: is given what was to go along with other commands and has no place here any more.
    """

    def __init__(
        self,
        pool: ConnectionPool,
        patience: float,
        seconds: float,
        doubt: Callable[[], None] | None = None,
        astray: Callable[[Sequence[Command]], None] | None = None,
    ) -> None:
        self._pool: Final = pool
        self._patience: Final = patience
        self._seconds: Final = seconds
        self._doubt: Final = doubt
        self._doubt_seconds: Final = seconds if doubt is None else min(DOUBT_SECONDS, seconds)
        self._astray: Final = astray
        self._redial: Final = Redial(self._connect)
        self._connection: AbstractConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._hanging_up: asyncio.Future[None] | None = None
        self._ended: asyncio.Task[None] | None = None
        """The reader that was ended last because its connection was closed by a failed write."""
        self._waiting: Final[deque[_Asked]] = deque()
        """What answers are still to come to, in the order of the commands."""
        self._watch: asyncio.TimerHandle | None = None
        self._along: list[Command] = []
        """What goes out with whatever is asked next."""
        self._departure: asyncio.TimerHandle | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._closed = False
        self.breaks = 0
        """How often the connection broke that had given answers, or was to give some.

        What the server did and said last is not known; and where another takes its place, that one may lack what this
        one has said.
        """
        self.newest: AbstractConnection | None = None
        """The connection that gave the newest answer, for whoever asks before anything else is awaited."""

    @property
    def is_closed(self) -> bool:
        """Whether it was closed for good."""
        return self._closed

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands together; the answers, of which each may be a :class:`ResponseError`.

        Raises:
            RedisError: the server gave no answer, not even when asked again; it may have done what was asked.
        """
        until = -math.inf
        while True:
            try:
                return await self._sent(commands, until)
            except (Disconnected, NoAnswer):
                now = asyncio.get_running_loop().time()
                until = now + self._patience if until == -math.inf else until
                if self._closed or now >= until:
                    raise

    def along(self, commands: Sequence[Command]) -> None:
        """Let commands go out with what is asked next, soon at the latest; nobody learns what came of them.

        What a server refuses that can do nothing for a while goes out again with what is asked later. They may be sent
        twice, or, where the process dies, never.
        """
        self._along += commands
        if self._departure is None:
            self._departure = asyncio.get_running_loop().call_later(_ALONG_SECONDS, self._leave)

    def _leave(self) -> None:
        self._departure = None
        self._leaving = asyncio.create_task(self._depart(), name="what is in no hurry")

    async def _depart(self) -> None:
        """Send what nothing else took along, or leave it to what is asked next where that fails."""
        if self._along:
            with suppress(RedisError, OSError):
                await self.once(())

    async def close(self) -> None:
        """Send what is still to go out, and close the connection for good; who still waits is told so."""
        if self._departure is not None:
            self._departure.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._depart()
        self._closed = True
        await self._redial.end()
        if self._reader is not None:
            await end((self._reader,))

    def twin(self, seconds: float) -> "Line":
        """Another connection to the same server, without tries of its own; an answer may take so many seconds."""
        return Line(self._pool, 0.0, seconds)

    def abandon(self) -> None:
        """Close the connection for good and at once: who waits is told so."""
        self._closed = True
        self._redial.close()
        if self._departure is not None:
            self._departure.cancel()
        if self._reader is not None:
            self._reader.cancel()
        left, self._along = self._along, []
        self._put_back(left)

    def _put_back(self, carried: list[Command]) -> None:
        """Keep what could not go along for another time, or leave it to others where there is none."""
        if not self._closed:
            self._along[:0] = carried
        elif self._astray is not None and carried:
            self._astray(carried)

    async def once(self, commands: Sequence[Command]) -> list[Any]:
        """As :meth:`ask`, tried once; not at all where the server was just tried in vain."""
        return await self._sent(commands)

    async def _sent(self, commands: Sequence[Command], until: float = -math.inf) -> list[Any]:
        """The answers; ``until`` then it is waited for a connection."""
        while (connection := self._connection) is None or not connection.is_connected:
            await (self._redial.connected(until) if connection is None else self._lost())
        loop = asyncio.get_running_loop()
        together = (*self._along, *commands)
        if not together:
            return []
        packed = b"".join([part for command in together for part in connection.pack_command(*command)])
        carried, self._along = self._along, []
        asked = _Asked(len(together), loop.create_future(), loop.time())
        self._waiting.append(asked)
        if self._watch is None:
            self._watch = loop.call_later(self._doubt_seconds, self._look)
        # Nothing can come between the queue and the socket: it is written to before this first gives way to others.
        try:
            await _written(connection, packed)
            await asked.done
        except BaseException:
            self._put_back(carried)
            raise
        if asked.missing:
            self._put_back(carried)
            raise asked.answers[-1]
        if not carried:
            return asked.answers
        self._refused(carried, asked.answers)
        return asked.answers[len(carried) :]

    async def _lost(self) -> None:
        """Wait until the reader of a connection has ended that a failed write has closed.

        Until then there is no other: redis-py would make one by itself, beside the reader, as soon as it is written to.
        """
        reader = self._reader
        if reader is None or reader.done():
            self._connection = None
            return
        if self._ended is not reader:
            self._ended = reader
            reader.cancel()
        await asyncio.wait((reader,))

    def _refused(self, carried: list[Command], answers: Sequence[Any]) -> None:
        """Keep what went along and was refused for a while, or leave it to others where they have its place by now."""
        refused = [(one, answer) for one, answer in zip(carried, answers, strict=False) if is_away(answer)]
        moved = [one for one, answer in refused if isinstance(answer, AskError)]
        self._put_back([one for one, answer in refused if not isinstance(answer, AskError)])
        if moved and self._astray is not None:
            self._astray(moved)

    async def _connect(self) -> None:
        connection: AbstractConnection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await self._greet(connection)
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        self._connection = connection
        self._reader = asyncio.create_task(self._read(connection), name="answers of Redis")
        self._reader.add_done_callback(lambda _: self._unread(connection))

    def _unread(self, connection: AbstractConnection) -> None:
        """End what a reader did not that was cancelled before it began: then nothing of it runs, not even its end."""
        if self._connection is connection:
            self._over(connection, Disconnected("the connection was closed"))
            self._hanging_up = asyncio.ensure_future(connection.disconnect(nowait=True))

    def _over(self, connection: AbstractConnection, why: RedisError) -> None:
        """Nothing more is read from a connection: who waits for an answer is told why."""
        self._connection = None
        self.breaks += bool(self._waiting) or self.newest is connection
        if self.newest is not connection:
            self._redial.failed(why)
        self._end_waiting(why)

    async def _greet(self, connection: AbstractConnection) -> None:
        """Connect; a server that takes the call and says nothing may not keep everybody waiting."""
        try:
            async with asyncio.timeout(self._seconds):
                await connection.connect()  # type: ignore[no-untyped-call]
        except TimeoutError:
            raise NoAnswer(f"no greeting within {self._seconds:.0f} seconds") from None

    async def _read(self, connection: AbstractConnection) -> None:
        """Hand out the answers until the connection breaks or is closed."""
        why: RedisError = Disconnected("the connection was closed")
        try:
            while True:
                try:
                    answer = await connection.read_response(timeout=math.inf, disconnect_on_error=False)
                except ResponseError as refused:
                    answer = refused
                asked = self._waiting[0]
                if self.newest is not connection:
                    self.newest = connection
                    self._redial.well()
                asked.came(answer)
                if not asked.missing:
                    self._waiting.popleft()
        except (RedisError, OSError) as error:
            why = Disconnected(str(error))
        except asyncio.CancelledError:
            if self._is_late():
                why = NoAnswer(f"no answer within {self._seconds:.0f} seconds")
            raise
        finally:
            self._over(connection, why)
            await connection.disconnect()

    def _end_waiting(self, why: RedisError) -> None:
        while self._waiting:
            asked = self._waiting.popleft()
            # As an answer: an exception would be complained of wherever nobody came to fetch it.
            asked.answers.append(why)
            asked.end()
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _is_late(self) -> bool:
        """Whether the oldest answer that is waited for is overdue."""
        return bool(self._waiting) and asyncio.get_running_loop().time() - self._waiting[0].since >= self._seconds

    def _look(self) -> None:
        """Break the connection where an answer is overdue, or look again when the oldest one will be."""
        self._watch = None
        if self._is_late() and self._reader is not None:
            self._reader.cancel()
        elif self._waiting:
            loop, since = asyncio.get_running_loop(), self._waiting[0].since
            next_look = since + self._doubt_seconds
            if self._doubt is not None and loop.time() >= next_look:
                self._doubt()
                next_look = min(loop.time() + self._doubt_seconds, since + self._seconds)
            self._watch = loop.call_at(next_look, self._look)


async def _written(connection: AbstractConnection, packed: bytes) -> None:
    """Write commands to a connection.

    Raises:
        RedisError: it is broken.
    """
    try:
        await connection.send_packed_command(packed, check_health=False)
    except RuntimeError as error:
        # uvloop says so of a transport that has broken since; asyncio's own takes what it then throws away.
        raise Disconnected("the connection was closed") from error
