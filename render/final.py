"""The end of a crossword game below its board: standings, score curve, last move. Has no words of its own."""

from typing import Final

from msgspec import Struct

from engine.crossword.view import GameView, Outcome
from render.canvas import Canvas, breadth
from render.chart import Chart
from render.curve import curve_high, curves
from render.fonts import Weight
from render.layout import Layout
from render.lettering import Lettering, Style
from render.names import drawable
from render.panel import PanelWords
from render.standings import ROW, Standing, Standings
from render.strokes import Box

_GAP: Final = 6
_FOOT: Final = 52


class FinalLayout(Struct, frozen=True):
    """Where things are below the board, in pixels."""

    height: int
    """Of the picture."""
    places: tuple[tuple[int, int], ...]
    """The top left corner of each row."""
    width: int
    """Of each row."""
    chart: Box | None
    """Left, top, right, bottom; ``None`` without a curve."""
    foot: int
    """Top of the line below all."""


def final_layout(layout: Layout, seats: int, *, curve: bool) -> FinalLayout:
    """What follows the board of that layout when the game is over."""
    scaled, width = layout.scaled, layout.cell * layout.columns
    step = scaled(ROW) + scaled(_GAP)
    places = tuple((layout.left, layout.panel + number * step) for number in range(seats))
    foot, chart = layout.panel + seats * step + scaled(4), None
    if curve:
        high = curve_high(layout.width, foot + scaled(_FOOT))
        chart = (layout.left, foot, layout.left + width, foot + high)
        foot += high
    return FinalLayout(height=foot + scaled(_FOOT), places=places, width=width, chart=chart, foot=foot)


class FinalCard:
    """Draws the end of games in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._standings: Final = Standings(lettering)
        self._chart: Final = Chart(lettering)

    def draw(self, canvas: Canvas, layout: Layout, view: GameView, outcome: Outcome, words: PanelWords) -> Canvas:
        """The board of this canvas, with the end of the game below it instead of a panel.

        Args:
            canvas: of a finished game's board, the panel's place empty.
            layout: the board's.
            view: the game.
            outcome: how it ended, with standings.
            words: the panel's.
        """
        rows = self._rows(view, outcome)
        lines = curves(view.history, rows)
        below = final_layout(layout, len(rows), curve=bool(lines))
        card = canvas.resized(below.height, self._lettering.palette.index("page"))
        self._standings.draw(card, below.places, below.width, rows)
        if below.chart is not None:
            self._chart.draw(card, below.chart, lines)
        self._foot(card, layout, below, words, view.bag)
        return card

    def _rows(self, view: GameView, outcome: Outcome) -> list[Standing]:
        covers = self._lettering.fonts.covers
        return [
            Standing(
                seat=final.seat,
                place=final.place,
                name=drawable(view.seats[final.seat].name, covers, f"#{final.seat + 1}"),
                score=final.score,
                adjustment=final.adjustment,
                penalty=final.penalty,
                rack=final.rack,
                active=view.seats[final.seat].active,
            )
            for final in outcome.finals
        ]

    def _foot(self, canvas: Canvas, layout: Layout, below: FinalLayout, words: PanelWords, bag: int) -> None:
        """One line: the last move; the game's name and what was left in the bag."""
        covers, scaled = self._lettering.fonts.covers, layout.scaled
        left, right, top = layout.left + scaled(4), layout.left + below.width - scaled(4), below.foot + scaled(6)
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scaled(26))
        strong = Style(paper="page", ink="ink", weight=Weight.BOLD, size=scaled(26))
        whole = right - left
        last = self._lettering.line(drawable(words.last, covers), strong, whole // 2) if words.last else None
        room = whole if last is None else whole - breadth(last) - scaled(24)
        rest = self._lettering.line(f" · {drawable(words.bag, covers)} {bag}", faint, room)
        title = self._lettering.line(drawable(words.title, covers), faint, room - breadth(rest))
        canvas.paste(rest, right - breadth(rest), top)
        canvas.paste(title, right - breadth(rest) - breadth(title), top)
        if last is not None:
            canvas.paste(last, left, top)
