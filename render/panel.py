"""The panel below a board: players' cards, last move, the game's name, the bag; the caller words it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image

from engine.crossword.view import GameView
from render.canvas import Canvas, packed_width
from render.fonts import Weight
from render.honours import FinalWords
from render.layout import Layout, even_floor
from render.markers import Markers
from render.palette import pack_pixels
from render.shapes import make_plate, pause_sign
from render.signs import Labels
from render.text import Lettering, Names, Style, draw_table_title, format_points

_CARDS: Final = 64


class PanelWords(Struct, frozen=True):
    """The panel's wording, in the reader's language."""

    title: str
    bag: str
    turn: str
    """Shown in the card of the player on turn: ``Sıra``."""
    last: str = ""
    """The last turn without its player: ``KALEM +24``; empty before the first."""
    seats: tuple[str, ...] = ()
    """Each seat's name, instead of a name that cannot be drawn: ``2. oyuncu``."""
    clocks: tuple[str, ...] = ()
    """By seat, the time left when the turn began, as short as ``12:34``; empty without clocks, ``""`` for a seat whose
    time does not matter now."""
    labels: Labels = Labels()
    paused: str = ""
    """Shown instead of ``turn`` while the clocks are stopped; empty while they run."""
    notes: tuple[tuple[str, ...], ...] = ()
    """By seat, other facts, most important first, as not all may fit: ``3 taş``, ``4 önde``."""
    trial: str = ""
    """Shown instead of a name if ``last`` is only a preview: ``Deneme``."""
    label: str = ""
    """The table's label, ``#3 Kiraz–Limon``; empty for the only table."""
    final: FinalWords | None = None
    """The wording of the game's end; ``None`` before."""


def last_turn_text(view: GameView, words: PanelWords, names: Names) -> str:
    """The last turn, or the previewed move, in one line, with its player if known; empty before the first turn."""
    if view.last is None or not words.last:
        return ""
    if words.trial:
        return names.line(f"{words.trial}: {words.last}")
    seat = view.last.seat
    if seat >= len(view.seats):
        return names.line(words.last)
    return f"{names.seat_name(view.seats[seat].name, seat, words.seats)}: {names.line(words.last)}"


class _Card(NamedTuple):
    canvas: Canvas
    layout: Layout
    left: int
    top: int
    width: int
    paper: str
    ink: str

    @property
    def start(self) -> int:
        """The left end of text, right of the marker."""
        return self.left + self.layout.scale(50)

    @property
    def right(self) -> int:
        return self.left + self.width - self.layout.scale(18)


class _Note(NamedTuple):
    text: str
    weight: Weight


class Panel:
    """Draws panels in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self._names: Final = Names(lettering.fonts.has_glyph)
        self._markers: Final = Markers(lettering.palette)
        self._card: Final[Callable[[int, int, str, int, bool], Image.Image]] = lru_cache(maxsize=_CARDS)(
            self._make_card
        )
        self._pause: Final[Callable[[int, str, str], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda size, ink, paper: pack_pixels(pause_sign(self._palette, size, ink, paper))
        )
        self._plate: Final[Callable[[int, int], Image.Image]] = lru_cache(maxsize=_CARDS)(
            lambda width, height: pack_pixels(
                make_plate(self._palette, (width, height), height // 4, "light", "accent")
            )
        )

    def draw(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Draw the panel in the place that the board left for it."""
        clocks = words.clocks or ("",) * len(view.seats)
        for number, (seat, clock) in enumerate(zip(view.seats, clocks, strict=True)):
            turn = (self._names.line(words.paused) or words.turn) if view.turn == number else None
            ink = "light" if turn is not None else "ink" if seat.active and not seat.retired else "muted"
            paper = "card" if turn is None else "accent"
            width = layout.card_width(number, len(view.seats))
            card = _Card(canvas, layout, *layout.card_place(number), width, paper, ink)
            notes = self._player_notes(view, words, number, turn)
            alone = not (clock or notes)
            canvas.paste(self._card(width, layout.card[1], paper, number, alone), card.left, card.top)
            name = self._names.seat_name(seat.name, number, words.seats)
            start = self._draw_headline(card, name, seat.score, raised=bool(clock), alone=alone)
            if clock:
                start = self._draw_clock(card, self._names.line(clock), paused=bool(words.paused))
            self._draw_notes(card, notes, start)
        self._draw_foot(canvas, layout, view, words)

    def _player_notes(self, view: GameView, words: PanelWords, number: int, turn: str | None) -> list[_Note]:
        """The notes below a player's name: whose turn it is, what the last turn scored, then those of ``words``."""
        notes = [] if turn is None else [_Note(self._names.line(turn), Weight.MEDIUM)]
        last = view.last
        if last is not None and last.seat == number and last.kind == "play" and not words.trial:
            notes.append(_Note(f"+{format_points(last.score)}", Weight.BOLD))
        if number < len(words.notes):
            notes += [_Note(self._names.line(note), Weight.MEDIUM) for note in words.notes[number]]
        return notes

    def _draw_headline(self, card: _Card, name: str, score: int, *, raised: bool, alone: bool) -> int:
        """Draw a card's name and score and return the score's left end, less a gap.

        The score is ``raised`` if a clock stands below it, the name unless ``alone``.
        """
        scaled = card.layout.scale
        style = Style(card.paper, card.ink, Weight.BOLD, scaled(36 if raised else 44))
        number = self._lettering.line(format_points(score), style, card.right - card.start)
        card.canvas.paste(number, card.right - packed_width(number), card.top + scaled(4 if raised else 16))
        style = Style(card.paper, card.ink, Weight.BOLD, scaled(28))
        end = card.right - packed_width(number) - scaled(14)
        line = self._lettering.line(name, style, end - card.start)
        card.canvas.paste(line, card.start, card.top + scaled(26 if alone else 11))
        return end

    def _draw_clock(self, card: _Card, text: str, *, paused: bool) -> int:
        """Draw a clock, on a plate while it runs, beside a sign while paused; return its left end."""
        scaled, turn = card.layout.scale, card.paper == "accent"
        running = turn and not paused
        paper, ink = ("light", "accent") if running else (card.paper, card.ink)
        style = Style(paper, ink, Weight.BOLD, scaled(25))
        strip, margin, high = (
            self._lettering.line(text, style, card.layout.card[0] // 2),
            even_floor(scaled(10)),
            scaled(34),
        )
        left = even_floor(card.right - packed_width(strip) - margin * running)
        if running:
            card.canvas.paste(self._plate(packed_width(strip) + 2 * margin, high), left - margin, card.top + scaled(50))
        text_high = min(strip.height, high - scaled(2))
        card.canvas.paste(strip.crop((0, 0, strip.width, text_high)), left, card.top + scaled(51))
        if turn and paused:
            sign = self._pause(even_floor(scaled(22)), ink, paper)
            left -= packed_width(sign) + scaled(6)
            card.canvas.paste(sign, left, card.top + scaled(57))
        return left - margin

    def _draw_notes(self, card: _Card, notes: list[_Note], end: int) -> None:
        """Draw as many of a player's notes as fit before ``end``, bold ones in the card's strongest ink."""
        scaled, left = card.layout.scale, card.start
        muted = "muted" if card.paper == "card" else card.ink
        dot = self._lettering.line(" · ", Style(card.paper, muted, Weight.MEDIUM, scaled(25)), card.width)
        for note in notes:
            ink = card.ink if note.weight is Weight.BOLD else muted
            strip = self._lettering.line(note.text, Style(card.paper, ink, note.weight, scaled(25)), card.width)
            start = left if left == card.start else left + packed_width(dot)
            if start + packed_width(strip) > end:
                return
            if start > left:
                card.canvas.paste(dot, left, card.top + scaled(51))
            card.canvas.paste(strip, start, card.top + scaled(51))
            left = start + packed_width(strip)

    def _draw_foot(self, canvas: Canvas, layout: Layout, view: GameView, words: PanelWords) -> None:
        """Draw two lines: the last move; the game's name and the bag. Before the first move, the second is centred.

        If there is only one line, the last move replaces the name.
        """
        scaled = layout.scale
        left, right = layout.left + scaled(4), layout.width - layout.left - scaled(4)
        strong = Style(paper="page", ink="ink", weight=Weight.BOLD, size=scaled(28))
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scaled(26))
        last_turn = last_turn_text(view, words, self._names)
        if last_turn and not layout.brief:
            canvas.paste(self._lettering.line(last_turn, strong, right - left), left, layout.foot)
        top = layout.foot + scaled(4 if layout.brief else 42 if last_turn else 21)
        bag = self._lettering.line(self._names.line(f"{words.bag} {view.bag}"), faint, (right - left) // 2)
        canvas.paste(bag, right - packed_width(bag), top)
        label, room = self._names.line(words.label), right - left - packed_width(bag) - scaled(20)
        if last_turn and layout.brief:
            number, _, _ = label.partition(" ")
            canvas.paste(self._lettering.line(f"{number}  {last_turn}".lstrip(), strong, room), left, top)
            return
        title = self._names.line(words.title)
        draw_table_title(canvas, self._lettering, label, title, (left, top), room, layout.width)

    def _make_card(self, width: int, height: int, paper: str, seat: int, alone: bool) -> Image.Image:  # noqa: FBT001 - part of a key
        unit = height / 90
        art = pack_pixels(make_plate(self._palette, (width, height), round(14 * unit), paper, "page"))
        art.paste(
            self._markers.sprite(seat, even_floor(round(32 * unit)), paper),
            (round(10 * unit) // 2, round((29 if alone else 14) * unit)),
        )
        return art
