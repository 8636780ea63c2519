"""Moves as text: encoded in buttons, and shown to people. Sends nothing."""

from collections.abc import Iterable
from typing import Final

from bot.wording.speaker import Speaker
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Place
from engine.crossword.notation import Move, PartialMove, Sign, parse_signs
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.state import GameState
from engine.crossword.tiles import letter_on
from engine.crossword.view import WordScore
from engine.errors import Malformed

BLANK_SIGN: Final = "▢"


def tile_sign(tile: str) -> str:
    """A tile in a text: its letter, or the sign of a blank."""
    return BLANK_SIGN if tile == BLANK else tile


def small_digits(points: int) -> str:
    """Points in small digits."""
    return str(points).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


_DIRECTION_CODES: Final = {Direction.ACROSS: "h", Direction.DOWN: "v"}


def spell_signs(signs: Iterable[Sign]) -> str:
    """A word as people type it: blanks in brackets, letters on the board in parentheses or as dots."""
    return "".join(_spell_sign(sign) for sign in signs)


def _spell_sign(sign: Sign) -> str:
    if sign.letter is None:
        return "."
    if sign.blank:
        return f"[{sign.letter}]"
    return f"({sign.letter})" if sign.on_board else sign.letter


def encode_place(typed: PartialMove) -> str:
    """The typed part of a place: ``H8``, ``8``, ``H``, ``h`` or ``v`` for a direction alone, or empty."""
    if typed.cell or typed.line:
        return typed.cell or typed.line
    return "" if typed.direction is None else _DIRECTION_CODES[typed.direction]


def decode_word(state: GameState, place: str, word: str) -> PartialMove | None:
    """The word and place that :func:`encode_place` and :func:`spell_signs` wrote; ``None`` for anything else."""
    try:
        signs = parse_signs(word, load_alphabet(state.ruleset.language))
    except Malformed:
        return None
    if place.isdecimal():
        return PartialMove(signs, line=place, direction=Direction.ACROSS)
    if len(place) == 1 and place.isupper():
        return PartialMove(signs, line=place, direction=Direction.DOWN)
    ways = {name: way for way, name in _DIRECTION_CODES.items()}
    return PartialMove(signs, direction=ways[place]) if place in ways else PartialMove(signs, cell=place)


def encode_word(state: GameState, move: Move) -> str:
    """The word of a move as it was typed, with dots for letters on the board."""
    cells = _cells_under_move(state, move)
    return spell_signs(Sign(None) if there else sign for (_, there), sign in zip(cells, move.signs, strict=True))


def encode_laid_move(state: GameState, move: Move, place: Place) -> tuple[str, str, str]:
    """A move's cell, direction and word, with the tiles that are laid: the rack says which of them are blanks."""
    tiles = {tile.cell: tile.tile for tile in place.tiles}
    laid = (tiles.get(cell, "") for cell, _ in _cells_under_move(state, move))
    signs = (Sign(letter_on(tile) or None, blank=tile.startswith(BLANK)) for tile in laid)
    return move.cell, _DIRECTION_CODES[move.direction], spell_signs(signs)


def gcg_start(cell: str, direction: str) -> str:
    """The start of a move, whose order says its direction, from what :func:`encode_laid_move` wrote."""
    return cell if direction == _DIRECTION_CODES[Direction.DOWN] else f"{cell[1:]}{cell[:1]}"


def word_with_board_letters(state: GameState, move: Move) -> PartialMove | None:
    """The word of a move with the letters of the board in place of dots; ``None`` if a dot is on an empty cell."""
    cells = _cells_under_move(state, move)
    if len(cells) < len(move.signs):
        return None
    signs = tuple(
        Sign(letter_on(there) or None) if sign.letter is None else sign
        for (_, there), sign in zip(cells, move.signs, strict=True)
    )
    return None if any(sign.letter is None for sign in signs) else PartialMove(signs)


def _cells_under_move(state: GameState, move: Move) -> tuple[tuple[str, str], ...]:
    grid = premium_board(state.ruleset.board).grid
    if move.cell not in grid.indices:
        return ()
    line, first = grid.line(grid.indices[move.cell], move.direction)
    return tuple((grid.names[index], state.cells[index]) for index in line[first : first + len(move.signs)])


ARROWS: Final = {Direction.ACROSS: "→", Direction.DOWN: "↓"}


def direction_of_word(word: WordScore) -> Direction:
    """The way in which a word on the board runs."""
    return Direction.ACROSS if word.cells[0][1:] == word.cells[1][1:] else Direction.DOWN


def direction_name(direction: Direction, speaker: Speaker) -> str:
    """A direction as people type it."""
    return speaker.plain(f"way-{direction.value}")


def short_direction_name(direction: Direction, speaker: Speaker) -> str:
    """A direction short enough to stand beside a cell and a score on a phone."""
    return speaker.plain(f"way-brief-{direction.value}")
