"""The families of games that the bot knows. A new family joins with an entry here.

Nothing here loads Telegram or pictures; :meth:`CommandLineFamily.load_chat_family` does.
"""

from dataclasses import dataclass
from typing import Any, Final

from bot.families.command_line import CommandLineFamily
from bot.families.crossword.command_line import CrosswordCommandLine
from bot.families.duplicate.command_line import DuplicateCommandLine
from bot.families.klepka.command_line import KlepkaCommandLine
from engine.ruleset_base import Ruleset

COMMAND_LINE_FAMILIES: tuple[CommandLineFamily[Any], ...] = (
    CrosswordCommandLine(),
    KlepkaCommandLine(),
    DuplicateCommandLine(),
)


def command_line_of_ruleset(ruleset: Ruleset) -> CommandLineFamily[Any]:
    """The family of a game's rules."""
    return next(family for family in COMMAND_LINE_FAMILIES if isinstance(ruleset, family.ruleset_type))


@dataclass(frozen=True, slots=True)
class FamilyCommand:
    """A command of ``harfiyen``: its summary, and the module with its ``add_arguments`` and ``run``."""

    summary: str
    module: str


FAMILY_COMMANDS: Final = {
    "analyse": FamilyCommand("say what each turn of recorded games lost (GCG)", "bot.families.crossword.tools.analyse"),
    "puzzles": FamilyCommand("make puzzles by self-play, and check them", "bot.families.crossword.tools.puzzles"),
    "replay": FamilyCommand("recompute the scores of recorded games (GCG)", "bot.families.crossword.tools.replay"),
    "board": FamilyCommand("draw a position of a recorded game", "bot.families.crossword.tools.board"),
}
