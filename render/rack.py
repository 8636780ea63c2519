"""A viewer's own tiles on a tray below the board, each above the number of its position."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.crossword.view import GameView
from render.canvas import Canvas, Stamp
from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT, Layout, even_floor, foot_height, scale, text_size
from render.palette import pack_pixels
from render.shapes import Art, disc_cover, make_plate
from render.sprites import Mark, Sprites
from render.text import Lettering, Style
from render.tile_print import PRINTED_AS

LEAST_PLACES: Final = 7
_NUMBERS: Final = 64
_PLACES: Final = 64
_TRAYS: Final = 8
"""Cached trays, some 65 kB each at 900 pixels."""
_TICKS: Final = 8
_TILE: Final = 112
"""The largest tile in a picture 900 pixels wide."""
_LIFT: Final = 0.12
"""How far a ticked tile is raised, as a share of its size."""
_LIP: Final = 28
"""The part of a tray in front of the tiles, with their numbers."""
_SIDE: Final = 12
_TICK: Final = ((-0.55, 0.02), (-0.36, -0.18), (-0.12, 0.1), (0.4, -0.44), (0.6, -0.25), (-0.12, 0.5))
"""The corners of a tick around 0, in a disc of radius 1."""


class RackArrangement(Struct, frozen=True):
    """A viewer's arrangement of their rack. Tiles are named by their position in the view's rack, from 0."""

    order: tuple[int, ...] = ()
    """The positions from left to right, as held if empty. The number below a tile is always that of its position."""
    used: tuple[int, ...] = ()
    """Tiles that are on the board for now: their places are hollow, with the letter."""
    ticked: tuple[int, ...] = ()
    """Tiles chosen for an exchange: raised, with a tick."""


UNTOUCHED_RACK: Final = RackArrangement()
"""The rack as held, with nothing used or ticked."""


class Tray(Struct, frozen=True):
    """The place of a tray and its tiles, in pixels."""

    left: int
    top: int
    width: int
    start: int
    """The left of the first tile."""
    tile: int
    """The size of a tile, an even number."""
    lift: int
    """The distance from the tray's top to the tiles."""
    lip: int

    @property
    def height(self) -> int:
        """The tray's height, its lip included."""
        return self.lift + self.tile + self.lip

    def place(self, number: int) -> tuple[int, int]:
        """The top left corner of a tile; ``number`` counts from 0."""
        return self.start + number * self.tile, self.top + self.lift


def tray_layout(width: int, across: tuple[int, int], top: int, tiles: int, room: int) -> Tray:
    """The tray of a rack of ``tiles`` tiles, perhaps 0, at most ``room`` high."""
    left, right = across
    lip, places = scale(width, _LIP), max(LEAST_PLACES, tiles)
    high = int((room - lip) / (1 + _LIFT))
    size = even_floor(min((right - left - 2 * scale(width, _SIDE)) // places, high, scale(width, _TILE)))
    start = even_floor((left + right - places * size) // 2)
    return Tray(left, top, even_floor(right - left), start, size, round(size * _LIFT), lip)


def tiles_as_shown(view: GameView, arrangement: RackArrangement) -> Sequence[int]:
    """The positions of the viewer's tiles from left to right; ValueError for the group, or another rack's order."""
    if view.viewer is None:
        raise ValueError("the group has no rack: a rack is drawn from its owner's view only")
    places = range(len(view.rack))
    if arrangement.order and sorted(arrangement.order) != [*places]:
        raise ValueError(f"a rack of {len(places)} tiles cannot be shown in the order of another")
    if not {*arrangement.used, *arrangement.ticked} <= {*places}:
        raise ValueError(f"a rack of {len(places)} tiles has positions 0 to {len(places) - 1} only")
    return arrangement.order or places


class Rack:
    """Draws racks in one theme and at one width."""

    def __init__(self, lettering: Lettering, width: int) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._width: Final = width
        self._number: Final[Callable[[int, int, int], Image.Image]] = lru_cache(maxsize=_NUMBERS)(self._draw_position)
        self._place: Final[Callable[[str, int], Image.Image]] = lru_cache(maxsize=_PLACES)(self._draw_empty_place)
        self._tray: Final[Callable[[Tray], Image.Image]] = lru_cache(maxsize=_TRAYS)(self._draw_empty_tray)
        self._tick: Final[Callable[[int], Stamp]] = lru_cache(maxsize=_TICKS)(self._make_tick)

    def draw(self, canvas: Canvas, place: Tray, view: GameView, sprites: Sprites, arrangement: RackArrangement) -> None:
        """Draw the viewer's rack on a tray; ``sprites`` have the size of its tiles."""
        canvas.paste(self._tray(place), place.left, place.top)
        size = place.tile
        for number, position in enumerate(tiles_as_shown(view, arrangement)):
            face, (left, top) = view.rack[position], place.place(number)
            points, colour = view.values[face], view.colours.get(face, "")
            canvas.paste(self._number(position + 1, size, place.lip), left, top + size)
            if position in arrangement.used:
                canvas.paste(self._place(face, size), left, top)
            elif position in arrangement.ticked:
                canvas.paste(sprites.tile(face, points, Mark.NEW, colour), left, top - place.lift)
                stamp = self._tick(size)
                canvas.stamp(stamp, left + size - 2 * stamp.size[0] - even_floor(round(size * 0.02)), top - place.lift)
            else:
                canvas.paste(sprites.tile(face, points, Mark.NONE, colour), left, top)

    def draw_public(
        self, canvas: Canvas, place: Tray, tiles: Sequence[str], values: Mapping[str, int], sprites: Sprites
    ) -> None:
        """Draw public tiles on a tray, centred and without numbers."""
        canvas.paste(self._tray(place), place.left, place.top)
        start = even_floor(place.left + (place.width - len(tiles) * place.tile) // 2)
        for number, face in enumerate(tiles):
            tile = sprites.tile(face, values[face], Mark.NONE)
            canvas.paste(tile, start + number * place.tile, place.top + place.lift)

    @property
    def _tray_colour(self) -> str:
        """The colour of trays: that of the board's rim, unless it would be invisible on the page."""
        return "card" if self._palette.rgb("grid") == self._palette.rgb("page") else "grid"

    def _draw_empty_tray(self, place: Tray) -> Image.Image:
        """A tray without tiles; their places look like the gaps between a board's cells."""
        size, wood = place.tile, self._tray_colour
        art = make_plate(self._palette, (place.width, place.height), round(size * 0.14), wood, "page")
        if wood != "grid":
            edge, depth = even_floor(scale(self._width, 6)), place.lift + size
            groove = make_plate(self._palette, (place.width - 2 * edge, depth + edge), round(size * 0.12), "grid", wood)
            art.paste(groove.crop((0, 0, groove.width, depth - edge // 2)), (edge, edge // 2))
        return pack_pixels(art)

    def _draw_empty_place(self, face: str, size: int) -> Image.Image:
        palette, inset = self._palette, size * 0.05
        art = Art(size, size, palette.rgb("grid"))
        art.rounded_box((inset, inset, size - inset, size - inset), size * 0.1, palette.rgb("page"))
        drawn = art.to_index_image(palette)
        style = Style("page", "muted", Weight.MEDIUM, round(size * 0.56))
        text = PRINTED_AS.get(face, face)
        mask, _ = self._lettering.fonts.mask(text, style.weight, style.size)
        base = round((size + style.size * CAPITAL_HEIGHT) / 2)
        self._lettering.draw_text(drawn, text, style, ((size - mask.width) // 2, base))
        return pack_pixels(drawn)

    def _draw_position(self, number: int, size: int, high: int) -> Image.Image:
        art = Image.new("L", (size, high), self._palette.index(self._tray_colour))
        most = max(text_size(self._width), round(high * 0.86))
        style = Style(self._tray_colour, "ink", Weight.BOLD, most)
        mask, rise = self._lettering.fonts.mask(str(number), style.weight, style.size)
        self._lettering.draw_text(art, str(number), style, ((size - mask.width) // 2, (high + rise) // 2))
        return pack_pixels(art)

    def _make_tick(self, tile: int) -> Stamp:
        size, rgb = even_floor(round(tile * 0.34)), self._palette.rgb
        middle, reach = size / 2, size / 2
        art = Art(size, size, rgb("new"))
        art.disc((middle, middle), reach - 1, rgb("band_green"))
        art.polygon([(middle + x * reach, middle + y * reach) for x, y in _TICK], rgb("face"))
        return Stamp(art.to_index_image(self._palette), disc_cover(size))


_TALLEST: Final = 1280
"""The tallest picture of 900 pixels width; a phone cuts off more."""
_TALLEST_ALONE: Final = 1004
"""The tallest without a panel: a phone shows it whole above two lines and three rows of buttons."""
_LEAST_TRAY: Final = 90
_GAP_ALONE: Final = 4
_GAP: Final = 12
_TWO_ROWS: Final = 3
"""From this many players on, their cards take two rows."""


class OwnBoardLayout(NamedTuple):
    """The measures of a picture of a board with its viewer's rack."""

    layout: Layout
    """The board's layout, with panel and foot moved down."""
    tray: Tray


@lru_cache(maxsize=32)
def own_board_layout(layout: Layout, seats: int, tiles: int, *, panel: bool = True) -> OwnBoardLayout:
    """The layout of a board with a rack of this many tiles, and below it a panel or nothing.

    With two rows of players' cards below a large board, the foot gives one of its lines to the rack.
    """
    width = layout.width
    gap, cards = layout.scale(_GAP), layout.foot - layout.panel
    across = (layout.left, layout.left + layout.cell * layout.columns)
    if not panel:
        end = layout.scale(_GAP_ALONE)
        room = max(layout.scale(_LEAST_TRAY), layout.scale(_TALLEST_ALONE) - layout.panel - end)
        place = tray_layout(width, across, layout.panel, tiles, room)
        end += place.top + place.height
        return OwnBoardLayout(replace(layout, panel=end, foot=end, height=end), place)
    brief = seats >= _TWO_ROWS and layout.panel > layout.width
    below = cards + foot_height(width, brief=brief)
    room = layout.scale(_TALLEST) - layout.panel - gap - below
    place = tray_layout(width, across, layout.panel, tiles, room)
    end = place.top + place.height + gap
    moved = replace(layout, panel=end, foot=end + cards, height=end + below, brief=brief)
    return OwnBoardLayout(moved, place)
