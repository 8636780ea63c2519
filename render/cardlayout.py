"""Where things are in a picture of Klepka, in pixels; across, even numbers: two pixels share a byte."""

from typing import Final

from msgspec import Struct

from engine.klepka.view import GameView, SeatView
from render.curve import HIGHEST, LEAST_HIGH, curve_high, worth_drawing
from render.layout import even, scaled
from render.standings import ROW
from render.strokes import Box

_EDGE: Final = 20
_LARGEST: Final = 107
"""Of a card: a table of fewer columns is narrower, not higher."""
_SMALLEST: Final = 56
"""Of a card face down on a table that has to leave room for a final card."""
_FOOT: Final = 48


class CardLayout(Struct, frozen=True):
    """The measures of one picture."""

    width: int
    height: int
    cell: int
    left: int
    top: int
    columns: int
    table: bool
    """Whether the table is drawn: at the end of a game an empty one is not."""
    small: int
    """The size of a card in a collection."""
    edge: int
    """Left and right of the panel."""
    tops: tuple[int, ...]
    """Where each player's part begins."""
    heights: tuple[int, ...]
    chart: Box | None
    """Left, top, right, bottom; ``None`` without a curve."""
    foot: int

    def place(self, position: int) -> tuple[int, int]:
        """The top left corner of a position's card; positions count from 1."""
        row, column = divmod(position - 1, self.columns)
        return self.left + column * self.cell, self.top + row * self.cell

    def scaled(self, measure: float) -> int:
        """A measure given for a picture 900 pixels wide."""
        return scaled(self.width, measure)

    @property
    def in_row(self) -> int:
        """How many cards of a collection stand beside each other."""
        return _in_row(self.width)


def card_size(width: int, columns: int) -> int:
    """The size of a card on a table of so many columns: an even number of pixels."""
    return min(even((width - 2 * even(scaled(width, _EDGE))) // columns), even(scaled(width, _LARGEST)))


def card_layout(width: int, view: GameView) -> CardLayout:
    """The layout of a view's picture, as high as it must be."""
    edge, top, gap = even(scaled(width, _EDGE)), scaled(width, 16), scaled(width, 10)
    over = view.outcome is not None and bool(view.outcome.finals)
    curve, table = over and worth_drawing(view.history), not over or view.left > 0
    small, in_row = _small(width), _in_row(width)
    heights = tuple(
        scaled(width, ROW) + (-(-len(seat.cards) // in_row) * small + scaled(width, 12) if seat.cards else 0)
        for seat in shown_order(view)
    )
    fixed = top + scaled(width, 18) * table + sum(heights) + gap * len(heights) + scaled(width, _FOOT)
    cell = card_size(width, view.columns)
    if over and not view.revealed:
        room = scaled(width, HIGHEST) - fixed - scaled(width, LEAST_HIGH) * curve
        cell = max(even(scaled(width, _SMALLEST)), min(cell, even(room // view.rows)))
    taken = cell * view.rows * table
    tops, place = [], top + taken + scaled(width, 18) * table
    for high in heights:
        tops.append(place)
        place += high + gap
    chart = (edge, place, width - edge, place + curve_high(width, fixed + taken)) if curve else None
    foot = place if chart is None else chart[3]
    return CardLayout(
        width=width,
        height=foot + scaled(width, _FOOT),
        cell=cell,
        left=even((width - cell * view.columns) // 2),
        top=top,
        columns=view.columns,
        table=table,
        small=small,
        edge=edge,
        tops=tuple(tops),
        heights=heights,
        chart=chart,
        foot=foot,
    )


def shown_order(view: GameView) -> list[SeatView]:
    """The seats as the panel shows them: in the order of play, after the game in that of the places."""
    if view.outcome is not None and view.outcome.finals:
        return [view.seats[final.seat] for final in view.outcome.finals]
    return list(view.seats)


def _small(width: int) -> int:
    return even(scaled(width, 50))


def _in_row(width: int) -> int:
    return (width - 2 * even(scaled(width, _EDGE)) - scaled(width, 24)) // _small(width)
