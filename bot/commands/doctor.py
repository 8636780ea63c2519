"""``harfiyen doctor``: what is set up, what is missing, and what to do about it."""

import argparse
from importlib import import_module


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes: nothing, the environment holds the settings."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Examine the installation; the exit status says whether the bot can run."""
    del arguments
    return int(import_module("bot.doctor").main())
