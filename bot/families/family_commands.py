"""The commands of ``harfiyen`` that only one family has, and the module of each.

Modules are named, not imported, so that every command starts fast.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class FamilyCommand:
    """A command: its summary, and the module with its ``add_arguments`` and ``run``."""

    summary: str
    module: str


FAMILY_COMMANDS: Final = {
    "analyse": FamilyCommand("say what each turn of recorded games lost (GCG)", "bot.families.crossword.tools.analyse"),
    "puzzles": FamilyCommand("make puzzles by self-play, and check them", "bot.families.crossword.tools.puzzles"),
    "replay": FamilyCommand("recompute the scores of recorded games (GCG)", "bot.families.crossword.tools.replay"),
    "board": FamilyCommand("draw a position of a recorded game", "bot.families.crossword.tools.board"),
}
"""The commands by name."""
