"""Play games while things break, and audit them; or simulate a month of operation: ``python -m tools.simulator``.

Start it in the folder of the checkout, as ``make chaos`` and ``make month`` do, so that its workers find :mod:`tools`.
"""

import argparse
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Final

import msgspec

from bot.config import StartError
from bot.languages import languages
from bot.playground.server_version import OLDEST, VERSIONS
from bot.subcommands.simulate import integer_between, positive_integer
from bot.tables.table_loader import DEFAULT_MOST_TABLES
from bot.terminal import use_utf8
from tools.fleet import sigterm
from tools.simulator.month import MonthPlan, run_month
from tools.simulator.run import ChaosPlan, run_chaos

_EXIT_CANNOT_START: Final = 2
_EXIT_INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a simulation and return the exit status.

    0: all was tried and nothing found. 1: the audit found something. 2: it could not start, or a kind of fault, every
    move or every question about the table was missing. 130: interrupted. 143: ended by SIGTERM.
    """
    use_utf8()
    arguments = _build_parser().parse_args(argv)
    run: Callable[[argparse.Namespace, Path], int] = arguments.run
    folder = Path(tempfile.mkdtemp(prefix="harfiyen-simulator-"))
    try:
        status = run(arguments, folder)
    except StartError as error:
        sys.stderr.write(f"simulator: {error}\n")
        status = _EXIT_CANNOT_START
    except KeyboardInterrupt:
        status = _EXIT_INTERRUPTED
    except sigterm.Terminated:
        status = sigterm.EXIT_TERMINATED
    if not (folder / "findings.jsonl").exists():
        shutil.rmtree(folder, ignore_errors=True)
    return status


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.simulator", description="Play whole games, and audit them.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    chaos = commands.add_parser("chaos", help="play while everything breaks, and audit what came of it")
    add = chaos.add_argument
    add("--seconds", type=positive_integer, default=60, metavar="S", help="for how long (%(default)s)")
    add("--updates", type=int, default=0, metavar="N", help="end earlier, after so many updates")
    add("--workers", type=positive_integer, default=1, metavar="W", help="how many processes (%(default)s)")
    add("--kill-every", type=positive_integer, default=0, metavar="S", help="kill a worker every S seconds as well")
    add("--sentinels", action="store_true", help="on a Redis with a replica and Sentinels")
    add("--seed", default=secrets.token_hex(4), metavar="TEXT", help="what decides everything but the processes' pace")
    add("--tables", type=positive_integer, default=60, metavar="N", help="tables played at once (%(default)s)")
    add("--sleepers", type=int, default=300, metavar="N", help="tables left alone (%(default)s)")
    add(
        "--tables-per-chat",
        type=integer_between(1, DEFAULT_MOST_TABLES),
        default=1,
        metavar="N",
        help="tables at once in one chat or topic (%(default)s)",
    )
    add(
        "--only",
        type=lambda names: tuple(names.split(",")),
        default=(),
        dest="faults",
        metavar="FAULT,...",
        help="these faults alone, such as redis_killed",
    )
    add("--api", choices=VERSIONS, default=OLDEST, help="the Bot API server's version (%(default)s)")
    add("--member", action="store_false", dest="is_admin", help="the bot is a plain member of groups, no administrator")
    add("--language", choices=languages().codes, default="tr", help="the bot's and the people's (%(default)s)")
    add("--json", action="store_true", help="answer with one JSON object")
    chaos.set_defaults(run=_run_chaos)
    month = commands.add_parser("month", help="a month of operation in some minutes")
    add = month.add_argument
    add("--games", type=positive_integer, default=10_000, metavar="N", help="games in all (%(default)s)")
    add("--groups", type=positive_integer, default=200, metavar="N", help="groups (%(default)s)")
    add("--json", action="store_true", help="answer with one JSON object")
    month.set_defaults(run=_run_month)
    return parser


def _run_chaos(arguments: argparse.Namespace, folder: Path) -> int:
    names = {one.name for one in fields(ChaosPlan)} & vars(arguments).keys()
    plan = ChaosPlan(**{name: getattr(arguments, name) for name in names})
    report, _ = sigterm.run_until_sigterm(run_chaos(plan, folder))
    sys.stdout.write(f"{msgspec.json.encode(report).decode() if arguments.json else report.to_lines()}\n")
    if not report.is_sound:
        found = folder / "findings.jsonl"
        sys.stderr.write(f"What was found is in {found}; beside it lie the logs and Redis's data.\n")
    elif report.missing:
        sys.stderr.write(f"Not clean: {', '.join(report.missing)} never came; give it more --seconds.\n")
    return report.exit_status


def _run_month(arguments: argparse.Namespace, folder: Path) -> int:
    report = sigterm.run_until_sigterm(run_month(MonthPlan(arguments.games, arguments.groups), folder))
    sys.stdout.write(f"{msgspec.json.encode(report).decode() if arguments.json else report.to_lines()}\n")
    return 0 if report.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
