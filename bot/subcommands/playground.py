"""``harfiyen playground``: runs the bot on its own Bot API server with a chat page, ignoring the settings."""

import argparse
import os

from bot.subcommands.run import run_with_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments; the settings come from the environment."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run until told to stop."""
    del arguments
    run_with_settings({**os.environ, "BOT_TOKEN": ""})
    return 0
