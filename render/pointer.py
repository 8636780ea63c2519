"""Pointing on a board while a move is composed: at a row, at a cell with its directions, or at numbered places.

Nothing on the board is hidden: the column letters move from above the board to a gap at the chosen row, and a cell
keeps its sign within a frame.
"""

from collections.abc import Callable, Collection
from enum import Enum, unique
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.crossword.premiums import Direction, geometry
from engine.crossword.view import GameView
from render.canvas import Canvas, Stamp
from render.fonts import Weight
from render.layout import Layout, even_floor, numbers_size, text_size
from render.palette import pack_pixels
from render.shapes import Art, disc_cover, make_plate, ring_cover
from render.text import Lettering, Style

_RULERS: Final = 4
"""Cached rulers, some 12 kB each at 900 pixels."""
_STAMPS: Final = 16
_LABELS: Final = 64
_RULER: Final = 26
_NUMBER: Final = 0.84
"""The size of the disc that has a place's number, as a share of a cell."""
_LINE: Final = 4
_ROWS_AROUND: Final = 9


class Pointer(Struct, frozen=True):
    """What is pointed at on a board; nothing by default."""

    row: int = 0
    """The chosen row, from 1, while its column is not chosen; 0 for none."""
    cell: str = ""
    """The chosen cell, or that of the next tile; empty for none."""
    directions: tuple[Direction, ...] = ()
    """How a word may continue from the cell: an arrow for each."""
    places: tuple[str, ...] = ()
    """Cells with the numbers 1, 2, 3 and so on, each once; empty where a number is not shown."""


NO_POINTER: Final = Pointer()


@unique
class Extent(Enum):
    """How much of a viewer's own board is drawn."""

    WHOLE = "whole"
    BOARD = "board"
    SURROUNDINGS = "surroundings"
    """The rack, and the rows around what is pointed at or, if nothing is, around all tiles."""


class Pointers:
    """Points at rows, cells and places, in one theme and at one width."""

    def __init__(self, lettering: Lettering, width: int) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._width: Final = width
        self._ruler: Final[Callable[[Layout], Image.Image]] = lru_cache(maxsize=_RULERS)(self._make_ruler)
        self._frame: Final[Callable[[int, int], Stamp]] = lru_cache(maxsize=_STAMPS)(self._make_frame)
        self._arrow: Final[Callable[[int, Direction], Stamp]] = lru_cache(maxsize=_STAMPS)(self._make_arrow)
        self._number: Final[Callable[[int, int], Stamp]] = lru_cache(maxsize=_STAMPS)(self._make_number)
        self._label: Final[Callable[[str, int, int, int], Image.Image]] = lru_cache(maxsize=_LABELS)(self._make_label)

    def draw(self, canvas: Canvas, layout: Layout, pointer: Pointer) -> None:
        """Point at a row, a cell or places of a board with an empty panel; ValueError if they do not exist."""
        for number, cell in enumerate(pointer.places, 1):
            if cell:
                self._draw_number(canvas, layout, index_of_cell(layout, cell), number)
        if pointer.cell:
            self._draw_cell(canvas, layout, index_of_cell(layout, pointer.cell), pointer.directions)
        elif pointer.row:
            if not 1 <= pointer.row <= layout.rows:
                raise ValueError(f"there are rows 1 to {layout.rows} to point at, not {pointer.row}")
            self._draw_row(canvas, layout, pointer.row - 1)

    def _draw_number(self, canvas: Canvas, layout: Layout, index: int, number: int) -> None:
        row, column = divmod(index, layout.columns)
        (left, top), stamp = layout.cell_place(column, row), self._number(number, layout.cell)
        margin = (layout.cell - stamp.size[1]) // 2
        canvas.stamp(stamp, even_floor(left + margin), top + margin)

    def _draw_row(self, canvas: Canvas, layout: Layout, row: int) -> None:
        high, line, wide = layout.scale(_RULER), layout.scale(_LINE), layout.cell * layout.columns
        left, top = layout.cell_place(0, row)
        canvas.paste_rows(canvas.rows(layout.top - layout.rim, top), layout.top - layout.rim - high)
        canvas.paste(self._ruler(layout), 0, top - high)
        side = even_floor(line)
        thin, bottom = even_floor(line // 2) or 2, top + layout.cell - line // 2
        for ink, places in (("light", (left, left + wide - thin)), ("accent", (left - side, left + wide))):
            for place in places:
                canvas.paste(self._flat(ink, side if ink == "accent" else thin, layout.cell), place, top)
        canvas.paste(self._flat("light", wide, max(1, line // 2)), left, bottom - max(1, line // 2))
        canvas.paste(self._flat("accent", wide + 2 * side, line), left - side, bottom)
        self._draw_row_numbers(canvas, layout, row)

    def _draw_cell(self, canvas: Canvas, layout: Layout, index: int, ways: tuple[Direction, ...]) -> None:
        row, column = divmod(index, layout.columns)
        (left, top), cell = layout.cell_place(column, row), layout.cell
        rim = even_floor(layout.scale(2)) or 2
        canvas.stamp(self._frame(cell, rim), left - rim, top - rim)
        for way in ways:
            stamp = self._arrow(cell, way)
            wide, high = 2 * stamp.size[0], stamp.size[1]
            beside, middle = cell - round(wide * 0.4), (cell - high) // 2
            place = (beside, middle) if way is Direction.ACROSS else (middle, beside)
            canvas.stamp(stamp, even_floor(left + place[0]), top + place[1])
        self._draw_row_numbers(canvas, layout, row)
        letter, margin = chr(ord("A") + column), layout.top - layout.rim
        label = self._label(letter, even_floor(round(cell * 0.62)), margin - 2, text_size(self._width))
        across = even_floor(left + (cell - 2 * label.width) // 2)
        for edge in (1, layout.top + cell * layout.rows + layout.rim + 1):
            canvas.paste(label, across, edge)

    def _draw_row_numbers(self, canvas: Canvas, layout: Layout, row: int) -> None:
        _, top = layout.cell_place(0, row)
        room, cell = layout.left - layout.rim, layout.cell
        wide = min(even_floor(room), even_floor(round(cell * 0.6)))
        label = self._label(str(row + 1), wide, round(cell * 0.62), numbers_size(self._width))
        for left in ((room - wide) // 2, self._width - room + (room - wide) // 2):
            canvas.paste(label, even_floor(left), top + (cell - label.height) // 2)

    def _flat(self, ink: str, width: int, height: int) -> Image.Image:
        return Image.new("L", (width // 2, height), self._palette.index(ink) * 0x11)

    def _make_ruler(self, layout: Layout) -> Image.Image:
        """All column letters on a bar as wide as the board, in a strip as wide as the picture."""
        high, side, wide = layout.scale(_RULER), even_floor(layout.scale(_LINE)), layout.cell * layout.columns
        art = Image.new("L", (layout.width, high), self._palette.index("page"))
        bar = make_plate(self._palette, (wide + 2 * side, 2 * high), high // 3, "accent", "page")
        art.paste(bar.crop((0, 0, bar.width, high)), (layout.left - side, 0))
        style = Style("accent", "light", Weight.BOLD, text_size(self._width))
        for column in range(layout.columns):
            text = chr(ord("A") + column)
            mask, rise = self._lettering.fonts.mask(text, style.weight, style.size)
            middle = layout.cell_place(column, 0)[0] + layout.cell // 2
            self._lettering.draw_text(art, text, style, (middle - mask.width // 2, (high + rise + 1) // 2))
        return pack_pixels(art)

    def _make_label(self, text: str, width: int, height: int, size: int) -> Image.Image:
        art = make_plate(self._palette, (width, height), min(width, height) // 4, "accent", "page")
        style = Style("accent", "light", Weight.BOLD, size)
        mask, rise = self._lettering.fonts.mask(text, style.weight, style.size)
        self._lettering.draw_text(art, text, style, ((width - mask.width) // 2, (height + rise) // 2))
        return pack_pixels(art)

    def _make_frame(self, cell: int, rim: int) -> Stamp:
        """A strong line around a cell with a light one inside, visible on any colour."""
        size, rgb = cell + 2 * rim, self._palette.rgb
        strong, faint, radius = max(2.0, cell * 0.09), max(1.0, cell * 0.05), cell * 0.14
        art = Art(size, size, rgb("light"))
        art.outline((0, 0, size, size), radius, strong, rgb("accent"))
        return Stamp(art.to_index_image(self._palette), ring_cover((size, size), radius, strong + faint))

    def _make_number(self, number: int, cell: int) -> Stamp:
        size, rgb = even_floor(round(cell * _NUMBER)), self._palette.rgb
        middle = size / 2
        art = Art(size, size, rgb("gold"))
        art.disc((middle, middle), middle - max(1.0, cell * 0.06), rgb("tile_ink"))
        drawn = art.to_index_image(self._palette)
        style = Style("tile_ink", "new", Weight.BOLD, max(text_size(self._width), round(size * 0.72)))
        mask, rise = self._lettering.fonts.mask(str(number), style.weight, style.size)
        self._lettering.draw_text(drawn, str(number), style, ((size - mask.width) // 2, (size + rise) // 2))
        return Stamp(drawn, disc_cover(size))

    def _make_arrow(self, cell: int, way: Direction) -> Stamp:
        size, rgb = even_floor(round(cell * 0.6)), self._palette.rgb
        middle, reach = size / 2, size / 2
        art = Art(size, size, rgb("light"))
        art.disc((middle, middle), reach - max(1.0, cell * 0.035), rgb("accent"))
        corners = ((-0.3, -0.46), (0.52, 0.0), (-0.3, 0.46))
        turned = corners if way is Direction.ACROSS else tuple((y, x) for x, y in corners)
        art.polygon([(middle + x * reach, middle + y * reach) for x, y in turned], rgb("light"))
        return Stamp(art.to_index_image(self._palette), disc_cover(size))


def index_of_cell(layout: Layout, cell: str) -> int:
    """The index of a cell by its name; raises ValueError if the board has no such cell."""
    index = geometry(layout.columns, layout.rows).indices.get(cell)
    if index is None:
        raise ValueError(f"there is no cell {cell!r} to point at")
    return index


def cut_out_rows(canvas: Canvas, layout: Layout, view: GameView, ghosts: Collection[str], pointer: Pointer) -> Canvas:
    """A board's picture with :data:`_ROWS_AROUND` of its rows: around the move, else around all tiles."""
    named = [pointer.cell] if pointer.cell else [*ghosts]
    near = [index_of_cell(layout, cell) for cell in named]
    near = near or [index for index, face in enumerate(view.cells) if face] or [layout.columns * layout.rows // 2]
    rows = min(_ROWS_AROUND, layout.rows)
    middle = (min(near) // layout.columns + max(near) // layout.columns + 1) // 2
    first = min(max(0, middle - rows // 2), layout.rows - rows)
    top, bottom = (layout.cell_place(0, row)[1] for row in (first, first + rows))
    end = layout.cell_place(0, layout.rows)[1]
    head, foot = canvas.rows(0, layout.top), canvas.rows(end, canvas.height)
    return Canvas.stack([head, canvas.rows(top, bottom), foot])
