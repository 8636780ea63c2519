"""Where a typed word lies on a board: every place by the rules of placement alone, and which of them was meant.

No word is judged here, and no lexicon asked: what is offered tells of the board, and of the rack only that it makes the
word that its owner typed. A move typed in full that was refused for its place may have meant the nearest legal ones.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.alphabet import BLANK, LEAST_LETTERS, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.notation import Move, PartialMove, Sign, new_cells, read_bare_word, resolve_move
from engine.crossword.placement import anchors
from engine.crossword.premiums import Direction, Geometry, premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.errors import Ambiguous, EngineError, Malformed, Refusal

_OF_THE_RACK: Final = ("not_on_rack", "blanks_not_held")

_PROGRESS_BY_REFUSAL: Final[Mapping[str, int]] = MappingProxyType(
    {
        "off_board": 0,
        "clash": 1,
        "nothing_there": 1,
        "no_new_tiles": 2,
        "longer_word": 3,
        "blanks_not_held": 4,
        "not_on_rack": 4,
    }
)
"""How far a way came that is refused; one that is not here came furthest, to the rules of placement."""

_FURTHEST: Final = 5


class WordPlacement(Struct, frozen=True):
    """A typed word in a place: the move as it would be typed in full, the action that plays it, and what it scores.

    ``move`` names the word that was typed, which of a single tile may be the shorter of the two through it; the words
    of ``score`` are those of the rules, main word first.
    """

    move: Move
    place: Place
    score: Score

    @property
    def gcg_start(self) -> str:
        """First cell and direction as GCG has them: ``8H`` across, ``H8`` down."""
        cell = self.move.cell
        return f"{cell[1:]}{cell[:1]}" if self.move.direction is Direction.ACROSS else cell


class AmbiguousPlacement(Ambiguous):
    """``which_place``: the word may lie in each of ``placements``, in board order; its player says in which.

    They are one or more: a word without a cell is never played unasked. The field ``places`` has each
    :attr:`WordPlacement.gcg_start`.
    """

    def __init__(self, placements: tuple[WordPlacement, ...]) -> None:
        super().__init__("which_place", places=tuple(fit.gcg_start for fit in placements))
        self.placements: Final = placements


def place_move(state: GameState, seat: int, move: Move) -> WordPlacement:
    """A move typed in full, laid from a seat's rack; whose turn it is does not matter.

    Raises:
        Refusal: what :func:`engine.crossword.notation.resolve_move` or
            :func:`engine.crossword.rules.lay_and_score` raises.
        Malformed: ``unknown_cell``.
    """
    laid = resolve_move(state, seat, move)
    return WordPlacement(move, laid, lay_and_score(state, seat, laid)[1])


def intended_placement(state: GameState, seat: int, move: PartialMove, *, gcg: bool) -> WordPlacement:
    """The one place that a typed move means, to be played as it is.

    A cell with a direction says all. With a cell alone, letter first, the one way that can be laid is meant.

    ``seat``: whose rack it is; whose turn it is does not matter. ``gcg``: whether a cell with the letter first says
    downwards, as GCG and tournaments have it.

    Raises:
        Choice: the word may be laid both ways from its cell, or its first cell was not said: offer the places.
        Refusal: it cannot be laid; of two ways the code is that of the one that came further, of equals the one down.
            Without a cell as :func:`all_placements` has it.
        Malformed: ``unknown_cell``.
    """
    if not move.cell:
        raise AmbiguousPlacement(all_placements(state, seat, move))
    ways = _possible_directions(move, gcg=gcg)
    fits: dict[tuple[object, ...], WordPlacement] = {}
    refusals: list[Refusal] = []
    for way in ways:
        try:
            found = place_move(state, seat, Move(move.cell, way, move.signs))
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            fits.setdefault(found.place.tiles, found)
    if not fits:
        raise max(reversed(refusals), key=lambda refusal: _PROGRESS_BY_REFUSAL.get(refusal.code, _FURTHEST))
    if len(fits) > 1:
        raise AmbiguousPlacement(tuple(fits.values()))
    return next(iter(fits.values()))


def intended_action(state: GameState, seat: int, move: PartialMove, *, gcg: bool) -> Place:
    """The action of the one place that a typed move means; raises as :func:`intended_placement` does.

    Where the way is said, it is only laid: what the rules of placement say, whoever plays it hears.
    """
    if move.cell and len(ways := _possible_directions(move, gcg=gcg)) == 1:
        return resolve_move(state, seat, Move(move.cell, ways[0], move.signs))
    return intended_placement(state, seat, move, gcg=gcg).place


def without_full_stop(state: GameState, move: PartialMove) -> PartialMove:
    """The move without its last dot, if that ends a sentence: ``H8 KALEM.`` where no letter lies behind KALEM.

    Two spaces on a phone make a full stop. Without a cell, a dot at the end alone is one.
    """
    *word, last = move.signs
    if last.letter is not None or len(word) < LEAST_LETTERS or any(sign.letter is None for sign in word):
        return move
    grid = premium_board(state.ruleset.board).grid
    if (start := grid.indices.get(move.cell)) is not None:
        lines = (grid.line(start, way) for way in _possible_directions(move, gcg=False))
        behind = [index for line, first in lines for index in line[first + len(word) : first + len(word) + 1]]
        if any(state.cells[index] for index in behind):
            return move
    return replace(move, signs=tuple(word))


def _possible_directions(move: PartialMove, *, gcg: bool) -> tuple[Direction, ...]:
    if move.direction is not None:
        return (move.direction,)
    return (Direction.DOWN,) if gcg and move.cell else (Direction.ACROSS, Direction.DOWN)


def all_placements(state: GameState, seat: int, move: PartialMove) -> tuple[WordPlacement, ...]:
    """Every place where a typed word can be laid from a seat's rack, within the line and direction that were said.

    They are at least one, in board order: by row, then by column of the first cell, across before down. A play that a
    single tile makes of the word both ways is there once, across, as the rules see it (RULES §1.5); only where it was
    said that the word lies down it is told so.

    ``seat``: whose rack it is; whose turn it is does not matter. ``move``: what was read; where a cell was said,
    :func:`intended_placement` is asked, not this.

    Raises:
        Refusal: ``not_on_rack`` or ``blanks_not_held`` where the board has a place and the rack lacks tiles for it;
            where the board has none ``no_place``, or with the ``line`` that was said ``no_place_in_row`` or
            ``no_place_in_column``.
        Malformed: ``unknown_cell`` for a ``line`` that is not on the board.
    """
    grid = premium_board(state.ruleset.board).grid
    fits: dict[tuple[object, ...], WordPlacement] = {}
    lacking: set[str] = set()
    for index, way in _possible_starts(state, grid, move):
        try:
            found = place_move(state, seat, Move(grid.names[index], way, move.signs))
        except Refusal as refusal:
            lacking.add(refusal.code)
            continue
        same = fits.get(found.place.tiles)
        if same is None or same.move.direction is Direction.DOWN:
            fits[found.place.tiles] = found
    if fits:
        order = {name: index for index, name in enumerate(grid.names)}
        return tuple(
            sorted(fits.values(), key=lambda each: (order[each.move.cell], each.move.direction is Direction.DOWN))
        )
    for code in _OF_THE_RACK:
        if code in lacking:
            raise Refusal(code)
    if move.line.isdecimal():
        raise Refusal("no_place_in_row", line=move.line)
    raise Refusal("no_place_in_column", line=move.line) if move.line else Refusal("no_place")


def placements_with_any_rack(state: GameState, seat: int, move: PartialMove, *, gcg: bool) -> tuple[WordPlacement, ...]:
    """The places that the board has for a typed word, whatever is on the rack: they tell nothing of it.

    The seat is taken to have every letter that was typed. Raises what :func:`intended_placement` then raises, but
    returns the placements of an :class:`AmbiguousPlacement`.
    """
    letters = (BLANK if sign.blank else sign.letter for sign in move.signs if not sign.on_board)
    players = list(state.players)
    players[seat] = replace(players[seat], rack=tuple(letter for letter in letters if letter is not None))
    able = replace(state, players=tuple(players))
    try:
        return (intended_placement(able, seat, move, gcg=gcg),)
    except AmbiguousPlacement as choice:
        return choice.placements


def _possible_starts(state: GameState, grid: Geometry, move: PartialMove) -> Iterator[tuple[int, Direction]]:
    """Where the word may begin so that it covers an anchor, each once, in no order."""
    length = len(move.signs)
    found: set[tuple[int, Direction]] = set()
    line_cells = _cells_of_line(grid, move.line)
    for anchor in anchors(state.cells, premium_board(state.ruleset.board)):
        for way in _possible_directions(move, gcg=False):
            line, place = grid.line(anchor, way)
            if line_cells is None or line == line_cells:
                begins = range(max(0, place - length + 1), min(place, len(line) - length) + 1)
                found.update((line[start], way) for start in begins)
    return iter(found)


def _cells_of_line(grid: Geometry, name: str) -> tuple[int, ...] | None:
    if not name:
        return None
    first = grid.indices.get(f"A{name}" if name.isdecimal() else f"{name}1")
    if first is None:
        raise Malformed("unknown_cell", cell=name, last=grid.names[-1])
    return grid.line(first, Direction.ACROSS if name.isdecimal() else Direction.DOWN)[0]


def longest_word_length(ruleset: Ruleset) -> int:
    """How many letters a word on the board can have."""
    return max(ruleset.columns, len(ruleset.board.rows))


def placements_to_offer(state: GameState, seat: int, text: str) -> tuple[WordPlacement, ...]:
    """The places to offer for a text that came without a command, as a reply to the board; none for chatter.

    None where the table shows nobody a place.

    A text is a move to be offered only if it is one word, and the seat could lay it somewhere.

    ``seat``: whose rack it is; the offer shows whoever sees it that the rack makes the word.
    """
    typed = read_bare_word(text, load_alphabet(state.ruleset.language), longest_word_length(state.ruleset))
    if typed is None or not state.ruleset.places:
        return ()
    try:
        return all_placements(state, seat, typed)
    except Refusal:
        return ()


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

    ``seat``: whose rack it is; the offer says no more of it than that it makes the word. ``most``: how many to find;
    all if ``None``.
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
