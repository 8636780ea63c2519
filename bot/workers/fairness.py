"""Token buckets, and turns for people who wait in one queue."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

_DUST: Final = 1e-6
"""A tolerance for rounding, in tokens."""


class TokenBucket:
    """A bucket that holds ``capacity`` tokens at most and gains ``rate`` a second; it may be overdrawn."""

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self.capacity = capacity
        self._rate = rate
        self._level = capacity
        self._refilled_at = now

    def level(self, now: float) -> float:
        """How many tokens there are; an instant before the newest one gives nothing back."""
        return min(self.capacity, self._level + max(0.0, now - self._refilled_at) * self._rate)

    def take(self, now: float, tokens: float = 1) -> None:
        """Take tokens; below 0 puts them back."""
        self._level = min(self.capacity, self.level(now) - tokens)
        self._refilled_at = max(now, self._refilled_at)

    def resize(self, capacity: float, rate: float, now: float) -> None:
        """Change capacity and rate from now on."""
        self.capacity = capacity
        self.take(now, 0)
        self._rate = rate

    def seconds_until(self, tokens: float, now: float) -> float:
        """Seconds until there are so many tokens."""
        missing = tokens - self.level(now)
        return missing / self._rate if missing > _DUST else 0.0


def fair_index(waiting: Sequence[Hashable], person: Hashable) -> int:
    """Where to insert a person's next item among those of ``waiting`` people, so that each has one a round."""
    most, seen = waiting.count(person) + 1, Counter[Hashable]()
    for index, other in enumerate(waiting):
        seen[other] += 1
        if seen[other] > most:
            return index
    return len(waiting)
