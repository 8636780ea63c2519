"""A worker whose clock can be set: the bot as it is run, with a server's time that a file moves.

``HARFIYEN_SIMULATED_CLOCK`` names the file, whose text is by how many seconds Redis's clock is told to be ahead.
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

from bot.app.service import run_bot
from bot.app.wiring import worker_id
from bot.config import Config, load_config
from bot.runtime import SYSTEM_RUNTIME, Runtime
from bot.store.heartbeat import Heartbeat
from bot.tables.served_time import ServedClock

WORKER_PROGRAM: Final = "from tools.simulator.worker import main; main()"
CLOCK_VARIABLE: Final = "HARFIYEN_SIMULATED_CLOCK"
HOOK_VARIABLE: Final = "HARFIYEN_WORKER_HOOK"
"""Names a module that is imported before the bot starts; it may plant a fault."""


def main() -> None:
    if hook := os.environ.get(HOOK_VARIABLE):
        import_module(hook)
    run_bot(load_config(dict(os.environ), Path.cwd()), _make_runtime)


def read_clock(path: Path) -> float:
    """Seconds since the epoch by a clock that a file sets; a file that is missing sets none."""
    ahead = 0.0
    with suppress(OSError, ValueError):
        ahead = float(path.read_text("ascii"))
    return time.time() + ahead


def _make_runtime(config: Config, redis: Redis) -> Runtime:
    path = Path(os.environ[CLOCK_VARIABLE])
    heartbeat = Heartbeat(redis, worker_id(config), now=lambda: read_clock(path))
    return replace(
        SYSTEM_RUNTIME,
        clock=lambda: datetime.fromtimestamp(read_clock(path), UTC),
        served_time=ServedClock(heartbeat.record_beat),
    )
