"""Why the best play of a puzzle is the best: the computed facts of the next best turn beside it."""

from engine.crossword.analysis.turn_facts import TurnFacts, facts_beside
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import CandidateTurn, leave_value_in, list_exchanges
from engine.crossword.players.leaves import shipped_leaves
from engine.crossword.puzzles.puzzle import Puzzle
from engine.lexicon import Lexicon


def facts_of_best(puzzle: Puzzle, words: Lexicon) -> TurnFacts:
    """What tells the best play from the turn that comes next."""
    position = puzzle.to_view(words)
    return facts_beside(position, CandidateTurn(puzzle.equity, puzzle.best), _next_best(puzzle, position))


def _next_best(puzzle: Puzzle, position: ComputerView) -> CandidateTurn:
    """The turn that comes next; where none is named that is to give tiles back."""
    if puzzle.runner_up is not None:
        return CandidateTurn(puzzle.equity - puzzle.gap, puzzle.runner_up)
    leave = leave_value_in(position, shipped_leaves(position.rules))
    exchanges = [] if leave is None or not position.exchangeable else list_exchanges(position, leave)
    return max(exchanges, key=lambda turn: turn.equity, default=CandidateTurn(0.0, None))
