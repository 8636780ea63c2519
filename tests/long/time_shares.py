"""The time of a long test: its share of the minutes that a long run has, and a count of what was tried in it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path
from time import monotonic, time
from typing import Final


@dataclass(frozen=True, slots=True)
class Cost:
    """What a test takes of a run: so many seconds, which are its own length, else so many shares of the rest."""

    seconds: float = 0.0
    shares: int = 0


class TimeBudget:
    """The time that all processes of a run have together, in a file that they share.

    Each test is given its share of what is left when it begins: where one took longer, all that follow go without, and
    what it left over they have.

    Args:
        path: of the file.
        end: when the run is to be over, by the clock.
        processes: how many run tests.
        clock: the same in all processes.
    """

    def __init__(self, path: Path, end: float, processes: int, clock: Callable[[], float] = time) -> None:
        self._path: Final = path
        self._end: Final = end
        self._processes: Final = processes
        self._clock: Final = clock

    def start_test(self, name: str, costs: Mapping[str, Cost]) -> float:
        """For how many seconds a test lasts that begins now.

        Args:
            name: which.
            costs: of all tests of the run, by their names.
        """
        with self._open_book() as book:
            now = self._clock()
            left = (self._end - now) * self._processes
            shares = 0.0
            for each, cost in costs.items():
                began, seconds = book.get(each, (None, cost.seconds))
                if began is None and not cost.seconds:
                    shares += cost.shares
                elif seconds:  # 0 once it has ended
                    left -= max(0.0, seconds if began is None else began + seconds - now)
            mine = costs[name].seconds or max(0.0, left * costs[name].shares / shares)
            book[name] = (now, mine)
        return mine

    def finish_test(self, name: str) -> None:
        """Note that a test has ended."""
        with self._open_book() as book:
            book[name] = (self._clock(), 0.0)

    @contextmanager
    def _open_book(self) -> Iterator[dict[str, tuple[float | None, float]]]:
        """When each test began, and for how long it is to last, or 0; nobody else has it meanwhile."""
        with self._path.open("a+", encoding="utf-8") as file:
            flock(file, LOCK_EX)
            file.seek(0)
            book: dict[str, tuple[float | None, float]] = json.loads(file.read() or "{}")
            yield book
            file.seek(0)
            file.truncate()
            json.dump(book, file)


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
