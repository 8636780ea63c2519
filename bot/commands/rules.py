"""``harfiyen rules``: the games that can be played, with every parameter as JSON."""

import argparse
from typing import assert_never

import msgspec

from bot.commands.output import say, say_json
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
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
        say(f"{ruleset.id:<14} {ruleset.title['en']}: {count} players, {_summary(ruleset)}")
    return 0


def _summary(ruleset: Ruleset) -> str:
    match ruleset:
        case CrosswordRuleset():
            board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
            others = [f"{name} {bag.tiles}" for name, bag in ruleset.bags.items() if name != ruleset.bag]
            more = f" (or bag {', '.join(others)})" if others else ""
            return f"{board}, {ruleset.tiles} tiles{more}, bingo {ruleset.scoring.bingo}"
        case KlepkaRuleset():
            decks = ", ".join(f"{name} {deck.cards}" for name, deck in ruleset.decks.items())
            return f"{ruleset.cards.columns}×{ruleset.cards.rows} table, {ruleset.tiles} cards (decks {decks})"
        case _:
            assert_never(ruleset)


def _parameters(ruleset: Ruleset) -> dict[str, object]:
    """Everything the file says, and what a reader would otherwise have to look up in it."""
    found: dict[str, object] = {
        **msgspec.to_builtins(ruleset),
        "tiles": ruleset.tiles,
        "options": msgspec.to_builtins(ruleset.options()),
    }
    match ruleset:
        case CrosswordRuleset():
            return found | {
                "columns": ruleset.columns,
                "rows": len(ruleset.board.rows),
                "bingo": ruleset.scoring.bingo,
            }
        case KlepkaRuleset():
            return found | {"columns": ruleset.cards.columns, "rows": ruleset.cards.rows}
        case _:
            assert_never(ruleset)
