"""The bot as a process whose computer players move at once, and which looks for what is due all the time."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.app.service import run_bot
from bot.config import Config, load_config
from bot.runtime import SYSTEM_RUNTIME, Runtime, wait_or_stop
from engine import computer_players

PROGRAM: Final = "from tests.support.fast_bot_program import main; main()"
_LOOK_SECONDS: Final = 0.05


def main() -> None:
    computer_players.THINKING_TIME = (0, 1)
    run_bot(load_config(dict(os.environ), Path.cwd()), _fast_surroundings)


def _fast_surroundings(config: Config, redis: Redis) -> Runtime:
    del config, redis

    async def look(stop: asyncio.Event, seconds: float) -> None:
        await wait_or_stop(stop, min(seconds, _LOOK_SECONDS))

    return replace(SYSTEM_RUNTIME, wait_for_next_poll=look)
