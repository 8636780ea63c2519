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

from bot.app.process import serve
from bot.config import Config
from bot.surroundings import MACHINE, Surroundings, until_stopped

PROGRAM: Final = "from tests.support.set_clock import main; main()"
FOLDER: Final = "EVENING"
_LOOK_SECONDS: Final = 0.05


class SetTime:
    """Served time that is UTC, moved on by a file."""

    away = timedelta()
    stale = False

    def __init__(self, folder: Path) -> None:
        self._ahead: Final = folder / "ahead"

    def __call__(self) -> datetime:
        return self.of(datetime.now(UTC))

    def of(self, instant: datetime) -> datetime:
        """An instant by a clock that is not ahead."""
        seconds = 0.0
        with suppress(OSError, ValueError):
            seconds = float(self._ahead.read_text("ascii"))
        return instant + timedelta(seconds=seconds)

    def sent(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - nothing is kept back
        return self.of(arrived)

    def counts(self, arrived: datetime, sent: datetime) -> datetime:  # noqa: ARG002 - nothing is kept back
        return self.of(arrived)

    async def beat(self, *, returning: bool) -> None:
        """There is nothing to note."""


def main() -> None:
    """Run until told to stop."""
    serve(dict(os.environ), _around)


def _around(config: Config, redis: Redis) -> Surroundings:
    del config, redis
    folder = Path(os.environ[FOLDER])
    served = SetTime(folder)

    async def look(stop: asyncio.Event, seconds: float) -> None:
        await until_stopped(stop, min(seconds, _LOOK_SECONDS))

    def secret() -> str:
        return hashlib.sha256((folder / "secret").read_bytes()).hexdigest()

    return replace(MACHINE, clock=served, served=served, until_next_look=look, secret=secret)
