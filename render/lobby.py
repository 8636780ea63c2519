"""The card of a lobby (a table that waits for players): the middle of its board, its name, seats and options."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.lobby_view import LobbyView
from render.canvas import Canvas, packed_width
from render.card_layout import card_size
from render.card_sprites import CardSprites
from render.fonts import Weight
from render.layout import Layout, board_layout, even_floor
from render.markers import Markers, seat_colour
from render.palette import Palette, pack_pixels
from render.shapes import Art, make_plate
from render.signs import PLAIN_CENTRE, Labels
from render.sprites import Mark, Sprites
from render.text import Lettering, Names, Style, strip_height

_CARD: Final = "#"
"""A face-down card in a ruleset's pattern (:attr:`engine.ruleset_base.Ruleset.pattern`)."""
_BROAD: Final = 12
"""Boards with more columns show more rows, since their cells are smaller."""
SpritesOf = Callable[[int], Sprites] | Callable[[int], CardSprites]
"""Gives the sprites of a size, of boards or of cards."""
Face = tuple[str, int | None, str]


class Strip(Struct, frozen=True):
    """The visible part of the board: its middle rows, with the game's name on the middle one from ``first`` on."""

    rows: tuple[str, ...]
    first: int
    faces: tuple[Face, ...]
    """The name's letters with their points and colours; without points if the game lacks one of them."""
    labels: Labels

    def face(self, row: int, column: int) -> Face | None:
        """The letter of the name on a cell, or ``None``."""
        at = column - self.first
        return self.faces[at] if row == len(self.rows) // 2 and 0 <= at < len(self.faces) else None


def make_strip(view: LobbyView, name: str, labels: Labels) -> Strip:
    """The visible part of the board, with the game's name where a first play would lie, cut to fit."""
    rows = middle_rows(view.pattern)
    if view.options.get("centre") == "plain":
        rows = tuple(row.replace("*", PLAIN_CENTRE) for row in rows)
    name = name[: len(rows[0])]
    own = all(letter in view.values for letter in name)
    faces = tuple(
        (letter.strip(), view.values[letter] if own else None, view.colours.get(letter, "") if own else "")
        for letter in name
    )
    return Strip(rows, (len(rows[0]) - len(name)) // 2, faces, labels)


def draw_strip(strip: Strip, size: tuple[int, int], palette: Palette, sprites_of: SpritesOf) -> Canvas:
    """A page of this size with the middle of the board, or of the card table, at its top."""
    layout = strip_layout(size[0], strip.rows)
    art = Image.new("L", size, palette.index("page"))
    sprites, rim = sprites_of(layout.cell), layout.rim
    if isinstance(sprites, Sprites):
        board = (layout.cell * layout.columns + 2 * rim, layout.cell * layout.rows + 2 * rim)
        art.paste(make_plate(palette, board, rim, "grid", "page"), (layout.left - rim, layout.top - rim))
    canvas = Canvas.from_image(art)
    for row, signs in enumerate(strip.rows):
        for column, sign in enumerate(signs):
            face = strip.face(row, column)
            if isinstance(sprites, Sprites):
                art = (
                    _tile_sprite(sprites, *face)
                    if face and face[0]
                    else sprites.cell(sign, strip.labels, sprites.grain_of_row(row))
                )
            else:
                art = _card_sprite(sprites, row * layout.columns + column + 1, face)
            canvas.paste(art, *layout.cell_place(column, row))
    return canvas


def is_card_table(pattern: tuple[str, ...]) -> bool:
    """Whether a pattern is a card table, not a board."""
    return pattern[0].startswith(_CARD)


def middle_rows(pattern: tuple[str, ...]) -> tuple[str, ...]:
    """The rows of a board around the middle one, as a lobby shows them."""
    reach = 2 if len(pattern[0]) > _BROAD else 1
    middle = len(pattern) // 2
    return pattern[max(0, middle - reach) : middle + reach + 1]


def strip_layout(width: int, pattern: tuple[str, ...]) -> Layout:
    """The layout of the visible part of a board; cards are as large as on their table."""
    rows, columns = len(middle_rows(pattern)), len(pattern[0])
    layout = board_layout(width, columns, rows, 0)
    if not is_card_table(pattern):
        return layout
    cell = card_size(width, columns)
    return replace(layout, cell=cell, left=even_floor((width - cell * columns) // 2))


def _tile_sprite(sprites: Sprites, letter: str, points: int | None, band: str) -> Image.Image:
    return sprites.letter(letter) if points is None else sprites.tile(letter, points, Mark.NONE, band)


def _card_sprite(sprites: CardSprites, number: int, face: Face | None) -> Image.Image:
    if face is None or not face[0]:
        return sprites.back(number)
    return sprites.face(face[0] + "YB"[number % 2], face[1] or 0, number, False)


_SEAT: Final = 80
_MARKER: Final = 46
_CHIP: Final = 50
_SMALL: Final = 26
"""The text size on chips and free seats."""
_INSET: Final = 18
MOST_PLACES: Final = 12
"""How many seats are shown at most; for larger games only taken ones and one free one."""
_MEASURED: Final = 15
"""The margins of every lobby are those of a board with this many columns."""
_PAGES: Final = 8
_PLATES: Final = 64


class LobbyWords(Struct, frozen=True):
    """The card's wording, in the reader's language."""

    title: str
    motif: str = ""
    """The name spelled in tiles: capitals, at most 15; a space leaves a cell free."""
    subtitle: str = ""
    """What people can do now, in one short line."""
    tiles: str = ""
    """How many tiles or cards the game has: ``100 taş``."""
    host: str = ""
    """Shown beside the host's name."""
    needed: str = ""
    """Shown on a free seat without which the game cannot begin."""
    free: str = ""
    """Shown on any other free seat."""
    options: tuple[str, ...] = ()
    labels: Labels = Labels()
    kept: str = ""
    """Shown beside the name of the guest for whom a seat is kept."""
    label: str = ""
    """The table's label, ``#3 Kiraz–Limon``; empty for the only table."""
    seats: tuple[str, ...] = ()
    """Each seat's name, instead of a name that cannot be drawn: ``2. oyuncu``."""


def count_places(view: LobbyView) -> int:
    """How many seats are shown."""
    if view.most <= MOST_PLACES:
        return view.most
    return min(MOST_PLACES, max(view.least, len(view.seats) + max(1, len(view.invited))))


class _Chip(NamedTuple):
    text: Image.Image
    left: int
    top: int


class LobbyCard:
    """Draws lobbies in one theme and at one width.

    ``lettering``: in the palette of boards or, for tables :func:`~render.lobby.is_card_table`, of cards. ``width``: of
    the picture, in pixels.
    """

    def __init__(self, lettering: Lettering, width: int, sprites: SpritesOf) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._names: Final = Names(lettering.fonts.has_glyph)
        self._markers: Final = Markers(lettering.palette)
        self._width: Final = width
        self._measures: Final = board_layout(width, _MEASURED, 3, 0)
        self._page: Final[Callable[[int, Strip], Canvas]] = lru_cache(maxsize=_PAGES)(
            lambda height, strip: draw_strip(strip, (width, height), self._palette, sprites)
        )
        self._plate: Final[Callable[[int, int, str, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._make_plate)
        self._free: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._make_free_place)

    def draw(self, view: LobbyView, words: LobbyWords) -> Canvas:
        """A new canvas with the card, as high as necessary."""
        strip = make_strip(view, self._names.line(words.motif), words.labels)
        layout = strip_layout(self._width, view.pattern)
        scaled = layout.scale
        head = layout.top + layout.cell * layout.rows
        seats = head + scaled(160)
        places = count_places(view)
        below = seats + (places + 1) // 2 * (scaled(_SEAT) + layout.gap) + scaled(6)
        chips, foot = self._lay_out_chips(words.options, below)
        canvas = self._page(foot + layout.top - scaled(10), strip).copy()
        self._draw_headline(canvas, head, words)
        others = len(view.seats) - places
        for number in range(places - (others > 0)):
            self._draw_seat(canvas, seats, number, view, words)
        if others > 0:
            self._draw_others(canvas, seats, places - 1, others + 1)
        for chip in chips:
            size = (packed_width(chip.text) + 2 * scaled(_INSET), scaled(_CHIP))
            canvas.paste(self._plate(*size, "card", "page"), chip.left, chip.top)
            inset = (scaled(_CHIP) - strip_height(scaled(_SMALL))) // 2
            canvas.paste(chip.text, chip.left + scaled(_INSET), chip.top + inset)
        return canvas

    def _lay_out_chips(self, options: tuple[str, ...], top: int) -> tuple[list[_Chip], int]:
        """The options in rows, and where the last row ends."""
        layout, scaled = self._measures, self._measures.scale
        style = Style("card", "ink", Weight.MEDIUM, scaled(_SMALL))
        chips: list[_Chip] = []
        left, right, gap = layout.left, layout.width - layout.left, even_floor(scaled(10))
        for option in options:
            text = self._lettering.line(self._names.line(option), style, right - layout.left - 2 * scaled(_INSET))
            wide = packed_width(text) + 2 * scaled(_INSET)
            if left > layout.left and left + wide > right:
                left, top = layout.left, top + scaled(_CHIP) + gap
            chips.append(_Chip(text, left, top))
            left += wide + gap
        return chips, top + (scaled(_CHIP) + gap if chips else 0)

    def _draw_headline(self, canvas: Canvas, top: int, words: LobbyWords) -> None:
        layout, scaled = self._measures, self._measures.scale
        left, right = layout.left + scaled(4), layout.width - layout.left - scaled(4)
        top += scaled(24)
        faint = Style("page", "muted", Weight.MEDIUM, scaled(28))
        tiles = self._lettering.line(self._names.line(words.tiles), faint, (right - left) // 3)
        canvas.paste(tiles, right - packed_width(tiles), top + scaled(18))
        large = Style("page", "ink", Weight.BOLD, scaled(46))
        room = right - left - packed_width(tiles) - scaled(20)
        canvas.paste(self._lettering.line(self._names.line(words.title), large, room), left, top)
        subtitle = self._lettering.line(self._names.line(words.subtitle), faint, right - left)
        canvas.paste(subtitle, left, top + scaled(68))
        if words.label:
            room = right - left - packed_width(subtitle) - scaled(20)
            label = self._lettering.line(
                self._names.line(words.label), Style("page", "ink", Weight.BOLD, scaled(28)), room
            )
            canvas.paste(label, right - packed_width(label), top + scaled(68))

    def _draw_seat(self, canvas: Canvas, top: int, number: int, view: LobbyView, words: LobbyWords) -> None:
        layout, scaled = self._measures, self._measures.scale
        wide, high = layout.card[0], scaled(_SEAT)
        left, top = self._seat_corner(top, number)
        marker, start = even_floor(scaled(_MARKER)), left + even_floor(scaled(76))
        place = (left + even_floor(scaled(16)), top + (high - marker) // 2)
        small = Style("page", "muted", Weight.MEDIUM, scaled(_SMALL))
        end = left + wide - scaled(20)
        if number >= len(view.seats):
            needed, guest = number < view.least, number - len(view.seats)
            canvas.paste(self._free(wide, high, seat_colour(number) if needed else ""), left, top)
            canvas.paste(self._markers.hollow(number, marker, seat_colour(number) if needed else "muted"), *place)
            style = Style("page", "ink", Weight.BOLD, scaled(_SMALL)) if needed else small
            line = self._names.line(words.needed if needed else words.free)
            if guest < len(view.invited):
                end = self._draw_tag(canvas, words.kept, small, (end, top), high)
                line = self._names.seat_name(view.invited[guest].name, number, words.seats)
            text = self._lettering.line(line, style, end - start)
            canvas.paste(text, start, top + (high - strip_height(small.size)) // 2)
            return
        seat = view.seats[number]
        canvas.paste(self._plate(wide, high, "card", "page"), left, top)
        canvas.paste(self._markers.sprite(number, marker, "card"), *place)
        if seat.user == view.host and words.host:
            end = self._draw_tag(canvas, words.host, replace(small, paper="card"), (end, top), high)
        bold = Style("card", "ink", Weight.BOLD, scaled(30))
        name = self._lettering.line(self._names.seat_name(seat.name, number, words.seats), bold, end - start)
        canvas.paste(name, start, top + (high - strip_height(bold.size)) // 2)

    def _seat_corner(self, top: int, number: int) -> tuple[int, int]:
        """The top left corner of a seat; there are two in a row."""
        layout, (row, column) = self._measures, divmod(number, 2)
        step = layout.scale(_SEAT) + layout.gap
        return layout.left + column * (layout.card[0] + layout.gap), top + row * step

    def _draw_others(self, canvas: Canvas, top: int, number: int, count: int) -> None:
        (left, top), (wide, high) = (
            self._seat_corner(top, number),
            (self._measures.card[0], self._measures.scale(_SEAT)),
        )
        canvas.paste(self._plate(wide, high, "card", "page"), left, top)
        bold = Style("card", "ink", Weight.BOLD, self._measures.scale(30))
        text = self._lettering.line(f"+{count}", bold, wide)
        start = even_floor(left + (wide - packed_width(text)) // 2)
        canvas.paste(text, start, top + (high - strip_height(bold.size)) // 2)

    def _draw_tag(self, canvas: Canvas, text: str, style: Style, corner: tuple[int, int], high: int) -> int:
        """Draw a word at the end of a seat, given its top right corner; return where the room before it ends."""
        end, top = corner
        tag = self._lettering.line(self._names.line(text), style, self._measures.card[0] // 3)
        end -= packed_width(tag)
        canvas.paste(tag, end, top + (high - strip_height(style.size)) // 2)
        return end - self._measures.scale(14)

    def _make_plate(self, width: int, high: int, fill: str, paper: str) -> Image.Image:
        return pack_pixels(make_plate(self._palette, (width, high), max(2, min(width, high) // 5), fill, paper))

    def _make_free_place(self, width: int, high: int, ink: str) -> Image.Image:
        """A free seat: a thin outline, or a dashed one in its colour if it must be taken."""
        rgb = self._palette.rgb
        art, box, thick = Art(width, high, rgb("page")), (0, 0, width, high), self._measures.scale(4)
        if ink:
            art.dashed_outline(box, high // 5, thick, rgb(ink), rgb("page"))
        else:
            art.outline(box, high // 5, thick / 2, rgb("muted"))
        return pack_pixels(art.to_index_image(self._palette))
