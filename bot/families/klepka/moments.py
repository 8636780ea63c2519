"""Cards turned up, which are shown for a moment (RULES §8, no. 40)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.families.klepka.wording import Wording
from bot.wording.speaker import Speaker
from engine.game import Event
from engine.klepka.events import CardsRevealed, TableShuffled
from engine.klepka.view import GameView, RevealedCard, with_revealed

SHOWN_SECONDS: Final = 10
"""How long cards that nobody takes are face up."""
_MOST_SHOWN: Final = 4
"""Of how many turns one picture shows the cards: of all that waited for hours it would give the whole table away."""


class CardsFaceUp:
    """See :class:`bot.families.family.Moments`."""

    seconds: Final = SHOWN_SECONDS

    def revealed(self, events: Iterable[Event]) -> Sequence[CardsRevealed]:
        """The cards that events show; none that were mixed since."""
        found: list[CardsRevealed] = []
        for event in events:
            match event:
                case CardsRevealed():
                    found.append(event)
                case TableShuffled():
                    found.clear()
                case _:
                    pass
        return found[-_MOST_SHOWN:]

    def mixes(self, events: Iterable[Event]) -> bool:
        """Whether the table was shuffled."""
        return any(isinstance(event, TableShuffled) for event in events)

    def passing(self, view: GameView, shown: Sequence[CardsRevealed]) -> bool:
        """Whether some of the cards are turned face down again."""
        return any(not card.taken for card in _face_up(view, shown))

    def laid(self, view: GameView, shown: Sequence[CardsRevealed]) -> GameView:
        """The table with the cards face up."""
        return with_revealed(view, _face_up(view, shown))

    def line(self, speaker: Speaker) -> str:
        """How long there is to remember them."""
        return Wording(speaker).look(self.seconds)


def _face_up(view: GameView, shown: Sequence[CardsRevealed]) -> tuple[RevealedCard, ...]:
    """All the cards of the newest event, and of those before what lies on the table still."""
    *before, newest = shown[-_MOST_SHOWN:]
    lying = (card for event in before for card in event.cards if not card.taken and view.table[card.position - 1])
    return tuple({card.position: card for card in (*lying, *newest.cards)}.values())
