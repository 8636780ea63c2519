"""``harfiyen rules``: lists all games, as JSON with every parameter."""

import argparse

import msgspec

from bot.families import family_list
from bot.terminal import print_json, print_line
from engine.rulesets import Ruleset, shipped_rulesets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="every parameter, as one JSON array")


def run(arguments: argparse.Namespace) -> int:
    """List the rulesets. Returns 0; raises DataError if a ruleset's file is wrong."""
    known = shipped_rulesets().values()
    if arguments.json:
        print_json([_ruleset_parameters(ruleset) for ruleset in known])
        return 0
    width = max(len(ruleset.id) for ruleset in known)
    for ruleset in known:
        players = ruleset.players
        count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
        print_line(
            f"{ruleset.id:<{width}} {ruleset.title['en']}: {count} players, "
            f"{family_list.command_line_of_ruleset(ruleset).ruleset_summary(ruleset)}"
        )
    return 0


def _ruleset_parameters(ruleset: Ruleset) -> dict[str, object]:
    return {
        **msgspec.to_builtins(ruleset),
        "tiles": ruleset.tiles,
        "options": {
            name: {"values": option.values, "default": option.default}
            for name, option in ruleset.options().items()
            if not option.retired
        },
        **family_list.command_line_of_ruleset(ruleset).ruleset_figures(ruleset),
    }
