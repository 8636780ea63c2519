"""``harfiyen bench``: what a move, a picture or a search costs beside another way, a start, many chats at once."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.bench.command_line import run_bench
from bot.bench.measure_load import MAX_BURST
from bot.subcommands.argument_types import integer_between, positive_integer
from bot.tables.loaded_table import MOST_TABLES
from engine.computer_ids import LEVELS

Option = dict[str, Any]


def _number(default: int, about: str, metavar: str = "N", of_type: Callable[[str], int] = positive_integer) -> Option:
    return {"type": of_type, "default": default, "metavar": metavar, "help": f"{about} (%(default)s)"}


def _switch(about: str) -> Option:
    return {"action": "store_true", "help": about}


_MEASUREMENTS: Final[Mapping[str, tuple[str, Mapping[str, Option]]]] = {
    "move": ("one move: bot, Redis, picture and HTTP together", {"--moves": _number(200, "how many to measure")}),
    "render": (
        "pictures of boards, racks and cards: drawing and encoding",
        {"--rounds": _number(20, "how often to draw each")},
    ),
    "restart": (
        "a start on many running clocks, a minute after the bot was killed",
        {"--tables": _number(1_000, "how many")},
    ),
    "movegen": (
        "searches for plays: the best, all of them, and the plain search",
        {
            "--positions": _number(100, "boards a language"),
            "--plain": _number(10, "on how many of them the plain search too"),
        },
    ),
    "computers": (
        "people who play against computer players: how long they wait",
        {
            "--tables": _number(20, "how many"),
            "--level": {"choices": LEVELS, "default": "usta", "help": "how strong (%(default)s)"},
            "--seconds": _number(60, "for how long", "S"),
            "--analyses": _switch("while finished games are analysed, one after another"),
        },
    ),
    "records": (
        "a group that remembers very many games: its figures, and their cost",
        {
            "--players": _number(10_000, "how many people"),
            "--games": _number(100_000, "how many games"),
            "--moving": _switch("also back them up, restore them, and move them to a supergroup"),
        },
    ),
    "load": (
        "many chats that move at once: how long each waits for its picture",
        {
            "--chats": _number(100, "how many chats"),
            "--workers": _number(1, "over how many workers", "W"),
            "--cluster": _switch("on a Redis Cluster of three masters, a replica each"),
            "--burst": _number(1, "moves without a pause", "M", integer_between(1, MAX_BURST)),
            "--duplicates": _number(0, "%% of the updates that come twice", "P", integer_between(0, 100)),
            "--at-once": _number(500, "tables moving at once"),
            "--tables-per-chat": _number(1, "tables in each chat", of_type=integer_between(1, MOST_TABLES)),
            "--polls": _switch("one worker fetches its updates; else they are posted"),
        },
    ),
}
"""What is measured, with what is said of it and the options that it takes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    for name, (about, options) in _MEASUREMENTS.items():
        kind = kinds.add_parser(name, help=about)
        kind.add_argument("--json", action="store_true", help="answer with one JSON object")
        for option, settings in options.items():
            kind.add_argument(option, **settings)


def run(arguments: argparse.Namespace) -> int:
    """Measure and report.

    Raises:
        StartError: this machine cannot run the bench.
    """
    return run_bench(arguments)
