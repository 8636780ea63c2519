"""What was done a moment ago, so that it is not done again at once."""

from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final

_MOST: Final = 4096


class Recently:
    """Remembers keys for some seconds, the newest few thousand of them.

    Args:
        seconds: how long.
        clock: monotonic seconds.
        most: how many keys; each takes some 150 bytes.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic, *, most: int = _MOST) -> None:
        self._seconds: Final = seconds
        self._most: Final = most
        self._clock: Final = clock
        self._until: Final[dict[Hashable, float]] = {}

    def noted(self, key: Hashable) -> bool:
        """Whether the key was noted a moment ago."""
        until = self._until.get(key)
        return until is not None and until > self._clock()

    def renew(self, key: Hashable) -> None:
        """Note a key from now on, also where it was noted before."""
        self._until.pop(key, None)
        self.again(key)

    def forget(self, key: Hashable) -> None:
        """Let a key count as not noted."""
        self._until.pop(key, None)

    def again(self, key: Hashable) -> bool:
        """Whether the key was noted a moment ago; notes it where it was not."""
        if self.noted(key):
            return True
        self._until.pop(key, None)
        self._until[key] = self._clock() + self._seconds
        while len(self._until) > self._most:
            del self._until[next(iter(self._until))]
        return False
