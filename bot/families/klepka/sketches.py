"""The picture of a table of Klepka, before it is drawn."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from bot.families.klepka.finals import honours
from bot.pictures.drawing import Preparation
from bot.pictures.seats import called
from bot.pictures.sketches import Look, Sketch
from bot.wording import clocks, finals
from bot.wording.speaker import Speaker
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.ruleset import Ruleset
from engine.klepka.view import GameView
from engine.rulesets import rulesets
from render import Painter
from render.cards import NO_CHOICE, CardWords, Choice, Explained
from render.cardtext import text_cards

_LEGEND: Final = {POLYSEMY: "legend-polysemy", EXCHANGE: "legend-swap", CHAOS: "legend-chaos"}
"""What is said in a picture of the signs of rewards."""


@dataclass(frozen=True, slots=True)
class CardsSketch(Sketch):
    """A table of cards."""

    view: GameView
    words: CardWords
    choice: Choice = NO_CHOICE
    """What the player who looks at it has chosen so far."""

    @property
    def lasting(self) -> bool:
        """No cards shown for a moment, and nothing that one viewer alone sees."""
        return not self.view.revealed and self.view.viewer is None and self.choice == NO_CHOICE

    @property
    def content(self) -> tuple[Any, ...]:
        """The view without what no picture shows: the clocks that are drawn are words."""
        return replace(self.view, clock=None, flipped=None), self.words, self.theme, self.choice

    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG."""
        return painter.cards(self.view, self.words, self.choice)


def sketch(view: GameView, speaker: Speaker, look: Look, choice: Choice = NO_CHOICE) -> CardsSketch:
    """The picture of a view, for everybody or, with a ``choice``, for the player who makes it."""
    words = CardWords(
        title=speaker.game,
        bag=speaker.plain("panel-cards"),
        turn=speaker.plain("panel-turn"),
        seats=called(speaker, len(view.seats)),
        clocks=clocks.panel(view, speaker),
        paused=clocks.paused(view, speaker),
        final=finals.pictured(view, speaker, honours(view, speaker)),
        legend=tuple(Explained(reward, speaker.plain(message)) for reward, message in _LEGEND.items()),
    )
    return CardsSketch(look.theme, view, words, choice)


def written(view: GameView) -> str:
    """The table as monospaced HTML."""
    return f"<pre>{html.escape(text_cards(view), quote=False)}</pre>"


def preparations() -> Iterator[Preparation]:
    """The sprites of every deck's table."""
    games = (rules for rules in rulesets().values() if isinstance(rules, Ruleset))
    tables = {(deck.columns, deck.rows) for rules in games for deck in rules.decks.values()}
    for columns, rows in sorted(tables):
        yield partial(Painter.warm_cards, columns=columns, rows=rows)
