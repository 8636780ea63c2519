"""The bot as a process whose time a test sets, and whose tables have secrets that a test gives.

``EVENING`` names a folder with two files, each read again whenever it is asked for: ``ahead``, by how many seconds all
time is ahead, and ``secret``, what the next table's secret is made of. The service is never away.
"""

import asyncio
import hashlib
import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.app.process import run_bot
from bot.config import Config, load_config
from bot.runtime import SYSTEM_RUNTIME, Runtime, wait_or_stop

PROGRAM: Final = "from tests.support.set_clock_program import main; main()"
FOLDER_VARIABLE: Final = "EVENING"
_LOOK_SECONDS: Final = 0.05


class FileClock:
    """Served time that is UTC, moved on by a file."""

    downtime = timedelta()
    is_stale = False

    def __init__(self, folder: Path) -> None:
        self._ahead: Final = folder / "ahead"

    def __call__(self) -> datetime:
        return self.to_served_time(datetime.now(UTC))

    def to_served_time(self, instant: datetime) -> datetime:
        """An instant by a clock that is not ahead."""
        seconds = 0.0
        with suppress(OSError, ValueError):
            seconds = float(self._ahead.read_text("ascii"))
        return instant + timedelta(seconds=seconds)

    def time_sent(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - nothing is kept back
        return self.to_served_time(arrived)

    def time_counted(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - nothing is kept back
        return self.to_served_time(arrived)

    async def record_beat(self, *, returning: bool) -> None:
        """There is nothing to note."""


def main() -> None:
    """Run until told to stop."""
    run_bot(load_config(dict(os.environ), Path.cwd()), _set_clock_surroundings)


def _set_clock_surroundings(config: Config, redis: Redis) -> Runtime:
    del config, redis
    folder = Path(os.environ[FOLDER_VARIABLE])
    served = FileClock(folder)

    async def look(stop: asyncio.Event, seconds: float) -> None:
        await wait_or_stop(stop, min(seconds, _LOOK_SECONDS))

    def secret() -> str:
        return hashlib.sha256((folder / "secret").read_bytes()).hexdigest()

    return replace(SYSTEM_RUNTIME, clock=served, served_time=served, wait_for_next_poll=look, make_secret=secret)
