"""A worker whose clock can be set: the bot as it is run, with a server's time that a file moves.

``HARFIYEN_CHAOS_CLOCK`` names the file, whose text is by how many seconds Redis's clock is told to be ahead.
"""

import asyncio
import os
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot import logs
from bot.app import Service, worker_name
from bot.config import Config, load
from bot.resources import Stopped, account, redis_of
from bot.store.heartbeat import Heartbeat
from bot.surroundings import MACHINE
from bot.tables.served import Served

PROGRAM: Final = "from bot.chaos.worker import main; main()"
"""What a process is to run, in Python."""
CLOCK: Final = "HARFIYEN_CHAOS_CLOCK"


class SetClock:
    """Seconds since the epoch by a clock that a file sets; read again at each asking.

    Args:
        path: holds the seconds by which it is ahead; a file that is missing is none.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path

    def __call__(self) -> float:
        """The instant."""
        ahead = 0.0
        with suppress(OSError, ValueError):
            ahead = float(self._path.read_text("ascii"))
        return time.time() + ahead


def main() -> None:
    """Run until told to stop."""
    from signal import SIGINT, SIGTERM  # noqa: PLC0415 - nothing else here is about signals

    config = load(dict(os.environ), Path.cwd())
    logs.setup(config.log_level, config.log_format)

    async def run() -> None:
        stop = asyncio.Event()
        for number in (SIGINT, SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        with suppress(Stopped):
            await _serve(config, stop)

    asyncio.run(run())


async def _serve(config: Config, stop: asyncio.Event) -> None:
    clock = SetClock(Path(os.environ[CLOCK]))
    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(redis_of(config))
        bot = await stack.enter_async_context(account(config.bot_token, config.bot_api_url, stop))
        heartbeat = Heartbeat(redis, worker_name(config), now=clock)
        around = replace(MACHINE, clock=lambda: datetime.fromtimestamp(clock(), UTC), served=Served(heartbeat.beat))
        await Service(config, bot, redis, owns_port=True, around=around).run(stop)
