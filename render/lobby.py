"""The card of a table that waits for players: a strip of the board, the game, the places, the options.

Has no words of its own. The strip spells the game's name in tiles, or in cards where the game is played with cards.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.seats import LobbyView
from render.canvas import Canvas, breadth
from render.fonts import Weight
from render.layout import board_layout
from render.legibility import CAPITALS
from render.lettering import Lettering, Style, height
from render.names import drawable
from render.palette import packed
from render.shapes import Art, plate
from render.sprites import Sprites

_STRIP: Final = ("T..d...t...d..T", ".t...........t.", "T..d...t...d..T")
"""Premiums as decoration: those of no game."""
CARD_GAMES: Final = frozenset({"klepka"})
"""Rulesets whose card is drawn in the palette of cards."""
_SEAT: Final = 76
_CHIP: Final = 50
_SMALL: Final = 26
"""Of text on chips and free places."""
_INSET: Final = 18
_PAGES: Final = 8
_PLATES: Final = 64


class LobbyWords(Struct, frozen=True):
    """The card's wording, in the language of whoever looks at it."""

    title: str
    """The game's name."""
    motif: str = ""
    """Spelled in tiles: capitals, at most 15; a space leaves a cell free."""
    subtitle: str = ""
    """What people may do now, in one short line."""
    tiles: str = ""
    """How many tiles or cards the game has: ``100 taş``."""
    host: str = ""
    """Stands beside the host's name."""
    needed: str = ""
    """Stands on a free place without which the game cannot begin."""
    free: str = ""
    """Stands on any other free place."""
    options: tuple[str, ...] = ()
    """The options in use, each in a few words."""
    language: str = "en"
    """Of the signs on the board's cells."""


class _Strip(Struct, frozen=True):
    """What the strip of the board shows."""

    motif: str
    language: str


class _Chip(NamedTuple):
    text: Image.Image
    left: int
    top: int


class LobbyCard:
    """Draws lobbies in one theme and at one width.

    Args:
        lettering: in the palette of boards, or, for :data:`CARD_GAMES`, of cards.
        width: of the picture, in pixels.
        sprites: those of boards; ``None`` for games of cards.
    """

    def __init__(self, lettering: Lettering, width: int, sprites: Callable[[int], Sprites] | None) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._sprites: Final = sprites
        self._layout: Final = board_layout(width, len(_STRIP[0]), len(_STRIP), 0)
        self._pawn: Final[Callable[[int], Image.Image]] = lru_cache(maxsize=1)(self._make_pawn)
        self._card: Final[Callable[[str, bool], Image.Image]] = lru_cache(maxsize=_PLATES)(self._make_card)
        self._page: Final[Callable[[int, _Strip], Canvas]] = lru_cache(maxsize=_PAGES)(self._empty_page)
        self._plate: Final[Callable[[int, int, str, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._blank_plate)
        self._free: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._free_place)

    def draw(self, view: LobbyView, words: LobbyWords) -> Canvas:
        """A fresh canvas with the card, as high as it must be."""
        layout, scaled = self._layout, self._layout.scaled
        seats = layout.top + layout.cell * layout.rows + scaled(160)
        below = seats + (view.most + 1) // 2 * (scaled(_SEAT) + layout.gap) + scaled(6)
        chips, foot = self._chips(words.options, below)
        strip = _Strip(self._drawable(words.motif)[: layout.columns], words.language)
        canvas = self._page(foot + layout.top - scaled(10), strip).copy()
        self._headline(canvas, words)
        for number in range(view.most):
            self._seat(canvas, seats, number, view, words)
        for chip in chips:
            size = (breadth(chip.text) + 2 * scaled(_INSET), scaled(_CHIP))
            canvas.paste(self._plate(*size, "card", "page"), chip.left, chip.top)
            inset = (scaled(_CHIP) - height(scaled(_SMALL))) // 2
            canvas.paste(chip.text, chip.left + scaled(_INSET), chip.top + inset)
        return canvas

    def _chips(self, options: tuple[str, ...], top: int) -> tuple[list[_Chip], int]:
        """The options beside each other in as many rows as they need, and where the last row ends."""
        layout, scaled = self._layout, self._layout.scaled
        style = Style("card", "ink", Weight.MEDIUM, scaled(_SMALL))
        chips: list[_Chip] = []
        left, right, gap = layout.left, layout.width - layout.left, _even(scaled(10))
        for option in options:
            text = self._lettering.line(self._drawable(option), style, right - layout.left - 2 * scaled(_INSET))
            wide = breadth(text) + 2 * scaled(_INSET)
            if left > layout.left and left + wide > right:
                left, top = layout.left, top + scaled(_CHIP) + gap
            chips.append(_Chip(text, left, top))
            left += wide + gap
        return chips, top + (scaled(_CHIP) + gap if chips else 0)

    def _headline(self, canvas: Canvas, words: LobbyWords) -> None:
        """The game's name and how many tiles it has; below what people may do."""
        layout, scaled = self._layout, self._layout.scaled
        left, right = layout.left + scaled(4), layout.width - layout.left - scaled(4)
        top = layout.top + layout.cell * layout.rows + scaled(24)
        faint = Style("page", "muted", Weight.MEDIUM, scaled(28))
        tiles = self._lettering.line(self._drawable(words.tiles), faint, (right - left) // 3)
        canvas.paste(tiles, right - breadth(tiles), top + scaled(18))
        large = Style("page", "ink", Weight.BOLD, scaled(46))
        room = right - left - breadth(tiles) - scaled(20)
        canvas.paste(self._lettering.line(self._drawable(words.title), large, room), left, top)
        canvas.paste(self._lettering.line(self._drawable(words.subtitle), faint, right - left), left, top + scaled(68))

    def _seat(self, canvas: Canvas, top: int, number: int, view: LobbyView, words: LobbyWords) -> None:
        """A place: whose it is, or that it is free. Who gets which seat, and its marker, is drawn at the start."""
        layout, scaled = self._layout, self._layout.scaled
        wide, high = layout.card[0], scaled(_SEAT)
        row, column = divmod(number, 2)
        left, top = layout.left + column * (wide + layout.gap), top + row * (high + layout.gap)
        small = Style("page", "muted", Weight.MEDIUM, scaled(_SMALL))
        if number >= len(view.seats):
            needed = number < view.least
            canvas.paste(self._free(wide, high, "ink" if needed else "muted"), left, top)
            text = self._lettering.line(
                self._drawable(words.needed if needed else words.free), small, wide - scaled(40)
            )
            canvas.paste(text, left + (wide - breadth(text)) // 2, top + (high - height(small.size)) // 2)
            return
        seat, pawn = view.seats[number], _even(scaled(44))
        canvas.paste(self._plate(wide, high, "card", "page"), left, top)
        canvas.paste(self._pawn(pawn), left + scaled(20), top + (high - pawn) // 2)
        start, end = left + scaled(20) + pawn + scaled(18), left + wide - scaled(20)
        if seat.user == view.host and words.host:
            tag = self._lettering.line(self._drawable(words.host), replace(small, paper="card"), wide // 3)
            end -= breadth(tag)
            canvas.paste(tag, end, top + (high - height(small.size)) // 2)
            end -= scaled(14)
        bold = Style("card", "ink", Weight.BOLD, scaled(30))
        name = self._lettering.line(self._drawable(seat.name, f"#{number + 1}"), bold, end - start)
        canvas.paste(name, start, top + (high - height(bold.size)) // 2)

    def _drawable(self, text: str, instead: str = "") -> str:
        return drawable(text, self._lettering.fonts.covers, instead)

    def _empty_page(self, high: int, strip: _Strip) -> Canvas:
        """The page with its strip of the board."""
        layout, sprites = self._layout, self._sprites and self._sprites(self._layout.cell)
        art = Image.new("L", (layout.width, high), self._palette.index("page"))
        rim = layout.rim
        size = (layout.cell * layout.columns + 2 * rim, layout.cell * layout.rows + 2 * rim)
        ground = plate(self._palette, size, rim, "grid" if sprites else "slot", "page")
        art.paste(ground, (layout.left - rim, layout.top - rim))
        canvas = Canvas.of(art)
        first = (layout.columns - len(strip.motif)) // 2
        for row, signs in enumerate(_STRIP):
            for column, sign in enumerate(signs):
                at = column - first
                letter = strip.motif[at].strip() if row == 1 and 0 <= at < len(strip.motif) else ""
                if sprites is None:
                    art = self._card(letter, bool(at % 2))
                else:
                    art = sprites.letter(letter) if letter else sprites.cell(sign, strip.language)
                canvas.paste(art, *layout.place(column, row))
        return canvas

    def _make_card(self, letter: str, blue: bool) -> Image.Image:  # noqa: FBT001 - part of a key
        """A card face down; with a letter a card turned up, yellow or blue."""
        size, rgb = self._layout.cell, self._palette.rgb
        art, gap, split = Art(size, size, rgb("slot")), max(1, size // 28), round(size * 0.36)
        box = (gap, gap, size - gap, size - gap)
        paper, ink = ("blue", "light") if blue or not letter else ("yellow", "dark")
        art.rounded(box, size * 0.1, rgb(paper))
        if not letter:
            art.rounded((gap, split, size - gap, size - gap), size * 0.1, rgb("yellow"))
            art.rounded((gap, split, size - gap, size * 0.6), 0, rgb("yellow"))
            return packed(art.indexed(self._palette))
        card = art.indexed(self._palette)
        style = Style(paper, ink, Weight.BOLD, round(size * 0.66))
        mask, _ = self._lettering.fonts.mask(letter, style.weight, style.size)
        base = round(size * 0.5 + style.size * CAPITALS / 2)
        self._lettering.glyph(card, letter, style, ((size - mask.width) // 2, base))
        return packed(card)

    def _make_pawn(self, size: int) -> Image.Image:
        """Stands before the name of whoever sits down."""
        art = Art(size, size, self._palette.rgb("card"))
        art.disc((size / 2, size / 2), size * 0.33, self._palette.rgb("muted"))
        return packed(art.indexed(self._palette))

    def _blank_plate(self, width: int, high: int, fill: str, paper: str) -> Image.Image:
        return packed(plate(self._palette, (width, high), max(2, min(width, high) // 5), fill, paper))

    def _free_place(self, width: int, high: int, colour: str) -> Image.Image:
        """A broken frame where somebody may sit down."""
        art = Art(width, high, self._palette.rgb("page"))
        thick = self._layout.scaled(3)
        art.dashed((0, 0, width, high), high // 5, thick, self._palette.rgb(colour), self._palette.rgb("page"))
        return packed(art.indexed(self._palette))


def _even(measure: int) -> int:
    return measure - measure % 2
