"""The board as aligned monospace text, for screen readers and those who want no pictures. Holds no words.

Every cell is two characters wide. A premium or plain cell is a space and its character of RULES §1.1, or an arrow
where a 4W cell is read clockwise; a tile is ``|`` and its letter, ``>`` and its letter when it was just played; a
blank's letter is lower case; ``+`` is the bonus cell. Below stand the last play (``> 8G KALEM +24``) and the bonus
cell (``+ I11 +25``).

A phone breaks lines of more than 40 characters. On a board that would need more (21 columns), every cell is one
character: a tile is its letter alone, and premiums have digits for signs, so that none looks like a tile.
"""

from typing import Final

from engine.alphabet import load_alphabet
from engine.crossword.geometry import geometry
from engine.crossword.view import BonusCell, GameView, LastTurn
from render.signs import PLAIN_CENTRE, board_signs

TILE: Final = "|"


JUST_PLAYED: Final = ">"


BONUS: Final = "+"


BLANK_TILE: Final = "a"
"""Stands for any blank among the marks of a board; its own letter is what the text shows."""


_LONGEST_LINE: Final = 64


PHONE_WIDTH: Final = 40
"""Monospace characters in a line of a phone's message."""


_NARROW_SIGNS: Final = {"d": "²", "t": "³", "q": "⁴", "D": "2", "T": "3", "Q": "4", "X": "#"}
"""What premiums are where a cell is one character: raised digits multiply the letter, others the word."""


def text_board(view: GameView) -> str:
    """The board between its coordinates: 15 columns take 35 characters, 17 take 39, 21 take 27; no line exceeds 64."""
    names = geometry(view.columns, view.rows).names
    bonus = _open_bonus(view)
    play = view.last_play
    new = () if play is None else play.cells
    narrow = is_narrow(view)
    between = "" if narrow else " "
    letters = "   " + between.join(chr(ord("A") + column) for column in range(view.columns))
    lines = [letters]
    for row, premiums in enumerate(board_signs(view)):
        cells = []
        for column, premium in enumerate(premiums):
            index = row * view.columns + column
            tile, name = view.cells[index], names[index]
            if tile:
                before = JUST_PLAYED if name in new else TILE
                cells.append((before, _tile_character(tile, view.language)))
            else:
                sign = BONUS if bonus is not None and bonus.cell == name else premium_sign(view, premium)
                cells.append((" ", sign))
        drawn = " " + "".join(sign for _, sign in cells) if narrow else "".join(before + sign for before, sign in cells)
        lines.append(f"{row + 1:2}{drawn} {row + 1}")
    lines.append(lines[0])
    if play is not None:
        lines.append(_play_line(play)[:_LONGEST_LINE])
    if bonus is not None:
        lines.append(f"{BONUS} {bonus.cell} +{bonus.points}")
    return "\n".join(lines)


def is_narrow(view: GameView) -> bool:
    """Whether the text has one character a cell, as two would not fit a phone."""
    return len("00") + 2 * view.columns + len(" 00") > PHONE_WIDTH


def premium_sign(view: GameView, premium: str) -> str:
    """What a free cell of this board is in its text."""
    if premium == PLAIN_CENTRE:
        return "*"
    return _NARROW_SIGNS.get(premium, premium) if is_narrow(view) else premium


def legend_marks(view: GameView) -> frozenset[str]:
    """What the text of this board shows, for a legend: premiums of cells still free, and the kinds of tiles.

    Premiums are those of :func:`board_signs`, so that the plain centre is told from the one that multiplies;
    :data:`BLANK_TILE` stands for every blank. Nothing stands before a tile where a cell is one character.
    """
    names = geometry(view.columns, view.rows).names
    new = () if view.last_play is None else view.last_play.cells
    bonus = _open_bonus(view)
    found = {BONUS} if bonus is not None else set()
    for name, tile, premium in zip(names, view.cells, "".join(board_signs(view)), strict=True):
        if tile:
            found |= set() if is_narrow(view) else {JUST_PLAYED if name in new else TILE}
        elif bonus is None or bonus.cell != name:
            found.add(premium)
        if tile.startswith("?"):
            found.add(BLANK_TILE)
    return frozenset(found)


def _open_bonus(view: GameView) -> BonusCell | None:
    return view.bonus if view.bonus is not None and not view.bonus.taken else None


def _tile_character(tile: str, language: str) -> str:
    """A tile in one character: a blank's letter in lower case."""
    return load_alphabet(language).blank_sign(tile[1:]) if tile.startswith("?") else tile


def _play_line(last: LastTurn) -> str:
    """The last play in the notation of RULES §1.1: the number first when the main word runs across."""
    main = last.words[0]
    start, following = main.cells[0], main.cells[1]
    column, row = start[0], start[1:]
    place = f"{row}{column}" if following[1:] == row else start
    return f"> {place} {main.word} +{last.score}"


_MINUS: Final = str.maketrans("-", "\N{MINUS SIGN}")


def format_points(number: int) -> str:
    """Points, as ``12`` or ``−12``."""
    return str(number).translate(_MINUS)


def format_change(number: int) -> str:
    """Points that are added or taken away, as ``+12`` or ``−12``; empty for nothing."""
    return f"{number:+d}".translate(_MINUS) if number else ""
