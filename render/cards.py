"""The table of Klepka: cards face down by position, what is turned up, and everybody's open collection below.

Draws what the view says and nothing else: without ``revealed`` no letter of the table is in it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.klepka.view import GameView, SeatView
from render.canvas import Canvas, breadth
from render.cardsprites import CardSprites
from render.figures import points, signed
from render.fonts import Weight
from render.lettering import Lettering, Style
from render.names import drawable
from render.palette import packed
from render.panel import PanelWords
from render.shapes import Art, plate

_REFERENCE: Final = 900
"""The width for which measures are given."""
_EDGE: Final = 20
_LARGEST: Final = 107
"""Of a card: a table of fewer columns is narrower, not higher."""
_SIZES: Final = 8
_PLATES: Final = 128
_PAGES: Final = 8


class _Row(Struct, frozen=True):
    """A player's part of the panel."""

    seat: int
    name: str
    score: str
    paper: str
    """Of the head line."""
    ink: str
    tag: str
    """Stands before the score: whose turn it is, or what unused cards brought."""
    cards: tuple[str, ...]


class CardLayout(Struct, frozen=True):
    """Where things are in a picture of cards, in pixels; across, even numbers."""

    width: int
    height: int
    cell: int
    left: int
    top: int
    columns: int
    small: int
    """The size of a card in a collection."""
    edge: int
    """Left and right of the panel."""
    tops: tuple[int, ...]
    """Where each player's part begins."""
    heights: tuple[int, ...]
    foot: int

    def place(self, position: int) -> tuple[int, int]:
        """The top left corner of a position's card; positions count from 1."""
        row, column = divmod(position - 1, self.columns)
        return self.left + column * self.cell, self.top + row * self.cell

    def scaled(self, measure: float) -> int:
        """A measure given for a picture 900 pixels wide."""
        return _scaled(self.width, measure)

    @property
    def in_row(self) -> int:
        """How many cards of a collection stand beside each other."""
        return (self.width - 2 * self.edge - self.scaled(24)) // self.small


def card_size(width: int, columns: int) -> int:
    """The size of a card on a table of so many columns: an even number of pixels."""
    return min(_even((width - 2 * _even(_scaled(width, _EDGE))) // columns), _even(_scaled(width, _LARGEST)))


def card_layout(width: int, view: GameView) -> CardLayout:
    """The layout of a view's picture, as high as it must be."""
    edge, cell = _even(_scaled(width, _EDGE)), card_size(width, view.columns)
    left, top, small = _even((width - cell * view.columns) // 2), _scaled(width, 16), _even(_scaled(width, 50))
    in_row = (width - 2 * edge - _scaled(width, 24)) // small
    head, gap = _scaled(width, 54), _scaled(width, 10)
    heights = tuple(
        head + (-(-len(seat.cards) // in_row) * small + _scaled(width, 12) if seat.cards else 0)
        for seat in _order(view)
    )
    tops, place = [], top + cell * view.rows + _scaled(width, 18)
    for high in heights:
        tops.append(place)
        place += high + gap
    return CardLayout(
        width=width,
        height=place + _scaled(width, 48),
        cell=cell,
        left=left,
        top=top,
        columns=view.columns,
        small=small,
        edge=edge,
        tops=tuple(tops),
        heights=heights,
        foot=place,
    )


class Cards:
    """Draws tables of cards in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.sprites: Final[Callable[[int], CardSprites]] = lru_cache(maxsize=_SIZES)(self._make_sprites)
        self._page: Final[Callable[[int, int], Canvas]] = lru_cache(maxsize=_PAGES)(self._empty_page)
        self._plate: Final[Callable[[int, int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._blank_plate)

    def draw(self, view: GameView, words: PanelWords, width: int) -> Canvas:
        """A fresh canvas with the table and the panel."""
        layout = card_layout(width, view)
        canvas = self._page(layout.width, layout.height).copy()
        sprites = self.sprites(layout.cell)
        shown = {card.position: card for card in view.revealed}
        for position, lies in enumerate(view.table, start=1):
            card = shown.get(position)
            if card is not None:
                art = sprites.face(card.card, view.values.get(card.card[0], 0), position, card.taken)
            else:
                art = sprites.back(position) if lies else sprites.slot()
            canvas.paste(art, *layout.place(position))
        for number, row in enumerate(self._rows(view, words)):
            self._player(canvas, layout, number, row, view)
        self._foot(canvas, layout, view, words)
        return canvas

    def warm(self, width: int, columns: int, rows: int) -> None:
        """Draws the backs of a table."""
        sprites = self.sprites(card_size(width, columns))
        for position in range(1, columns * rows + 1):
            sprites.back(position)
        sprites.slot()

    def _make_sprites(self, size: int) -> CardSprites:
        return CardSprites(self._lettering, size)

    def _empty_page(self, width: int, height: int) -> Canvas:
        return Canvas.of(Image.new("L", (width, height), self._palette.index("page")))

    def _rows(self, view: GameView, words: PanelWords) -> list[_Row]:
        if view.outcome is not None and view.outcome.winners:
            return [
                _Row(
                    final.seat,
                    f"{final.place}. {view.seats[final.seat].name}",
                    points(final.score),
                    "blue" if final.place == 1 else "card",
                    "light" if final.place == 1 else "ink",
                    signed(final.adjustment) if final.adjustment else "",
                    view.seats[final.seat].cards,
                )
                for final in view.outcome.finals
            ]
        rows = []
        for number, seat in enumerate(view.seats):
            turn = view.turn == number
            paper, ink = ("blue", "light") if turn else ("card", "ink" if seat.active else "muted")
            rows.append(_Row(number, seat.name, points(seat.score), paper, ink, words.turn if turn else "", seat.cards))
        return rows

    def _player(self, canvas: Canvas, layout: CardLayout, number: int, row: _Row, view: GameView) -> None:
        """A player's head line and collection."""
        scaled, left, top = layout.scaled, layout.edge, layout.tops[number]
        width, head = layout.width - 2 * left, scaled(54)
        canvas.paste(self._plate(width, layout.heights[number], head, row.paper), left, top)
        strong = Style(row.paper, row.ink, Weight.BOLD, scaled(34))
        score = self._lettering.line(row.score, strong, width // 3)
        edge = left + width - scaled(18) - breadth(score)
        canvas.paste(score, edge, top + scaled(4))
        if row.tag:
            faint = Style(row.paper, row.ink, Weight.MEDIUM, scaled(26))
            tag = self._lettering.line(self._drawable(row.tag, ""), faint, width // 3)
            edge -= breadth(tag) + scaled(22)
            canvas.paste(tag, edge, top + scaled(10))
        name = Style(row.paper, row.ink, Weight.BOLD, scaled(28))
        room = edge - left - scaled(36)
        canvas.paste(
            self._lettering.line(self._drawable(row.name, f"#{row.seat + 1}"), name, room),
            left + scaled(18),
            top + scaled(8),
        )
        sprites, start = self.sprites(layout.small), left + scaled(12)
        for index, card in enumerate(row.cards):
            line, column = divmod(index, layout.in_row)
            art = sprites.small(card, view.values.get(card[0], 0))
            canvas.paste(art, start + column * layout.small, top + head + scaled(4) + line * layout.small)

    def _foot(self, canvas: Canvas, layout: CardLayout, view: GameView, words: PanelWords) -> None:
        """The game's name, and how many cards lie on the table."""
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=layout.scaled(26))
        width = layout.width - 2 * layout.edge
        left = self._lettering.line(self._drawable(f"{words.bag} {view.left}", ""), faint, width // 2)
        canvas.paste(left, layout.width - layout.edge - breadth(left), layout.foot)
        title = self._lettering.line(self._drawable(words.title, ""), faint, width - breadth(left) - layout.scaled(20))
        canvas.paste(title, layout.edge, layout.foot)

    def _drawable(self, text: str, instead: str) -> str:
        return drawable(text, self._lettering.fonts.covers, instead)

    def _blank_plate(self, width: int, height: int, head: int, paper: str) -> Image.Image:
        """A player's part without its content; the head line has its own paper."""
        radius = max(2, head // 4)
        if paper == "card" or height == head:
            return packed(plate(self._palette, (width, height), radius, paper, "page"))
        art = plate(self._palette, (width, height), radius, "card", "page")
        upper = Art(width, head, self._palette.rgb("page"))
        upper.rounded((0, 0, width, head + radius), radius, self._palette.rgb(paper))
        art.paste(upper.indexed(self._palette), (0, 0))
        return packed(art)


def _order(view: GameView) -> list[SeatView]:
    """The seats as the panel shows them: in the order of play, after the game in that of the places."""
    if view.outcome is not None and view.outcome.winners:
        return [view.seats[final.seat] for final in view.outcome.finals]
    return list(view.seats)


def _scaled(width: int, measure: float) -> int:
    return max(1, round(measure * width / _REFERENCE))


def _even(measure: int) -> int:
    return measure - measure % 2
