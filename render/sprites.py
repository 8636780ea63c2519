"""Cells and tiles of one size, packed: each is drawn once and pasted ever after.

A sprite fills its whole cell, the grid's edge included, so that pasting one changes that cell and no other.
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image

from render.fonts import Weight
from render.lettering import Lettering, Style
from render.palette import packed
from render.shapes import Art
from render.signs import PLAIN_CENTRE
from render.theme import BANDS, INKS

ALPHABETS: Final = {
    "tr": "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ",
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "uk": "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'",
}
"""The letters to prepare for each language; any other face is drawn when it first comes."""

SIGNS: Final = {
    "tr": {
        "d": ("H", "2"),
        "t": ("H", "3"),
        "D": ("K", "2"),
        "T": ("K", "3"),
        "Q": ("K", "4"),
        "X": ("EX", ""),
    },
    "en": {
        "d": ("DL", ""),
        "t": ("TL", ""),
        "D": ("DW", ""),
        "T": ("TW", ""),
        "Q": ("QW", ""),
        "X": ("EX", ""),
    },
    "uk": {
        "d": ("Л", "2"),
        "t": ("Л", "3"),
        "D": ("С", "2"),
        "T": ("С", "3"),
        "Q": ("С", "4"),
        "X": ("EX", ""),
    },
}
"""What a premium cell says: harf and kelime, letter and word, літера and слово; the second part is raised."""

ARROWS: Final = "→↓←↑"
"""What stands for ``Q`` where a 4W cell is read clockwise: the way the edge goes there (RULES §5.5)."""

CENTRES: Final = {"*": ("D", "D_ink"), PLAIN_CENTRE: ("plain", "muted")}
"""The fill of the centre, as it doubles a word or not, and its star's colour."""

_SHOWN: Final = {"'": "’"}
"""Letters whose plain character would be hard to recognise on a tile."""

_TILES: Final = 1024
_CELLS: Final = 64
_BASES: Final = 32


class Mark(Enum):
    """What a tile has to do with the last move."""

    NONE = "none"
    WORD = "word"
    """It stood there before and belongs to a word just formed."""
    NEW = "new"


class Sprites:
    """Every cell and tile of one size in one theme."""

    def __init__(self, lettering: Lettering, size: int) -> None:
        self.size: Final = size
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.cell: Final[Callable[[str, str], Image.Image]] = lru_cache(maxsize=_CELLS)(
            lambda premium, language: packed(self._cell(premium, language))
        )
        self.bonus: Final[Callable[[int], Image.Image]] = lru_cache(maxsize=_CELLS)(
            lambda points: packed(self._bonus(points))
        )
        self._packed: Final[Callable[[str, int, Mark, str], Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda tile, points, mark, colour: packed(self._tile(tile, points, mark, colour))
        )
        self._base: Final[Callable[[Mark, bool, str], Image.Image]] = lru_cache(maxsize=_BASES)(self._bare)

    def tile(self, face: str, points: int, mark: Mark, colour: str = "") -> Image.Image:
        """A tile; ``colour`` is that of its band, if it has one (RULES §5.3)."""
        return self._packed(face, points, mark, colour)

    def warm(self, language: str) -> None:
        """Draws every cell and bare tile, and the glyphs of every letter of the language."""
        for premium in (".", *CENTRES, *SIGNS["en"], *ARROWS):
            self.cell(premium, language)
        for letter in (*ALPHABETS.get(language, ""), "?"):
            for mark in Mark:
                self._tile(letter, 0, mark, "")
            self._tile("?" + letter, 0, Mark.NONE, "")
        for points in range(11):
            self._tile("I", points, Mark.NONE, "")

    def _ground(self, fill: str) -> Art:
        art = Art(self.size, self.size, self._palette.rgb("grid"))
        gap = self._gap
        art.rounded((gap, gap, self.size - gap, self.size - gap), self.size * 0.06, self._palette.rgb(fill))
        return art

    def _cell(self, premium: str, language: str) -> Image.Image:
        """An empty cell; ``premium`` is a sign of :mod:`render.signs`."""
        if premium == ".":
            return self._ground("plain").indexed(self._palette)
        if premium in CENTRES:
            fill, ink = CENTRES[premium]
            art = self._ground(fill)
            art.star((self.size * 0.5, self.size * 0.52), self.size * 0.34, self._palette.rgb(ink))
            return art.indexed(self._palette)
        letters, power = (f"4{premium}", "") if premium in ARROWS else SIGNS.get(language, SIGNS["en"])[premium]
        premium = "Q" if premium in ARROWS else premium
        cell = self._ground(premium).indexed(self._palette)
        self._sign(cell, letters, power, premium)
        return cell

    def _sign(self, cell: Image.Image, letters: str, power: str, premium: str) -> None:
        """A premium's letters in the middle of its cell, its power raised."""
        fonts = self._lettering.fonts
        large = Style(paper=premium, ink=INKS[premium], weight=Weight.BOLD, size=round(self.size * 0.45))
        small = Style(paper=premium, ink=INKS[premium], weight=Weight.BOLD, size=round(self.size * 0.34))
        mask, rise = fonts.mask(letters, large.weight, large.size)
        gap = max(1, self.size // 28)
        raised, _ = fonts.mask(power, small.weight, small.size) if power else (None, 0)
        width = mask.width + (gap + raised.width if raised else 0)
        left, base = (self.size - width + 1) // 2, (self.size + rise) // 2
        if raised:
            base += self.size // 28
            place = (left + mask.width + gap, base - rise + round(raised.height * 0.62))
            self._lettering.glyph(cell, power, small, place)
        self._lettering.glyph(cell, letters, large, (left, base))

    def _bonus(self, points: int) -> Image.Image:
        """The empty cell that gives ``points`` to whoever first covers it: three stars and the points."""
        art = self._ground("new")
        gold = self._palette.rgb("gold")
        for across, down in ((0.22, 0.29), (0.5, 0.25), (0.78, 0.29)):
            art.star((self.size * across, self.size * down), self.size * 0.15, gold)
        cell = art.indexed(self._palette)
        style = Style(paper="new", ink="tile_ink", weight=Weight.BOLD, size=round(self.size * 0.38))
        mask, _ = self._lettering.fonts.mask(f"+{points}", style.weight, style.size)
        place = ((self.size - mask.width) // 2, round(self.size * 0.84))
        self._lettering.glyph(cell, f"+{points}", style, place)
        return cell

    def _bare(self, mark: Mark, blank: bool, colour: str) -> Image.Image:  # noqa: FBT001 - part of a key
        """A tile without its letter; a coloured one has a broad lower edge of its colour."""
        size, rgb = self.size, self._palette.rgb
        gap, radius, depth = self._gap, size * 0.12, self._depth(colour)
        art = Art(size, size, rgb("grid"))
        edge, face = ("edge", "face") if mark is Mark.NONE else ("gold", "new" if mark is Mark.NEW else "face")
        art.rounded((gap, gap, size - gap, size - gap), radius, rgb(BANDS.get(colour, edge)))
        art.rounded((gap, gap, size - gap, size - gap - depth), radius, rgb(face))
        if mark is Mark.WORD:
            art.outline((gap, gap, size - gap, size - gap - depth / 2), radius, size * 0.045, rgb("gold"))
        if blank:
            inset = gap + size * 0.075
            art.outline((inset, inset, size - inset, size - inset - depth), radius * 0.7, size * 0.03, rgb("blank"))
        return art.indexed(self._palette)

    @property
    def _gap(self) -> int:
        """Half the distance between two cells, in whole pixels: a smoothed edge would look dull."""
        return max(1, round(self.size * 0.02))

    def _depth(self, colour: str) -> int:
        """The height of a tile's lower edge."""
        return max(2, round(self.size * (0.13 if colour in BANDS else 0.07)))

    def _tile(self, tile: str, points: int, mark: Mark, colour: str) -> Image.Image:
        """A tile: its letter and points, a blank as ``?A``, or ``?`` while it has no letter."""
        blank = tile.startswith("?")
        art = self._base(mark, blank, colour).copy()
        paper, ink = "new" if mark is Mark.NEW else "face", "blank" if blank else "tile_ink"
        room = self.size - 2 * max(2, round(self.size * 0.06))
        if not blank:
            number = Style(paper=paper, ink=ink, weight=Weight.BOLD, size=round(self.size * 0.3))
            mask, _ = self._lettering.fonts.mask(str(points), number.weight, number.size)
            left = self.size - round(self.size * 0.07) - mask.width
            base = self.size - self._depth(colour) - self.size // (15 if colour in BANDS else 10)
            self._lettering.glyph(art, str(points), number, (left, base))
            room = left - round(self.size * 0.08)
        letter = tile.removeprefix("?") or "?"
        middle = (self.size - self._depth(colour)) * 0.5
        self._letter(art, _SHOWN.get(letter, letter), Style(paper, ink, Weight.BOLD, 0), room, middle)
        return art

    def _letter(self, art: Image.Image, letter: str, style: Style, room: int, height: float) -> None:
        """The letter left of its points, its capitals' middle at ``height``, which is the middle of the face."""
        full = round(self.size * (0.6 if style.ink == "blank" else 0.68))
        for size in range(full, full // 2, -1):
            mask, _ = self._lettering.fonts.mask(letter, style.weight, size)
            if mask.width <= room:
                break
        middle = self.size * (0.5 if style.ink == "blank" else 0.465)
        most = round(self.size * 0.08) + room - mask.width
        left = max(round(self.size * 0.06), min(round(middle - mask.width / 2), most))
        base = round(height + size * 0.727 / 2)
        self._lettering.glyph(art, letter, Style(style.paper, style.ink, style.weight, size), (left, base))
