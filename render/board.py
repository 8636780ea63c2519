"""The board: a background with premiums and coordinates, cached, and the tiles pasted on it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.crossword.premiums import geometry
from engine.crossword.view import GameView, LastTurn
from render.badge import BadgeBackground, Badges
from render.canvas import Canvas
from render.fonts import Weight
from render.layout import Layout, numbers_size, text_size
from render.shapes import make_plate
from render.signs import Labels, board_signs
from render.sprites import BONUS, Mark, Sprites
from render.text import Lettering, Style

_BACKGROUNDS: Final = 6
_SIZES: Final = 5
NO_GHOSTS: Final[Mapping[str, str]] = MappingProxyType({})


class Ground(Struct, frozen=True):
    """All that the picture of an empty board depends on."""

    layout: Layout
    labels: Labels
    signs: tuple[str, ...]


def ground_of(layout: Layout, view: GameView, labels: Labels) -> Ground:
    """The background of a view's board, with the labels of its premiums."""
    return Ground(layout, labels, board_signs(view))


class Board:
    """Draws boards in one theme and at one width."""

    def __init__(self, lettering: Lettering, width: int) -> None:
        self._lettering: Final = lettering
        self._width: Final = width
        self._badges: Final = Badges(lettering, width)
        self.sprites: Final[Callable[[int], Sprites]] = lru_cache(maxsize=_SIZES)(
            lambda size: Sprites(lettering, size, width)
        )
        self.background: Final[Callable[[Ground], Canvas]] = lru_cache(maxsize=_BACKGROUNDS)(self._draw_background)

    def draw(
        self, ground: Ground, view: GameView, ghosts: Mapping[str, str] = NO_GHOSTS, *, badge: bool = True
    ) -> Canvas:
        """A new canvas with the board and its tiles; the panel's place below stays empty.

        ``ghosts``: tiles not played yet, by cell name. ``badge``: whether the last play's score is shown at its word.

        Raises:
            ValueError: a ghost is outside the board or on a tile.
        """
        layout = ground.layout
        canvas = self.background(ground).copy()
        sprites = self.sprites(layout.cell)
        names = geometry(layout.columns, layout.rows).names
        new, traced = _cells_of_last_play(view)
        tile, values, colours, places = sprites.tile, view.values, view.colours, layout.cell_places
        for index, face in enumerate(view.cells):
            if not face:
                continue
            name = names[index]
            mark = Mark.NEW if name in new else Mark.WORD if name in traced else Mark.NONE
            points = 0 if face[0] == "?" else values[face]
            canvas.paste(tile(face, points, mark, colours.get(face, "")), *places[index])
        bonus = view.bonus
        if bonus is not None and not bonus.taken:
            row, column = divmod(geometry(layout.columns, layout.rows).indices[bonus.cell], layout.columns)
            left, top = layout.cell_place(column, row)
            canvas.paste(sprites.bonus(bonus.points), left, top)
        for cell, face in ghosts.items():
            self._draw_ghost(canvas, ground, view, cell, face)
        if badge and view.last_play is not None:
            self._draw_badge(canvas, ground, view, view.last_play, ghosts)
        return canvas

    def _draw_badge(
        self, canvas: Canvas, ground: Ground, view: GameView, play: LastTurn, ghosts: Collection[str]
    ) -> None:
        indices = geometry(ground.layout.columns, ground.layout.rows).indices
        free = view.bonus is not None and not view.bonus.taken
        bonus = indices[view.bonus.cell] if view.bonus is not None and free else None
        below = BadgeBackground(ground.layout, ground.signs, view.cells, {indices[cell] for cell in ghosts}, bonus)
        self._badges.draw(canvas, below, [indices[cell] for cell in play.words[0].cells], play.score)

    def _draw_ghost(self, canvas: Canvas, ground: Ground, view: GameView, cell: str, face: str) -> None:
        layout = ground.layout
        index = geometry(layout.columns, layout.rows).indices.get(cell)
        if index is None or view.cells[index]:
            raise ValueError(f"no tile can be shown on {cell}")
        row, column = divmod(index, layout.columns)
        free = view.bonus is not None and not view.bonus.taken and view.bonus.cell == cell
        sign = BONUS if free else ground.signs[row][column]
        points = 0 if face[0] == "?" else view.values[face]
        tile = self.sprites(layout.cell).ghost(face, points, sign, view.colours.get(face, ""))
        canvas.paste(tile, *layout.cell_place(column, row))

    def warm(self, layout: Layout, language: str, labels: Labels) -> Iterator[None]:
        """Draw in advance, in small steps, the sprites for boards of this layout, language and labels."""
        yield from self.sprites(layout.cell).warm(language, labels)
        yield None
        for text, style, _ in self._coordinate_texts(layout):
            self._lettering.fonts.mask(text, style.weight, style.size)

    def _draw_background(self, ground: Ground) -> Canvas:
        layout, palette = ground.layout, self._lettering.palette
        art = Image.new("L", (layout.width, layout.height), palette.index("page"))
        art.paste(self._draw_frame(layout), (layout.left - layout.rim, layout.top - layout.rim))
        for text, style, middle in self._coordinate_texts(layout):
            self._draw_centred(art, text, style, middle)
        canvas = Canvas.from_image(art)
        sprites = self.sprites(layout.cell)
        for row, line in enumerate(ground.signs):
            for column, sign in enumerate(line):
                left, top = layout.cell_place(column, row)
                canvas.paste(sprites.cell(sign, ground.labels, sprites.grain_of_row(row)), left, top)
        return canvas

    def _draw_frame(self, layout: Layout) -> Image.Image:
        rim = layout.rim
        size = (layout.cell * layout.columns + 2 * rim, layout.cell * layout.rows + 2 * rim)
        return make_plate(self._lettering.palette, size, rim, "grid", "page")

    def _coordinate_texts(self, layout: Layout) -> Iterator[tuple[str, Style, tuple[int, int]]]:
        """Column letters above and below, row numbers left and right, each centred in its margin."""
        margin = layout.left - layout.rim
        letters = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=text_size(self._width))
        numbers = replace(letters, size=numbers_size(self._width))
        right = layout.left + layout.cell * layout.columns + layout.rim
        bottom = layout.top + layout.cell * layout.rows + layout.rim
        half = layout.cell // 2
        for column in range(layout.columns):
            middle = layout.cell_place(column, 0)[0] + half
            for top in (0, bottom):
                yield chr(ord("A") + column), letters, (middle, top + margin // 2)
        for row in range(layout.rows):
            middle = layout.cell_place(0, row)[1] + half
            for left in (0, right):
                yield str(row + 1), numbers, (left + margin // 2, middle)

    def _draw_centred(self, art: Image.Image, text: str, style: Style, middle: tuple[int, int]) -> None:
        mask, rise = self._lettering.fonts.mask(text, style.weight, style.size)
        self._lettering.draw_text(art, text, style, (middle[0] - mask.width // 2, middle[1] + (rise + 1) // 2))


def _cells_of_last_play(view: GameView) -> tuple[Collection[str], Collection[str]]:
    play = view.last_play
    if play is None:
        return (), ()
    return play.cells, {cell for word in play.words for cell in word.cells}
