"""Membership: which workers are alive, by the signs of life that they send.

Each worker changes its sign every second. One whose sign has not changed for six seconds, by the observer's own clock,
counts as dead. So neither a clock that is set nor a server that was away makes a worker look dead.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

ALIVE_SECONDS: Final = 6.0
"""How long a worker counts as alive after its sign was last seen to change."""
_LOOK_GAP_SECONDS: Final = 2.5
"""After a longer gap between looks all times count anew: the other workers may not have reached Redis either."""


@dataclass(frozen=True, slots=True)
class Membership:
    """The workers that are alive, this one included."""

    active: frozenset[str]
    """Those that take a share of the shards."""
    leaving: frozenset[str]
    """Those that are shutting down and still hand over."""
    has_duplicate_name: bool = False
    """Whether another process has used this one's name since its last sign."""

    def __contains__(self, worker: object) -> bool:
        return worker in self.active or worker in self.leaving


class FailureDetector:
    """Tells live workers from dead ones by the signs that this process has seen.

    Args:
        seconds: the process's monotonic clock.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds: Final = seconds
        self._seen: dict[str, tuple[str, float]] = {}
        """Each worker's newest sign, and when that was first seen."""
        self._looked_at = float("-inf")
        self.dead_workers: Mapping[str, str] = {}
        """Those found dead at the last look, with their newest signs."""

    def update_membership(self, signs: Mapping[str, str], *, has_duplicate_name: bool) -> Membership:
        """Take the present signs of all workers; returns who is alive."""
        now = self._seconds()
        gap, self._looked_at = now - self._looked_at > _LOOK_GAP_SECONDS, now
        gone = {name: seen for name, seen in self._seen.items() if name not in signs and self._is_alive(seen[1])}
        before, self._seen = self._seen, gone
        for name, value in signs.items():
            former, since = before.get(name, ("", now))
            self._seen[name] = value, now if gap or value != former else since
        alive = {name: value for name, (value, since) in self._seen.items() if self._is_alive(since)}
        self.dead_workers = {name: value for name, value in signs.items() if name not in alive}
        here = frozenset(name for name, value in alive.items() if name in signs and value.startswith("here "))
        return Membership(here, frozenset(alive) - here, has_duplicate_name)

    def _is_alive(self, since: float) -> bool:
        return self._seconds() - since < ALIVE_SECONDS
