"""The families of games that the bot knows. A new family joins with an entry here.

Nothing here loads Telegram or pictures; :meth:`CommandLineFamily.load_chat_family` does.
"""

from typing import Any

from bot.families.command_line import CommandLineFamily
from bot.families.crossword.command_line import CrosswordCommandLine
from bot.families.klepka.command_line import KlepkaCommandLine
from engine.ruleset_base import Ruleset

COMMAND_LINE_FAMILIES: tuple[CommandLineFamily[Any], ...] = (CrosswordCommandLine(), KlepkaCommandLine())


def command_line_of_ruleset(ruleset: Ruleset) -> CommandLineFamily[Any]:
    """The family of a game's rules."""
    return next(family for family in COMMAND_LINE_FAMILIES if isinstance(ruleset, family.ruleset_type))
