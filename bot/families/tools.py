"""Commands of ``harfiyen`` that are for games of one family alone: a line each, and the module that does it.

Named, and not imported, so that every command starts fast.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tool:
    """A command: what it does, and where its ``add_arguments`` and ``run`` are."""

    about: str
    module: str


TOOLS: Final = {
    "replay": Tool("recompute the scores of recorded games (GCG)", "bot.families.crossword.tools.replay"),
    "board": Tool("draw a position of a recorded game", "bot.families.crossword.tools.board"),
}
"""By their names."""
