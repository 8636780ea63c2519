"""The time of a long test: its share of the minutes that a long run has, and a count of what was tried in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from time import monotonic


class TimeShare:
    """So many seconds, which begin when the first round does; whatever is tried in them is counted by its kind."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of what were tried, by kind."""
        return self._counts

    def rounds(self) -> Iterator[int]:
        """Numbers from 1 on until the time is over, as nearly as rounds as long as those before allow; 1 always."""
        began, number, spent = self._clock(), 0, 0.0
        while not number or spent + spent / number / 2 < self._seconds:
            number += 1
            yield number
            spent = self._clock() - began

    def count_try(self, kind: str) -> None:
        """One more of a kind was tried."""
        self._counts[kind] += 1
