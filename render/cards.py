"""The table of Klepka: face-down cards by position, revealed cards, and all open collections below.

A strip is the collections alone, for a message whose buttons are the table. Draws only what the view shows: letters on
the table only if it has ``revealed``. After the game the standings and the score curve follow.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.klepka.view import GameView, Outcome
from render.canvas import Canvas, Stamp, packed_width
from render.card_layout import (
    NO_CHOICE,
    CardChoice,
    CardLayout,
    CardLegend,
    LegendEntry,
    card_layout,
    card_size,
    has_rewards,
    pasting_order,
    strip_layout,
)
from render.card_sprites import CardSprites
from render.chart import Chart, score_curves
from render.fonts import Weight
from render.honours import FinalWords, Honours
from render.layout import even_floor
from render.markers import Markers
from render.palette import pack_pixels
from render.panel import PanelWords
from render.shapes import Art, make_plate, pause_sign, ring_cover
from render.standings import ROW, Standing, Standings
from render.text import Lettering, Names, Style, draw_table_title, format_points

_SIZES: Final = 4
_PLATES: Final = 32
_PAGES: Final = 4
_MARKER: Final = 30
_AROUND: Final = 4
_HALF: Final = 0.5
_THIRD: Final = 1 / 3
_PLAIN: Final = FinalWords("")


class CardWords(PanelWords, frozen=True):
    """The wording of a card table."""

    legend: tuple[LegendEntry, ...] = ()
    """The signs of rewards, explained; in a final card only if one is left."""


class Cards:
    """Draws tables of cards in one theme."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering: Final = lettering
        self._palette: Final = lettering.palette
        self.sprites: Final[Callable[[int], CardSprites]] = lru_cache(maxsize=_SIZES)(
            lambda size: CardSprites(lettering, size)
        )
        self._page: Final[Callable[[int, int], Canvas]] = lru_cache(maxsize=_PAGES)(
            lambda *size: Canvas.from_image(Image.new("L", size, self._palette.index("page")))
        )
        self._standings: Final = Standings(lettering)
        self._chart: Final = Chart(lettering)
        self._honours: Final = Honours(lettering, self._standings)
        self._markers: Final = Markers(lettering.palette)
        self._names: Final = Names(lettering.fonts.has_glyph)
        self._legend: Final = CardLegend(lettering, self._names, self.sprites)
        self._pause: Final[Callable[[int, str, str], Image.Image]] = lru_cache(maxsize=_PAGES)(
            lambda size, ink, paper: pack_pixels(pause_sign(self._palette, size, ink, paper))
        )
        self._frame: Final[Callable[[int, int], Stamp]] = lru_cache(maxsize=_PAGES)(self._make_row_frame)
        self._plate: Final[Callable[[int, int, int, str], Image.Image]] = lru_cache(maxsize=_PLATES)(self._make_plate)

    def draw(self, view: GameView, words: PanelWords, width: int, choice: CardChoice = NO_CHOICE) -> Canvas:
        """A new canvas with table and panel; ValueError if ``choice`` is no row, or no face-down card."""
        entries = words.legend if isinstance(words, CardWords) and has_rewards(view) else ()
        legend = self._legend.lay_out(entries, width) if entries else ()
        final = (words.final if view.outcome is not None else None) or _PLAIN
        headed, honours = bool(final.headline), len(final.honours)
        layout = card_layout(width, view, legend=len(legend), headline=headed, honours=honours)
        canvas = self._page(layout.width, layout.height).copy()
        if layout.table:
            self._draw_table(canvas, layout, view, choice.cards)
            if choice.row:
                self._draw_row_frame(canvas, layout, view, choice.row)
        if view.outcome is not None and view.outcome.finals:
            self._draw_end(canvas, layout, view, view.outcome, words)
        else:
            self._draw_players(canvas, layout, view, words)
        if layout.legend is not None:
            self._legend.draw(canvas, layout, layout.legend, legend)
        self._draw_foot(canvas, layout, view, words)
        return canvas

    def draw_strip(self, view: GameView, words: PanelWords, width: int) -> Canvas:
        """A new canvas with the players of a running game and their collections."""
        layout = strip_layout(width, view)
        canvas = self._page(layout.width, layout.height).copy()
        self._draw_players(canvas, layout, view, words)
        return canvas

    def _draw_players(self, canvas: Canvas, layout: CardLayout, view: GameView, words: PanelWords) -> None:
        clocks = words.clocks or ("",) * len(view.seats)
        for seat, clock in enumerate(clocks):
            self._draw_player(canvas, layout, view, words, seat, clock)

    def _draw_table(self, canvas: Canvas, layout: CardLayout, view: GameView, chosen: Sequence[int]) -> None:
        sprites = self.sprites(layout.cell)
        shown = {card.position: card for card in view.revealed}
        orders = {position: order for order, position in enumerate(chosen, start=1)}
        for position in orders:
            if not 1 <= position <= len(view.table) or not view.table[position - 1] or position in shown:
                raise ValueError(f"no card lies face down on {position}")
        for position, lies in enumerate(view.table, start=1):
            card = shown.get(position)
            if card is not None:
                art = sprites.face(card.card, view.values.get(card.card[0], 0), position, card.taken)
            elif position in orders:
                art = sprites.chosen_back(position, orders[position])
            else:
                art = sprites.back(position) if lies else sprites.empty_position()
            canvas.paste(art, *layout.card_place(position))

    def _draw_row_frame(self, canvas: Canvas, layout: CardLayout, view: GameView, row: int) -> None:
        if not 1 <= row <= view.rows:
            raise ValueError(f"a table has rows 1 to {view.rows}, not {row}")
        left, top = layout.card_place((row - 1) * layout.columns + 1)
        side = even_floor(layout.scale(_AROUND))
        canvas.stamp(
            self._frame(layout.cell * layout.columns + 2 * side, layout.cell + 2 * side), left - side, top - side
        )

    def _make_row_frame(self, width: int, height: int) -> Stamp:
        radius, thick = height * 0.14, max(2.0, height * 0.05)
        art = Art(width, height, self._palette.rgb("page"))
        art.outline((0, 0, width, height), radius, thick, self._palette.rgb("ink"))
        return Stamp(art.to_index_image(self._palette), ring_cover((width, height), radius, thick))

    def warm(self, width: int, columns: int, rows: int) -> Iterator[None]:
        """Draw the backs of a table, one row per step."""
        sprites = self.sprites(card_size(width, columns))
        sprites.empty_position()
        for row in range(rows):
            yield None
            for column in range(columns):
                sprites.back(row * columns + column + 1)

    def _draw_end(
        self, canvas: Canvas, layout: CardLayout, view: GameView, outcome: Outcome, words: PanelWords
    ) -> None:
        rows = [
            Standing(
                seat=final.seat,
                place=final.place if outcome.winners else 0,
                name=self._names.seat_name(view.seats[final.seat].name, final.seat, words.seats),
                score=final.score,
                adjustment=final.adjustment,
                active=view.seats[final.seat].active,
            )
            for final in outcome.finals
        ]
        for number, row in enumerate(rows):
            self._draw_part(canvas, layout, number, "accent" if row.place == 1 else "card")
            self._draw_collection(canvas, layout, number, view.seats[row.seat].cards, view.values)
        final = words.final or _PLAIN
        if layout.headline is not None:
            names = [self._names.seat_name(seat.name, at, words.seats) for at, seat in enumerate(view.seats)]
            bottom = layout.headline + layout.scale(layout.banner - 8)
            box = (layout.edge, layout.headline, layout.width - layout.edge, bottom)
            winner = next((row for row in rows if row.seat == final.winner), None)
            self._honours.draw_banner(canvas, box, final, names, winner)
        self._honours.draw(canvas, layout.honours, final.honours)
        places = [(part.left, part.top) for part in layout.parts]
        self._standings.draw_on_plates(canvas, places, layout.parts[0].width, rows)
        if layout.chart is not None:
            self._chart.draw(canvas, layout.chart, score_curves(view.history, rows))

    def _draw_player(  # noqa: PLR0917 - the parts of a picture
        self, canvas: Canvas, layout: CardLayout, view: GameView, words: PanelWords, number: int, clock: str
    ) -> None:
        seat, turn, part = view.seats[number], view.turn == number, layout.parts[number]
        paper, ink = ("accent", "light") if turn else ("card", "ink" if seat.active else "muted")
        scaled, left, top = layout.scale, part.left, part.top
        self._draw_part(canvas, layout, number, paper)
        marker = self._markers.sprite(number, even_floor(scaled(_MARKER)), paper)
        canvas.paste(marker, left + scaled(12), top + (scaled(ROW) - marker.height) // 2)
        score = self._lettering.line(
            format_points(seat.score), Style(paper, ink, Weight.BOLD, scaled(34)), part.width // 3
        )
        end = left + part.width - scaled(18) - packed_width(score)
        canvas.paste(score, end, top + scaled(6))
        for text, weight in self._texts_beside_score(words, clock, turn=turn, share=part.width / layout.width):
            strip = self._lettering.line(text, Style(paper, ink, weight, scaled(26)), part.width // 3)
            end -= packed_width(strip) + scaled(22)
            canvas.paste(strip, end, top + scaled(11))
        if turn and words.paused:
            sign = self._pause(even_floor(scaled(24)), ink, paper)
            end -= packed_width(sign) + scaled(10)
            canvas.paste(sign, end, top + (scaled(ROW) - sign.height) // 2)
        start = left + scaled(12 + _MARKER + 8)
        name = Style(paper, ink, Weight.BOLD, scaled(28))
        written = self._lettering.line(
            self._names.seat_name(seat.name, number, words.seats), name, end - scaled(18) - start
        )
        canvas.paste(written, start, top + scaled(10))
        self._draw_collection(canvas, layout, number, seat.cards, view.values)

    def _texts_beside_score(
        self, words: PanelWords, clock: str, *, turn: bool, share: float
    ) -> Iterator[tuple[str, Weight]]:
        """The texts left of a score, from right to left.

        In half of a picture a clock leaves no room for words, in a third there is none; the colour shows whose turn it
        is, a sign that the game is paused.
        """
        has_room = share > (_HALF if clock else _THIRD)
        turn_text = (words.paused or words.turn) if turn and has_room else ""
        for text, weight in ((turn_text, Weight.MEDIUM), (clock, Weight.BOLD)):
            if text:
                yield self._names.line(text), weight

    def _draw_part(self, canvas: Canvas, layout: CardLayout, number: int, paper: str) -> None:
        part, head = layout.parts[number], layout.scale(ROW)
        canvas.paste(self._plate(part.width, part.height, head, paper), part.left, part.top)

    def _draw_collection(
        self, canvas: Canvas, layout: CardLayout, number: int, cards: Sequence[str], values: Mapping[str, int]
    ) -> None:
        sprites, part = self.sprites(layout.small), layout.parts[number]
        start = part.left + even_floor(layout.scale(12))
        top = part.top + layout.scale(ROW) + layout.scale(4)
        for card, (left, line) in pasting_order(cards, part.fan.places):
            art = sprites.small(card, values.get(card[0], 0))
            canvas.paste(art, start + left, top + line * layout.small)

    def _draw_foot(self, canvas: Canvas, layout: CardLayout, view: GameView, words: PanelWords) -> None:
        faint = Style(paper="page", ink="muted", weight=Weight.MEDIUM, size=layout.scale(26))
        width = layout.width - 2 * layout.edge
        left = self._lettering.line(self._names.line(f"{words.bag} {view.left}"), faint, width // 2)
        canvas.paste(left, layout.width - layout.edge - packed_width(left), layout.foot)
        place, room = (layout.edge, layout.foot), width - packed_width(left) - layout.scale(20)
        label, title = self._names.line(words.label), self._names.line(words.title)
        draw_table_title(canvas, self._lettering, label, title, place, room, layout.width)

    def _make_plate(self, width: int, height: int, head: int, paper: str) -> Image.Image:
        radius = max(2, head // 4)
        if paper == "card" or height == head:
            return pack_pixels(make_plate(self._palette, (width, height), radius, paper, "page"))
        art = make_plate(self._palette, (width, height), radius, "card", "page")
        upper = Art(width, head, self._palette.rgb("page"))
        upper.rounded_box((0, 0, width, head + radius), radius, self._palette.rgb(paper))
        art.paste(upper.to_index_image(self._palette), (0, 0))
        return pack_pixels(art)
