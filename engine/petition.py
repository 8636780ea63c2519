"""A vote that is open at a table, as its state and its views hold it."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from engine.seats import Seat

About = Literal["skip", "remove", "replace"]
"""Let a turn go by; take a player out of the game; give a player's seat to somebody else."""


class Petition(Struct, frozen=True, omit_defaults=True):
    """What is voted about, and by which seats."""

    about: About
    seat: int
    """Whose turn, or place, it is about."""
    number: int
    """How many turns were taken when it was asked."""
    asked: datetime
    """When, in UTC."""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    substitute: Seat | None = None
    """Who is ready to take the seat; until somebody is there is nothing to vote about."""

    @property
    def waits(self) -> bool:
        """Whether it waits for somebody who takes the seat."""
        return self.about == "replace" and self.substitute is None
