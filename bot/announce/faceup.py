"""Messages that show cards: what this process knows of each, so that one may show several turns, one edit each.

It knows of no message that another process has sent: that one is let be, and a new one is sent.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.game import Event

_MOST: Final = 4096
"""Messages that are known; a game has its newest among them."""


@dataclass(slots=True, eq=False)
class FaceUp:
    """What a message shows for a moment."""

    photo: bool
    """Whether it is a picture; a chat that takes none gets text."""
    kept: bytes | None = None
    """What Redis has of it to be turned down; ``None`` where nothing is face up."""
    cards: tuple[tuple[float, Event], ...] = ()
    """What is face up, and until when, in seconds of the epoch."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is changed: what turns cards down may not come between those who turn others up."""

    def shown(self, now: float) -> tuple[tuple[float, Event], ...]:
        """What is to be seen still."""
        return tuple(one for one in self.cards if one[0] > now)


class FaceUps:
    """The messages of this process that show tables of cards."""

    def __init__(self) -> None:
        self._known: Final[dict[tuple[int, int], FaceUp]] = {}

    def find(self, chat: int, message: int) -> FaceUp | None:
        """What a message shows; ``None`` of one that this process has not sent."""
        return self._known.get((chat, message))

    def note(self, chat: int, message: int, *, photo: bool) -> FaceUp:
        """What a message shows that this process has sent."""
        known = self._known.pop((chat, message), None) or FaceUp(photo)
        self._known[chat, message] = known
        if len(self._known) > _MOST:
            del self._known[next(iter(self._known))]
        return known

    def forget(self, chat: int, message: int) -> None:
        """A message is gone."""
        self._known.pop((chat, message), None)

    def clear(self) -> None:
        """Others may have changed any of them."""
        self._known.clear()


def events(cards: Sequence[tuple[float, Event]]) -> tuple[Event, ...]:
    """What is shown, without until when."""
    return tuple(event for _, event in cards)
