"""A computer player's turn, and what a family decides it with."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from engine.computers import level_of
from engine.family import Game
from engine.game import Action
from engine.levels import Level
from engine.lexicon import Lexicon
from engine.record import LogEntry


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer player's turn."""

    game: Game
    """With all its secrets: a :class:`Thinker` shows its player the own seat's view of it, and no more."""
    words: Lexicon
    """Those that count, without what the game's judge has refused."""
    log: Sequence[LogEntry]
    """Of the game, where its family asks for it."""
    seconds: float
    """Of the processor, to be thought in at most."""

    @property
    def user(self) -> int:
        """The player's user."""
        return self.game.players[self.game.turn].user

    @property
    def level(self) -> Level:
        """How strong the player is."""
        return level_of(self.user)


class Thinker(ABC):
    """A family's computer players; always called in the same thread."""

    remembers: bool = False
    """Whether they need the log of the game."""

    @abstractmethod
    def action(self, turn: Turn) -> Action:
        """What the player on turn does."""
