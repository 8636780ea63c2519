"""Serves the playground alone, in its own process: `python -m bot.playground --port N --token T`."""

import argparse
import asyncio
import os
import signal
import sys

from bot.playground.server import DEFAULT_USERNAME, Playground
from bot.playground.server_version import NEWEST, VERSIONS


async def serve_until_signal(arguments: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM; the first line printed is the address, the second the token if it is a new one.

    Raises:
        OSError: the port is taken.
        ValueError: the host is not a loopback address, or the port or number of people is out of range.
    """
    playground = Playground(
        token=arguments.token,
        bot_username=arguments.username,
        people=arguments.people,
        server=arguments.server,
    )
    await playground.start(arguments.host, arguments.port)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    sys.stdout.write(f"{playground.url}\n")
    if arguments.token is None:
        sys.stdout.write(f"BOT_TOKEN={playground.token}\n")
    sys.stdout.flush()
    await ended.wait()
    await playground.stop()


def main() -> int:
    """Read the command line and serve; status 2 when it cannot start."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="a loopback address")
    parser.add_argument("--port", type=int, default=8080, help="0 takes a free one")
    parser.add_argument("--token", help="the token the bot will use; without it a new one is printed")
    parser.add_argument("--username", default=DEFAULT_USERNAME, help="the bot's username")
    parser.add_argument("--people", type=int, default=4, help="1 to 4")
    parser.add_argument("--server", default=NEWEST, choices=VERSIONS, help="the version of the Bot API it speaks")
    arguments = parser.parse_args()
    try:
        asyncio.run(serve_until_signal(arguments))
    except OSError as error:
        sys.stderr.write(f"--port {arguments.port}: {os.strerror(error.errno or 0)}; choose another port\n")
        return 2
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
