"""Reconnecting with a backoff: one attempt at a time, shared by all who wait for it.

Callers that cannot wait get the newest error; the others wait for the first attempt that succeeds. The pause between
attempts grows to half a second at most.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from typing import Final

from redis.backoff import EqualJitterBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as NoAnswer

from bot.logs.logger import fresh_context
from bot.workers.shutdown import cancel_tasks

_PAUSES: Final = EqualJitterBackoff(base=0.05, cap=0.5)
_NEVER: Final = float("-inf")


class Reconnector:
    """The attempts to connect to a server, or to learn a cluster's topology.

    Args:
        connect: makes one attempt; succeeded when it returns.
    """

    def __init__(self, connect: Callable[[], Awaitable[None]]) -> None:
        self._connect: Final = connect
        self._waiting: Final[dict[asyncio.Future[None], float]] = {}
        """Those who wait, and until when, by the event loop's clock."""
        self._attempts_task: asyncio.Task[None] | None = None
        self._failures = 0
        """Since the newest success."""
        self._newest_error: Exception = Disconnected("not connected")
        self._next_attempt_at = _NEVER
        """No attempt is made before."""
        self._closed = False

    async def wait_connected(self, until: float = _NEVER) -> None:
        """Wait for an attempt that succeeds.

        Args:
            until: by the event loop's clock; the caller waits for no attempt that begins later.

        Raises:
            redis.exceptions.RedisError: the newest attempt failed.
        """
        if self._closed:
            raise _closed_error()
        loop = asyncio.get_running_loop()
        if (now := loop.time()) < self._next_attempt_at and until <= now:
            raise copy(self._newest_error)
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiting[waiter] = until
        if self._attempts_task is None:
            self._attempts_task = loop.create_task(
                self._attempt_until_connected(), name="connecting to Redis", context=fresh_context()
            )
        try:
            await waiter
        finally:
            self._waiting.pop(waiter, None)

    async def _attempt_until_connected(self) -> None:
        """Try until it succeeds or nobody waits any more."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                if (pause := self._next_attempt_at - loop.time()) > 0:
                    await asyncio.sleep(pause)
                    continue
                try:
                    await self._connect()
                except (Disconnected, NoAnswer) as error:
                    self.record_failure(error)
                    self._resolve_waiters(error, [one for one, until in self._waiting.items() if until <= loop.time()])
                except Exception as error:  # noqa: BLE001 - the callers get it, and a retry would not help
                    self.record_failure(error)
                    self._resolve_waiters(error, list(self._waiting))
                else:
                    self._resolve_waiters(None, list(self._waiting))
        finally:
            self._attempts_task = None

    def _resolve_waiters(self, error: Exception | None, waiters: Iterable[asyncio.Future[None]]) -> None:
        for waiter in waiters:
            del self._waiting[waiter]
            if waiter.done():
                continue
            if error is None:
                waiter.set_result(None)
            else:
                # A copy for each: an exception that many raise would collect all their tracebacks.
                waiter.set_exception(copy(error))

    def record_failure(self, error: Exception) -> None:
        """Note that an attempt failed, or that a connection broke before it gave a reply."""
        self._failures += 1
        self._newest_error = error
        self._next_attempt_at = asyncio.get_running_loop().time() + _PAUSES.compute(self._failures)

    def record_success(self) -> None:
        """Note that the server answered."""
        self._failures, self._next_attempt_at = 0, _NEVER

    def close(self) -> None:
        """Make no more attempts; whoever waits, or comes later, gets an error."""
        self._closed = True
        if self._attempts_task is not None:
            self._attempts_task.cancel()
        self._resolve_waiters(_closed_error(), list(self._waiting))

    async def close_and_wait(self) -> None:
        """As :meth:`close`, and wait until the attempt under way has ended."""
        self.close()
        await cancel_tasks(() if self._attempts_task is None else (self._attempts_task,))


def _closed_error() -> Disconnected:
    return Disconnected("the connection was closed")
