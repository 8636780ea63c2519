"""What a move typed in full may have meant that was refused for its place: the nearest places that are legal.

Words are not judged here.
"""

from typing import Final

from engine.crossword.notation import Move, PartialMove, Sign, new_cells
from engine.crossword.premiums import Geometry, premium_board
from engine.crossword.state import GameState
from engine.crossword.word_placements import WordPlacement, all_placements, place_move
from engine.errors import EngineError, Malformed, Refusal

MISPLACED: Final = frozenset(
    {
        "unknown_cell",
        "off_board",
        "clash",
        "nothing_there",
        "longer_word",
        "no_new_tiles",
        "not_touching",
        "off_centre",
    }
)
"""The codes with which a typed move is refused for its place alone, which another place may cure."""


_ALONG, _TURNED, _NEAR = range(3)


def near_misses(state: GameState, seat: int, move: Move, most: int | None = 3) -> tuple[WordPlacement, ...]:
    """The places nearest to a move that was refused for its place (:data:`MISPLACED`), nearest first; maybe none.

    None where the table shows nobody a place. Else in this order:

    1. the longer word of which the letters typed are a part, from its own first cell (``longer_word``);
    2. the word shifted along its line by less than its length, so that it takes in letters of the board, least first;
    3. the word in the other direction from the same cell;
    4. the word from any other cell, by rows and columns between the two together; of equals in the direction typed
       first, then in board order. From a cell that is not on the board it is as far as from the centre.

    Args:
        state: the game.
        seat: whose rack it is; the offer says no more of it than that it makes the word.
        move: what was typed.
        most: how many to find; all if ``None``.
    """
    if not state.ruleset.places:
        return ()
    grid, centre = premium_board(state.ruleset.board).grid, premium_board(state.ruleset.board).centre
    origin = grid.indices.get(move.cell, centre)
    try:
        found = all_placements(state, seat, PartialMove(move.signs))
    except Refusal:
        found = ()
    others = (each for each in found if (each.move.cell, each.move.direction) != (move.cell, move.direction))
    ordered = sorted(others, key=lambda each: _distance_key(grid, origin, move, each))
    return (*_longer_word(state, seat, move), *ordered)[:most]


def _distance_key(grid: Geometry, origin: int, move: Move, other: WordPlacement) -> tuple[int, int, bool, int]:
    index, turned = grid.indices[other.move.cell], other.move.direction is not move.direction
    far = sum(
        abs(one - two) for one, two in zip(divmod(index, grid.columns), divmod(origin, grid.columns), strict=True)
    )
    through = len(other.place.tiles) < len(move.signs)
    in_line = not turned and index in grid.line(origin, move.direction)[0]
    if in_line and through and far < len(move.signs) and move.cell in grid.indices:
        kind = _ALONG
    elif turned and other.move.cell == move.cell:
        kind = _TURNED
    else:
        kind = _NEAR
    return kind, far, turned, index


def _longer_word(state: GameState, seat: int, move: Move) -> tuple[WordPlacement, ...]:
    """The word that the typed letters are a part of, where they lie; none if that is not why the move is refused."""
    try:
        new_cells(state, move)
    except Malformed:
        return ()
    except Refusal as refusal:
        if refusal.code != "longer_word":
            return ()
        word, cell = str(refusal.fields["word"]), str(refusal.fields["cell"])
    else:
        return ()
    grid = premium_board(state.ruleset.board).grid
    line, first = grid.line(grid.indices[move.cell], move.direction)
    head = first - line.index(grid.indices[cell])
    there = tuple(Sign(letter, on_board=True) for letter in word)
    signs = (*there[:head], *move.signs, *there[head + len(move.signs) :])
    try:
        return (place_move(state, seat, Move(cell, move.direction, signs)),)
    except EngineError:
        return ()
