"""A worker whose clock can be set: the bot as it is run, with a server's time that a file moves.

``HARFIYEN_CHAOS_CLOCK`` names the file, whose text is by how many seconds Redis's clock is told to be ahead.
"""

import os
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.app.process import serve
from bot.app.stored import worker_name
from bot.config import Config
from bot.store.heartbeat import Heartbeat
from bot.surroundings import MACHINE, Surroundings
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
    serve(dict(os.environ), _around)


def _around(config: Config, redis: Redis) -> Surroundings:
    clock = SetClock(Path(os.environ[CLOCK]))
    heartbeat = Heartbeat(redis, worker_name(config), now=clock)
    return replace(MACHINE, clock=lambda: datetime.fromtimestamp(clock(), UTC), served=Served(heartbeat.beat))
