"""What happens in the month: restarts, a kill, an outage of each neighbour, a full disk, and who holds connections."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Final
from urllib.parse import urlsplit

from bot.bench.fleet.launch import Fleet
from bot.bench.fleet.redis_servers import SingleServer
from bot.playground.bot_api.faults import Fault
from tools.chaos.redis_faults import fill_disk

_OUTAGE_SECONDS: Final = 5.0
_SLOW_CONNECTIONS: Final = 200
_SLOW_SECONDS: Final = 10.0
_SLOW_STEP_SECONDS: Final = 0.5

CALENDAR: Final[Mapping[int, str]] = {
    2: "restart",
    4: "worker_killed",
    6: "redis_killed",
    8: "disk_full",
    10: "telegram_away",
    12: "redis_away",
    14: "slow_loris",
    16: "restart",
    20: "telegram_away",
    23: "slow_loris",
    26: "redis_away",
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
        self._ways: Final[Mapping[str, Callable[[], Awaitable[None]]]] = {
            "restart": self._restart,
            "worker_killed": self._kill_worker,
            "redis_killed": self._kill_redis,
            "disk_full": self._fill_disk,
            "telegram_away": self._cut_off_telegram,
            "redis_away": self._stop_redis,
            "slow_loris": self._hold_connections,
        }

    async def bring_about(self, event: str) -> None:
        """Bring about one of :data:`CALENDAR`; returns once it is over."""
        await self._ways[event]()

    async def _restart(self) -> None:
        for worker in self._fleet.workers:
            await worker.terminate()
            await worker.start()
            await worker.wait_until_ready()

    async def _kill_worker(self) -> None:
        worker = self._fleet.workers[0]
        await worker.terminate(signal.SIGKILL)
        await worker.start()
        await worker.wait_until_ready()

    async def _kill_redis(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._server.pid, signal.SIGKILL)
        await asyncio.sleep(1)
        await self._server.ensure_running()

    async def _fill_disk(self) -> None:
        await fill_disk(self._server.pid, Random(8))  # noqa: S311 - decides for how long
        await asyncio.sleep(1)
        await self._server.ensure_running()

    async def _cut_off_telegram(self) -> None:
        faults = self._fleet.account.faults
        faults.chooser = lambda _: Fault(kind="close")
        await asyncio.sleep(_OUTAGE_SECONDS)
        faults.chooser = None

    async def _stop_redis(self) -> None:
        os.kill(self._server.pid, signal.SIGSTOP)
        await asyncio.sleep(_OUTAGE_SECONDS)
        os.kill(self._server.pid, signal.SIGCONT)

    async def _hold_connections(self) -> None:
        """Open many connections to a webhook, on which a request comes a byte at a time and never ends."""
        address = urlsplit(self._fleet.workers[0].settings["WEBHOOK_URL"])
        await asyncio.gather(*(_dawdle(address.hostname or "", address.port or 0) for _ in range(_SLOW_CONNECTIONS)))


async def _dawdle(host: str, port: int) -> None:
    with suppress(OSError):
        _, writer = await asyncio.open_connection(host, port)
        try:
            writer.write(b"POST /updates HTTP/1.1\r\nHost: bot\r\nContent-Length: 100000\r\n")
            for _ in range(int(_SLOW_SECONDS / _SLOW_STEP_SECONDS)):
                await asyncio.sleep(_SLOW_STEP_SECONDS)
                writer.write(b"X")
                await writer.drain()
        finally:
            writer.transport.abort()
