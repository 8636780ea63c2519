"""``harfiyen bench``: what one move or one picture costs, measured beside the naive way."""

import argparse

from bot.bench import main


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    move = kinds.add_parser("move", help="one move: bot, Redis, picture and HTTP together")
    move.add_argument("--json", action="store_true", help="answer with one JSON object")
    move.add_argument("--moves", type=_number, default=200, metavar="N", help="how many to measure (%(default)s)")
    render = kinds.add_parser("render", help="pictures of boards, racks and cards: drawing and encoding")
    render.add_argument("--json", action="store_true", help="answer with one JSON object")
    render.add_argument("--rounds", type=_number, default=20, metavar="N", help="how often to draw each (%(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Measure and report.

    Raises:
        StartError: this machine cannot run the bench.
    """
    return main(arguments)


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
