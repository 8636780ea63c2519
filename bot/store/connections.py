"""Connections of redis-py's kinds that can be cancelled at any moment, and that have hiredis pack commands."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import DataError
from redis.exceptions import TimeoutError as RedisTimeoutError

try:
    from hiredis import pack_command
except ImportError:  # a machine without a wheel
    pack_command = None  # type: ignore[assignment]  # mypy knows no absent module

C = TypeVar("C", bound=Redis)


@asynccontextmanager
async def closing(client: C) -> AsyncIterator[C]:
    """A client that is closed in the end, also where just that is cancelled; as a context of redis-py's it is not."""
    try:
        yield client
    finally:
        end = asyncio.ensure_future(client.aclose())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await asyncio.wait((end,))
            raise


def improved(kind: type[AbstractConnection]) -> type[AbstractConnection]:
    """Connections of a kind that lose no cancellation, and, where hiredis is there, do not pack commands in Python.

    redis-py limits the time of a write with :func:`asyncio.wait_for`, which before Python 3.12 forgets that it was
    cancelled if the write is over at that moment: a loop over commands would go on for ever.
    """

    class Cancellable(kind):  # type: ignore[misc, valid-type]  # mypy takes no variable for a base
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
