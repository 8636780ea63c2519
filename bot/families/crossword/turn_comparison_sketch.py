"""The picture of a turn beside a better one, alone and in the overview of several."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from bot.families.crossword.turn_comparison_wording import (
    describe_turn_comparison,
    loss_label,
    option_label,
    size_label,
)
from bot.pictures.sketches import Look, Sketch
from bot.wording.speaker import Speaker
from engine.crossword.analysis.game_analysis import AnalysedTurn
from engine.crossword.analysis.turn_facts import TurnFacts, TurnOption
from render import Painter
from render.text import format_change, format_points
from render.turn_comparison import ComparedTurn, ComparisonWords, TurnComparison


@dataclass(frozen=True, slots=True)
class TurnComparisonSketch(Sketch):
    """A turn beside the best one."""

    comparison: TurnComparison

    @property
    def content(self) -> tuple[Any, ...]:
        """The whole view."""
        return "comparison", self.comparison, self.theme

    def paint(self, painter: Painter) -> bytes:
        """Draw both turns."""
        return painter.turn_comparison(self.comparison)


def turn_comparison_sketch(
    turn: AnalysedTurn, facts: TurnFacts, speaker: Speaker, look: Look, heading: str = ""
) -> TurnComparisonSketch:
    """The picture of a turn beside the best one.

    Args:
        turn: with its player's view.
        facts: of this turn.
        speaker: words the labels.
        look: the theme, and the language of the board's labels.
        heading: which turn it is, as ``12. tur · Kiraz``.
    """
    return TurnComparisonSketch(look.theme, _to_comparison(turn, facts, speaker, look, heading))


def overview_turn(turn: AnalysedTurn, facts: TurnFacts, speaker: Speaker, look: Look, heading: str) -> TurnComparison:
    """A turn of an overview of several, with its sentence; arguments as for :func:`turn_comparison_sketch`."""
    comparison = _to_comparison(turn, facts, speaker, look, heading)
    return replace(comparison, note=_drawable(describe_turn_comparison(facts, speaker)))


def _to_comparison(turn: AnalysedTurn, facts: TurnFacts, speaker: Speaker, look: Look, heading: str) -> TurnComparison:
    view = turn.turn.view
    words = ComparisonWords(
        rack=speaker.plain("analysis-label-rack"),
        kept=speaker.plain("analysis-label-kept"),
        nothing=speaker.plain("analysis-label-nothing"),
        labels=look.board_labels(view.language),
    )
    other = {
        "best": "",
        "equal": speaker.plain("analysis-label-equal"),
        "worse": speaker.plain("analysis-label-better"),
    }[facts.verdict]
    return TurnComparison(
        view,
        words,
        _to_compared(facts.played, speaker.plain("analysis-label-played"), speaker),
        None if facts.verdict == "best" else _to_compared(facts.best, other, speaker),
        heading=heading,
        verdict=size_label(facts, speaker),
        loss=loss_label(facts, speaker),
    )


def _to_compared(option: TurnOption, label: str, speaker: Speaker) -> ComparedTurn:
    worth = "" if option.leave is None or not option.kept else format_change(round(option.leave)) or "0"
    laid: Mapping[str, str] = {} if option.play is None else {put.cell: put.tile for put in option.play.tiles}
    text = _drawable(option_label(option, speaker))
    return ComparedTurn(label, text, format_points(option.score), option.kept, worth, laid)


def _drawable(text: str) -> str:
    """With a sign for blanks that the typeface has."""
    return text.replace("\N{WHITE SQUARE WITH ROUNDED CORNERS}", "\N{WHITE SQUARE}")
