"""What happens in the month: restarts, a kill, an outage of each neighbour, a full disk, and who holds connections."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Final
from urllib.parse import urlsplit

from bot.playground.bot_api.calls import ApiCall
from bot.playground.bot_api.faults import Fault
from tools.chaos.redis_faults import fill_disk
from tools.fleet.launch import Fleet
from tools.fleet.redis_servers import SingleServer

_OUTAGE_SECONDS: Final = 5.0
_SLOW_CONNECTIONS: Final = 200
_SLOW_SECONDS: Final = 20.0
"""Longer than a connection may last without a request (:data:`bot.listener.HEADER_SECONDS`)."""
_SLOW_STEP_SECONDS: Final = 0.5

CALENDAR: Final[Mapping[int, str]] = {
    2: "restart",
    3: "worker_killed",
    4: "redis_killed",
    5: "disk_full",
    6: "restart",
    8: "telegram_away",
    10: "redis_away",
    14: "slow_loris",
    20: "telegram_away",
    23: "slow_loris",
    26: "redis_away",
    28: "telegram_away",
}
"""By the day what happens on it, while people play. After the last restart nothing starts a worker anew."""
LAST_RESTART: Final = max(day for day, event in CALENDAR.items() if event == "restart")
RESTARTS: Final = ("restart", "worker_killed")
"""After which a worker counts from nought."""


class Events:
    """Brings them about.

    Args:
        fleet: the workers, on a single Redis.
    """

    def __init__(self, fleet: Fleet) -> None:
        if not isinstance(fleet.redis, SingleServer):
            raise TypeError("a month is simulated on a single Redis")
        self._fleet: Final = fleet
        self._server: Final = fleet.redis.server
        self._ways: Final[Mapping[str, Callable[[], Awaitable[int]]]] = {
            "restart": self._restart,
            "worker_killed": self._kill_worker,
            "redis_killed": self._kill_redis,
            "disk_full": self._fill_disk,
            "telegram_away": self._cut_off_telegram,
            "redis_away": self._stop_redis,
            "slow_loris": self._hold_connections,
        }

    async def bring_about(self, event: str) -> int:
        """Bring about one of :data:`CALENDAR`; returns once it is over.

        Returns:
            How much it met: processes that ended or stood still, calls that were refused, connections that were cut
            off. 0 if nobody can have noticed it.
        """
        return await self._ways[event]()

    async def _restart(self) -> int:
        for worker in self._fleet.workers:
            await worker.terminate()
            await worker.start()
            await worker.wait_until_ready()
        return len(self._fleet.workers)

    async def _kill_worker(self) -> int:
        worker = self._fleet.workers[0]
        await worker.terminate(signal.SIGKILL)
        await worker.start()
        await worker.wait_until_ready()
        return 1

    async def _kill_redis(self) -> int:
        former = self._server.pid
        os.kill(former, signal.SIGKILL)
        return await self._start_redis_again(former)

    async def _fill_disk(self) -> int:
        former = self._server.pid
        await fill_disk(former, Random(8))  # noqa: S311 - decides for how long
        return await self._start_redis_again(former)

    async def _start_redis_again(self, former: int) -> int:
        """How many servers have ended."""
        await asyncio.sleep(1)
        await self._server.ensure_running()
        return int(self._server.pid != former)

    async def _cut_off_telegram(self) -> int:
        faults, refused = self._fleet.account.faults, 0

        def close(_: ApiCall) -> Fault:
            nonlocal refused
            refused += 1
            return Fault(kind="close")

        faults.chooser = close
        try:
            await asyncio.sleep(_OUTAGE_SECONDS)
        finally:
            faults.chooser = None
        return refused

    async def _stop_redis(self) -> int:
        os.kill(self._server.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(_OUTAGE_SECONDS)
        finally:
            # A server that stands still could not be ended by SIGTERM either.
            os.kill(self._server.pid, signal.SIGCONT)
        return 1

    async def _hold_connections(self) -> int:
        """Open many connections to a webhook, on which a request comes a byte at a time; how many are cut off."""
        address = urlsplit(self._fleet.workers[0].settings["WEBHOOK_URL"])
        host, port = address.hostname or "", address.port or 0
        return sum(await asyncio.gather(*(_dawdle(host, port) for _ in range(_SLOW_CONNECTIONS))))


async def _dawdle(host: str, port: int) -> bool:
    """Whether a connection was had, and cut off."""
    is_cut_off = False
    with suppress(OSError):
        reader, writer = await asyncio.open_connection(host, port)
        is_cut_off = True
        try:
            writer.write(b"POST /updates HTTP/1.1\r\nHost: bot\r\nContent-Length: 100000\r\n")
            for _ in range(int(_SLOW_SECONDS / _SLOW_STEP_SECONDS)):
                await asyncio.sleep(_SLOW_STEP_SECONDS)
                if reader.at_eof():
                    break
                writer.write(b"X")
                await writer.drain()
            else:
                is_cut_off = False
        finally:
            writer.transport.abort()
    return is_cut_off
