"""``harfiyen rules``: the games that can be played, with every parameter as JSON."""

import argparse

import msgspec

from bot.commands.output import say, say_json
from engine.rulesets import Ruleset, rulesets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="every parameter, as one JSON array")


def run(arguments: argparse.Namespace) -> int:
    """List the rulesets; 0.

    Raises:
        DataError: a ruleset's file is wrong.
    """
    known = rulesets().values()
    if arguments.json:
        say_json([_parameters(ruleset) for ruleset in known])
        return 0
    for ruleset in known:
        players = ruleset.players
        board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
        count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
        say(
            f"{ruleset.id:<12} {ruleset.title['en']}: {count} players, {board},"
            f" {_tiles(ruleset)}, bingo {ruleset.scoring.bingo}"
        )
    return 0


def _tiles(ruleset: Ruleset) -> str:
    others = [f"{name} {bag.tiles}" for name, bag in ruleset.bags.items() if name != ruleset.bag]
    more = f" (or bag {', '.join(others)})" if others else ""
    return f"{ruleset.tiles} tiles{more}"


def _parameters(ruleset: Ruleset) -> dict[str, object]:
    """Everything the file says, and what a reader would otherwise have to look up in it."""
    return {
        **msgspec.structs.asdict(ruleset),
        "columns": ruleset.columns,
        "rows": len(ruleset.board.rows),
        "tiles": ruleset.tiles,
        "bingo": ruleset.scoring.bingo,
    }
