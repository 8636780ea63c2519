"""``python -m tools.chaos``: games played while workers, Redis, Telegram and clocks break, and an audit of all of it.

It is run from the folder of the checkout, where its workers find :mod:`tools`; ``make chaos`` does that.
"""

import argparse
import sys
from collections.abc import Sequence

from bot.config import StartError
from bot.subcommands.argument_types import integer_between, positive_integer
from bot.tables.loaded_table import DEFAULT_MOST_TABLES
from bot.terminal import use_utf8
from tools.chaos.command_line import run_command

_EXIT_CANNOT_START = 2
_EXIT_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the chaos and return its exit status, as :func:`tools.chaos.command_line.run_command` gives it."""
    use_utf8()
    try:
        return run_command(_build_parser().parse_args(argv))
    except StartError as error:
        sys.stderr.write(f"chaos: {error}\n")
        return _EXIT_CANNOT_START
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tools.chaos", description="Play while everything breaks, and audit what came of it."
    )
    parser.add_argument("--seconds", type=positive_integer, default=60, metavar="S", help="for how long (%(default)s)")
    parser.add_argument("--updates", type=int, default=0, metavar="N", help="end earlier, after so many updates")
    parser.add_argument(
        "--workers", type=positive_integer, default=1, metavar="W", help="how many processes (%(default)s)"
    )
    parser.add_argument("--cluster", action="store_true", help="on a Redis Cluster")
    parser.add_argument("--seed", default="", metavar="TEXT", help="what decides everything but the processes' pace")
    parser.add_argument(
        "--tables", type=positive_integer, default=60, metavar="N", help="tables played at once (%(default)s)"
    )
    parser.add_argument("--sleepers", type=int, default=300, metavar="N", help="tables left alone (%(default)s)")
    parser.add_argument(
        "--tables-per-chat",
        type=integer_between(1, DEFAULT_MOST_TABLES),
        default=1,
        metavar="N",
        help="tables at once in one chat or topic (%(default)s)",
    )
    parser.add_argument("--only", default="", metavar="FAULT,...", help="these faults alone, such as redis_killed")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
