"""The time of a long test: its share of the minutes that a long run has, and a count of what was tried in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic


def seconds_of(own: int, every: Sequence[int], minutes: float, processes: int) -> float:
    """How long a test may last that asks for ``own`` shares, where all tests of the run together ask for ``every``."""
    return minutes * 60 * processes * own / sum(every)


class Share:
    """So many seconds, which begin when the first round does; whatever is tried in them is counted by its kind."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._tried: Counter[str] = Counter()

    @property
    def tried(self) -> Mapping[str, int]:
        """How many of what were tried, by kind."""
        return self._tried

    def rounds(self) -> Iterator[int]:
        """Numbers from 1 on until the time is over, as nearly as rounds as long as those before allow; 1 always."""
        began, number, spent = self._clock(), 0, 0.0
        while not number or spent + spent / number / 2 < self._seconds:
            number += 1
            yield number
            spent = self._clock() - began

    def count(self, kind: str) -> None:
        """One more of a kind was tried."""
        self._tried[kind] += 1
