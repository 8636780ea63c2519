"""``harfiyen doctor``: tells what is set up, what is missing, and what to do about it."""

import argparse

from bot.offline.doctor import run_doctor
from bot.offline.live_trial import run_live_trial


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    parser.add_argument(
        "--live",
        metavar="CHAT",
        help="try in this chat, given by number or @name, what Telegram takes of all that the bot sends",
    )


def run(arguments: argparse.Namespace) -> int:
    """Examine the installation, or Telegram's answers. Returns 0 if the bot can run."""
    if arguments.live is not None:
        return run_live_trial(arguments.live, as_json=arguments.json)
    return run_doctor(as_json=arguments.json)
