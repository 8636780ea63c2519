"""redis-py's connections, made safe to cancel and packing commands by hiredis; and batches of commands on them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import DataError
from redis.exceptions import TimeoutError as RedisTimeoutError

Command = Sequence[Any]
"""A command's name and its arguments."""


class CommandBatch:
    """Commands that were sent together, and their replies so far."""

    __slots__ = ("done", "missing_replies", "replies", "since")

    def __init__(self, commands: int, done: asyncio.Future[None], since: float) -> None:
        self.replies: Final[list[Any]] = []
        self.done: Final = done
        """Done once all replies have come or the connection broke; in the latter case the last reply is the error."""
        self.missing_replies = commands
        self.since: Final = since
        """By the event loop's clock."""

    def add_reply(self, reply: Any) -> None:
        """Add the reply to the next command."""
        self.replies.append(reply)
        self.missing_replies -= 1
        if not self.missing_replies:
            self.finish()

    def finish(self) -> None:
        """Wake whoever waits; idempotent."""
        if not self.done.done():
            self.done.set_result(None)


async def write_packed(connection: AbstractConnection, packed: bytes) -> None:
    """Write commands to a connection.

    Raises:
        RedisError: it is broken.
    """
    try:
        await connection.send_packed_command(packed, check_health=False)
    except RuntimeError as error:
        # uvloop raises this for a broken transport; asyncio's own accepts the data and drops it.
        raise Disconnected("the connection was closed") from error


try:
    from hiredis import pack_command
except ImportError:  # a machine without a wheel
    pack_command = None  # type: ignore[assignment]  # mypy knows no absent module


C = TypeVar("C", bound=Redis)


@asynccontextmanager
async def closing_client(client: C) -> AsyncIterator[C]:
    """A client that is closed at the end, even if the closing is cancelled, as redis-py's own context is not."""
    try:
        yield client
    finally:
        end = asyncio.ensure_future(client.aclose())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await asyncio.wait((end,))
            raise


def cancellable_connection_class(base: type[AbstractConnection]) -> type[AbstractConnection]:
    """A subclass of a connection class that loses no cancellation and, with hiredis, packs commands faster.

    redis-py limits the time of a write with :func:`asyncio.wait_for`. Before Python 3.12 that swallows a cancellation
    if the write ends at the same moment: a loop over commands would go on for ever.
    """

    class Cancellable(base):  # type: ignore[misc, valid-type]  # mypy takes no variable for a base
        def send_packed_command(
            self,
            command: bytes | str | Iterable[bytes],
            check_health: bool = True,  # noqa: FBT001, FBT002 - redis-py's own
        ) -> Awaitable[None]:
            sent: Awaitable[None] = super().send_packed_command(command, check_health)
            return sent if self.socket_timeout is None else self._in_time(sent)

        async def _in_time(self, sent: Awaitable[None]) -> None:
            seconds: float | None = self.socket_timeout
            self.socket_timeout: float | None = None  # without one redis-py does not use it
            try:
                async with asyncio.timeout(seconds):
                    await sent
            except TimeoutError:
                raise RedisTimeoutError("Timeout writing to socket") from None
            finally:
                self.socket_timeout = seconds

    if pack_command is None:
        return Cancellable

    class Packing(Cancellable):
        def pack_command(self, *args: Any) -> list[bytes]:
            name, *arguments = args
            try:
                # A name may be of several words, such as ``XGROUP CREATE``.
                return [pack_command((*name.split(), *arguments))]
            except TypeError as error:
                raise DataError(str(error)) from None

    return Packing
