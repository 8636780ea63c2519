"""``harfiyen doctor``: what is set up, what is missing, and what to do about it."""

import argparse

from bot.offline.doctor import run_doctor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes; the environment holds the settings."""
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Examine the installation; the exit status says whether the bot can run."""
    return run_doctor(as_json=arguments.json)
