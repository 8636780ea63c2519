"""The playground's Bot API, and an account on it, as tests of what it answers see them."""

import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import Bot
from telegram.request import HTTPXRequest

from bot.playground import Playground
from tests.support.playground_client import UnixClock
from tests.support.waiting import PATIENCE

TOKEN = "77:abc"  # noqa: S105 - the playground's own


def png_header(width: int, height: int, *, weight: int = 100) -> bytes:
    """As much of a picture as the playground reads."""
    header = struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", width, height)
    return b"\x89PNG\r\n\x1a\n" + header + bytes(weight)


@asynccontextmanager
async def run_playground(clock: UnixClock) -> AsyncIterator[Playground]:
    """A playground on a port of its own."""
    served = Playground(token=TOKEN, bot_username="masa_bot", clock=clock)
    await served.start(port=0)
    yield served
    await served.stop()


def bot_of_playground(playground: Playground, token: str = TOKEN) -> Bot:
    """An account there, not yet initialised."""
    return Bot(
        token,
        base_url=f"{playground.api_url}/bot",
        base_file_url=f"{playground.api_url}/file/bot",
        request=HTTPXRequest(read_timeout=PATIENCE),
    )
