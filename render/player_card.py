"""A player's figures (statistics): the rating with its curve, the best word as tiles, numbers on plates."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.chart import axis_ticks
from render.layout import even_floor, line_top
from render.palette import pack_pixels
from render.shapes import LineDrawing, PixelBox, make_plate
from render.sprites import Kit, Sprites
from render.text import format_points
from render.typesetter import Typesetter

_MARGIN: Final = 30
_HEAD: Final = 128
_CURVE: Final = 250
_DATES: Final = 36
_WORD: Final = 132
_TILES: Final = (76, 56, 40)
"""The possible sizes of the best word's tiles; the first that fits is used."""
_FACT: Final = 104
_NOTHING: Final = 64
_GAP: Final = 12
_COLUMNS: Final = 3
_VALUE_SIZES: Final = (40, 34, 28)
_LABEL_SIZE: Final = 26
_SUBTITLE_SIZES: Final = (28, 25)
_LEVELS: Final = 4
_LEAST_SPAN: Final = 40
"""The least range of a curve's scale, so that small changes look small."""
_PLATES: Final = 8


class Fact(Struct, frozen=True):
    """A figure and its label."""

    label: str
    value: str


class RatingCurve(Struct, frozen=True):
    """The latest ratings, oldest first; at least two."""

    points: tuple[int, ...]
    begin: str
    """The day of the first rating, formatted."""
    end: str


class PlayerCard(Struct, frozen=True):
    """A player's figures as shown to the reader."""

    name: str
    """The name as the user writes it."""
    subtitle: str
    """Which games are counted, and of what time."""
    facts: tuple[Fact, ...]
    rating: Fact | None = None
    curve: RatingCurve | None = None
    word: str = ""
    word_label: str = ""
    word_points: str = ""
    nothing: str = ""
    """A sentence that there are no figures, if there are none."""
    nameless: str = "?"
    """Replaces a name that cannot be drawn."""


class FactPlace(NamedTuple):
    """The place of a figure: row and column from 0, and its number of columns."""

    row: int
    column: int
    columns: int


def place_facts(needed: Sequence[int]) -> list[FactPlace]:
    """Places for figures in order; the last one of a row takes the rest of it."""
    places: list[FactPlace] = []
    row = column = 0
    for columns in needed:
        if column + columns > _COLUMNS:
            places[-1] = places[-1]._replace(columns=_COLUMNS - places[-1].column)
            row, column = row + 1, 0
        places.append(FactPlace(row, column, columns))
        column += columns
    if places:
        places[-1] = places[-1]._replace(columns=_COLUMNS - places[-1].column)
    return places


class PlayerCardPainter:
    """Draws players' cards in one theme and at one width."""

    def __init__(self, kit: Kit) -> None:
        self._kit: Final = kit
        self._set: Final = Typesetter(kit)
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high: pack_pixels(make_plate(kit.lettering.palette, (width, high), high // 6, "card", "page"))
        )

        # A cache of its own, since these sizes would crowd the boards' out of the shared one.
        self._sprites: Final[Callable[[int], Sprites]] = lru_cache(maxsize=len(_TILES))(
            lambda size: Sprites(kit.lettering, size, kit.width)
        )

    def draw(self, view: PlayerCard) -> bytes:
        """The picture as PNG, as high as necessary."""
        width, gap, scaled = self._kit.width, self._set.scale(_GAP), self._set.scale
        curve_top = scaled(_HEAD)
        word_top = curve_top + (scaled(_CURVE + _DATES) + gap if view.curve is not None else 0)
        facts_top = word_top + (scaled(_WORD) + gap if view.word else 0)
        if view.nothing:
            word_top = facts_top
            facts_top += scaled(_NOTHING)
        left = self._set.even(_MARGIN)
        across = (left, even_floor(width - left))
        places = place_facts([self._columns_of(fact, across) for fact in view.facts])
        rows, step = places[-1].row + 1 if places else 0, scaled(_FACT) + gap
        canvas = self._kit.blank_page(facts_top + rows * step + scaled(_MARGIN) - gap)
        self._draw_head(canvas, across, view)
        if view.curve is not None:
            self._draw_curve(canvas, across, curve_top, view.curve)
        if view.word:
            self._draw_word(canvas, across, word_top, view)
        if view.nothing:
            nothing = self._set.line(view.nothing, self._set.style("muted", 32), across[1] - left)
            canvas.paste(nothing, left, word_top + scaled(6))
        for fact, place in zip(view.facts, places, strict=True):
            self._draw_fact(canvas, self._plate_box(across, place), facts_top + place.row * step, fact)
        return self._kit.to_png(canvas)

    def _draw_head(self, canvas: Canvas, across: tuple[int, int], view: PlayerCard) -> None:
        (left, right), scaled = across, self._set.scale
        room = right - left
        if view.rating is not None:
            value = self._set.line(view.rating.value, self._set.style("ink", 56), room // 2)
            label = self._set.line(view.rating.label, self._set.style("muted", 26), room // 3)
            canvas.paste(value, right - packed_width(value), scaled(14))
            canvas.paste(label, right - packed_width(label), scaled(82))
            room -= max(packed_width(value), packed_width(label)) + scaled(20)
        name = self._set.names.seat_name(view.name, 0, (view.nameless,))
        canvas.paste(self._set.line(name, self._set.style("ink", 44), room), left, scaled(22))
        muted = self._set.fit(view.subtitle, self._set.style("muted", 28), _SUBTITLE_SIZES, room)
        canvas.paste(self._set.line(view.subtitle, muted, room), left, scaled(80))

    def _draw_curve(self, canvas: Canvas, across: tuple[int, int], top: int, curve: RatingCurve) -> None:
        (left, right), scaled = across, self._set.scale
        middle = (min(curve.points) + max(curve.points)) // 2
        low = min(*curve.points, middle - _LEAST_SPAN // 2)
        high = max(*curve.points, middle + _LEAST_SPAN // 2)
        levels, faint = axis_ticks(low, high, _LEVELS), self._set.style("muted", 26)
        numbers = [self._set.line(format_points(level), faint, right - left) for level in levels]
        start = even_floor(left + max(map(packed_width, numbers)) + scaled(12))
        box = (start, top, right, top + scaled(_CURVE))
        heights = self._draw_line(canvas, box, curve.points, (low, high), levels)
        for strip, height in zip(numbers, heights, strict=True):
            canvas.paste(strip, start - scaled(12) - packed_width(strip), top + line_top(height, faint.size))
        below = top + scaled(_CURVE)
        canvas.paste(self._set.line(curve.begin, faint, (right - start) // 2), start, below)
        end = self._set.line(curve.end, faint, (right - start) // 2)
        canvas.paste(end, right - packed_width(end), below)

    def _draw_line(
        self, canvas: Canvas, box: PixelBox, ratings: tuple[int, ...], span: tuple[int, int], levels: range
    ) -> list[int]:
        """Draw grid and line; return the vertical position of each level."""
        left, top, right, bottom = box
        (low, high), scaled = span, self._set.scale
        strokes = LineDrawing(right - left, bottom - top, self._kit.lettering.palette, "page")
        inset, floor = scaled(16), bottom - top - scaled(16)

        def height_of(rating: int) -> float:
            return floor - (rating - low) * (floor - inset) / (high - low)

        heights = [round(height_of(level)) for level in levels]
        for height in heights:
            strokes.faint_bar("muted", (0, height, right - left, height + scaled(2)))
        end = right - left - scaled(12)
        path = [(number * end / (len(ratings) - 1), height_of(rating)) for number, rating in enumerate(ratings)]
        strokes.lines([("seat_1", path, path[-1])], scaled(6))
        canvas.paste(pack_pixels(strokes.art), left, top)
        return heights

    def _draw_word(self, canvas: Canvas, across: tuple[int, int], top: int, view: PlayerCard) -> None:
        (left, right), scaled = across, self._set.scale
        canvas.paste(self._set.line(view.word_label, self._set.style("muted", 26), right - left), left, top)
        points = self._set.line(view.word_points, self._set.style("ink", 36), (right - left) // 3)
        room = right - left - packed_width(points) - scaled(20)
        sizes = [even_floor(scaled(tile)) for tile in _TILES]
        is_beside = sizes[-1] * len(view.word) <= room
        room = room if is_beside else right - left
        size = next((size for size in sizes if size * len(view.word) <= room), sizes[-1])
        word = view.word[: room // size]
        tile_top = top + scaled(46) + (sizes[0] - size) // 2
        sprites = self._sprites(size)
        for number, letter in enumerate(word):
            canvas.paste(sprites.letter(letter), left + number * size, tile_top)
        if not is_beside:
            canvas.paste(points, right - packed_width(points), top - scaled(10))
            return
        beside = even_floor(left + len(word) * size + scaled(20))
        canvas.paste(points, beside, tile_top + line_top(size / 2, scaled(36)))

    def _plate_box(self, across: tuple[int, int], place: "FactPlace") -> tuple[int, int]:
        (left, right), gap = across, self._set.even(_GAP)
        step = even_floor((right - left - (_COLUMNS - 1) * gap) // _COLUMNS) + gap
        end = place.column + place.columns
        return left + place.column * step, even_floor(right) if end == _COLUMNS else left + end * step - gap

    def _columns_of(self, fact: Fact, across: tuple[int, int]) -> int:
        """How many columns a figure needs, so that neither it nor its label is cut."""
        small, muted = self._set.style("ink", _VALUE_SIZES[-1], "card"), self._set.style("muted", _LABEL_SIZE, "card")
        for columns in range(1, _COLUMNS):
            start, end = self._plate_box(across, FactPlace(0, 0, columns))
            room = end - start - 2 * self._inset
            if self._set.length(fact.value, small) <= room and self._set.length(fact.label, muted) <= room:
                return columns
        return _COLUMNS

    @property
    def _inset(self) -> int:
        return self._set.even(18)

    def _draw_fact(self, canvas: Canvas, box: tuple[int, int], top: int, fact: Fact) -> None:
        (start, end), scaled = box, self._set.scale
        canvas.paste(self._plate(end - start, scaled(_FACT)), start, top)
        room = end - start - 2 * self._inset
        strong = self._set.fit(fact.value, self._set.style("ink", _VALUE_SIZES[0], "card"), _VALUE_SIZES, room)
        drop = (scaled(_VALUE_SIZES[0]) - strong.size) // 2
        canvas.paste(self._set.line(fact.value, strong, room), start + self._inset, top + scaled(8) + drop)
        label = self._set.line(fact.label, self._set.style("muted", _LABEL_SIZE, "card"), room)
        canvas.paste(label, start + self._inset, top + scaled(58))
