"""``harfiyen rules``: the games that can be played, with every parameter as JSON."""

import argparse

import msgspec

from bot.families import listed
from bot.terminal import say, say_json
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
        count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
        say(f"{ruleset.id:<14} {ruleset.title['en']}: {count} players, {listed.of_ruleset(ruleset).summary(ruleset)}")
    return 0


def _parameters(ruleset: Ruleset) -> dict[str, object]:
    """Everything the file says, and what a reader would otherwise have to look up in it."""
    return {
        **msgspec.to_builtins(ruleset),
        "tiles": ruleset.tiles,
        "options": {
            name: {"values": option.values, "default": option.default} for name, option in ruleset.options().items()
        },
        **listed.of_ruleset(ruleset).figures(ruleset),
    }
