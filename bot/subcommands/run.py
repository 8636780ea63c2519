"""``harfiyen run``: the bot, with Telegram or, without a token, on the playground."""

import argparse
import os

from bot.app.process import run_bot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: nothing, the environment holds the settings."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run until told to stop.

    Raises:
        StartError: a setting or the machine does not let it start.
    """
    del arguments
    run_bot(dict(os.environ))
    return 0
