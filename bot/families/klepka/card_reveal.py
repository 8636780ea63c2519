"""Cards that were turned up, shown for some seconds (RULES §8, no. 40)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.wording.speaker import Speaker
from engine.game import Event
from engine.klepka.events import CardsRevealed, TableShuffled
from engine.klepka.view import GameView, RevealedCard, with_revealed

REVEAL_SECONDS: Final = 10
"""Seconds that cards which nobody takes are face up."""
_MOST_REVEALS: Final = 4
"""One picture reveals the cards of so many turns at most: more would give the whole table away."""


class CardReveal:
    """Klepka's :class:`bot.families.timed_reveal.TimedReveal`."""

    seconds: Final = REVEAL_SECONDS

    def revealing_events(self, events: Iterable[Event]) -> Sequence[CardsRevealed]:
        """The events that show cards which have not been shuffled since."""
        found: list[CardsRevealed] = []
        for event in events:
            match event:
                case CardsRevealed():
                    found.append(event)
                case TableShuffled():
                    found.clear()
                case _:
                    pass
        return found[-_MOST_REVEALS:]

    def has_shuffle(self, events: Iterable[Event]) -> bool:
        """Whether the table was shuffled."""
        return any(isinstance(event, TableShuffled) for event in events)

    def needs_hiding(self, view: GameView, events: Sequence[CardsRevealed]) -> bool:
        """Whether some of the cards are turned face down again."""
        return any(not card.taken for card in _face_up_cards(view, events))

    def view_with_revealed(self, view: GameView, events: Sequence[CardsRevealed]) -> GameView:
        """The table with the cards face up."""
        return with_revealed(view, _face_up_cards(view, events))

    def reveal_line(self, speaker: Speaker) -> str:
        """How long there is to remember them."""
        return speaker.html("klepka-look", seconds=self.seconds)


CARD_REVEAL: Final = CardReveal()


def _face_up_cards(view: GameView, events: Sequence[CardsRevealed]) -> tuple[RevealedCard, ...]:
    """The cards of the newest event, and those of earlier events that still lie on the table."""
    *before, newest = events[-_MOST_REVEALS:]
    lying = (card for event in before for card in event.cards if not card.taken and view.table[card.position - 1])
    return tuple({card.position: card for card in (*lying, *newest.cards)}.values())
