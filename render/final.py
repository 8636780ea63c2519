"""The end of a crossword game below its board: headline, standings, score curve, best word and play."""

from typing import Final

from msgspec import Struct

from engine.crossword.view import GameView, Outcome
from render.canvas import Canvas, packed_width
from render.chart import HIGHEST, LEAST_HIGH, Chart, score_curves
from render.fonts import Weight
from render.honours import HEADLINE, WORD, FinalWords, Honours, ending_layout
from render.layout import Layout, even_floor
from render.panel import PanelWords
from render.shapes import PixelBox
from render.standings import ROW, Standing, Standings
from render.text import Lettering, Names, Style, draw_table_title

_GAP: Final = 6
_FOOT: Final = 52
_LEAST_CURVE: Final = 132
"""The least height of a curve beside a shown word, enough for four labels."""
_PLAIN: Final = FinalWords("")


class FinalLayout(Struct, frozen=True):
    """The layout below the board, in pixels."""

    height: int
    headline: int | None
    """The top of the line that names the winner; ``None`` without it."""
    places: tuple[tuple[int, int], ...]
    width: int
    chart: PixelBox | None
    honours: tuple[PixelBox, ...]
    word: PixelBox | None
    """The place of the word shown as it was laid."""
    foot: int
    """The top of the last line."""


def final_layout(
    layout: Layout, rows: int, *, curve: bool, headline: bool = False, word: bool = False, honours: int = 0
) -> FinalLayout:
    """The layout below a finished game's board; ``word``: whether a word is shown as it was laid."""
    scaled, width = layout.scale, layout.cell * layout.columns
    step, top = scaled(ROW) + scaled(_GAP), layout.panel + scaled(HEADLINE) * headline
    places = tuple((layout.left, top + number * step) for number in range(rows))
    below = top + rows * step + scaled(4)
    across = (layout.left, layout.left + width)
    word_box = (across[0], below, across[1], below + even_floor(scaled(WORD))) if word else None
    below = below if word_box is None else word_box[3] + scaled(_GAP)
    room = scaled(HIGHEST) - below - scaled(_FOOT)
    ending = ending_layout(
        layout.width, across, below, room, curve=curve, honours=honours, least=_LEAST_CURVE if word else LEAST_HIGH
    )
    return FinalLayout(
        height=ending.bottom + scaled(_FOOT),
        headline=layout.panel if headline else None,
        places=places,
        width=width,
        chart=ending.chart,
        honours=ending.honours,
        word=word_box,
        foot=ending.bottom,
    )


class FinalCard:
    """Draws the end of games in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._standings: Final = Standings(lettering)
        self._chart: Final = Chart(lettering)
        self._honours: Final = Honours(lettering, self._standings)
        self._names: Final = Names(lettering.fonts.has_glyph)

    def draw(self, canvas: Canvas, layout: Layout, view: GameView, outcome: Outcome, words: PanelWords) -> Canvas:
        """A finished game's board with its end below, in the place left empty for the panel."""
        rows = self._standing_rows(view, outcome, words)
        lines = score_curves(view.history, rows)
        final = words.final or _PLAIN
        word = next((one for one in final.honours if one.tiles), None)  # shown as it was laid
        honours = tuple(one for one in final.honours if one is not word)
        # The winner is in the banner, and so in no row.
        others = [row for row in rows if row.seat != final.winner]
        below = final_layout(
            layout,
            len(others),
            curve=bool(lines),
            headline=bool(final.headline),
            word=word is not None,
            honours=len(honours),
        )
        card = canvas.resize(below.height, self._lettering.palette.index("page"))
        if below.headline is not None:
            names = [self._names.seat_name(seat.name, at, words.seats) for at, seat in enumerate(view.seats)]
            right, bottom = layout.left + below.width, below.headline + layout.scale(HEADLINE - _GAP)
            winner = next((row for row in rows if row.seat == final.winner), None)
            self._honours.draw_banner(card, (layout.left, below.headline, right, bottom), final, names, winner)
        self._standings.draw(card, below.places, below.width, others)
        if word is not None and below.word is not None:
            self._honours.draw_word(card, below.word, word)
        self._honours.draw(card, below.honours, honours)
        if below.chart is not None:
            self._chart.draw(card, below.chart, lines)
        self._draw_foot(card, layout, below, view, words)
        return card

    def _standing_rows(self, view: GameView, outcome: Outcome, words: PanelWords) -> list[Standing]:
        return [
            Standing(
                seat=final.seat,
                place=final.place if outcome.winners else 0,
                name=self._names.seat_name(view.seats[final.seat].name, final.seat, words.seats),
                score=final.score,
                adjustment=final.adjustment,
                penalty=final.penalty,
                hint_points=final.hint_points,
                rack=final.rack,
                active=view.seats[final.seat].active,
            )
            for final in outcome.finals
        ]

    def _draw_foot(self, canvas: Canvas, layout: Layout, below: FinalLayout, view: GameView, words: PanelWords) -> None:
        scaled = layout.scale
        left, right, top = layout.left + scaled(4), layout.left + below.width - scaled(4), below.foot + scaled(6)
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=scaled(26))
        bag = self._lettering.line(self._names.line(f"{words.bag} {view.bag}"), faint, (right - left) // 2)
        canvas.paste(bag, right - packed_width(bag), top)
        room, names = right - left - packed_width(bag) - scaled(20), self._names.line
        draw_table_title(
            canvas, self._lettering, names(words.label), names(words.title), (left, top), room, layout.width
        )
