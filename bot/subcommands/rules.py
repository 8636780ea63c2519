"""``harfiyen rules``: the games that can be played, with every parameter as JSON; ``rules new`` begins another one."""

import argparse

import msgspec

from bot.families import family_list
from bot.offline.new_ruleset import create_ruleset
from bot.terminal import print_json, print_line
from engine.rulesets import Ruleset, shipped_rulesets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="every parameter, as one JSON array")
    actions = parser.add_subparsers(dest="action", metavar="new")
    new = actions.add_parser("new", help="begin a game on a board in a checkout: its file, its playthrough, its rows")
    new.add_argument("name", metavar="NAME", help="its id: small letters, digits, hyphens")
    new.add_argument("--from", dest="base", metavar="ID", required=True, help="the game whose file is copied")


def run(arguments: argparse.Namespace) -> int:
    """List the rulesets, or begin one; 0.

    Raises:
        DataError: a ruleset's file is wrong.
        StartError: a ruleset cannot be begun.
    """
    if arguments.action == "new":
        written = create_ruleset(arguments.name, arguments.base)
        print_line(f"{written[0]}: now change what is to differ from {arguments.base}")
        print_line(f"{written[1]}: a game by chance; write it anew after each change, and read it through")
        print_line("and its rows in README.md and docs/; `git status` shows which pages")
        return 0
    known = shipped_rulesets().values()
    if arguments.json:
        print_json([_ruleset_parameters(ruleset) for ruleset in known])
        return 0
    for ruleset in known:
        players = ruleset.players
        count = f"{players.least}" if players.least == players.most else f"{players.least}–{players.most}"
        print_line(
            f"{ruleset.id:<14} {ruleset.title['en']}: {count} players, "
            f"{family_list.command_line_of_ruleset(ruleset).ruleset_summary(ruleset)}"
        )
    return 0


def _ruleset_parameters(ruleset: Ruleset) -> dict[str, object]:
    """Everything the file says, and what a reader would otherwise have to look up in it."""
    return {
        **msgspec.to_builtins(ruleset),
        "tiles": ruleset.tiles,
        "options": {
            name: {"values": option.values, "default": option.default} for name, option in ruleset.options().items()
        },
        **family_list.command_line_of_ruleset(ruleset).ruleset_figures(ruleset),
    }
