"""``python -m tools.month``: a month of operation, simulated, and what came of it.

It is run from the folder of the checkout, where its workers find :mod:`bot`; ``make month`` does that.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bot.config import StartError
from bot.subcommands.argument_types import positive_integer
from bot.terminal import print_error, print_line, use_utf8
from tools.fleet import sigterm
from tools.month.report import MonthReport
from tools.month.run import MonthPlan, run_month

_EXIT_CANNOT_START = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the month; 0 if all is as it should be, 1 if not, 2 if it could not go on, 143 where SIGTERM ended it."""
    use_utf8()
    asked = _build_parser().parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="harfiyen-month-") as folder:
        try:
            report = sigterm.run_until_sigterm(run_month(MonthPlan(asked.games, asked.groups), Path(folder)))
        except StartError as error:
            print_error(f"month: {error}")
            return _EXIT_CANNOT_START
        except sigterm.Terminated:
            return sigterm.EXIT_TERMINATED
    print_line(msgspec.json.encode(report).decode() if asked.json else _format_table(report))
    return 0 if report.is_sound else 1


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.month", description="Simulate a month of operation.")
    parser.add_argument(
        "--games", type=positive_integer, default=10_000, metavar="N", help="games in all (%(default)s)"
    )
    parser.add_argument("--groups", type=positive_integer, default=200, metavar="N", help="groups (%(default)s)")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    return parser


def _format_table(report: MonthReport) -> str:
    days = [
        f"day {one.day:2}  {one.event or '-':16}{one.games:7} games{one.moves:8} moves"
        f"{one.memory_mb:8.1f} MB{one.descriptors:5} descriptors"
        for one in report.days
    ]
    found = [
        f"day {one.day}: {one.what}: the bot says {one.bot:g}, the stand-in {one.stand_in}" for one in report.wrong
    ]
    growth = f"{report.memory_growth_mb:+.1f} MB, {report.descriptor_growth:+} descriptors"
    unjudged = "" if report.is_warm else f" (memory is not judged: {report.warm_moves} moves before it are too few)"
    flat = f"from day {report.flat_since} on, over {report.flat_moves} moves: {growth}{unjudged}"
    sums = (
        f"{report.games} games, {report.moves} moves, {report.updates} updates in {report.seconds:.0f} s",
        flat,
        f"unfinished games: {report.unfinished}; figures compared: {report.compared}; wrong: {len(report.wrong)}",
        f"games of an earlier version played on: {report.old_games_played_on}",
        f"events that met nothing: {', '.join(report.unnoticed_events) or 'none'}",
    )
    return "\n".join((*days, *sums, *found))


if __name__ == "__main__":
    sys.exit(main())
