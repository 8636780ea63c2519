"""``harfiyen playground``: the bot on a Bot API server of its own with a chat page, whatever the settings say."""

import argparse
import os

from bot.subcommands.run import run_with_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: nothing, the environment holds the settings."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run until told to stop."""
    del arguments
    run_with_settings({**os.environ, "BOT_TOKEN": ""})
    return 0
