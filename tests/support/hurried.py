"""The bot as a process whose computer players move at once, and which looks for what is due all the time."""

import asyncio
import os
from dataclasses import replace
from typing import Final

from redis.asyncio import Redis

from bot.app.process import serve
from bot.config import Config
from bot.surroundings import MACHINE, Surroundings, until_stopped
from engine import hosting

PROGRAM: Final = "from tests.support.hurried import main; main()"
_LOOK_SECONDS: Final = 0.05


def main() -> None:
    """Run until told to stop."""
    hosting.MOMENT = (0, 1)
    serve(dict(os.environ), _around)


def _around(config: Config, redis: Redis) -> Surroundings:
    del config, redis

    async def look(stop: asyncio.Event, seconds: float) -> None:
        await until_stopped(stop, min(seconds, _LOOK_SECONDS))

    return replace(MACHINE, until_next_look=look)
