"""Text in pictures, as far as the typeface has it, and games as aligned monospace text.

Monospace text is for screen readers and people who want no pictures. Every cell is two characters wide. A premium or
plain cell is a space and its character of RULES §1.1, or an arrow where a 4W cell is read clockwise; a tile is ``|``
and its letter, ``>`` and its letter if it was just played; a blank's letter is lower case; ``+`` is the bonus cell.
Below are the last play (``> 8G KALEM +24``) and the bonus cell (``+ I11 +25``).

A phone breaks lines of more than 40 characters. On a board that would need more (21 columns), every cell is one
character: a tile is its letter alone, and premiums have digits for signs, so that none looks like a tile.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import ascii_uppercase
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from engine.alphabet import load_alphabet
from engine.crossword.premiums import geometry
from engine.crossword.view import BonusCell, GameView, LastTurn
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.view import GameView as KlepkaView
from render.canvas import Canvas, packed_width
from render.fonts import Fonts, Weight
from render.layout import even_floor, scale
from render.palette import Palette, pack_pixels, translate_mask
from render.signs import PLAIN_CENTRE, board_signs

TILE: Final = "|"
JUST_PLAYED: Final = ">"
BONUS: Final = "+"
BLANK_TILE: Final = "a"
"""The mark of any blank in a legend; the board's text shows the blank's own letter."""
_LONGEST_LINE: Final = 64
PHONE_WIDTH: Final = 40
_NARROW_SIGNS: Final = {"d": "²", "t": "³", "q": "⁴", "D": "2", "T": "3", "Q": "4", "X": "#"}
"""The signs of premiums with one character a cell: superscripts multiply the letter, other digits the word."""


def text_board(view: GameView) -> str:
    """The board with its coordinates: 15 columns take 35 characters, 17 take 39, 21 take 27; no line exceeds 64."""
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
    """Whether a board's text has one character a cell, since two would not fit a phone."""
    return len("00") + 2 * view.columns + len(" 00") > PHONE_WIDTH


def premium_sign(view: GameView, premium: str) -> str:
    """The text of a free cell of this board."""
    if premium == PLAIN_CENTRE:
        return "*"
    return _NARROW_SIGNS.get(premium, premium) if is_narrow(view) else premium


def legend_marks(view: GameView) -> frozenset[str]:
    """What the text of this board shows, for a legend: premiums of free cells, and the kinds of tiles.

    Premiums are those of :func:`board_signs`, which distinguishes the plain centre from the one that multiplies;
    :data:`BLANK_TILE` stands for every blank. With one character a cell, tiles have no prefix.
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
    """The last play in the notation of RULES §1.1: number first if the main word runs across."""
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
    """A change in points, as ``+12`` or ``−12``; empty for 0."""
    return f"{number:+d}".translate(_MINUS) if number else ""


_SIGNS: Final[Mapping[str, str]] = MappingProxyType({POLYSEMY: "[*", EXCHANGE: "<>", CHAOS: "%%"})


def text_cards(view: KlepkaView) -> str:
    """The card table, one line a row: 8 columns take 32 characters, 10 take 50."""
    shown = {card.position: card for card in view.revealed}
    wide = len(str(len(view.table)))
    cells = []
    for position, lies in enumerate(view.table, start=1):
        card = shown.get(position)
        if card is not None:
            text = f"{_SIGNS.get(card.card, card.card):>{wide}}{'+' if card.taken else ' '}"
        else:
            text = f"{position if lies else '··':>{wide}} "
        cells.append(text)
    rows = (cells[start : start + view.columns] for start in range(0, len(cells), view.columns))
    return "\n".join(" ".join(row).rstrip() for row in rows)


_LONGEST: Final = 128
_FEWEST_LETTERS: Final = 2
"""The least letters left of a name that lost some; fewer would identify no player."""
_NAMES: Final = 512
_DANGLING: Final = " -–—|/\\·•~_,;:&+"
"""Joining characters, dropped at the end of a name that lost letters."""
_APOSTROPHES: Final = dict.fromkeys("ʼʻʹ", "’")
"""The apostrophes of Ukrainian names, as typed on keyboards."""
_SMALL_CAPITALS: Final = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "ABCDEFGHIJKLMNOPRSTUVWYZ", strict=True))

_NEGATIVE: Final = {
    chr(first + number): letter for first in (0x1F150, 0x1F170) for number, letter in enumerate(ascii_uppercase)
}
"""White letters on black discs and squares, used in names; Unicode does not call them letters."""

_ALIKE: Final = str.maketrans({**_APOSTROPHES, **_SMALL_CAPITALS, **_NEGATIVE})


class _Word(NamedTuple):
    text: str
    lost: bool
    changed: bool
    """Whether anything visible of it is missing."""


def to_drawable(text: str, covers: Callable[[str], bool], instead: str = "") -> str:
    """One line that the typeface can draw.

    Compatibility forms become plain letters, marks join their letters or go, digits of other scripts become ours.
    Emoji, controls, directional marks and words in scripts that the typeface lacks are removed.
    """
    plain = unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).translate(_ALIKE)
    words = [_drawable_word(word, covers) for word in plain.split()]
    drawn = [word.text for word in words if word.text and not (word.changed and not _has_sense(word.text))]
    line = " ".join(drawn)
    if any(word.changed for word in words):
        line = line.strip(_DANGLING)
    line = line[:_LONGEST].rstrip()
    if any(word.lost for word in words):
        return line if sum(map(str.isalpha, line)) >= _FEWEST_LETTERS else instead
    return line if _has_sense(line) else instead or line


def _has_sense(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _drawable_word(word: str, covers: Callable[[str], bool]) -> _Word:
    """A word without undrawable characters; empty if it lacks a letter of a script with capitals (not so ``Ali王``)."""
    drawn: list[str] = []
    lost = broken = False
    for character in word:
        category = unicodedata.category(character)
        if category[0] == "C" or category in {"Mn", "Me"}:
            continue
        glyph = character if covers(character) else _similar_glyph(character, covers)
        if not glyph and category[0] in "LN":
            lost = True
            broken = broken or category != "Lo"
        drawn.append(glyph)
    return _Word("" if broken else "".join(drawn), lost, "" in drawn)


def _similar_glyph(character: str, covers: Callable[[str], bool]) -> str:
    """The letter without its marks, or the digit, if the typeface has it; else an empty string."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    base = unicodedata.normalize("NFD", character)[0]
    return base if covers(base) else ""


class Names:
    """Texts made drawable in a typeface that ``covers`` certain characters; caches the latest."""

    def __init__(self, covers: Callable[[str], bool]) -> None:
        self.line: Final[Callable[[str], str]] = lru_cache(maxsize=_NAMES)(lambda text: to_drawable(text, covers))
        """A text on one line, as far as it can be drawn."""
        self._person: Final[Callable[[str, str], str]] = lru_cache(maxsize=_NAMES)(
            lambda name, instead: to_drawable(name, covers, instead)
        )

    def seat_name(self, name: str, number: int, seats: Sequence[str]) -> str:
        """The name of seat ``number``'s player, from 0, or the seat's name if that cannot be drawn.

        ``seats``: how seats are called in the picture's language: ``2. oyuncu``; ``#2`` if empty.
        """
        called = self.line(seats[number]) if number < len(seats) else ""
        return self._person(name, called or f"#{number + 1}")


_TOUCHED: Final = bytes((0,)) + bytes((255,)) * 255
_LINES: Final = 64
"""Cached lines, at most some 15 kB each: half of a picture's lines were in the one before."""
_PIECES: Final = 512
"""Cached words and figures, in all styles: at most some 4 kB each."""
_FIGURES: Final = frozenset("0123456789:+−")
"""The characters of scores and clocks, which are new in every picture and so composed of cached ones."""


class Style(Struct, frozen=True):
    """How a line looks: the names of its colours, its weight, and its size in pixels."""

    paper: str
    ink: str
    weight: Weight
    size: int


class Lettering:
    """Sets text in one palette."""

    def __init__(self, palette: Palette, fonts: Fonts) -> None:
        self.palette: Final = palette
        self.fonts: Final = fonts
        self.line: Final[Callable[[str, Style, int], Image.Image]] = lru_cache(maxsize=_LINES)(self._compose_line)
        """A packed strip of text, of limited width in pixels; its base line is as low as its size. Text that does not
        fit ends in an ellipsis."""
        self._piece: Final[Callable[[str, Style], Image.Image]] = lru_cache(maxsize=_PIECES)(self._make_strip)

    def _compose_line(self, text: str, style: Style, room: int) -> Image.Image:
        """A line composed of words, and of the figures of scores and clocks, both cached."""
        pieces = [self._piece(part, style) for part in _split_pieces(text)]
        width = sum(piece.width for piece in pieces)
        if 2 * width > room:
            return self._make_strip(self.fonts.fit_text(text, style.weight, style.size, room), style)
        return pieces[0] if len(pieces) == 1 else _join_strips(pieces, width)

    def draw_text(self, art: Image.Image, text: str, style: Style, place: tuple[int, int]) -> None:
        """Draw text on an index image, its ink's left edge and its base line at ``place``."""
        mask, rise = self.fonts.mask(text, style.weight, style.size)
        inked = translate_mask(mask, self.palette.ramp(style.paper, style.ink))
        art.paste(inked, (place[0], place[1] - rise), translate_mask(mask, _TOUCHED))

    def _make_strip(self, text: str, style: Style) -> Image.Image:
        strip = self.fonts.text_strip(text, style.weight, style.size, strip_height(style.size))
        return pack_pixels(translate_mask(strip, self.palette.ramp(style.paper, style.ink)))


def _split_pieces(text: str) -> list[str]:
    """A line's words and the spaces between them; text that is all figures is split into these."""
    parts: list[str] = []
    for number, word in enumerate(text.split(" ")):
        if number:
            parts.append(" ")
        if _FIGURES.issuperset(word):
            parts.extend(word)
        else:
            parts.append(word)
    return parts or [""]


def strip_height(size: int) -> int:
    """The height of a strip of text of this size, in pixels."""
    return round(size * 1.4)


def _join_strips(strips: Sequence[Image.Image], width: int) -> Image.Image:
    """Join packed strips of one height; ``width`` is their total, in bytes."""
    line, left = Image.new("L", (width, strips[0].height)), 0
    for strip in strips:
        line.paste(strip, (left, 0))
        left += strip.width
    return line


SIZE: Final = 26
"""The text size in a picture 900 pixels wide."""
_GAP: Final = 14
_LEAST_ROOM: Final = 90
"""The game's name is left out if there is less room."""


def draw_table_title(  # noqa: PLR0917 - the text and its place
    canvas: Canvas, lettering: Lettering, label: str, title: str, place: tuple[int, int], room: int, width: int
) -> None:
    """Write the table's label, if any, followed by the game's name.

    ``label``: as in ``#3 Kiraz–Limon``; empty for the only table. ``room``: the greatest length.
    """
    left, top = place
    if label:
        strip = lettering.line(label, Style("page", "ink", Weight.BOLD, scale(width, SIZE)), room)
        canvas.paste(strip, left, top)
        used = packed_width(strip) + even_floor(scale(width, _GAP))
        left, room = left + used, room - used
        if room < scale(width, _LEAST_ROOM):
            return
    canvas.paste(lettering.line(title, Style("page", "muted", Weight.MEDIUM, scale(width, SIZE)), room), left, top)
