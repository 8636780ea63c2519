"""What a family must have so that its finished games can be looked at again."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.analysis.game_analyses import AnalysisJob
from bot.pictures.sketches import Look, Sketch
from bot.wording.speaker import Speaker
from engine.packed_game import UnpackedGame


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that cost somebody much."""

    heading: str
    """Which turn it was; plain text."""
    sentence: str
    """What would have been better, and why; plain text."""
    sketch: Sketch
    """Both as a picture."""


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What a finished game says of one player's moves."""

    moves: Sequence[CostlyMove]
    """The costliest first, up to three."""
    lines: Sequence[str]
    """What is said of the whole game; plain text."""
    is_judged: bool = True
    """Whether any of the player's moves could be judged."""


class FamilyAnalysis(ABC):
    """Analyses a family's finished games, and words what was found."""

    job: ClassVar[AnalysisJob]
    """What analyses a game in the analysis process."""

    @abstractmethod
    def compose_seat_report(
        self, game: UnpackedGame, found: bytes, user: int, speaker: Speaker, look: Look
    ) -> SeatReport:
        """Word what was found of a player's moves; takes some milliseconds, in any thread.

        Raises:
            DataError: what was found cannot be read.
        """
