"""A computer player's turn, and the interface through which a family decides it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from engine.computer_ids import Level, level_of
from engine.game import Action
from engine.game_base import Game
from engine.lexicon import Lexicon
from engine.table_log import LogEntry


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """A computer player's turn."""

    game: Game
    """The whole game with its secrets; :class:`ComputerPlayers` show a player only their seat's view."""
    words: Lexicon
    """The words that count, without those that the game's judge has refused."""
    log: Sequence[LogEntry]
    """The game's log, if the family needs it."""
    seconds: float
    """Seconds of processor time to think at most."""

    @property
    def user(self) -> int:
        """The player's user."""
        return self.game.players[self.game.turn].user

    @property
    def level(self) -> Level:
        """How strong the player is."""
        return level_of(self.user)


class ComputerPlayers(ABC):
    """A family's computer players. Only one thread ever calls them."""

    needs_log: bool = False
    """Whether :attr:`ComputerTurn.log` is needed."""

    @abstractmethod
    def choose_action(self, turn: ComputerTurn) -> Action:
        """Choose the action of the player on turn."""

    def find_hinted_turn(self, turn: ComputerTurn) -> Action:
        """Find what the player on turn, a person, is best told to do; of the turn's seat's view alone.

        Raises:
            LookupError: the family has no hints.
        """
        raise LookupError(f"no hints are given in {turn.game.ruleset.id}")
