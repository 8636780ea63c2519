"""``harfiyen chaos``: games played while workers, Redis, Telegram and clocks break, and an audit of all of it."""

import argparse

from bot.chaos.command import main
from bot.subcommands.arguments import from_one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--seconds", type=from_one, default=60, metavar="S", help="for how long (%(default)s)")
    parser.add_argument("--updates", type=int, default=0, metavar="N", help="end earlier, after so many updates")
    parser.add_argument("--workers", type=from_one, default=1, metavar="W", help="how many processes (%(default)s)")
    parser.add_argument("--cluster", action="store_true", help="on a Redis Cluster")
    parser.add_argument("--seed", default="", metavar="TEXT", help="what decides everything but the processes' pace")
    parser.add_argument("--tables", type=from_one, default=60, metavar="N", help="tables played at once (%(default)s)")
    parser.add_argument("--sleepers", type=int, default=300, metavar="N", help="tables left alone (%(default)s)")
    parser.add_argument("--only", default="", metavar="FAULT,...", help="these faults alone, such as redis_killed")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Break everything for a while and report.

    Raises:
        StartError: this machine cannot run it.
    """
    return main(arguments)
