"""A player's figures (statistics): the rating with its curve, the best word as tiles, numbers on plates."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.chart import axis_ticks
from render.fonts import Weight
from render.layout import even_floor, line_top, scale
from render.palette import pack_pixels
from render.shapes import LineDrawing, PixelBox, make_plate
from render.sprites import Kit, Sprites
from render.text import Lettering, Names, Style, format_points

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
        self._lettering: Final[Lettering] = kit.lettering
        self._names: Final = Names(kit.lettering.fonts.has_glyph)
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, high: pack_pixels(make_plate(kit.lettering.palette, (width, high), high // 6, "card", "page"))
        )

        # A cache of its own, since these sizes would crowd the boards' out of the shared one.
        self._sprites: Final[Callable[[int], Sprites]] = lru_cache(maxsize=len(_TILES))(
            lambda size: Sprites(kit.lettering, size, kit.width)
        )

    def draw(self, view: PlayerCard) -> bytes:
        """The picture as PNG, as high as necessary."""
        width, gap = self._kit.width, scale(self._kit.width, _GAP)
        curve_top = scale(width, _HEAD)
        word_top = curve_top + (scale(width, _CURVE + _DATES) + gap if view.curve is not None else 0)
        facts_top = word_top + (scale(width, _WORD) + gap if view.word else 0)
        if view.nothing:
            word_top = facts_top
            facts_top += scale(width, _NOTHING)
        left = even_floor(scale(width, _MARGIN))
        across = (left, even_floor(width - left))
        places = place_facts([self._columns_of(fact, across) for fact in view.facts])
        rows, step = places[-1].row + 1 if places else 0, scale(width, _FACT) + gap
        canvas = self._kit.blank_page(facts_top + rows * step + scale(width, _MARGIN) - gap)
        self._draw_head(canvas, across, view)
        if view.curve is not None:
            self._draw_curve(canvas, across, curve_top, view.curve)
        if view.word:
            self._draw_word(canvas, across, word_top, view)
        if view.nothing:
            nothing = self._line(view.nothing, self._style("muted", 32), across[1] - left)
            canvas.paste(nothing, left, word_top + scale(width, 6))
        for fact, place in zip(view.facts, places, strict=True):
            self._draw_fact(canvas, self._plate_box(across, place), facts_top + place.row * step, fact)
        return self._kit.to_png(canvas)

    def _style(self, ink: str, size: int, paper: str = "page") -> Style:
        weight = Weight.MEDIUM if ink == "muted" else Weight.BOLD
        return Style(paper, ink, weight, scale(self._kit.width, size))

    def _line(self, text: str, style: Style, room: int) -> Image.Image:
        return self._lettering.line(self._names.line(text), style, max(2, room))

    def _draw_head(self, canvas: Canvas, across: tuple[int, int], view: PlayerCard) -> None:
        """Draw the name, below it the games counted; on the right the rating and its label."""
        (left, right), scaled = across, self._scaled
        room = right - left
        if view.rating is not None:
            value = self._lettering.line(view.rating.value, self._style("ink", 56), room // 2)
            label = self._line(view.rating.label, self._style("muted", 26), room // 3)
            canvas.paste(value, right - packed_width(value), scaled(14))
            canvas.paste(label, right - packed_width(label), scaled(82))
            room -= max(packed_width(value), packed_width(label)) + scaled(20)
        name = self._names.seat_name(view.name, 0, (view.nameless,))
        canvas.paste(self._lettering.line(name, self._style("ink", 44), room), left, scaled(22))
        muted = self._fitting_style(self._names.line(view.subtitle), room, "muted", "page", _SUBTITLE_SIZES)
        canvas.paste(self._line(view.subtitle, muted, room), left, scaled(80))

    def _draw_curve(self, canvas: Canvas, across: tuple[int, int], top: int, curve: RatingCurve) -> None:
        (left, right), scaled = across, self._scaled
        middle = (min(curve.points) + max(curve.points)) // 2
        low = min(*curve.points, middle - _LEAST_SPAN // 2)
        high = max(*curve.points, middle + _LEAST_SPAN // 2)
        levels, faint = axis_ticks(low, high, _LEVELS), self._style("muted", 26)
        numbers = [self._lettering.line(format_points(level), faint, right - left) for level in levels]
        start = even_floor(left + max(map(packed_width, numbers)) + scaled(12))
        box = (start, top, right, top + scaled(_CURVE))
        heights = self._draw_line(canvas, box, curve.points, (low, high), levels)
        for strip, height in zip(numbers, heights, strict=True):
            canvas.paste(
                strip,
                start - scaled(12) - packed_width(strip),
                top + line_top(height, faint.size),
            )
        below = top + scaled(_CURVE)
        canvas.paste(self._line(curve.begin, faint, (right - start) // 2), start, below)
        end = self._line(curve.end, faint, (right - start) // 2)
        canvas.paste(end, right - packed_width(end), below)

    def _draw_line(
        self, canvas: Canvas, box: PixelBox, ratings: tuple[int, ...], span: tuple[int, int], levels: range
    ) -> list[int]:
        """Draw grid and line; return the vertical position of each level."""
        left, top, right, bottom = box
        (low, high), scaled = span, self._scaled
        strokes = LineDrawing(right - left, bottom - top, self._lettering.palette, "page")
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
        """Draw the best word as tiles, smaller if it is long, with its title above and its points after or above it."""
        (left, right), scaled = across, self._scaled
        canvas.paste(self._line(view.word_label, self._style("muted", 26), right - left), left, top)
        points = self._line(view.word_points, self._style("ink", 36), (right - left) // 3)
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
        canvas.paste(
            points,
            even_floor(left + len(word) * size + scaled(20)),
            tile_top + line_top(size / 2, scaled(36)),
        )

    def _plate_box(self, across: tuple[int, int], place: "FactPlace") -> tuple[int, int]:
        (left, right), gap = across, even_floor(self._scaled(_GAP))
        step = even_floor((right - left - (_COLUMNS - 1) * gap) // _COLUMNS) + gap
        end = place.column + place.columns
        return left + place.column * step, even_floor(right) if end == _COLUMNS else left + end * step - gap

    def _columns_of(self, fact: Fact, across: tuple[int, int]) -> int:
        """How many columns a figure needs, so that neither it nor its label is cut."""
        value, label = self._names.line(fact.value), self._names.line(fact.label)
        small, muted = self._style("ink", _VALUE_SIZES[-1], "card"), self._style("muted", _LABEL_SIZE, "card")
        for columns in range(1, _COLUMNS):
            start, end = self._plate_box(across, FactPlace(0, 0, columns))
            room = end - start - 2 * self._inset
            if all(
                self._lettering.fonts.text_length(text, one.weight, one.size) <= room
                for text, one in ((value, small), (label, muted))
            ):
                return columns
        return _COLUMNS

    @property
    def _inset(self) -> int:
        return even_floor(self._scaled(18))

    def _draw_fact(self, canvas: Canvas, box: tuple[int, int], top: int, fact: Fact) -> None:
        (start, end), scaled = box, self._scaled
        canvas.paste(self._plate(end - start, scaled(_FACT)), start, top)
        room = end - start - 2 * self._inset
        value = self._names.line(fact.value)
        strong = self._fitting_style(value, room, "ink", "card", _VALUE_SIZES)
        drop = (scaled(_VALUE_SIZES[0]) - strong.size) // 2
        canvas.paste(self._line(value, strong, room), start + self._inset, top + scaled(8) + drop)
        label = self._line(fact.label, self._style("muted", _LABEL_SIZE, "card"), room)
        canvas.paste(label, start + self._inset, top + scaled(58))

    def _fitting_style(self, text: str, room: int, ink: str, paper: str, sizes: Sequence[int]) -> Style:
        """The largest style in which a text fits, or the smallest."""
        styles = [self._style(ink, size, paper) for size in sizes]
        fits = (one for one in styles if self._lettering.fonts.text_length(text, one.weight, one.size) <= room)
        return next(fits, styles[-1])

    def _scaled(self, measure: float) -> int:
        return scale(self._kit.width, measure)
