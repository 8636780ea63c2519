"""Places for a word that was typed: which are near, and how a word and its place are written, in buttons too.

Nothing is said or sent here.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from bot.families.crossword.tables import seated
from engine.alphabet import alphabet
from engine.crossword.actions import Place
from engine.crossword.geometry import Direction
from engine.crossword.near_misses import near_misses
from engine.crossword.notation import Move, Sign, parse, signs_of
from engine.crossword.places import Fit, laid
from engine.crossword.premiums import premium_board
from engine.crossword.reading import Typed
from engine.crossword.state import GameState
from engine.crossword.tiles import letter
from engine.crossword.turns import free_to_move
from engine.errors import Malformed
from engine.game import Table

MOST: Final = 12
"""How many places are offered at once."""
_NEAR: Final = 3
_ANYWHERE: Final = {Direction.ACROSS: "h", Direction.DOWN: "v"}


class Placing:
    """A typed move on the table as it is when the move is tried; it keeps that table, of which all that is said is.

    Args:
        user: whose move it is.
        typed: what was said of it.
        gcg: whether a cell with the letter first says downwards.
    """

    def __init__(self, user: int, typed: Typed, *, gcg: bool) -> None:
        self._user: Final = user
        self._typed: Final = typed
        self._gcg: Final = gcg
        self.state: GameState | None = None
        """The table that was looked at last."""

    def __call__(self, table: Table, now: datetime) -> Place:
        """The action; whether the user may move at all comes first."""
        self.state, _ = seated(table, self._user)
        seat = free_to_move(self.state, self._user, now)
        return laid(self.state, seat, self._typed, gcg=self._gcg)


def near(state: GameState, seat: int, typed: Typed, judge: Callable[[str], bool]) -> tuple[Fit, ...]:
    """The readings nearest to a move that was refused for its place, nearest first; none of a word with dots.

    Args:
        state: the game.
        seat: whose rack it is.
        typed: what was said, with a cell.
        judge: judges the words formed; hand in one that accepts everything where look-ups are forbidden.
    """
    if any(sign.letter is None for sign in typed.signs):
        return ()
    ways = tuple(Direction) if typed.direction is None else (typed.direction,)
    found: dict[object, Fit] = {}
    for way in ways:
        for each in near_misses(state, seat, Move(typed.cell, way, typed.signs), most=None):
            if len(found) == _NEAR:
                break
            if each.place.tiles not in found and all(judge(word.word) for word in each.score.words):
                found[each.place.tiles] = each
    return tuple(found.values())


def spelled(signs: Iterable[Sign]) -> str:
    """A typed word as it was typed: blanks in brackets, letters of the board in parentheses or as dots."""
    return "".join(_mark(sign) for sign in signs)


def _mark(sign: Sign) -> str:
    if sign.letter is None:
        return "."
    if sign.blank:
        return f"[{sign.letter}]"
    return f"({sign.letter})" if sign.on_board else sign.letter


def where(typed: Typed) -> str:
    """As much of a place as was said: ``H8``, ``8``, ``H``, ``h`` or ``v`` for a direction alone, or nothing."""
    if typed.cell or typed.line:
        return typed.cell or typed.line
    return "" if typed.direction is None else _ANYWHERE[typed.direction]


def said_again(state: GameState, told: str, word: str) -> Typed | None:
    """What :func:`where` and :func:`spelled` wrote; ``None`` for what they never write."""
    try:
        signs = signs_of(word, alphabet(state.ruleset.language))
    except Malformed:
        return None
    if told.isdecimal():
        return Typed(signs, line=told, direction=Direction.ACROSS)
    if len(told) == 1 and told.isupper():
        return Typed(signs, line=told, direction=Direction.DOWN)
    ways = {name: way for way, name in _ANYWHERE.items()}
    return Typed(signs, direction=ways[told]) if told in ways else Typed(signs, cell=told)


def short(state: GameState, each: Fit) -> str:
    """The word in its place, with dots for letters on the board: what the rack adds, and no more than was typed."""
    cells = _run(state, each.move)
    return spelled(Sign(None) if there else sign for there, sign in zip(cells, each.move.signs, strict=True))


def move_of(state: GameState, start: str, word: str) -> Move:
    """The move that :attr:`engine.crossword.places.Fit.start` and :func:`short` wrote.

    Raises:
        Malformed: they never wrote that.
    """
    return parse(f"{start} {word}", alphabet(state.ruleset.language))


def whole(state: GameState, move: Move) -> Typed | None:
    """The word of a move without its place, dots being what lies there now; ``None`` where nothing does."""
    cells = _run(state, move)
    if len(cells) < len(move.signs):
        return None
    signs = tuple(
        Sign(letter(there) or None) if sign.letter is None else sign
        for there, sign in zip(cells, move.signs, strict=True)
    )
    return None if any(sign.letter is None for sign in signs) else Typed(signs)


def _run(state: GameState, move: Move) -> tuple[str, ...]:
    """What lies where a move would."""
    grid = premium_board(state.ruleset.board).grid
    if move.cell not in grid.indices:
        return ()
    line, first = grid.line(grid.indices[move.cell], move.direction)
    return tuple(state.cells[index] for index in line[first : first + len(move.signs)])
