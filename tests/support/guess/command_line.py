"""The guessing game on the command line."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bot.families.command_line import CommandLine, Simulated
from bot.families.family import Family
from tests.support.guess.chat import GUESSES
from tests.support.guess.play import played
from tests.support.guess.ruleset import Ruleset


class Guesses(CommandLine[Ruleset]):
    """Who guesses the word?"""

    ruleset: ClassVar[type[Ruleset]] = Ruleset
    plays: ClassVar[str] = "guess"

    def in_chat(self) -> Family[Ruleset, Any, Any]:
        """Its object in the chat."""
        return GUESSES

    def summary(self, ruleset: Ruleset) -> str:
        """Letters and turns."""
        return f"{ruleset.letters} letters, {ruleset.rounds} turns each"

    def figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """How many words there are to hide."""
        return {"hidden": len(ruleset.words)}

    def simulated(self, ruleset: Ruleset, players: int, seed: str, number: int) -> Simulated:
        """Guesses count as plays."""
        state, log = played(ruleset, players, seed, number)
        return Simulated(len(state.guesses), state, log)
