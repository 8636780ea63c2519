"""The guessing game on the command line."""

from collections.abc import Mapping
from typing import ClassVar

from bot.families.chat_family import ChatFamily
from bot.families.command_line import CommandLineFamily, SimulatedGame
from tests.support.guess.chat import GUESSES
from tests.support.guess.play import play_random_game
from tests.support.guess.ruleset import Ruleset


class Guesses(CommandLineFamily[Ruleset]):
    """Who guesses the word?"""

    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "guess"

    def load_chat_family(self) -> ChatFamily:
        """Its object in the chat."""
        return GUESSES

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        """Letters and turns."""
        return f"{ruleset.letters} letters, {ruleset.rounds} turns each"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        """How many words there are to hide."""
        return {"hidden": len(ruleset.words)}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        """Guesses count as plays."""
        state, log = play_random_game(ruleset, players, seed, number)
        return SimulatedGame(len(state.guesses), state, log)
