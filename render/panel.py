"""The panel below a board: players' cards, last move, the game's name, the bag. Has no words of its own."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from engine.crossword.view import GameView
from render.canvas import Canvas, breadth
from render.figures import points
from render.fonts import Weight
from render.layout import Layout, even
from render.lettering import Lettering, Style
from render.markers import Markers
from render.names import drawable
from render.palette import packed
from render.shapes import Art, pause, plate

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
    clocks: tuple[str, ...] = ()
    """By seat, the time left when the turn began, as short as ``12:34``; empty without clocks, ``""`` for a seat whose
    time does not matter now."""
    paused: str = ""
    """Stands instead of ``turn`` while the clocks are stopped; empty while they run."""


class _Card(NamedTuple):
    """Where and in which colours a player's card is drawn."""

    canvas: Canvas
    layout: Layout
    left: int
    top: int
    width: int
    paper: str
    ink: str

    @property
    def start(self) -> int:
        """Where text begins, right of the marker."""
        return self.left + self.layout.scaled(50)

    @property
    def right(self) -> int:
        """Where text ends."""
        return self.left + self.width - self.layout.scaled(18)


class Panel:
    """Draws panels in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._name: Final[Callable[[str, str], str]] = lru_cache(maxsize=_NAMES)(self._drawable)
        self._markers: Final = Markers(lettering.palette)
        self._card: Final[Callable[[int, int, str, int], Image.Image]] = lru_cache(maxsize=_CARDS)(self._blank_card)
        self._pause: Final[Callable[[int, str, str], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda size, ink, paper: packed(pause(self._palette, size, ink, paper))
        )
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_CARDS)(self._clock_plate)
        self._pips: Final[Callable[[int, int, str, str], Image.Image]] = lru_cache(maxsize=_CARDS)(self._tile_pips)

    def draw(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Draws the panel into the place that the board left for it."""
        clocks = words.clocks or ("",) * len(view.seats)
        for number, (seat, clock) in enumerate(zip(view.seats, clocks, strict=True)):
            turn = (self._name(words.paused, "") or words.turn) if view.turn == number else None
            ink = "light" if turn is not None else "ink" if seat.active and not seat.retired else "muted"
            paper = "card" if turn is None else "accent"
            width = layout.card_width(number, len(view.seats))
            card = _Card(canvas, layout, *layout.card_place(number), width, paper, ink)
            canvas.paste(self._card(width, layout.card[1], paper, number), card.left, card.top)
            self._headline(card, self._name(seat.name, f"#{number + 1}"), seat.score, raised=bool(clock))
            start = self._clock(card, self._name(clock, ""), paused=bool(words.paused)) if clock else card.right
            if seat.active:
                self._tiles(card, seat.tiles, turn, start)
        self._foot(canvas, layout, view, words)

    def _drawable(self, text: str, instead: str) -> str:
        return drawable(text, self._lettering.fonts.covers, instead)

    def _headline(self, card: _Card, name: str, score: int, *, raised: bool) -> None:
        """A card's name and score; the score is ``raised`` when something stands below it."""
        scaled = card.layout.scaled
        style = Style(card.paper, card.ink, Weight.BOLD, scaled(36 if raised else 44))
        number = self._lettering.line(points(score), style, card.right - card.start)
        card.canvas.paste(number, card.right - breadth(number), card.top + scaled(4 if raised else 16))
        style = Style(card.paper, card.ink, Weight.BOLD, scaled(28))
        room = card.right - breadth(number) - scaled(14) - card.start
        card.canvas.paste(self._lettering.line(name, style, room), card.start, card.top + scaled(11))

    def _clock(self, card: _Card, text: str, *, paused: bool) -> int:
        """How a clock stands, on a plate of its own while it runs, beside a sign when it would; returns its left."""
        scaled, turn = card.layout.scaled, card.paper == "accent"
        running = turn and not paused
        paper, ink = ("light", "accent") if running else (card.paper, card.ink)
        style = Style(paper, ink, Weight.BOLD, scaled(25))
        strip, margin, high = self._lettering.line(text, style, card.layout.card[0] // 2), even(scaled(10)), scaled(34)
        left = even(card.right - breadth(strip) - margin * running)
        if running:
            card.canvas.paste(self._plate(breadth(strip) + 2 * margin, high), left - margin, card.top + scaled(50))
        text_high = min(strip.height, high - scaled(2))
        card.canvas.paste(strip.crop((0, 0, strip.width, text_high)), left, card.top + scaled(51))
        if turn and paused:
            sign = self._pause(even(scaled(22)), ink, paper)
            left -= breadth(sign) + scaled(6)
            card.canvas.paste(sign, left, card.top + scaled(57))
        return left - margin

    def _tiles(self, card: _Card, count: int, turn: str | None, end: int) -> None:
        """How many tiles a player holds, and, where there is room before ``end``, that it is their turn."""
        scaled, ink = card.layout.scaled, "muted" if turn is None else card.ink
        pips = self._pips(count, scaled(15), card.paper, ink)
        card.canvas.paste(pips, card.start, card.top + scaled(57))
        if turn is not None:
            style = Style(card.paper, ink, Weight.MEDIUM, scaled(24))
            strip = self._lettering.line(self._name(turn, ""), style, scaled(160))
            start = card.start + breadth(pips) + scaled(14)
            if start + breadth(strip) <= end:
                card.canvas.paste(strip, start, card.top + scaled(51))

    def _foot(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Two lines: the last move; the game's name and the bag. Before the first move, the second in the middle."""
        scaled = layout.scaled
        left, right = layout.left + scaled(4), layout.width - layout.left - scaled(4)
        strong = Style(paper="page", ink="ink", weight=Weight.BOLD, size=scaled(28))
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scaled(26))
        if words.last:
            canvas.paste(self._lettering.line(self._name(words.last, ""), strong, right - left), left, layout.foot)
        top = layout.foot + scaled(42 if words.last else 21)
        bag = self._lettering.line(self._name(f"{words.bag} {view.bag}", ""), faint, (right - left) // 2)
        canvas.paste(bag, right - breadth(bag), top)
        title = self._lettering.line(self._name(words.title, ""), faint, right - left - breadth(bag) - scaled(20))
        canvas.paste(title, left, top)

    def _blank_card(self, width: int, height: int, paper: str, seat: int) -> Image.Image:
        """A card with its seat's marker."""
        unit = height / 90
        art = packed(plate(self._palette, (width, height), round(14 * unit), paper, "page"))
        art.paste(self._markers.sprite(seat, even(round(32 * unit)), paper), (round(10 * unit) // 2, round(14 * unit)))
        return art

    def _clock_plate(self, width: int, height: int) -> Image.Image:
        return packed(plate(self._palette, (width, height), height // 4, "light", "accent"))

    def _tile_pips(self, count: int, size: int, paper: str, colour: str) -> Image.Image:
        """A small rounded square for each tile on a rack."""
        step = size + max(2, size // 4)
        width = max(1, count) * step
        art = Art(width + width % 2, size + 3, self._palette.rgb(paper))
        for number in range(count):
            box = (number * step, 0, number * step + size, size + 2)
            art.rounded(box, size * 0.22, self._palette.rgb(colour))
        return packed(art.indexed(self._palette))
