"""Reaching a server, or one of several, and again after a failure: one attempt at a time, for all who wait for it.

A server that is away is away for everybody. Who cannot wait is told of the newest failure; the others hear of the first
attempt that succeeds. Between attempts a pause grows, half a second at most.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from typing import Final

from redis.backoff import EqualJitterBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as NoAnswer

from bot.workers.lanes import end

_PAUSES: Final = EqualJitterBackoff(base=0.05, cap=0.5)
_NEVER: Final = float("-inf")


class Redial:
    """The attempts of one line, or of the lines of a cluster to learn who has what.

    Args:
        connect: makes one; when it returns there is a connection, or an answer.
    """

    def __init__(self, connect: Callable[[], Awaitable[None]]) -> None:
        self._connect: Final = connect
        self._waiting: Final[dict[asyncio.Future[None], float]] = {}
        """Who waits, and until when, by the event loop's clock."""
        self._working: asyncio.Task[None] | None = None
        self._failures = 0
        """How many came since the newest answer."""
        self._newest: Exception = Disconnected("not connected")
        self._next = _NEVER
        """Before when nobody tries again."""
        self._closed = False

    async def connected(self, until: float = _NEVER) -> None:
        """Wait for an attempt that succeeds.

        Args:
            until: by the event loop's clock; nobody waits for another attempt who would do so after that.

        Raises:
            redis.exceptions.RedisError: the newest attempt failed.
        """
        if self._closed:
            raise _closed()
        loop = asyncio.get_running_loop()
        if (now := loop.time()) < self._next and until <= now:
            raise copy(self._newest)
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiting[waiter] = until
        if self._working is None:
            self._working = loop.create_task(self._try(), name="connecting to Redis")
        try:
            await waiter
        finally:
            self._waiting.pop(waiter, None)

    async def _try(self) -> None:
        """Try until it succeeds or nobody waits any more."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                if (pause := self._next - loop.time()) > 0:
                    await asyncio.sleep(pause)
                    continue
                try:
                    await self._connect()
                except (Disconnected, NoAnswer) as error:
                    self.failed(error)
                    self._tell(error, [one for one, until in self._waiting.items() if until <= loop.time()])
                except Exception as error:  # noqa: BLE001 - whoever asked is to have it, and it is no use to try again
                    self.failed(error)
                    self._tell(error, list(self._waiting))
                else:
                    self._tell(None, list(self._waiting))
        finally:
            self._working = None

    def _tell(self, why: Exception | None, waiters: Iterable[asyncio.Future[None]]) -> None:
        for waiter in waiters:
            del self._waiting[waiter]
            if waiter.done():
                continue
            if why is None:
                waiter.set_result(None)
            else:
                # Each has its own: what is raised by many would gather all their tracebacks.
                waiter.set_exception(copy(why))

    def failed(self, why: Exception) -> None:
        """Note that an attempt failed, or that a connection broke before it had given any answer."""
        self._failures += 1
        self._newest = why
        self._next = asyncio.get_running_loop().time() + _PAUSES.compute(self._failures)

    def well(self) -> None:
        """Note that the server has answered."""
        self._failures, self._next = 0, _NEVER

    def close(self) -> None:
        """Try no more; who waits, or comes, is told so."""
        self._closed = True
        if self._working is not None:
            self._working.cancel()
        self._tell(_closed(), list(self._waiting))

    async def end(self) -> None:
        """As :meth:`close`; returns when nothing is under way any more."""
        self.close()
        await end(() if self._working is None else (self._working,))


def _closed() -> Disconnected:
    return Disconnected("the line was closed")
