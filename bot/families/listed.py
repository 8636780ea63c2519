"""The families of games that the bot knows, and how the one of a ruleset is found; a family joins with an entry here.

Nothing of this loads Telegram or pictures: what the chat needs of a family is in its :meth:`CommandLine.in_chat`.
"""

from typing import Any

from bot.families.command_line import CommandLine
from bot.families.crossword.command_line import Boards
from bot.families.klepka.command_line import Cards
from engine.parameters import Ruleset

FAMILIES: tuple[CommandLine[Any], ...] = (Boards(), Cards())


def of_ruleset(ruleset: Ruleset) -> CommandLine[Any]:
    """The family of a game's rules."""
    return next(family for family in FAMILIES if isinstance(ruleset, family.ruleset))
