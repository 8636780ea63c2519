"""Premium cells in analyses: what those that a play covers bring, and which free ones can be hooked onto."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.alphabet import BLANK
from engine.crossword import placement
from engine.crossword.geometry import Direction
from engine.crossword.movegen import Finder, ScoredPlay, WordSet
from engine.crossword.placement import Run
from engine.crossword.premiums import PremiumBoard, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.ruleset_parts import PREMIUMS
from engine.crossword.scoring import tile_points
from engine.crossword.tiles import Tiles

_STRONG: Final = 3
"""Free cells are told of that multiply words by as much or more."""


class UsedPremium(Struct, frozen=True):
    """A premium cell that a play covers."""

    cell: str
    sign: str
    """Of RULES §1.1."""
    gain: int
    """Points that the play would lack if the cell were plain."""


class OpenPremium(Struct, frozen=True):
    """A free premium cell."""

    cell: str
    sign: str
    """Of RULES §1.1."""


def used_premiums(rules: Ruleset, cells: Sequence[str], play: ScoredPlay) -> tuple[UsedPremium, ...]:
    """The premium cells that multiply something in a play, the most gainful first."""
    board = premium_board(rules.board)
    new = {board.grid.indices[put.cell]: put.tile for put in play.tiles}
    runs = placement.place_tiles(cells, board, new, rules.rack).words
    signs = "".join(rules.board.rows)
    whole = _sum_words(rules, board, cells, new, runs)
    found = [
        UsedPremium(
            board.grid.names[index], signs[index], whole - _sum_words(rules, board, cells, new, runs, plain=index)
        )
        for index in new
    ]
    return tuple(sorted((one for one in found if one.gain), key=lambda one: -one.gain))


def _sum_words(  # noqa: PLR0917 - a board, a play on it, and what is left out
    rules: Ruleset,
    board: PremiumBoard,
    cells: Sequence[str],
    new: Mapping[int, str],
    runs: Sequence[Run],
    plain: int | None = None,
) -> int:
    """The points of words; one new tile's cell may count as plain."""
    total = 0
    for run in runs:
        points, times = 0, 1
        way = Direction.ACROSS if run.cells[-1] - run.cells[0] < board.grid.columns else Direction.DOWN
        for index in run.cells:
            tile = new.get(index, cells[index])
            if index not in new or index == plain:
                points += tile_points(tile, rules.values)
                continue
            points += tile_points(tile, rules.values) * board.letter_multipliers[index]
            first, last = index == run.cells[0], index == run.cells[-1]
            times *= board.word_multipliers[index]
            times *= board.four_word_multiplier(index, way, rules.scoring.four_word, first=first, last=last)
        total += points * times
    return total


def open_premiums(
    rules: Ruleset, cells: Sequence[str], words: WordSet, unseen: Collection[str]
) -> frozenset[OpenPremium]:
    """Free cells that triple words or more and can be hooked onto.

    They touch a tile, and an unseen one put there makes a word with what it touches.

    Args:
        rules: the table's.
        cells: the board.
        words: those that count.
        unseen: faces that somebody else may hold; a blank is any letter.
    """
    board = premium_board(rules.board)
    signs = "".join(rules.board.rows)
    finder = Finder(rules, cells, words)
    touching: Collection[int] = placement.anchors(cells, board) if any(cells) else ()
    return frozenset(
        OpenPremium(board.grid.names[index], signs[index])
        for index in touching
        if PREMIUMS[signs[index]].word >= _STRONG and _can_hook(finder, index, unseen)
    )


def _can_hook(finder: Finder, index: int, unseen: Collection[str]) -> bool:
    crosses = (finder.cross_check(index, way) for way in Direction)
    return any(cross is not None and cross.letters and _holds(unseen, cross.letters) for cross in crosses)


def _holds(unseen: Collection[str], letters: Collection[str]) -> bool:
    return BLANK in unseen or any(letter in unseen for letter in letters)


def cells_after(rules: Ruleset, cells: Sequence[str], play: ScoredPlay | None) -> Tiles:
    """The board once a play lies there; as it is without one."""
    indices, after = premium_board(rules.board).grid.indices, list(cells)
    for put in () if play is None else play.tiles:
        after[indices[put.cell]] = put.tile
    return tuple(after)
