"""Fits a typed move to a board and a rack: which cells are new, and which letters blanks stand for.

:mod:`engine.crossword.notation` reads the text.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import combinations

from engine.alphabet import BLANK
from engine.crossword.actions import Place, Placement
from engine.crossword.geometry import Geometry
from engine.crossword.notation import Move, Sign
from engine.crossword.premiums import premium_board
from engine.crossword.rules import lay_and_score
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on as shown
from engine.crossword.turns import require_free_to_move
from engine.errors import Malformed, Refusal


def resolve_for_user(state: GameState, user: int, move: Move, now: datetime) -> Place:
    """A move typed by a user as the action to apply, who may move at all before the rack is looked at.

    Raises:
        Refusal: what :func:`engine.crossword.turns.require_free_to_move` or :func:`resolve_move` raises.
        Malformed: ``unknown_cell``.
    """
    return resolve_move(state, require_free_to_move(state, user, now), move)


def resolve_move(state: GameState, seat: int, move: Move) -> Place:
    """Fit a typed move to the board and to the seat's rack.

    Letters that the rack lacks are filled from blanks; of several ways the best-scoring is taken.

    Raises:
        Refusal: ``off_board``, ``clash``, ``nothing_there``, ``longer_word``, ``no_new_tiles``, ``not_on_rack``,
            ``blanks_not_held``, or what :func:`engine.crossword.rules.lay_and_score` raises.
        Malformed: ``unknown_cell``.
    """
    new = new_cells(state, move)
    choices = list(_blank_choices(state.players[seat].rack, new))
    by = state.players[seat].user
    plays = [Place(by, tiles) for tiles in choices]
    if len(plays) == 1:
        return plays[0]
    return max(plays, key=lambda play: lay_and_score(state, seat, play)[1].total)


def new_cells(state: GameState, move: Move) -> list[tuple[str, Sign]]:
    """The empty cells that the word covers, with what belongs there; the rack is not asked.

    Raises:
        Refusal: ``off_board``, ``clash``, ``nothing_there``, ``longer_word``, ``no_new_tiles``.
        Malformed: ``unknown_cell``.
    """
    grid = premium_board(state.ruleset.board).grid
    start = grid.indices.get(move.cell)
    if start is None:
        raise Malformed("unknown_cell", cell=move.cell, last=grid.names[-1])
    line, first = grid.line(start, move.direction)
    if first + len(move.signs) > len(line):
        raise Refusal("off_board", cell=move.cell, room=len(line) - first, length=len(move.signs))
    run = line[first : first + len(move.signs)]
    new = []
    for index, sign in zip(run, move.signs, strict=True):
        there = state.cells[index]
        if there:
            if sign.letter is not None and sign.letter != shown(there):
                raise Refusal("clash", cell=grid.names[index], there=shown(there), typed=sign.letter)
        elif sign.on_board or sign.letter is None:
            raise Refusal("nothing_there", cell=grid.names[index])
        else:
            new.append((grid.names[index], sign))
    if not new:
        raise Refusal("no_new_tiles")
    _check_whole_word(state, grid, move, run, line)
    return new


def _check_whole_word(
    state: GameState, grid: Geometry, move: Move, run: tuple[int, ...], line: tuple[int, ...]
) -> None:
    """The typed word must be the whole main word: tiles right before or after it belong to it."""
    first, last = line.index(run[0]), line.index(run[-1])
    before = first
    while before > 0 and state.cells[line[before - 1]]:
        before -= 1
    after = last
    while after + 1 < len(line) and state.cells[line[after + 1]]:
        after += 1
    if (before, after) != (first, last):
        head = "".join(shown(state.cells[index]) for index in line[before:first])
        tail = "".join(shown(state.cells[index]) for index in line[last + 1 : after + 1])
        typed = "".join(sign.letter or shown(state.cells[index]) for index, sign in zip(run, move.signs, strict=True))
        raise Refusal("longer_word", word=head + typed + tail, cell=grid.names[line[before]])


def _blank_choices(rack: tuple[str, ...], new: list[tuple[str, Sign]]) -> Iterator[tuple[Placement, ...]]:
    """Every way to make the new tiles from the rack; blanks asked for are blanks, others fill what is missing."""
    blanks = rack.count(BLANK) - sum(sign.blank for _, sign in new)
    if blanks < 0:
        raise Refusal("blanks_not_held")
    held = Counter(rack)
    wanted: dict[str, list[int]] = {}
    for place, (_, sign) in enumerate(new):
        if not sign.blank and sign.letter is not None:
            wanted.setdefault(sign.letter, []).append(place)
    missing = {letter: len(places) - held[letter] for letter, places in wanted.items() if len(places) > held[letter]}
    if sum(missing.values()) > blanks:
        raise Refusal("not_on_rack")
    ways: list[frozenset[int]] = [frozenset()]
    for letter, count in missing.items():
        ways = [way | set(more) for way in ways for more in combinations(wanted[letter], count)]
    for way in ways:
        yield tuple(
            Placement(cell, f"{BLANK}{sign.letter}" if sign.blank or place in way else f"{sign.letter}")
            for place, (cell, sign) in enumerate(new)
        )
