"""Whether a puzzle is one: its position is looked at anew, and what it says of itself compared."""

from collections.abc import Iterator
from typing import Final, Literal

from engine.crossword.puzzles.finder import GAP, PuzzleFinder
from engine.crossword.puzzles.puzzle import Puzzle

PuzzleFault = Literal["list", "position", "choice", "best", "figures", "margin", "simulation"]
"""It was made by another list; no position of the game; it would not be chosen; another play is best or comes next;
its figures are not those of the plays; its intervals have not parted; its simulation gives another result."""

_ROUNDED: Final = 0.01


def puzzle_faults(puzzle: Puzzle, finder: PuzzleFinder, *, simulate: bool) -> Iterator[PuzzleFault]:
    """What is wrong with a puzzle; nothing with a good one.

    Args:
        puzzle: any, of the finder's game.
        finder: with its words.
        simulate: whether to simulate it too, which takes half a second.
    """
    if puzzle.lexicon != finder.lexicon:
        yield "list"
    try:
        candidate = finder.find_candidate(puzzle.position)
    except ValueError:
        yield "position"
        return
    if candidate is None:
        yield "choice"
        return
    first, second, *_ = candidate.turns
    if (candidate.best, second.play) != (puzzle.best, puzzle.runner_up):
        yield "best"
    off = max(abs(first.equity - puzzle.equity), abs(candidate.gap - puzzle.gap))
    if off > _ROUNDED or puzzle.gap < GAP:
        yield "figures"
    if puzzle.half_width >= puzzle.margin:
        yield "margin"
    if simulate and finder.simulate(candidate, puzzle.source) != puzzle:
        yield "simulation"
