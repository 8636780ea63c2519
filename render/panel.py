"""The panel below a board: players' cards, last move, the game's name, the bag. Has no words of its own."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.crossword.view import FinalScore, GameView, SeatView
from render.canvas import Canvas, breadth
from render.figures import points, signed
from render.fonts import Weight
from render.layout import Layout
from render.lettering import Lettering, Style
from render.names import drawable
from render.palette import packed
from render.shapes import Art, plate
from render.theme import SEATS

_NAMES: Final = 512
_CARDS: Final = 64


class PanelWords(Struct, frozen=True):
    """The panel's wording, in the language of whoever looks at it."""

    title: str
    """The game's name."""
    bag: str
    """What the bag is called: ``Torba``."""
    turn: str
    """Stands in the card of the player to move: ``Sıra``."""
    last: str = ""
    """The last move in one line; empty before the first."""


class Panel:
    """Draws panels in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._name: Final[Callable[[str, str], str]] = lru_cache(maxsize=_NAMES)(self._drawable)
        self._card: Final[Callable[[int, int, str, str], Image.Image]] = lru_cache(maxsize=_CARDS)(self._blank_card)
        self._pips: Final[Callable[[int, int, str, str], Image.Image]] = lru_cache(maxsize=_CARDS)(self._tile_pips)

    def draw(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Draws the panel into the place that the board left for it."""
        if view.outcome is None or not view.outcome.finals:
            for number, seat in enumerate(view.seats):
                self._player(canvas, layout, number, seat, words.turn if view.turn == number else None)
        else:
            for number, final in enumerate(view.outcome.finals):
                self._standing(canvas, layout, number, view.seats[final.seat], final)
        self._foot(canvas, layout, view, words)

    def _drawable(self, text: str, instead: str) -> str:
        return drawable(text, self._lettering.fonts.covers, instead)

    def _player(self, canvas: Canvas, layout: Layout, number: int, seat: SeatView, turn: str | None) -> None:
        """The card of a player during the game; ``turn`` is written when it is theirs."""
        paper = "card" if turn is None else "accent"
        left, top = layout.card_place(number)
        scaled = layout.scaled
        colour = SEATS[number % len(SEATS)] if turn is None else "light"
        canvas.paste(self._card(*layout.card, paper, colour), left, top)
        ink = "light" if turn is not None else "ink" if seat.active else "muted"
        self._headline(canvas, layout, (left, top), (self._name(seat.name, f"#{number + 1}"), seat.score), (paper, ink))
        if not seat.active:
            return
        pips = self._pips(seat.tiles, scaled(15), paper, "light" if turn is not None else "muted")
        canvas.paste(pips, left + scaled(30), top + scaled(57))
        if turn is not None:
            style = Style(paper=paper, ink="light", weight=Weight.MEDIUM, size=scaled(24))
            strip = self._lettering.line(self._name(turn, ""), style, scaled(120))
            canvas.paste(strip, left + scaled(44) + breadth(pips), top + scaled(51))

    def _standing(self, canvas: Canvas, layout: Layout, number: int, seat: SeatView, final: FinalScore) -> None:
        """The card of a player after the game: the place instead of the tiles."""
        paper, ink = ("accent", "light") if final.place == 1 else ("card", "ink")
        left, top = layout.card_place(number)
        scaled = layout.scaled
        stripe = SEATS[final.seat % len(SEATS)]
        canvas.paste(self._card(*layout.card, paper, stripe), left, top)
        name = self._name(seat.name, f"#{final.seat + 1}")
        self._headline(canvas, layout, (left, top), (f"{final.place}. {name}", final.score), (paper, ink))
        if final.adjustment:
            style = Style(paper=paper, ink=ink, weight=Weight.MEDIUM, size=scaled(24))
            strip = self._lettering.line(signed(final.adjustment), style, scaled(120))
            canvas.paste(strip, left + scaled(30), top + scaled(51))

    def _headline(
        self,
        canvas: Canvas,
        layout: Layout,
        place: tuple[int, int],
        content: tuple[str, int],
        colours: tuple[str, str],
    ) -> None:
        """A card's name and score."""
        scaled = layout.scaled
        left, top = place
        paper, ink = colours
        number = self._lettering.line(points(content[1]), Style(paper, ink, Weight.BOLD, scaled(48)), layout.card[0])
        canvas.paste(number, left + layout.card[0] - scaled(18) - breadth(number), top + scaled(14))
        room = layout.card[0] - breadth(number) - scaled(30 + 18 + 14)
        name = self._lettering.line(content[0], Style(paper, ink, Weight.BOLD, scaled(28)), room)
        canvas.paste(name, left + scaled(30), top + scaled(11))

    def _foot(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Two lines: the last move; the game's name and the bag."""
        scaled = layout.scaled
        left, right = layout.left + scaled(4), layout.width - layout.left - scaled(4)
        strong = Style(paper="page", ink="ink", weight=Weight.BOLD, size=scaled(28))
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scaled(26))
        if words.last:
            canvas.paste(self._lettering.line(self._name(words.last, ""), strong, right - left), left, layout.foot)
        bag = self._lettering.line(self._name(f"{words.bag} {view.bag}", ""), faint, (right - left) // 2)
        canvas.paste(bag, right - breadth(bag), layout.foot + scaled(42))
        title = self._lettering.line(self._name(words.title, ""), faint, right - left - breadth(bag) - scaled(20))
        canvas.paste(title, left, layout.foot + scaled(42))

    def _blank_card(self, width: int, height: int, paper: str, stripe: str) -> Image.Image:
        unit = height / 90
        art = plate(self._palette, (width, height), round(14 * unit), paper, "page")
        bar = plate(self._palette, (max(2, round(7 * unit)), round(58 * unit)), max(1, round(3 * unit)), stripe, paper)
        art.paste(bar, (round(12 * unit), round(16 * unit)))
        return packed(art)

    def _tile_pips(self, count: int, size: int, paper: str, colour: str) -> Image.Image:
        """A small rounded square for each tile on a rack."""
        step = size + max(2, size // 4)
        width = max(1, count) * step
        art = Art(width + width % 2, size + 3, self._palette.rgb(paper))
        for number in range(count):
            box = (number * step, 0, number * step + size, size + 2)
            art.rounded(box, size * 0.22, self._palette.rgb(colour))
        return packed(art.indexed(self._palette))
