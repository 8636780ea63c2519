"""The rows of a final card: places, adjustments at the end, and tiles left."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.layout import even_floor, line_top, scale
from render.markers import Markers
from render.palette import pack_pixels
from render.shapes import flag_sign, make_plate
from render.small_tiles import SmallTiles, draw_medal
from render.text import Lettering, Style, format_change, format_points

ROW: Final = 56
"""The height of a row in a picture 900 pixels wide."""
_PLATES: Final = 16
_MEDALS: Final = 32
_FLAGS: Final = 8


class Standing(Struct, frozen=True):
    """The content of a seat's row."""

    seat: int
    place: int
    """The place; 0 if there is none, in a cancelled game."""
    name: str
    """The player's name, drawable (:mod:`render.text`)."""
    score: int
    """The score, including the adjustments at the end."""
    adjustment: int = 0
    penalty: int = 0
    """The overtime penalty, 0 or below."""
    hint_points: int = 0
    """The cost of hints, 0 or below."""
    rack: tuple[str, ...] = ()
    active: bool = True
    """Whether the player did not surrender."""

    @property
    def ending_change(self) -> str:
        """The changes of the score at the end, as text."""
        changes = (self.adjustment, self.penalty, self.hint_points)
        return "  ".join(filter(None, map(format_change, changes)))


class Standings:
    """Draws rows in one palette."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._markers: Final = Markers(lettering.palette)
        self._plate: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(
            lambda width, height, paper: pack_pixels(
                make_plate(self._palette, (width, height), height // 4, paper, "page")
            )
        )
        self.medal: Final[Callable[[int, int, str], Image.Image]] = lru_cache(maxsize=_MEDALS)(
            lambda place, size, paper: draw_medal(lettering, place, size, paper)
        )
        """The number of a place on a disc, by place, width and paper."""
        self._flag: Final[Callable[[int, str, str], Image.Image]] = lru_cache(maxsize=_FLAGS)(
            lambda size, ink, paper: pack_pixels(flag_sign(self._palette, size, ink, paper))
        )
        self._tiles: Final = SmallTiles(lettering)

    def draw(self, canvas: Canvas, places: Sequence[tuple[int, int]], width: int, rows: Sequence[Standing]) -> None:
        """Draw rows one below another on plates of their own."""
        height = scale(canvas.width, ROW)
        for place, row in zip(places, rows, strict=True):
            canvas.paste(self._plate(width, height, _row_paper(row)), *place)
        self.draw_on_plates(canvas, places, width, rows)

    def draw_on_plates(
        self, canvas: Canvas, places: Sequence[tuple[int, int]], width: int, rows: Sequence[Standing]
    ) -> None:
        """As :meth:`draw`, on existing plates of the colours ``accent`` for a winner and ``card``."""
        strong, faint = scale(canvas.width, 36), scale(canvas.width, 24)
        scores = [
            self._lettering.line(format_points(row.score), _row_style(row, Weight.BOLD, strong), width // 4)
            for row in rows
        ]
        changes = [
            self._lettering.line(row.ending_change, _row_style(row, Weight.MEDIUM, faint), width // 4) for row in rows
        ]
        column = width - scale(canvas.width, 18) - max(map(packed_width, scores)) - scale(canvas.width, 18)
        tiles = column - max(
            packed_width(strip) if row.ending_change else 0 for row, strip in zip(rows, changes, strict=True)
        )
        middle = scale(canvas.width, ROW) / 2
        for (left, top), row, score, change in zip(places, rows, scores, changes, strict=True):
            canvas.paste(
                score, left + width - scale(canvas.width, 18) - packed_width(score), top + line_top(middle, strong)
            )
            if row.ending_change:
                canvas.paste(change, left + column - packed_width(change), top + line_top(middle, faint))
            end = self._draw_rack(canvas, (left + tiles - scale(canvas.width, 16), top), row, width // 3)
            self._draw_person(canvas, (left, top), row, end)

    def _draw_person(self, canvas: Canvas, place: tuple[int, int], row: Standing, end: int) -> None:
        left, top = place
        medal, marker, size = _even_width(canvas, 38), _even_width(canvas, 30), scale(canvas.width, 28)
        height = scale(canvas.width, ROW)
        left += scale(canvas.width, 10)
        if row.place:
            canvas.paste(self.medal(row.place, medal, _row_paper(row)), left, top + (height - medal) // 2)
            left += scale(canvas.width, 48)
        canvas.paste(self._markers.sprite(row.seat, marker, _row_paper(row)), left, top + (height - marker) // 2)
        left += marker + scale(canvas.width, 10)
        sign, gap = (0, 0) if row.active else (marker, _even_width(canvas, 10))
        name = self._lettering.line(row.name, _row_style(row, Weight.BOLD, size), end - left - sign - gap)
        canvas.paste(name, left, top + line_top(height / 2, size))
        if not row.active:
            canvas.paste(
                self._flag(sign, _row_ink(row), _row_paper(row)),
                left + packed_width(name) + gap,
                top + (height - sign) // 2,
            )

    def _draw_rack(self, canvas: Canvas, place: tuple[int, int], row: Standing, room: int) -> int:
        """Draw a row's tiles with their right end at ``place``; return their left end, less a gap."""
        right, top = place
        size = _even_width(canvas, 32)
        shown = row.rack[: room // size]
        left = right - right % 2 - len(shown) * size
        for number, face in enumerate(shown):
            tile = self._tiles.sprite(face, size, _row_paper(row))
            canvas.paste(tile, left + number * size, top + (scale(canvas.width, ROW) - tile.height) // 2)
        return left - scale(canvas.width, 16) if shown else right


def _row_paper(row: Standing) -> str:
    return "accent" if row.place == 1 else "card"


def _row_style(row: Standing, weight: Weight, size: int) -> Style:
    return Style(_row_paper(row), _row_ink(row), weight, size)


def _row_ink(row: Standing) -> str:
    return "light" if row.place == 1 else "ink" if row.active else "muted"


def _even_width(canvas: Canvas, measure: float) -> int:
    return even_floor(scale(canvas.width, measure))
