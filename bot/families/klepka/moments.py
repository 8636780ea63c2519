"""Cards turned up, which are shown for a moment (RULES §8, no. 40)."""

from collections.abc import Iterable
from typing import Final

from bot.families.klepka.wording import Wording
from bot.wording.speaker import Speaker
from engine.game import Event
from engine.klepka.events import CardsRevealed
from engine.klepka.view import GameView, with_revealed

SHOWN_SECONDS: Final = 10
"""How long cards that nobody takes are face up."""


class CardsFaceUp:
    """See :class:`bot.families.family.Moments`."""

    seconds: Final = SHOWN_SECONDS

    def revealed(self, events: Iterable[Event]) -> CardsRevealed | None:
        """The cards that events show, if any."""
        return next((event for event in events if isinstance(event, CardsRevealed)), None)

    def passing(self, event: CardsRevealed) -> bool:
        """Whether some of the cards are turned face down again."""
        return any(not card.taken for card in event.cards)

    def laid(self, view: GameView, event: CardsRevealed) -> GameView:
        """The table with the cards face up."""
        return with_revealed(view, event.cards)

    def line(self, speaker: Speaker) -> str:
        """How long there is to remember them."""
        return Wording(speaker).look(self.seconds)
