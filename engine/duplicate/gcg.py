"""The plays laid in a game of Duplicate as GCG, as if one player had found them all."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.crossword.events import GameEnded, TilesPlaced
from engine.crossword.gcg import write_gcg
from engine.crossword.premiums import premium_board
from engine.crossword.view import Outcome, WordScore
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import ClosedRound

_PLAYER: Final = "Top"


def write_laid_plays(ruleset: Ruleset, rounds: Sequence[ClosedRound], title: str) -> str:
    """All rounds of a finished game, in order, as GCG with a final line end."""
    ended = GameEnded(Outcome("out", (0,), ()), "")
    return write_gcg(ruleset.crossword, [_PLAYER], [*_placed(ruleset, rounds), ended], title=title)


def _placed(ruleset: Ruleset, rounds: Iterable[ClosedRound]) -> Iterator[TilesPlaced]:
    grid = premium_board(ruleset.board).grid
    for closed in rounds:
        play = closed.laid
        line, place = grid.line(grid.indices[play.cell], play.direction)
        cells = tuple(grid.names[index] for index in line[place : place + len(play.word)])
        word = WordScore(play.word, play.score, cells)
        yield TilesPlaced(0, play.tiles, (word,), 0, 0, play.score, closed.rack)
