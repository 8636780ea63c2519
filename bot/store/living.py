"""Who lives: who goes on saying so, by the clock of whoever looks.

Each worker says something new every second. What has said nothing new for some seconds, as the one who looks counts
them, is dead. So no clock that is set, and no server that was away, makes anybody look dead.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

ALIVE_SECONDS: Final = 6.0
"""How long a worker is taken to live after it was last seen to say something new."""
_GAP_SECONDS: Final = 2.5
"""After how long without a look it counts from the next one: others, too, may not have got to Redis."""


@dataclass(frozen=True, slots=True)
class Living:
    """The workers that live, this one included."""

    here: frozenset[str]
    """Those that take a share."""
    leaving: frozenset[str]
    """Those that end in good order, and still have something in hand."""
    twin: bool = False
    """Whether another process has gone by this one's name since this one last did."""

    def __contains__(self, worker: object) -> bool:
        return worker in self.here or worker in self.leaving


class Watch:
    """What a process has seen of all workers.

    Args:
        seconds: its monotonic clock.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds: Final = seconds
        self._seen: dict[str, tuple[str, float]] = {}
        """What each said last, and when that was first seen."""
        self._looked = float("-inf")
        self.dead: Mapping[str, str] = {}
        """Those that lived no more when it was looked, and what they said last."""

    def look(self, said: Mapping[str, str], *, twin: bool) -> Living:
        """Judge who lives by what all say now."""
        now = self._seconds()
        gap, self._looked = now - self._looked > _GAP_SECONDS, now
        gone = {name: seen for name, seen in self._seen.items() if name not in said and self._lives(seen[1])}
        before, self._seen = self._seen, gone
        for name, value in said.items():
            former, since = before.get(name, ("", now))
            self._seen[name] = value, now if gap or value != former else since
        alive = {name: value for name, (value, since) in self._seen.items() if self._lives(since)}
        self.dead = {name: value for name, value in said.items() if name not in alive}
        here = frozenset(name for name, value in alive.items() if name in said and value.startswith("here "))
        return Living(here, frozenset(alive) - here, twin)

    def _lives(self, since: float) -> bool:
        return self._seconds() - since < ALIVE_SECONDS
