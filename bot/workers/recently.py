"""What was done, or was answered, a moment ago, so that it is not done or asked again at once."""

from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final, Generic, TypeVar

V = TypeVar("V")

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


class Lately(Generic[V]):
    """Remembers values by their keys for some seconds, the newest of them; arguments as of :class:`Recently`."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic, *, most: int = _MOST) -> None:
        self._noted: Final = Recently(seconds, clock, most=most)
        self._values: Final[dict[Hashable, V]] = {}
        self._most: Final = most

    def get(self, key: Hashable) -> V | None:
        """The value that was kept under a key a moment ago."""
        return self._values.get(key) if self._noted.noted(key) else None

    def keep(self, key: Hashable, value: V) -> V:
        """Keep a value from now on, and give it back."""
        self._noted.renew(key)
        self._values.pop(key, None)
        self._values[key] = value
        while len(self._values) > self._most:
            del self._values[next(iter(self._values))]
        return value
