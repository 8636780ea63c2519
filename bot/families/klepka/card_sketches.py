"""The sketch of a table of Klepka."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from bot.families.klepka.card_wording import KlepkaWording
from bot.families.klepka.result_wording import final_honours
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch, seat_labels
from bot.wording import clocks, game_result
from bot.wording.formatting import join_lines
from bot.wording.speaker import Speaker
from bot.wording.table_label import label_in_picture
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import GameView
from engine.rulesets import shipped_rulesets
from render import Painter
from render.card_layout import NO_CHOICE, CardChoice, LegendEntry
from render.cards import CardWords
from render.text import text_cards

_REWARD_LEGEND: Final = {POLYSEMY: "legend-polysemy", EXCHANGE: "legend-swap", CHAOS: "legend-chaos"}
"""The legend of the rewards' signs."""


@dataclass(frozen=True, slots=True)
class CardsSketch(Sketch):
    """A table of cards."""

    view: GameView
    words: CardWords
    choice: CardChoice = NO_CHOICE
    """The viewer's choice so far."""

    @property
    def reusable(self) -> bool:
        """True unless it shows revealed cards, or something that only one viewer sees."""
        return not self.view.revealed and self.view.viewer is None and self.choice == NO_CHOICE

    @property
    def content(self) -> tuple[Any, ...]:
        """The view without its clocks: the picture draws those as words."""
        return replace(self.view, clock=None, flipped=None), self.words, self.theme, self.choice

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.cards(self.view, self.words, self.choice)


def cards_sketch(view: GameView, speaker: Speaker, look: Look, choice: CardChoice = NO_CHOICE) -> CardsSketch:
    """The picture of a view, for everybody or, with a ``choice``, for the player who makes it."""
    words = CardWords(
        title=speaker.game_title,
        bag=speaker.plain("panel-cards"),
        turn=speaker.plain("panel-turn"),
        seats=seat_labels(speaker, len(view.seats)),
        clocks=clocks.picture_clocks(view, speaker),
        paused=clocks.picture_pause(view, speaker),
        label=label_in_picture(view.seats, speaker),
        final=game_result.final_picture_words(view, speaker, final_honours(view, speaker)),
        legend=tuple(LegendEntry(reward, speaker.plain(message)) for reward, message in _REWARD_LEGEND.items()),
    )
    return CardsSketch(look.theme, view, words, choice)


def cards_as_html(view: GameView) -> str:
    """The table as monospaced HTML."""
    return f"<pre>{html.escape(text_cards(view), quote=False)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    """The table, the collections, and how things stand."""
    words = KlepkaWording(speaker)
    below = join_lines(words.last_turn_line(view), words.result_text(view), words.standing_text(view))
    return f"{cards_as_html(view)}\n{words.score_text(view)}\n\n{below}"


def painter_preparations() -> Iterator[Preparation]:
    """The sprites of every deck's table."""
    games = (rules for rules in shipped_rulesets().values() if isinstance(rules, Ruleset))
    tables = {(deck.columns, deck.rows) for rules in games for deck in rules.decks.values()}
    for columns, rows in sorted(tables):
        yield partial(Painter.warm_cards, columns=columns, rows=rows)
