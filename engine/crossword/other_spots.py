"""Where a word that did not fit would fit: the offer that follows a refused move."""

from engine.crossword.challenge import Judge
from engine.crossword.geometry import Direction
from engine.crossword.notation import Move, resolve
from engine.crossword.premiums import premium_board
from engine.crossword.rules import preview
from engine.crossword.state import GameState
from engine.errors import EngineError

Spot = tuple[str, Direction]


def spots(state: GameState, seat: int, move: Move, judge: Judge, most: int = 3) -> tuple[Spot, ...]:
    """Other cells where the typed word may be played from the seat's rack, the nearest first.

    Args:
        state: the game.
        seat: whose rack it is; the offer says no more of it than that the word typed can be made.
        move: what was typed.
        judge: judges the words formed; hand in one that accepts everything where look-ups are forbidden.
        most: how many to find.
    """
    grid = premium_board(state.ruleset.board).grid
    origin = grid.indices.get(move.cell, premium_board(state.ruleset.board).centre)
    row, column = divmod(origin, grid.columns)

    def distance(spot: Spot) -> tuple[int, bool, int]:
        index = grid.indices[spot[0]]
        far = abs(index // grid.columns - row) + abs(index % grid.columns - column)
        return far, spot[1] is not move.direction, index

    candidates = sorted(((cell, way) for cell in grid.names for way in Direction), key=distance)
    found: list[Spot] = []
    for cell, way in candidates:
        if (cell, way) != (move.cell, move.direction) and _fits(state, seat, Move(cell, way, move.signs), judge):
            found.append((cell, way))
            if len(found) == most:
                break
    return tuple(found)


def _fits(state: GameState, seat: int, move: Move, judge: Judge) -> bool:
    try:
        play, _ = preview(state, seat, resolve(state, seat, move))
    except EngineError:
        return False
    return all(judge(run.word) for run in play.words)
