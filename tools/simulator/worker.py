"""Run the bot as a worker whose clock a file sets.

``HARFIYEN_SIMULATED_CLOCK`` names the file; its text is the seconds by which Redis's clock is reported to be ahead.
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
    """Return seconds since the epoch, ahead by the number in a file; a missing file counts as 0."""
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
