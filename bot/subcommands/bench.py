"""``harfiyen bench``: what a move, a picture or a search costs beside another way, a start, many chats at once."""

import argparse

from bot.bench.command_line import run_bench
from bot.bench.measure_load import MAX_BURST
from bot.subcommands.argument_types import integer_between, positive_integer
from bot.tables.loaded_table import MOST_TABLES
from engine.computer_ids import LEVELS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    move = kinds.add_parser("move", help="one move: bot, Redis, picture and HTTP together")
    move.add_argument("--json", action="store_true", help="answer with one JSON object")
    move.add_argument(
        "--moves", type=positive_integer, default=200, metavar="N", help="how many to measure (%(default)s)"
    )
    render = kinds.add_parser("render", help="pictures of boards, racks and cards: drawing and encoding")
    render.add_argument("--json", action="store_true", help="answer with one JSON object")
    render.add_argument(
        "--rounds", type=positive_integer, default=20, metavar="N", help="how often to draw each (%(default)s)"
    )
    restart = kinds.add_parser("restart", help="a start on many running clocks, a minute after the bot was killed")
    restart.add_argument("--json", action="store_true", help="answer with one JSON object")
    restart.add_argument("--tables", type=positive_integer, default=1_000, metavar="N", help="how many (%(default)s)")
    movegen = kinds.add_parser("movegen", help="searches for plays: the best, all of them, and the plain search")
    movegen.add_argument("--json", action="store_true", help="answer with one JSON object")
    movegen.add_argument(
        "--positions", type=positive_integer, default=100, metavar="N", help="boards a language (%(default)s)"
    )
    movegen.add_argument(
        "--plain",
        type=positive_integer,
        default=10,
        metavar="N",
        help="on how many of them the plain search too (%(default)s)",
    )
    company = kinds.add_parser("computers", help="people who play against computer players: how long they wait")
    company.add_argument("--json", action="store_true", help="answer with one JSON object")
    company.add_argument("--tables", type=positive_integer, default=20, metavar="N", help="how many (%(default)s)")
    company.add_argument("--level", choices=LEVELS, default="usta", help="how strong (%(default)s)")
    company.add_argument("--seconds", type=positive_integer, default=60, metavar="S", help="for how long (%(default)s)")
    company.add_argument("--analyses", action="store_true", help="while finished games are analysed, one after another")
    records = kinds.add_parser("records", help="a group that remembers very many games: its figures, and their cost")
    records.add_argument("--json", action="store_true", help="answer with one JSON object")
    records.add_argument(
        "--players", type=positive_integer, default=10_000, metavar="N", help="how many people (%(default)s)"
    )
    records.add_argument(
        "--games", type=positive_integer, default=100_000, metavar="N", help="how many games (%(default)s)"
    )
    records.add_argument(
        "--moving", action="store_true", help="also back them up, restore them, and move them to a supergroup"
    )
    load = kinds.add_parser("load", help="many chats that move at once: how long each waits for its picture")
    load.add_argument("--json", action="store_true", help="answer with one JSON object")
    load.add_argument("--chats", type=positive_integer, default=100, metavar="N", help="how many chats (%(default)s)")
    load.add_argument(
        "--workers", type=positive_integer, default=1, metavar="W", help="over how many workers (%(default)s)"
    )
    load.add_argument("--cluster", action="store_true", help="on a Redis Cluster of three masters, a replica each")
    burst = integer_between(1, MAX_BURST)
    load.add_argument("--burst", type=burst, default=1, metavar="M", help="moves without a pause (%(default)s)")
    per_cent = integer_between(0, 100)
    load.add_argument(
        "--duplicates", type=per_cent, default=0, metavar="P", help="%% of the updates that come twice (%(default)s)"
    )
    load.add_argument(
        "--at-once", type=positive_integer, default=500, metavar="N", help="tables moving at once (%(default)s)"
    )
    load.add_argument(
        "--tables-per-chat",
        type=integer_between(1, MOST_TABLES),
        default=1,
        metavar="N",
        help="tables in each chat (%(default)s)",
    )
    load.add_argument("--polls", action="store_true", help="one worker fetches its updates; else they are posted")


def run(arguments: argparse.Namespace) -> int:
    """Measure and report.

    Raises:
        StartError: this machine cannot run the bench.
    """
    return run_bench(arguments)
