"""A family of games as the command line needs it. Nothing here loads Telegram or pictures."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from engine.game_base import Game
from engine.ruleset_base import Ruleset

if TYPE_CHECKING:  # these bring Telegram, and a log of words that were judged the library of word lists
    from collections.abc import Sequence

    from bot.families.chat_family import ChatFamily
    from engine.table_log import LogEntry

R = TypeVar("R", bound=Ruleset)
PairScores = tuple[tuple[int, int], tuple[int, int]]
"""The final scores of both players in two games with the same draws and swapped seats."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game that the engine played against itself."""

    play_count: int
    state: Game
    log: "Sequence[LogEntry]"
    to_gcg: Callable[[str], str] | None = None
    """Converts the game to GCG under a title; ``None`` if GCG cannot express it."""


class CommandLineFamily(ABC, Generic[R]):
    """A family of games on the command line, over its rulesets."""

    ruleset_type: ClassVar[type[Ruleset]]
    play_noun: ClassVar[str]
    """The noun for a scoring move."""
    has_gcg: ClassVar[bool] = False
    computer_levels: ClassVar[tuple[str, ...]] = ()
    """The levels of computer players, the weakest first; none if the family has none."""

    @abstractmethod
    def load_chat_family(self) -> "ChatFamily":
        """Load the family's chat half; only this loads Telegram and pictures."""

    @abstractmethod
    def ruleset_summary(self, ruleset: R) -> str:
        """A game's size in a few English words."""

    @abstractmethod
    def ruleset_figures(self, ruleset: R) -> Mapping[str, object]:
        """Figures of a ruleset that a reader would otherwise have to work out, by name."""

    @abstractmethod
    def simulate_game(self, ruleset: R, players: int, seed: str, number: int) -> SimulatedGame:
        """A random legal game; the same seed and number give the same game."""

    def load_pair_player(
        self, ruleset: R, computer_levels: tuple[str, str], seconds: float
    ) -> Callable[[str], PairScores]:
        """What plays a named pair of games, at most ``seconds`` of processor time a turn. Raises LookupError."""
        raise LookupError(f"no {computer_levels[0]} plays {ruleset.id}, however long ({seconds} s)")
