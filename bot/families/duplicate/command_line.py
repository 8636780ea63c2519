"""Duplicate on the command line."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from bot.families.command_line import CommandLineFamily, SimulatedGame
from engine.duplicate.ruleset import Ruleset

if TYPE_CHECKING:  # it brings Telegram
    from bot.families.chat_family import ChatFamily


class DuplicateCommandLine(CommandLineFamily[Ruleset]):
    """The game in which everybody has the same rack."""

    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "round"

    def load_chat_family(self) -> "ChatFamily":
        """Load the family's chat half."""
        from bot.families.duplicate.duplicate_family import DUPLICATE  # noqa: PLC0415 - only the chat needs Telegram and pictures

        return DUPLICATE

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        """The board, the bag, the bingo."""
        board = f"{ruleset.columns}×{len(ruleset.board.rows)} board"
        return f"{board}, {ruleset.tiles} tiles, bingo {ruleset.scoring.bingo}"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """The board's size, and the bingo."""
        return {"columns": ruleset.columns, "rows": len(ruleset.board.rows), "bingo": ruleset.scoring.bingo}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        """A game of one greedy player, which goes as all others do."""
        raise NotImplementedError
