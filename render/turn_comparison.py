"""A turn compared with a better one: both on the board, below it the rack and what each scores and keeps.

The turn that was taken has flat tiles in broken frames, the better one bright raised tiles, so no colours need to be
distinguished. A cell that both cover shows both marks, and both letters if they differ.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.crossword.premiums import geometry
from engine.crossword.view import GameView, LastTurn
from render.board import Board, ground_of
from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import CAPITAL_HEIGHT, Layout, board_layout, even_floor
from render.palette import pack_pixels
from render.shapes import Art
from render.signs import Labels
from render.small_tiles import SmallTiles
from render.sprites import Kit, Mark
from render.text import Lettering, Style
from render.tile_print import PRINTED_AS
from render.typesetter import Typesetter

_TILES: Final = 64
_SAMPLES: Final = 8
_HALF_LETTER: Final = 0.47
"""The size of each of two letters on a tile, as a share of its width."""
_LETTER: Final = 0.66
_DASHES: Final = 4


class ComparisonTiles:
    """Tiles in one palette: flat in a broken frame if played, bright with a firm edge if better."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.shared: Final[Callable[[str, str, int], Image.Image]] = lru_cache(maxsize=_TILES)(
            lambda played, better, size: pack_pixels(self._draw_shared(played, better, size))
        )
        """A cell that both plays cover: by the tile played, the better one, and the cell's width. One letter within
        both marks or, of two, the one played at the upper left."""
        self.sample: Final[Callable[[bool, int, str], Image.Image]] = lru_cache(maxsize=_SAMPLES)(
            lambda better, size, paper: pack_pixels(self._draw_sample(better, size, paper))
        )
        """An empty tile in the style of the better play, or of the one played, by width and paper."""

    def _draw_sample(self, better: bool, size: int, paper: str) -> Image.Image:  # noqa: FBT001 - part of a key
        art, rgb = Art(size, size, self._palette.rgb(paper)), self._palette.rgb
        if better:
            self._draw_bright(art, size)
        else:
            art.rounded_box((1, 1, size - 1, size - 1), size * 0.1, rgb("ghost"))
            art.dashed_outline(
                (1, 1, size - 1, size - 1), size * 0.1, max(2, size * 0.08), rgb("tile_ink"), rgb("ghost")
            )
        return art.to_index_image(self._palette)

    def _draw_bright(self, art: Art, size: int) -> None:
        rgb, gap, rim = self._palette.rgb, max(1, round(size * 0.02)), max(1, round(size * 0.03))
        art.rounded_box((gap, gap, size - gap, size - gap), size * 0.12, rgb("gold"))
        low = size - gap - max(2, round(size * 0.07))
        art.rounded_box((gap + rim, gap + rim, size - gap - rim, low), size * 0.1, rgb("new"))

    def _draw_shared(self, played: str, better: str, size: int) -> Image.Image:
        art, rgb = Art(size, size, self._palette.rgb("grid")), self._palette.rgb
        self._draw_bright(art, size)
        start, end, radius = size * 0.05, size * 0.95, size * 0.1
        if played == better:
            art.dashed_outline((start, start, end, end), radius, max(2, size * 0.055), rgb("tile_ink"), rgb("new"))
            drawn = art.to_index_image(self._palette)
            self._print(drawn, better, "new", round(size * _LETTER), (size // 2, size // 2))
            return drawn
        art.polygon(((start, start + radius), (start + radius, start), (end, start), (start, end)), rgb("ghost"))
        self._draw_dashes(art, start, end - radius, size)
        drawn, letter = art.to_index_image(self._palette), round(size * _HALF_LETTER)
        self._print(drawn, played, "ghost", letter, (round(size * 0.31), round(size * 0.31)))
        self._print(drawn, better, "new", letter, (round(size * 0.69), round(size * 0.67)))
        return drawn

    def _draw_dashes(self, art: Art, start: float, end: float, size: int) -> None:
        thick, ink = max(2, size * 0.055), self._palette.rgb("tile_ink")
        step = (end - start) / _DASHES
        for number in range(_DASHES):
            near = start + step * number + size * 0.04
            art.rounded_box((near, start, near + step * 0.68, start + thick), 0, ink)
            art.rounded_box((start, near, start + thick, near + step * 0.68), 0, ink)

    def _print(self, art: Image.Image, tile: str, paper: str, size: int, middle: tuple[int, int]) -> None:
        letter = tile.removeprefix("?")
        style = Style(paper, "blank" if tile.startswith("?") else "tile_ink", Weight.BOLD, size)
        text = PRINTED_AS.get(letter, letter)
        mask, _ = self._lettering.fonts.mask(text, style.weight, style.size)
        place = (middle[0] - mask.width // 2, round(middle[1] + size * CAPITAL_HEIGHT / 2))
        self._lettering.draw_text(art, text, style, place)


class ComparedTurn(Struct, frozen=True):
    """One of the two turns of a comparison."""

    label: str
    """The turn's title: ``Oynanan``."""
    text: str
    """The turn: ``H8 → KALEM``."""
    points: str
    kept: tuple[str, ...]
    worth: str = ""
    """The value of the kept tiles: ``worth +8``; empty if unknown."""
    tiles: Mapping[str, str] = {}
    """The turn's tiles by cell name; none for an exchange or a pass."""


class ComparisonWords(Struct, frozen=True):
    """The wording of comparisons."""

    rack: str
    kept: str
    nothing: str
    """Shown instead of an empty list of tiles."""
    labels: Labels = Labels()


class TurnComparison(Struct, frozen=True):
    """A turn compared with the best one."""

    view: GameView
    """The board and rack as the player saw them before the turn."""
    words: ComparisonWords
    played: ComparedTurn
    best: ComparedTurn | None
    """``None`` if the turn taken was the best."""
    heading: str = ""
    """The number and player of the turn: ``12. tur · Kiraz``."""
    verdict: str = ""
    """The turn's loss, in words."""
    loss: str = ""
    """The turn's loss, as a number."""
    note: str = ""
    """A note below the turns, on as many lines as it needs."""


class AnalysisOverview(Struct, frozen=True):
    """Several compared turns, one below the other."""

    title: str
    lines: tuple[str, ...]
    """Remarks on the whole game, below the title."""
    turns: tuple[TurnComparison, ...]


_HEAD: Final = 104
_FEWEST_ROWS: Final = 7
"""The least number of rows shown."""
_AROUND: Final = 2
"""How many rows are shown above and below plays."""
_GAP: Final = 12
_MARGIN: Final = 30
_PLATE: Final = 226
_KEPT: Final = 42
"""The width of a kept tile."""
_NOTE: Final = 30
_LINE: Final = 1.4
_TITLE: Final = 84
_APART: Final = 26


class TurnComparisonPainter:
    """Draws turns beside better ones in one theme and at one width."""

    def __init__(self, kit: Kit, board: Board) -> None:
        self._kit: Final = kit
        self._board: Final = board
        self._set: Final = Typesetter(kit)
        self._small: Final = SmallTiles(kit.lettering)
        self._tiles: Final = ComparisonTiles(kit.lettering)

    def draw(self, view: TurnComparison) -> bytes:
        """The picture as PNG, as high as necessary."""
        return self._kit.to_png(self._compose(view))

    def draw_overview(self, overview: AnalysisOverview) -> bytes:
        """The turns one below the other, as PNG."""
        left, right = self._across
        lines = [part for line in overview.lines for part in self._wrap(line, right - left)]
        head = self._kit.blank_page(self._set.scale(_TITLE) + len(lines) * self._line_height)
        title = self._set.line(overview.title, self._set.style("ink", 44), right - left)
        head.paste(title, left, self._set.scale(20))
        self._draw_lines(head, lines, self._set.scale(_TITLE))
        parts = [head]
        for turn in overview.turns:
            parts += [self._divider(), self._compose(turn)]
        return self._kit.to_png(Canvas.stack(parts))

    def _compose(self, view: TurnComparison) -> Canvas:
        return Canvas.stack([self._head(view), self._board_part(view), self._below(view)])

    def _head(self, view: TurnComparison) -> Canvas:
        canvas = self._kit.blank_page(self._set.scale(_HEAD))
        left, right = self._across
        canvas.paste(self._set.line(view.heading, self._set.style("ink", 38), right - left), left, self._set.scale(12))
        loss = self._set.line(view.loss, self._set.style("ink", 30), right - left)
        canvas.paste(loss, right - packed_width(loss), self._set.scale(60))
        room = right - left - packed_width(loss) - self._set.scale(20)
        canvas.paste(self._set.line(view.verdict, self._set.style("muted", 30), room), left, self._set.scale(60))
        return canvas

    def _board_part(self, view: TurnComparison) -> Canvas:
        board, played = view.view, view.played.tiles
        best: Mapping[str, str] = {} if view.best is None else view.best.tiles
        layout = board_layout(self._kit.width, board.columns, board.rows, len(board.seats))
        names = geometry(board.columns, board.rows).names
        cells = tuple(best.get(name, tile) for name, tile in zip(names, board.cells, strict=True))
        last = LastTurn(seat=0, kind="play", cells=tuple(best), words=(), bingo=0, cell_bonus=0, score=0)
        bonus = None if board.bonus is not None and board.bonus.cell in best else board.bonus
        shown = replace(board, cells=cells, last=last, bonus=bonus)
        alone = {cell: tile for cell, tile in played.items() if cell not in best}
        canvas = self._board.draw(ground_of(layout, shown, view.words.labels), shown, alone, badge=False)
        indices = geometry(board.columns, board.rows).indices
        for cell in sorted(played.keys() & best.keys()):
            tile = self._tiles.shared(played[cell], best[cell], layout.cell)
            canvas.paste(tile, *layout.cell_places[indices[cell]])
        return _keep_header_and_rows(canvas, layout, _rows_shown(board, [*played, *best]))

    def _below(self, view: TurnComparison) -> Canvas:
        gap, (left, right) = self._set.even(_GAP), self._across
        tile = self._set.even(60)
        notes = self._wrap(view.note, right - left)
        plates = gap + tile + 2 * gap + gap
        below = plates + self._set.scale(_PLATE) + gap
        canvas = self._kit.blank_page(below + len(notes) * self._line_height + (gap if notes else 0))
        self._draw_rack(canvas, view, gap, tile)
        wide = even_floor((right - left - gap) // 2)
        if view.best is None:
            self._draw_turn(canvas, (left, plates), right - left, view.words, view.played)
        else:
            self._draw_turn(canvas, (left, plates), wide, view.words, view.played)
            self._draw_turn(canvas, (right - wide, plates), wide, view.words, view.best, is_better=True)
        self._draw_lines(canvas, notes, below)
        return canvas

    def _draw_lines(self, canvas: Canvas, lines: Sequence[str], top: int) -> None:
        left, right = self._across
        for number, line in enumerate(lines):
            strip = self._set.line(line, self._note_style, right - left)
            canvas.paste(strip, left, top + number * self._line_height)

    def _draw_rack(self, canvas: Canvas, view: TurnComparison, top: int, tile: int) -> None:
        gap, (left, right) = self._set.even(_GAP), self._across
        faint, rack = self._set.style("muted", 28), view.view.rack
        self._set.draw(canvas, view.words.rack, faint, (left, top + gap + tile // 2), (right - left) // 4)
        sprites = self._kit.sprites(tile)
        start = even_floor(right - len(rack) * tile - gap)
        canvas.paste(self._set.plate(even_floor(len(rack) * tile + 2 * gap), tile + 2 * gap, "grid"), start - gap, top)
        for number, face in enumerate(rack):
            colour = view.view.colours.get(face, "")
            sprite = sprites.tile(face, view.view.values.get(face, 0), Mark.NONE, colour)
            canvas.paste(sprite, start + number * tile, top + gap)

    def _draw_turn(
        self,
        canvas: Canvas,
        place: tuple[int, int],
        wide: int,
        words: ComparisonWords,
        turn: ComparedTurn,
        *,
        is_better: bool = False,
    ) -> None:
        (left, top), scaled, high = place, self._set.scale, self._set.scale(_PLATE)
        canvas.paste(self._set.plate(wide, high, "card"), left, top)
        inset = self._set.even(18)
        start, room = left + inset, wide - 2 * inset
        points = self._set.line(turn.points, self._set.style("ink", 46, "card"), room // 2)
        canvas.paste(points, start + room - packed_width(points), top + scaled(8))
        beside, sample = start, self._set.even(40)
        if turn.tiles:
            canvas.paste(self._tiles.sample(is_better, sample, "card"), start, top + scaled(14))
            beside += sample + self._set.even(12)
        label = self._set.style("muted", 28, "card")
        label_room = start + room - beside - packed_width(points) - scaled(12)
        self._set.draw(canvas, turn.label, label, (beside, top + scaled(14) + sample // 2), label_room)
        bold = self._set.fit(turn.text, self._set.style("ink", 36, "card"), (36, 32, 28), room)
        canvas.paste(self._set.line(turn.text, bold, room), start, top + scaled(72))
        faint = self._set.style("muted", 26, "card")
        worth = self._set.line(turn.worth, self._set.style("ink", 30, "card"), room // 2)
        low = top + scaled(124)
        canvas.paste(worth, start + room - packed_width(worth), low)
        kept = words.kept if turn.kept else f"{words.kept}: {words.nothing}"
        canvas.paste(self._set.line(kept, faint, room - packed_width(worth)), start, low + scaled(3))
        size = even_floor(min(scaled(_KEPT), room // max(1, len(turn.kept))))
        for number, face in enumerate(turn.kept):
            canvas.paste(self._small.sprite(face, size, "card"), start + number * size, low + scaled(42))

    def _divider(self) -> Canvas:
        canvas = self._kit.blank_page(self._set.scale(_APART))
        left, right = self._across
        line = Image.new("L", (right - left, self._set.scale(3)), self._kit.lettering.palette.index("muted"))
        canvas.paste(pack_pixels(line), left, self._set.scale(_APART) // 2)
        return canvas

    def _wrap(self, text: str, room: int) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._set.length(longer, self._note_style) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    @property
    def _note_style(self) -> Style:
        return self._set.style("ink", _NOTE, weight=Weight.MEDIUM)

    @property
    def _across(self) -> tuple[int, int]:
        left = self._set.even(_MARGIN)
        return left, even_floor(self._kit.width - left)

    @property
    def _line_height(self) -> int:
        return round(self._set.scale(_NOTE) * _LINE)


def _rows_shown(board: GameView, cells: Sequence[str]) -> range:
    """The rows of these cells, and some around them; without cells, the rows of all tiles."""
    indices = geometry(board.columns, board.rows).indices
    rows = [indices[cell] // board.columns for cell in cells]
    if not rows:
        rows = [indices_of // board.columns for indices_of, tile in enumerate(board.cells) if tile]
    if not rows:
        return range(board.rows)
    first, last = max(0, min(rows) - _AROUND), min(board.rows - 1, max(rows) + _AROUND)
    lacking = max(0, _FEWEST_ROWS - (last - first + 1))
    first = max(0, first - lacking // 2)
    last = min(board.rows - 1, max(last, first + _FEWEST_ROWS - 1))
    return range(max(0, min(first, last - _FEWEST_ROWS + 1)), last + 1)


def _keep_header_and_rows(canvas: Canvas, layout: Layout, rows: range) -> Canvas:
    top, bottom = layout.top + rows.start * layout.cell, layout.top + rows.stop * layout.cell
    bottom += layout.rim if rows.stop == layout.rows else 0
    header = layout.top - (layout.rim if rows.start else 0)
    return Canvas.stack([canvas.rows(0, header), canvas.rows(top, bottom)])
