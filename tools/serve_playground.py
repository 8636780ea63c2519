"""Serve the playground alone, as a stand-in for Telegram: `python -m tools.serve_playground TOKEN [VERSION]`.

VERSION is that of the Bot API, the newest by default. The first line printed is the address; SIGTERM ends the server.
"""

import asyncio
import signal
import sys

from bot.playground import Playground
from bot.playground.server_version import NEWEST


async def serve_until_signal(token: str, version: str = NEWEST) -> None:
    playground = Playground(token=token, server=version)
    await playground.start(port=0)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    sys.stdout.write(f"{playground.url}\n")
    sys.stdout.flush()
    await ended.wait()
    await playground.stop()


if __name__ == "__main__":
    asyncio.run(serve_until_signal(*sys.argv[1:]))
