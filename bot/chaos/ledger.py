"""What people asked for while everything broke: each update, when it went out first, and when it was acknowledged.

This is what the auditor holds against the logs. Instants are seconds of one monotonic clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.chaos.asks import Ask
from bot.store.keys import Scope
from engine.rulesets import Ruleset

NEVER: Final = float("inf")


@dataclass(slots=True, eq=False)
class Sent:
    """An update, and what it asks of a table."""

    update: int
    where: "Place"
    """The place of the table that it is about."""
    ask: Ask
    ordered: bool
    """Whether it keeps its place among what comes from its chat: taps and private chats have lanes of their own."""
    known: int
    """How many actions of the table whoever sent it had seen."""
    began: float
    """When it was posted first."""
    acked: float = NEVER
    """When Telegram was first told that it is safe."""

    def __str__(self) -> str:
        return f"update {self.update}{'' if self.ordered else ', in no order,'} ({self.ask})"


@dataclass(slots=True, eq=False)
class Place:
    """A chat, or a topic of one, and the one table that is played there."""

    scope: Scope
    title: str
    former: int | None = None
    """The group's number before it became a supergroup."""
    ruleset: Ruleset | None = None
    secret: str | None = None
    """Of the table, once it has been read; a table that is closed takes it along."""
    asked: list[Sent] = field(default_factory=list)
    """In the order in which they were posted."""

    def __str__(self) -> str:
        return str(self.scope)

    @property
    def chats(self) -> frozenset[int]:
        """The numbers that the chat has had."""
        return frozenset({self.scope.chat} | ({self.former} if self.former is not None else set()))


class Ledger:
    """Every place that was played at, and what was asked there."""

    def __init__(self) -> None:
        self.places: Final[list[Place]] = []
        self.updates = 0
        """Different ones that were posted."""
        self.duplicates = 0
        """How often one was posted that had been acknowledged."""
        self._waiting: Final[set[int]] = set()

    def opened(self, place: Place) -> Place:
        """Note a new place."""
        self.places.append(place)
        return place

    def posted(self, update: int) -> None:
        """Note that an update goes out for the first time."""
        self.updates += 1
        self._waiting.add(update)

    def acknowledged(self, update: int) -> None:
        """Note that Telegram was told that an update is safe; again is harmless."""
        self._waiting.discard(update)

    @property
    def unacknowledged(self) -> frozenset[int]:
        """Updates that Telegram still holds."""
        return frozenset(self._waiting)

    def asked(self) -> Iterator[Sent]:
        """Everything that was asked of a table."""
        return (sent for place in self.places for sent in place.asked)
