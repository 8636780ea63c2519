"""``harfiyen run``: the bot, with Telegram or, without a token, on the playground."""

import argparse
import os
from pathlib import Path

from bot.config import load_config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: nothing, the environment holds the settings."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Run until told to stop.

    Raises:
        StartError: a setting or the machine does not let it start.
    """
    del arguments
    run_with_settings(dict(os.environ))
    return 0


def run_with_settings(environment: dict[str, str]) -> None:
    """Run until told to stop, with the settings of the environment and of ``.env``.

    Raises:
        StartError: a setting or the machine does not let it start.
    """
    config = load_config(environment, Path.cwd())
    from bot.app.process import run_bot  # noqa: PLC0415 - a wrong setting is told before all of the bot is loaded

    run_bot(config)
