"""Sprites, pictures of cells and tiles of one size, packed and each drawn once; and the tools of a family's painter.

A sprite fills its whole cell, the grid's edge included, so pasting one changes only that cell.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.alphabet import load_alphabet
from render.canvas import Canvas, encode_png
from render.fonts import Weight
from render.layout import label_size, text_size
from render.palette import pack_pixels
from render.shapes import Art
from render.signs import FACTORS, PLAIN_CENTRE, PREMIUMS, Labels
from render.text import Lettering, Style
from render.theme import BANDS, INKS
from render.tile_print import Face, TilePrint

ARROWS: Final = "→↓←↑"
"""The arrows that replace ``Q`` if 4W cells are read clockwise: the direction of the edge (RULES §5.5)."""
CENTRES: Final = {"*": ("D", "D_ink"), PLAIN_CENTRE: ("plain", "muted")}
"""The fill of the centre and its star's colour, if it doubles and if not."""
BONUS: Final = "+"
"""The sign of a free bonus cell, for a ghost (a tile not played yet) on it."""
_TILES: Final = 512
_CELLS: Final = 64
_CUTS: Final = 5
"""The number of plain cells with different grain."""
_BASES: Final = 32
_GHOSTS: Final = 256
_SIGN_SHARE: Final = 0.46
"""The size of a premium's label as a share of its cell."""
_FACTOR_SHARE: Final = 0.62
"""The size of a multiplier, which replaces a label that would be too small, as a share of its cell."""


class Mark(Enum):
    """A tile's relation to the last move."""

    # Marks are keys of look-ups, and the hash of Enum is slow, since it runs in Python.
    __hash__ = object.__hash__

    NONE = "none"
    WORD = "word"
    """The tile was there before and belongs to a word just formed."""
    NEW = "new"


class Sprites:
    """All cells and tiles of one size in one theme.

    ``size``: of a cell, in pixels: even. ``width``: of the pictures, which limits how small text may be
    (:mod:`render.layout`).
    """

    def __init__(self, lettering: Lettering, size: int, width: int) -> None:
        self.size: Final = size
        self._text_size: Final = text_size(width)
        self._label_size: Final = label_size(width)
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._print: Final = TilePrint(lettering, size, width)
        self.grained: Final = self._palette.rgb("grain") != self._palette.rgb("plain")
        """Whether the board is of wood: cells are carved, and plain cells and tiles are grained."""
        self.cell: Final[Callable[..., Image.Image]] = lru_cache(maxsize=_CELLS)(
            lambda premium, labels, cut=0: pack_pixels(self._draw_cell(premium, labels, cut))
        )
        """An empty cell with its sign; the last argument is its piece of wood (:meth:`grain_of_row`)."""
        self.bonus: Final[Callable[[int], Image.Image]] = lru_cache(maxsize=_CELLS)(
            lambda points: pack_pixels(self._draw_bonus(points))
        )
        self.tile: Final[Callable[..., Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda face, points, mark, colour="": pack_pixels(self._draw_tile(face, points, mark, colour))
        )
        """A tile; the last argument is the colour of its band (RULES §5.3), or empty."""
        self.ghost: Final[Callable[[str, int, str, str], Image.Image]] = lru_cache(maxsize=_GHOSTS)(
            lambda tile, points, sign, colour: pack_pixels(self._draw_ghost(tile, points, sign, colour))
        )
        self.letter: Final[Callable[[str], Image.Image]] = lru_cache(maxsize=_CELLS)(
            lambda letter: pack_pixels(self._draw_tile(letter, None, Mark.NONE, ""))
        )
        self._base: Final[Callable[[Mark, bool, str], Image.Image]] = lru_cache(maxsize=_BASES)(self._draw_bare_tile)

    def warm(self, language: str, labels: Labels) -> Iterator[None]:
        """Draw, in small steps, every cell and bare tile, and the glyphs of every letter of the language."""
        for premium in (".", *CENTRES, *PREMIUMS, *ARROWS):
            yield None
            self.cell(premium, labels)
        for letter in (*load_alphabet(language).letters, "?"):
            yield None
            for mark in Mark:
                self._draw_tile(letter, 0, mark, "")
            self._draw_tile("?" + letter, 0, Mark.NONE, "")
        for points in range(11):
            yield None
            self._draw_tile("I", points, Mark.NONE, "")

    def grain_of_row(self, row: int) -> int:
        """The number of the piece of wood that a cell shows; the cells of a row are of one plank."""
        return row % _CUTS if self.grained else 0

    def _make_ground(self, fill: str, cut: int = 0) -> Art:
        """A cell of one colour; in wood it is carved, lit on its lower edges, and a plain one is grained."""
        gap, rgb = self._gap, self._palette.rgb
        low = self.size - gap
        art = Art(self.size, self.size, rgb("grid"))
        if not self.grained:
            art.rounded_box((gap, gap, low, low), self.size * 0.06, rgb(fill))
            return art
        inner = low - self._rim
        art.rounded_box((gap, gap, low, low), 0, rgb("sheen"))
        art.rounded_box((gap, gap, inner, inner), 0, rgb(fill))
        if fill == "plain":
            art.wood_grain((gap, gap, inner, inner), cut, self.size * 0.14, rgb("grain"))
        return art

    def _draw_cell(self, premium: str, labels: Labels, cut: int) -> Image.Image:
        """An empty cell; ``premium`` is a sign of :mod:`render.signs`."""
        fill = _fill_colour(premium)
        ground = self._make_ground(fill, cut)
        if premium in CENTRES:
            ground.star((self.size * 0.5, self.size * 0.52), self.size * 0.34, self._palette.rgb(CENTRES[premium][1]))
        cell = ground.to_index_image(self._palette)
        if premium == "." or premium in CENTRES:
            return cell
        if premium in FACTORS and self.size * _SIGN_SHARE < self._label_size:
            self._print_sign(cell, FACTORS[premium], "", fill, round(self.size * _FACTOR_SHARE))
            return cell
        letters, power = (f"4{premium}", "") if premium in ARROWS else labels.label_of(premium)
        self._print_sign(cell, letters, power, fill, self._sign_size(letters))
        return cell

    def _print_sign(self, cell: Image.Image, letters: str, power: str, premium: str, size: int) -> None:
        fonts = self._lettering.fonts
        ink = INKS[premium]
        large = Style(premium, ink, Weight.BOLD, size)
        small = Style(premium, ink, Weight.BOLD, max(self._text_size, round(self.size * 0.34)))
        mask, rise = fonts.mask(letters, large.weight, large.size)
        gap = max(1, self.size // 28)
        raised, _ = fonts.mask(power, small.weight, small.size) if power else (None, 0)
        width = mask.width + (gap + raised.width if raised else 0)
        left, base = (self.size - width + 1) // 2, (self.size + rise) // 2
        if raised:
            base += self.size // 28
            place = (left + mask.width + gap, base - rise + round(raised.height * 0.62))
            self._lettering.draw_text(cell, power, small, place)
        self._lettering.draw_text(cell, letters, large, (left, base))

    def _sign_size(self, letters: str) -> int:
        """The size of a premium's letters: nearly half the cell's, in small cells as large as readability needs."""
        usual, readable, room = round(self.size * _SIGN_SHARE), self._text_size, self.size - 2 * self._gap
        if readable <= usual or self._lettering.fonts.mask(letters, Weight.BOLD, readable)[0].width > room:
            return usual
        return readable

    def _draw_bonus(self, points: int) -> Image.Image:
        art = self._make_ground("new")
        gold = self._palette.rgb("gold")
        for across, down in ((0.22, 0.29), (0.5, 0.25), (0.78, 0.29)):
            art.star((self.size * across, self.size * down), self.size * 0.15, gold)
        cell = art.to_index_image(self._palette)
        style = Style("new", "tile_ink", Weight.BOLD, max(self._text_size, round(self.size * 0.38)))
        mask, _ = self._lettering.fonts.mask(f"+{points}", style.weight, style.size)
        place = ((self.size - mask.width) // 2, round(self.size * 0.84))
        self._lettering.draw_text(cell, f"+{points}", style, place)
        return cell

    def _draw_bare_tile(self, mark: Mark, blank: bool, colour: str) -> Image.Image:  # noqa: FBT001 - part of a key
        size, rgb = self.size, self._palette.rgb
        gap, radius, depth, rim = self._gap, size * 0.12, self._depth(colour), self._rim
        art = Art(size, size, rgb("grid"))
        edge, face = ("edge", "face") if mark is Mark.NONE else ("gold", "new" if mark is Mark.NEW else "face")
        art.rounded_box((gap, gap, size - gap, size - gap), radius, rgb(edge))
        if colour in BANDS:
            art.rounded_box((gap, size - gap - depth - 2 * radius, size - gap, size - gap), radius, rgb(BANDS[colour]))
            art.rounded_box((gap, gap, size - gap, size - gap - depth + rim), radius, rgb(edge))
        art.rounded_box((gap + rim, gap + rim, size - gap - rim, size - gap - depth), radius - rim, rgb(face))
        if self.grained:
            self._draw_bend(
                art, (gap + rim, size - gap - rim), size - gap - depth, "page" if face == "face" else "sheen"
            )
        if mark is Mark.WORD:
            art.outline((gap, gap, size - gap, size - gap - depth / 2), radius, size * 0.045, rgb("gold"))
        if blank:
            inset = gap + size * 0.075
            art.outline((inset, inset, size - inset, size - inset - depth), radius * 0.7, size * 0.03, rgb("blank"))
        return art.to_index_image(self._palette)

    def _draw_bend(self, art: Art, across: tuple[float, float], bottom: float, shade: str) -> None:
        art.rounded_box(
            (across[0], bottom - max(1, round(self.size * 0.03)), across[1], bottom), 0, self._palette.rgb(shade)
        )

    @property
    def _gap(self) -> int:
        """Half the distance between two cells, in whole pixels, since a smoothed edge would look dull."""
        return max(1, round(self.size * 0.02))

    @property
    def _rim(self) -> int:
        return max(1, round(self.size * 0.02))

    def _depth(self, colour: str) -> int:
        return max(2, round(self.size * (0.115 if colour in BANDS else 0.07)))

    def _draw_tile(self, tile: str, points: int | None, mark: Mark, colour: str) -> Image.Image:
        art = self._base(mark, tile.startswith("?"), colour).copy()
        inset = self._gap + self._rim
        face = Face(inset, inset, self.size - inset, self.size - self._gap - self._depth(colour))
        self._print.draw(art, tile, points, "new" if mark is Mark.NEW else "face", face)
        return art

    def _draw_ghost(self, tile: str, points: int, sign: str, colour: str) -> Image.Image:
        """A tile that is not laid yet: flat and duller, in a broken frame, with the cell's own colour around it."""
        size, rgb, gap = self.size, self._palette.rgb, self._gap
        art = self._make_ground(_fill_colour(sign))
        inset, radius = gap + max(1, round(size * 0.04)), size * 0.1
        box, thick = (inset, inset, size - inset, size - inset), size * 0.045
        art.rounded_box(box, radius, rgb("ghost"))
        art.dashed_outline(box, radius, thick, rgb("tile_ink"), rgb("ghost"))
        if colour in BANDS:
            band = (inset + radius, size - inset - 2 * thick, size - inset - radius, size - inset)
            art.rounded_box(band, 0, rgb(BANDS[colour]))
        drawn = art.to_index_image(self._palette)
        frame = inset + round(thick)
        low = size - frame - (round(thick) if colour in BANDS else 0)
        self._print.draw(drawn, tile, points, "ghost", Face(frame, frame, size - frame, low, 0.63))
        return drawn


def _fill_colour(sign: str) -> str:
    if sign in ARROWS:
        return "Q"
    return CENTRES[sign][0] if sign in CENTRES else {".": "plain", BONUS: "new"}.get(sign, sign)


class Kit:
    """The tools of one theme and width, shared by the pictures of all families.

    ``width``: of every picture, in pixels. ``sprites``: cells and tiles of a size, an even number of pixels.
    """

    def __init__(self, width: int, lettering: Lettering, sprites: Callable[[int], Sprites]) -> None:
        self.width: Final = width
        self.lettering: Final = lettering
        self.sprites: Final = sprites

    def blank_page(self, height: int) -> Canvas:
        """An empty picture of this height in the theme's page colour."""
        return Canvas.blank(self.width, height, self.lettering.palette.index("page"))

    def to_png(self, canvas: Canvas) -> bytes:
        """The picture as PNG."""
        return encode_png(canvas, self.lettering.palette.data)
