"""A family of games as the command line needs it, and the way to all else; nothing here loads Telegram or pictures."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from engine.family import Game
from engine.parameters import Ruleset

if TYPE_CHECKING:  # these bring Telegram, and a log of words that were judged the library of word lists
    from collections.abc import Sequence

    from bot.families.family import Family
    from engine.record import LogEntry

R = TypeVar("R", bound=Ruleset)
Pair = tuple[tuple[int, int], tuple[int, int]]
"""Of two games with the same chances and swapped seats, each: the first and the second player's final score."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A game that the engine played with itself."""

    plays: int
    state: Game
    log: "Sequence[LogEntry]"
    """What a log would have kept of it."""
    record: Callable[[str], str] | None = None
    """Takes a title and gives the game as GCG; ``None`` where that has no way to write it."""


class CommandLine(ABC, Generic[R]):
    """A family of games on the command line, over its rulesets."""

    ruleset: ClassVar[type[Ruleset]]
    """The type of its rulesets."""
    plays: ClassVar[str]
    """What a scoring move is called."""
    recorded: ClassVar[bool] = False
    """Whether its games can be written as GCG."""
    minds: ClassVar[tuple[str, ...]] = ()
    """The computer players that there are, the weakest first; none where only people play."""

    @abstractmethod
    def in_chat(self) -> "Family[R, Any, Any]":
        """All that the chat needs of it; only this loads Telegram and pictures."""

    @abstractmethod
    def summary(self, ruleset: R) -> str:
        """A game's size in a few English words."""

    @abstractmethod
    def figures(self, ruleset: R) -> Mapping[str, object]:
        """What a reader of a ruleset would otherwise have to work out, by name."""

    @abstractmethod
    def simulated(self, ruleset: R, players: int, seed: str, number: int) -> Simulated:
        """A random legal game; the same seed and number give the same game."""

    def contest(self, ruleset: R, minds: tuple[str, str], seconds: float) -> Callable[[str], Pair]:
        """What plays two computer players against each other: called with a text it plays the pair of that name.

        Args:
            ruleset: resolved.
            minds: two of :attr:`minds`.
            seconds: how much of the processor's time the deepest may think in a turn.

        Raises:
            LookupError: computers do not play it.
        """
        raise LookupError(f"no {minds[0]} plays {ruleset.id}, however long ({seconds} s)")
