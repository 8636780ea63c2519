"""A family of games as the command line needs it. Nothing here loads Telegram or pictures."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from engine.game_base import Game
from engine.ruleset_base import Ruleset

if TYPE_CHECKING:  # these bring Telegram, and a log of words that were judged the library of word lists
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
    log: Sequence["LogEntry"]
    to_gcg: Callable[[str], str] | None = None
    """Converts the game to GCG under a title; ``None`` if GCG cannot express it."""
    rounds: "RoundFigures | None" = None
    """Of a game in which all answer at once."""


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """What a game in which all answer at once adds to the means of a simulation."""

    rounds: int
    tops: int
    """The points of the best plays of all rounds."""
    draws: int
    """Racks that were drawn, refused ones among them."""
    refused: int
    """Racks that had too few vowels or consonants."""
    ties: int
    """Rounds whose best plays were different words."""
    record: str
    """The game as a file: racks that were drawn, and the play that was laid in each round."""


class CommandLineFamily(ABC, Generic[R]):
    """A family of games on the command line, over its rulesets."""

    ruleset_type: ClassVar[type[Ruleset]]
    play_noun: ClassVar[str]
    """The noun for a scoring move."""
    has_gcg: ClassVar[bool] = False
    computer_levels: ClassVar[tuple[str, ...]] = ()
    """The levels of computer players, the weakest first; none if the family has none."""
    has_rounds: ClassVar[bool] = False
    """Whether all answer at once, round by round."""
    simulated_options: ClassVar[Mapping[str, str]] = {}
    """Options of simulated games where the caller chooses no others."""

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

    def load_round_player(self, ruleset: R, computer_levels: Sequence[str]) -> Callable[[str, int], SimulatedGame]:
        """What plays a game by seed and number in which these answer. Raises LookupError unless :attr:`has_rounds`."""
        raise LookupError(f"in {ruleset.id} {', '.join(computer_levels)} do not answer at once")

    def load_pair_player(
        self, ruleset: R, computer_levels: tuple[str, str], seconds: float
    ) -> Callable[[str], PairScores]:
        """What plays a named pair of games, at most ``seconds`` of processor time a turn. Raises LookupError."""
        raise LookupError(f"no {computer_levels[0]} plays {ruleset.id}, however long ({seconds} s)")
