"""The layout of a picture of Klepka, in pixels; x coordinates are even, since two pixels share a byte."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from engine.klepka.deck import REWARDS
from engine.klepka.view import GameView, SeatView
from render.canvas import Canvas, packed_width
from render.card_sprites import CardSprites
from render.chart import LEAST_HIGH, is_worth_drawing
from render.fonts import Weight
from render.honours import HEADLINE, HONOUR, LOW_HEADLINE, ending_layout
from render.layout import even_floor, scale
from render.shapes import PixelBox
from render.standings import ROW
from render.text import Lettering, Names, Style

_EDGE: Final = 20
_LARGEST: Final = 107
"""The largest card; a table of fewer columns is narrower, not higher."""
_SMALLEST: Final = 56
"""The smallest card on a table with much below it."""
_SMALLEST_LEFT: Final = 38
"""The smallest card after the game, when cards need not be found any more."""
TALLEST: Final = 1280
"""The tallest picture; a phone cuts off more."""
_PAIRED: Final = 4
"""From this many players on, their parts are two abreast."""
_PAIRED_IN_STRIP: Final = 3
_TRIPLED_IN_STRIP: Final = 5
"""From this many players on, their parts are three abreast in a strip (the players without the table)."""
STRIP: Final = 260
"""A strip's height, if the collections allow it: more pushes the buttons off a phone's screen."""
_SMALL: Final = 50
"""The size of a card in a collection."""
_SMALLER: Final = 40
"""The size of a card in a collection in a strip of many players."""
_SLIVER: Final = 0.36
"""The visible part, with the points, of a card behind another of its letter, as a share of a card."""
_SQUEEZES: Final = (1.0, 0.85, 0.7, 0.58, 0.48)
"""How far apart different letters are if space is short, as shares of a card."""
_LEAST_LINES: Final = 2
"""The largest collection takes at least this many lines."""
LEGEND: Final = 50
"""The height of a legend line in a picture 900 pixels wide."""
_FOOT: Final = 48


class Fan(Struct, frozen=True):
    """The positions of a collection's cards: left and line of each, and the number of lines."""

    places: tuple[tuple[int, int], ...]
    lines: int


class PlayerPart(Struct, frozen=True):
    """The place of a player's head line and collection."""

    left: int
    top: int
    width: int
    height: int
    fan: Fan


class CardLayout(Struct, frozen=True):
    """The measures of one picture."""

    width: int
    height: int
    cell: int
    left: int
    top: int
    columns: int
    table: bool
    """Whether the table is drawn; an empty one is left out at the end of a game."""
    small: int
    edge: int
    """The left and right margin of the panel."""
    parts: tuple[PlayerPart, ...]
    """The players' parts as shown."""
    banner: int
    """The height of the banner in a picture 900 pixels wide; 0 without one."""
    headline: int | None
    """The top of the line that names the winner; ``None`` without it."""
    chart: PixelBox | None
    honours: tuple[PixelBox, ...]
    legend: int | None
    """The top of the legend; ``None`` without it."""
    foot: int
    """The top of the last line, which a strip lacks."""

    def card_place(self, position: int) -> tuple[int, int]:
        """The top left corner of a position's card; positions count from 1."""
        row, column = divmod(position - 1, self.columns)
        return self.left + column * self.cell, self.top + row * self.cell

    def scale(self, measure: float) -> int:
        """Convert a measure of a picture 900 pixels wide."""
        return scale(self.width, measure)


def card_size(width: int, columns: int) -> int:
    """The card size on a table with ``columns`` columns: an even number of pixels."""
    return min(even_floor((width - 2 * card_edge(width)) // columns), even_floor(scale(width, _LARGEST)))


def card_edge(width: int) -> int:
    """The left and right margin of the picture: an even number of pixels."""
    return even_floor(scale(width, _EDGE))


def card_layout(width: int, view: GameView, *, legend: int = 0, headline: bool = False, honours: int = 0) -> CardLayout:
    """The layout of a view's picture, as high as necessary up to the limit.

    If the players have large collections, the banner is lower, the table's cards are smaller and collected cards
    overlap more.

    ``legend``: the number of lines of the legend of rewards. ``headline``: whether a banner above the standings names
    the winner. ``honours``: the number of notable plays below them.
    """
    if not headline:
        return _layout_with_banner(width, view, legend, 0, honours)
    layouts = (_layout_with_banner(width, view, legend, banner, honours) for banner in (HEADLINE, LOW_HEADLINE))
    return next(one for one in layouts if one.height <= scale(width, TALLEST) or one.banner == LOW_HEADLINE)


def strip_layout(width: int, view: GameView) -> CardLayout:
    """The layout of a strip: only the players' parts, for a running game whose table is a message's buttons."""
    collections = [seat.cards for seat in view.seats]
    players = len(collections)
    beside = 3 if players >= _TRIPLED_IN_STRIP else 2 if players >= _PAIRED_IN_STRIP else 1
    small = even_floor(scale(width, _SMALLER if players >= _TRIPLED_IN_STRIP else _SMALL))
    top, between = scale(width, 4), even_floor(scale(width, 10))
    shelf = _fit_shelf(width, collections, beside, scale(width, STRIP), small=small, low=True)
    height = top + shelf.height - between + top
    return CardLayout(
        width=width,
        height=height,
        cell=card_size(width, view.columns),
        left=card_edge(width),
        top=top,
        columns=view.columns,
        table=False,
        small=small,
        edge=card_edge(width),
        parts=tuple(replace(part, top=top + part.top) for part in shelf.parts),
        banner=0,
        headline=None,
        chart=None,
        honours=(),
        legend=None,
        foot=height,
    )


def _layout_with_banner(width: int, view: GameView, legend: int, banner: int, honours: int) -> CardLayout:
    """The layout with a banner of this height in a picture 900 pixels wide; 0 for none."""
    edge, top = card_edge(width), scale(width, 16)
    over = view.outcome is not None and bool(view.outcome.finals)
    curve, table = over and is_worth_drawing(view.history), not over or view.left > 0
    foot = scale(width, _FOOT) + scale(width, LEGEND) * legend
    head_room = scale(width, banner) if banner else 0
    others = top + scale(width, 18) * table + head_room + foot
    last = scale(width, LEAST_HIGH if curve else HONOUR if honours else 0)
    room = scale(width, TALLEST) - last - others
    least = even_floor(scale(width, _SMALLEST_LEFT if over else _SMALLEST))
    collections = [seat.cards for seat in seats_as_shown(view)]
    shelf = _choose_shelf(width, collections, room - least * view.rows * table, over=over)
    cell = max(least, min(card_size(width, view.columns), even_floor((room - shelf.height) // view.rows)))
    taken = cell * view.rows * table
    head = top + taken + scale(width, 18) * table
    begin = head + head_room
    across, rest = (edge, width - edge), scale(width, TALLEST) - others - shelf.height - taken
    ending = ending_layout(width, across, begin + shelf.height, rest, curve=curve, honours=honours)
    return CardLayout(
        width=width,
        height=ending.bottom + foot,
        cell=cell,
        left=even_floor((width - cell * view.columns) // 2),
        top=top,
        columns=view.columns,
        table=table,
        small=even_floor(scale(width, _SMALL)),
        edge=edge,
        parts=tuple(replace(part, top=begin + part.top) for part in shelf.parts),
        headline=head if banner else None,
        banner=banner,
        chart=ending.chart,
        honours=ending.honours,
        legend=ending.bottom if legend else None,
        foot=ending.bottom + scale(width, LEGEND) * legend,
    )


def seats_as_shown(view: GameView) -> list[SeatView]:
    """The seats as the panel shows them: in order of play, or by place after the game."""
    if view.outcome is not None and view.outcome.finals:
        return [view.seats[final.seat] for final in view.outcome.finals]
    return list(view.seats)


class _Shelf(NamedTuple):
    """The players' parts, with tops relative to the first, and their height together."""

    parts: tuple[PlayerPart, ...]
    height: int


def _choose_shelf(width: int, collections: Sequence[Sequence[str]], room: int, *, over: bool) -> _Shelf:
    """The players' parts: many players are two abreast, at the end of a game only if there is no other room."""
    sides = ((1, 2) if over else (2,)) if len(collections) >= _PAIRED else (1,)
    small = even_floor(scale(width, _SMALL))
    shelves = [_fit_shelf(width, collections, beside, room, small=small) for beside in sides]
    return next((shelf for shelf in shelves if shelf.height <= room), shelves[-1])


def _fit_shelf(
    width: int, collections: Sequence[Sequence[str]], beside: int, room: int, *, small: int, low: bool = False
) -> _Shelf:
    """Lay parts out with as many lines as the collections need, or with fewer if ``room`` is too little.

    ``small``: the size of a card. ``low``: whether one line is enough, with little below it.
    """
    least, below = (1, 4) if low else (_LEAST_LINES, 12)
    for most in range(max(map(len, collections), default=0), least, -1):
        shelf = _limit_lines(width, collections, beside, most, below, small)
        if shelf.height <= room:
            return shelf
    return _limit_lines(width, collections, beside, least, below, small)


def _limit_lines(  # noqa: PLR0917 - the measures of parts
    width: int, collections: Sequence[Sequence[str]], beside: int, most: int, below: int, small: int
) -> _Shelf:
    """Lay parts out with ``most`` lines of cards, and ``below`` left free, measured in a picture 900 pixels wide."""
    edge, gap, whole = (
        even_floor(scale(width, _EDGE)),
        even_floor(scale(width, 10)),
        width - 2 * even_floor(scale(width, _EDGE)),
    )
    parts: list[PlayerPart] = []
    top = 0
    for start in range(0, len(collections), beside):
        row = collections[start : start + beside]
        wide = even_floor((whole - gap * (len(row) - 1)) // len(row))
        fans = [_make_fan(cards, small, wide - 2 * even_floor(scale(width, 12)), most) for cards in row]
        lines = max(fan.lines for fan in fans)
        high = scale(width, ROW) + (lines * small + scale(width, below)) * bool(lines)
        parts += [PlayerPart(edge + at * (wide + gap), top, wide, high, fan) for at, fan in enumerate(fans)]
        top += high + gap
    return _Shelf(tuple(parts), top)


def _make_fan(cards: Sequence[str], small: int, room: int, most: int) -> Fan:
    """Lay cards side by side, overlapping those of the same letter; closer if there are few lines."""
    held = tuple(cards)
    fans = (_spread_cards(held, small, room, share) for share in _SQUEEZES)
    return next((fan for fan in fans if fan.lines <= most), _spread_cards(held, small, room, _SQUEEZES[-1]))


@lru_cache(maxsize=256)  # called again for each number of lines tried
def _spread_cards(cards: tuple[str, ...], size: int, room: int, share: float) -> Fan:
    """Lay the cards of a collection out, with different letters ``share`` of a card apart."""
    step, sliver = even_floor(round(size * share)), even_floor(round(size * _SLIVER))
    places: list[tuple[int, int]] = []
    left, line = 0, 0
    for number, card in enumerate(cards):
        if number:
            left += sliver if card[0] == cards[number - 1][0] else step
        if left + size > room:
            left, line = 0, line + 1
        places.append((left, line))
    return Fan(tuple(places), line + 1 if places else 0)


class CardChoice(Struct, frozen=True):
    """The cards that a player has chosen so far to turn up; none by default."""

    row: int = 0
    """The chosen row, from 1, while the next card is not chosen; 0 for none."""
    cards: tuple[int, ...] = ()
    """The chosen positions, from 1, in order."""


NO_CHOICE: Final = CardChoice()


def has_rewards(view: GameView) -> bool:
    """Whether a reward is visible or, while the game runs, may still appear."""
    return view.outcome is None or any(card in REWARDS for seat in view.seats for card in seat.cards)


def pasting_order(cards: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Cards with their places in pasting order: letter by letter, the last of each letter first."""
    whole = list(zip(cards, places, strict=True))
    for _, group in groupby(whole, key=lambda one: one[0][0]):
        yield from reversed(list(group))


_SIGN: Final = 44
_MEANING: Final = 30
"""The text size of the legend."""
_BESIDE: Final = 8
"""The space between a sign and its meaning."""
_BETWEEN: Final = 22
"""The space between a meaning and the next sign."""


class LegendEntry(Struct, frozen=True):
    """A reward's sign and its meaning."""

    reward: str
    meaning: str


class PlacedEntry(NamedTuple):
    """An entry's sign and text with their left offsets."""

    left: int
    sign: Image.Image
    start: int
    text: Image.Image


class CardLegend:
    """Draws legends in one theme."""

    def __init__(self, lettering: Lettering, names: Names, sprites: Callable[[int], CardSprites]) -> None:
        self._lettering: Final = lettering
        self._names: Final = names
        self._sprites: Final = sprites

    def lay_out(self, entries: Sequence[LegendEntry], width: int) -> Sequence[Sequence[PlacedEntry]]:
        """The entries in lines, as many as fit a picture of this width."""
        style = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scale(width, _MEANING))
        sprites, room = self._sprites(even_floor(scale(width, _SIGN))), width - 2 * card_edge(width)
        lines: list[list[PlacedEntry]] = []
        left = room
        for one in entries:
            sign = sprites.sign(one.reward)
            gap = scale(width, _BESIDE)
            text = self._lettering.line(self._names.line(one.meaning), style, room - packed_width(sign) - gap)
            wide = packed_width(sign) + gap + packed_width(text)
            if left + wide > room:
                lines.append([])
                left = 0
            lines[-1].append(PlacedEntry(left, sign, left + packed_width(sign) + gap, text))
            left += wide + scale(width, _BETWEEN)
        return lines

    @staticmethod
    def draw(canvas: Canvas, layout: CardLayout, top: int, lines: Sequence[Sequence[PlacedEntry]]) -> None:
        """Draw the lines, starting at ``top``."""
        for number, line in enumerate(lines):
            for entry in line:
                middle = top + layout.scale(LEGEND) * number + entry.sign.height // 2
                canvas.paste(entry.sign, layout.edge + entry.left, middle - entry.sign.height // 2)
                canvas.paste(entry.text, layout.edge + entry.start, middle - entry.text.height // 2)
