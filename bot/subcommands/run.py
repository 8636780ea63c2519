"""``harfiyen run``: runs the bot, with Telegram or, without a token, on the playground."""

import argparse
import asyncio
import os
import signal
from pathlib import Path

from bot.config import TokenRefused, load_config
from bot.terminal import print_error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument(
        "--stay",
        action="store_true",
        help="with a token that Telegram refuses, stay until told to stop: for containers, which are started again"
        " whatever the exit status is",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the bot until it is told to stop."""
    try:
        run_with_settings(dict(os.environ))
    except TokenRefused as error:
        if not arguments.stay:
            raise
        asyncio.run(_stay_until_signal(error))
        return error.exit_status
    return 0


async def _stay_until_signal(error: TokenRefused) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    print_error(f"harfiyen: {error} Nothing more is tried until then.")
    await stop.wait()


def run_with_settings(environment: dict[str, str]) -> None:
    """Run the bot, with the settings of the environment and of ``.env``, until told to stop; raises StartError."""
    config = load_config(environment, Path.cwd())
    from bot.app.service import run_bot  # noqa: PLC0415 - a wrong setting is reported before the whole bot is loaded

    run_bot(config)
