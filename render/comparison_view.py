"""What the picture of a turn beside a better one is drawn from, and the overview of several."""

from collections.abc import Mapping

from msgspec import Struct

from engine.crossword.view import GameView
from render.signs import Labels


class ComparedTurn(Struct, frozen=True):
    """One of the two turns."""

    label: str
    """Which of them it is: ``Oynanan``."""
    text: str
    """What was done: ``H8 → KALEM``."""
    points: str
    kept: tuple[str, ...]
    """The faces that stay on the rack."""
    worth: str = ""
    """What these are worth: ``+8``; empty where that is not known."""
    tiles: Mapping[str, str] = {}
    """Its tiles by the name of their cell; none for an exchange and a pass."""


class ComparisonWords(Struct, frozen=True):
    """What stands in every such picture."""

    rack: str
    kept: str
    nothing: str
    """Stands for no tiles."""
    labels: Labels = Labels()
    """Of the board's premiums."""


class TurnComparison(Struct, frozen=True):
    """A turn beside the best one."""

    view: GameView
    """The board as its player saw it before the turn, with the own rack."""
    words: ComparisonWords
    played: ComparedTurn
    best: ComparedTurn | None
    """``None`` where the one that was taken was the best."""
    heading: str = ""
    """Which turn it is: ``12. tur · Kiraz``."""
    verdict: str = ""
    """How much it lost, in words."""
    loss: str = ""
    """The same as a figure."""
    note: str = ""
    """Stands below, on as many lines as it needs."""


class AnalysisOverview(Struct, frozen=True):
    """Several turns, one below the other."""

    title: str
    lines: tuple[str, ...]
    """What is said of the whole game, below the title."""
    turns: tuple[TurnComparison, ...]
