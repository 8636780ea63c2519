"""What a family of games offers to the door: the one protocol that every family keeps."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from engine.seats import Seat

R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)

Judge = Callable[[str], bool]


class Family(Protocol[R_contra, S, A_contra, E, V_co]):
    """A family of games, over its ruleset, state, actions, events and views."""

    @property
    def actions(self) -> tuple[type, ...]:
        """The types of action that its games understand; others are refused at the door."""
        ...

    @property
    def events(self) -> tuple[type, ...]:
        """The types of event that its games tell."""
        ...

    def new(
        self,
        ruleset: R_contra,
        seats: Sequence[Seat],
        *,
        host: int,
        secret: str,
        message: int,
        lexicon: str,
        now: datetime,
    ) -> tuple[S, tuple[E, ...]]:
        """Start a game: ``seats`` in the order of sitting down, ``secret`` in hex, ``message`` part of the seed."""
        ...

    def apply(self, state: S, action: A_contra, now: datetime, judge: Judge) -> tuple[S, tuple[E, ...]]:
        """Play one action, or raise a Refusal; the state handed in is never changed."""
        ...

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""
        ...

    def view(self, state: S, viewer: int | None) -> V_co:
        """What the user ``viewer``, or the group (``None``), may see."""
        ...

    def redact(self, event: E, viewer: int | None) -> E:
        """The event as the seat ``viewer``, or the group (``None``), may see it."""
        ...

    def deadline(self, state: S) -> datetime | None:
        """The next instant at which anything is due by itself."""
        ...
