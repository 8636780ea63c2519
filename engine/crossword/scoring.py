"""What a play scores (RULES §1.6): every word with its premiums, the bingo, and the random bonus cell."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.crossword.placement import Play, Run
from engine.crossword.premiums import PremiumBoard
from engine.crossword.view import WordScore
from engine.rulesets import BLANK, Scoring


class Score(Struct, frozen=True):
    """A play's points: ``total`` is the words, the bingo and the cell bonus together."""

    words: tuple[WordScore, ...]
    bingo: int
    cell_bonus: int
    total: int


def score(
    play: Play,
    cells: Sequence[str],
    board: PremiumBoard,
    values: Mapping[str, int],
    *,
    bingo: int = 0,
    cell_bonus: int = 0,
) -> Score:
    """Add up a play; ``bingo`` and ``cell_bonus`` are what :func:`bonuses` says, never multiplied."""
    words = tuple(
        WordScore(
            run.word,
            _word(run, play.tiles, cells, board, values),
            tuple(board.grid.names[i] for i in run.cells),
        )
        for run in play.words
    )
    return Score(words, bingo, cell_bonus, sum(word.score for word in words) + bingo + cell_bonus)


def _word(
    run: Run, new: Mapping[int, str], cells: Sequence[str], board: PremiumBoard, values: Mapping[str, int]
) -> int:
    total = 0
    multiplier = 1
    for index in run.cells:
        tile = new.get(index)
        if tile is None:
            total += tile_points(cells[index], values)
        else:
            total += tile_points(tile, values) * board.letter_multipliers[index]
            multiplier *= board.word_multipliers[index]
    return total * multiplier


def tile_points(tile: str, values: Mapping[str, int]) -> int:
    """The points of a tile on the board: a blank is worth nothing, whatever it stands for (RULES §1.2)."""
    return 0 if tile.startswith(BLANK) else values[tile]


def bingo_points(scoring: Scoring, used: int, held: int, rack_size: int) -> int:
    """The bingo for a play of ``used`` tiles from a rack of ``held`` (RULES §2.4)."""
    needed = rack_size if scoring.bingo_when == "seven" else held
    return scoring.bingo if used == needed else 0


def cell_points(scoring: Scoring, play: Play, bonus: int | None) -> int:
    """The bonus cell's points for the play that first covers it, once (RULES §2.5); ``bonus`` is its index."""
    if scoring.cell is None or bonus is None or bonus not in play.tiles:
        return 0
    return scoring.cell.points
