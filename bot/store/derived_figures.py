"""How far what is derived from a chat's records is, and what was derived from some more of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RecordProgress:
    """How far what is derived from a chat's records is."""

    run: int
    """Changes when records are rewritten, so that all is derived anew."""
    count: int
    """How many records it holds."""
    season: int
    """The number of the newest season among these."""
    form: int
    """What it is like: a number that changes with what is derived; 0 where a version before these numbers wrote."""


@dataclass(frozen=True, slots=True)
class DerivedFigures:
    """What was derived from some more records of a chat."""

    progress: RecordProgress
    """That it was derived from."""
    season: int
    """The number of the newest season by now."""
    form: int
    """What it is like, see :attr:`RecordProgress.form`."""
    effects: Sequence[bytes]
    """One of each further record."""
    standings: Mapping[int, bytes] = field(default_factory=dict)
    """By user."""
    figures: Mapping[str, Mapping[int, bytes]] = field(default_factory=dict)
    """By period and user."""

    @property
    def size(self) -> int:
        """How many bytes are stored."""
        of_users = (self.standings, *self.figures.values())
        return sum(map(len, self.effects)) + sum(len(value) for one in of_users for value in one.values())
