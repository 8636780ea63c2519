"""A worker whose clock can be set: the bot as it is run, with a server's time that a file moves.

``HARFIYEN_CHAOS_CLOCK`` names the file, whose text is by how many seconds Redis's clock is told to be ahead.
"""

import os
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.app.process import run_bot
from bot.app.storage import worker_id
from bot.config import Config, load_config
from bot.runtime import SYSTEM_RUNTIME, Runtime
from bot.store.heartbeat import Heartbeat
from bot.tables.served_time import ServedClock

WORKER_PROGRAM: Final = "from tools.chaos.worker import main; main()"
"""What a process is to run, in Python."""
CLOCK_VARIABLE: Final = "HARFIYEN_CHAOS_CLOCK"


class SettableClock:
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
    if hook := os.environ.get("HARFIYEN_WORKER_HOOK"):
        import_module(hook)
    run_bot(load_config(dict(os.environ), Path.cwd()), _make_runtime)


def _make_runtime(config: Config, redis: Redis) -> Runtime:
    clock = SettableClock(Path(os.environ[CLOCK_VARIABLE]))
    heartbeat = Heartbeat(redis, worker_id(config), now=clock)
    return replace(
        SYSTEM_RUNTIME,
        clock=lambda: datetime.fromtimestamp(clock(), UTC),
        served_time=ServedClock(heartbeat.record_beat),
    )
