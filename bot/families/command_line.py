"""A family of games as the command line needs it. Nothing here loads Telegram or pictures."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from engine.game_base import Game
from engine.ruleset_base import Ruleset

if TYPE_CHECKING:  # these imports load Telegram and the library of word lists
    from bot.families.chat_family import ChatFamily
    from engine.table_log import LogEntry

R = TypeVar("R", bound=Ruleset)
PairScores = tuple[tuple[int, int], tuple[int, int]]  # the scores in two games with the same draws and swapped seats


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game that the engine played against itself."""

    play_count: int
    state: Game
    log: Sequence["LogEntry"]
    to_gcg: Callable[[str], str] | None = None  # converts the game to GCG with a title; `None` if GCG cannot express it
    rounds: "RoundFigures | None" = None  # only in games in which all players answer at once


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """Figures of a simulated game in which all players answer at once."""

    rounds: int
    tops: int  # the sum of the best plays' points over all rounds
    draws: int  # how many racks were drawn, including refused ones
    refused: int  # how many racks had too few vowels or consonants
    ties: int  # how many rounds had several best plays with different words
    record: str  # the game as a file: the rack and the play of each round


class CommandLineFamily(ABC, Generic[R]):
    """A family of games on the command line, for one type of rulesets."""

    ruleset_type: ClassVar[type[Ruleset]]
    play_noun: ClassVar[str]  # the noun for a move that scores
    has_gcg: ClassVar[bool] = False
    computer_levels: ClassVar[tuple[str, ...]] = ()  # levels of computer players, the weakest first; empty without any
    has_rounds: ClassVar[bool] = False  # whether all players answer at once, round by round
    simulated_options: ClassVar[Mapping[str, str]] = {}  # options of simulated games, unless the caller chooses others

    @abstractmethod
    def load_chat_family(self) -> "ChatFamily":
        """Load the family's part for the chat; only this loads Telegram and pictures."""

    @abstractmethod
    def ruleset_summary(self, ruleset: R) -> str:
        """A game's size in a few English words."""

    @abstractmethod
    def ruleset_figures(self, ruleset: R) -> Mapping[str, object]:
        """Figures that follow from a ruleset, by name."""

    @abstractmethod
    def simulate_game(self, ruleset: R, players: int, seed: str, number: int) -> SimulatedGame:
        """Play a random legal game; the same seed and number give the same game."""

    def load_round_player(self, ruleset: R, computer_levels: Sequence[str]) -> Callable[[str, int], SimulatedGame]:
        """Return a function that plays a game by seed and number. Raises LookupError unless :attr:`has_rounds`."""
        raise LookupError(f"in {ruleset.id} {', '.join(computer_levels)} do not answer at once")

    def load_pair_player(
        self, ruleset: R, computer_levels: tuple[str, str], seconds: float
    ) -> Callable[[str], PairScores]:
        """Return what plays a named pair of games, with ``seconds`` of processor time a turn. Raises LookupError."""
        raise LookupError(f"no {computer_levels[0]} plays {ruleset.id}, however long ({seconds} s)")
