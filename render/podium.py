"""The end of a game with many players: the first three on a podium, and a table below."""

from typing import Final

from msgspec import Struct

from render.canvas import Canvas
from render.layout import even_floor
from render.small_tiles import SmallTiles
from render.sprites import Kit
from render.text import format_points
from render.typesetter import FOOT, MEDALS, Typesetter

_MARGIN: Final = 30
_HEAD: Final = 124
_BLOCKS: Final = {1: 168, 2: 128, 3: 96}
"""The height of each place's block."""
_ABOVE: Final = 104
"""The room above a block, for the name and the points."""
_DIGIT: Final = 46
_NAME_SIZES: Final = (36, 32, 28)
_HEADLINE_SIZES: Final = (46, 40, 34)
_GAP: Final = 14
_HEADS: Final = 44
_ROW: Final = 50
_STEP: Final = 55
_HEAD_SIZES: Final = (23, 21)
_COLUMN: Final = 120
_SCORE: Final = 112


class PodiumRow(Struct, frozen=True):
    """A player's result."""

    place: int
    """The place, from 1, shared in a tie; 0 if there is none."""
    name: str
    score: int
    cells: tuple[str, ...] = ()
    """The values of the columns of :attr:`Podium.heads`."""
    note: str = ""
    """Shown after the name if it fits: ``rounds 5–10``."""


class Podium(Struct, frozen=True):
    """The end of a game."""

    headline: str
    subtitle: str
    title: str
    score_head: str = ""
    """The header of the points."""
    heads: tuple[str, ...] = ()
    """The headers of further columns: ``% of top``, ``Tops``."""
    rows: tuple[PodiumRow, ...] = ()
    """The first twelve players, in order."""
    more: str = ""
    """Words below the rows: how many other players there are."""
    label: str = ""
    """The table's label; empty for the only table."""
    nameless: str = "?"
    """Replaces a name that cannot be drawn."""


class PodiumPainter:
    """Draws the ends of games in one theme and at one width."""

    def __init__(self, kit: Kit) -> None:
        self._kit: Final = kit
        self._set: Final = Typesetter(kit)
        self._tiles: Final = SmallTiles(kit.lettering)

    def draw(self, view: Podium) -> bytes:
        """The picture as PNG, as high as necessary."""
        first = [row for row in view.rows[:MEDALS] if row.place]
        podium = self._set.scale(_ABOVE + _BLOCKS[1] + _GAP) if first else 0
        heads = self._set.scale(_HEAD) + podium
        rows = heads + (self._set.scale(_HEADS) if view.rows else 0)
        foot = rows + len(view.rows) * self._set.scale(_STEP)
        canvas = self._kit.blank_page(foot + self._set.scale(FOOT))
        left = self._set.even(_MARGIN)
        across = (left, even_floor(self._kit.width - left))
        self._draw_head(canvas, across, view)
        self._draw_blocks(canvas, across, self._set.scale(_HEAD + _ABOVE + _BLOCKS[1]), first, view)
        if view.rows:
            self._draw_heads(canvas, across, heads + self._set.scale(_HEADS) // 2, view)
        for number, row in enumerate(view.rows):
            self._draw_row(canvas, across, rows + number * self._set.scale(_STEP), row, view)
        self._set.draw_foot(canvas, across, foot, (view.label, view.title, view.more))
        return self._kit.to_png(canvas)

    def _draw_head(self, canvas: Canvas, across: tuple[int, int], view: Podium) -> None:
        (left, right), room = across, across[1] - across[0]
        style = self._set.fit(view.headline, self._set.style("ink", 46), _HEADLINE_SIZES, room)
        self._set.draw(canvas, view.headline, style, (left, self._set.scale(44)), right - left)
        self._set.draw(canvas, view.subtitle, self._set.style("muted", 28), (left, self._set.scale(94)), room)

    def _draw_blocks(
        self, canvas: Canvas, across: tuple[int, int], bottom: int, rows: list[PodiumRow], view: Podium
    ) -> None:
        gap = self._set.even(_GAP)
        wide = even_floor((across[1] - across[0] - (MEDALS - 1) * gap) // MEDALS)
        order = [rows[number] for number in (1, 0, 2) if number < len(rows)]
        start = even_floor((across[0] + across[1] - len(order) * wide - (len(order) - 1) * gap) // 2)
        for number, row in enumerate(order):
            self._draw_block(canvas, row, (start + number * (wide + gap), bottom), wide, view)

    def _draw_block(self, canvas: Canvas, row: PodiumRow, corner: tuple[int, int], wide: int, view: Podium) -> None:
        (left, bottom), high = corner, self._set.scale(_BLOCKS[row.place])
        paper, ink, muted = ("accent", "light", "light") if row.place == 1 else ("card", "ink", "muted")
        top, middle = bottom - high, even_floor(left + wide // 2)
        canvas.paste(self._set.plate(wide, high, paper), left, top)
        number = self._set.style(ink, 52, paper)
        self._set.draw_centred(canvas, str(row.place), number, (middle, top + self._set.scale(37)), wide)
        if row.cells:
            faint = self._set.style(muted, 26, paper)
            self._set.draw_centred(canvas, row.cells[0], faint, (middle, bottom - self._set.scale(20)), wide)
        size, digits = self._set.even(_DIGIT), format_points(row.score)
        start = even_floor(middle - size * len(digits) // 2)
        for at, digit in enumerate(digits):
            canvas.paste(self._tiles.sprite(digit, size, "page"), start + at * size, top - size - self._set.scale(12))
        name = self._set.names.seat_name(row.name, 0, (view.nameless,))
        style = self._set.fit(name, self._set.style("ink", 36), _NAME_SIZES, wide)
        self._set.draw_centred(canvas, name, style, (middle, top - self._set.scale(_ABOVE - 22)), wide)

    def _column(self, across: tuple[int, int], view: Podium, number: int) -> int:
        return across[1] - self._set.even(16) - (len(view.heads) - 1 - number) * self._set.even(_COLUMN)

    def _score_end(self, across: tuple[int, int], view: Podium) -> int:
        return self._column(across, view, 0) - self._set.even(_COLUMN)

    def _draw_heads(self, canvas: Canvas, across: tuple[int, int], middle: int, view: Podium) -> None:
        faint = self._set.style("muted", 23)
        room = self._set.even(_COLUMN) - self._set.even(8)
        ends = [self._column(across, view, number) for number in range(len(view.heads))]
        heads = [(view.score_head, self._score_end(across, view)), *zip(view.heads, ends, strict=True)]
        for head, end in heads:
            style = self._set.fit(head, faint, _HEAD_SIZES, room - self._set.scale(4))
            self._set.draw_before(canvas, head, style, (end, middle), room)

    def _draw_row(self, canvas: Canvas, across: tuple[int, int], top: int, row: PodiumRow, view: Podium) -> None:
        (left, right), high = across, self._set.scale(_ROW)
        paper, ink, muted = ("accent", "light", "light") if row.place == 1 else ("card", "ink", "muted")
        canvas.paste(self._set.plate(right - left, high, paper), left, top)
        middle = top + high // 2
        self._set.draw_place(canvas, row.place, paper, (left + self._set.even(34), middle))
        figure = self._set.style(ink, 28, paper)
        for number, cell in enumerate(row.cells):
            room = self._set.even(_COLUMN)
            self._set.draw_before(canvas, cell, figure, (self._column(across, view, number), middle), room)
        end, strong = self._score_end(across, view), self._set.style(ink, 32, paper)
        room = self._set.even(_SCORE)
        end = min(
            end - self._set.even(78),
            self._set.draw_before(canvas, format_points(row.score), strong, (end, middle), room),
        )
        end -= self._set.even(12)
        start, bold = left + self._set.even(66), self._set.style(ink, 30, paper)
        name = self._set.names.seat_name(row.name, 0, (view.nameless,))
        start = self._set.draw(canvas, name, bold, (start, middle), end - start) + self._set.even(14)
        faint = self._set.style(muted, 24, paper)
        if row.note and self._set.length(row.note, faint) <= end - start:
            self._set.draw(canvas, row.note, faint, (start, middle), end - start)
