"""The laid plays of a Duplicate game as GCG, as a game of one player who finds every top."""

from engine.crossword import gcg
from engine.crossword.events import GameEnded, TilesPlaced
from engine.crossword.premiums import Direction
from engine.crossword.view import Outcome, WordScore
from engine.duplicate.state import GameState
from engine.duplicate.view import ClosedRound, Play

_PLAYER = "Top"


def write_gcg(game: GameState, title: str) -> str:
    """A finished game; its racks are those that were shown to all."""
    plays = [_to_event(closed) for closed in game.closed]
    end = GameEnded(Outcome("out", (0,), ()), "")
    return gcg.write_gcg(game.ruleset.crossword, [_PLAYER], [*plays, end], title=title)


def _to_event(closed: ClosedRound) -> TilesPlaced:
    laid = closed.laid
    word = WordScore(laid.word, laid.score, cells_of(laid))
    return TilesPlaced(0, laid.tiles, (word,), bingo=0, cell_bonus=0, score=laid.score, rack=closed.rack)


def cells_of(play: Play) -> tuple[str, ...]:
    """The cells of a play's main word."""
    column, row = ord(play.cell[0]), int(play.cell[1:])
    across = play.direction is Direction.ACROSS
    return tuple(
        f"{chr(column + place)}{row}" if across else f"{chr(column)}{row + place}" for place in range(len(play.word))
    )
