"""Short-term memory of keys and values, so that nothing is done or asked twice in a row."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class NewestDict(OrderedDict[K, V]):
    """Keeps the ``most`` newest entries; setting a key makes it the newest."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most: Final = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)


_MOST: Final = 4096


class RecentKeys:
    """Remembers keys for some seconds, only the newest few thousand, of some 150 bytes each."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic, *, most: int = _MOST) -> None:
        self._seconds: Final = seconds
        self._clock: Final = clock
        self._expiries: Final[NewestDict[Hashable, float]] = NewestDict(most)

    def is_recent(self, key: Hashable) -> bool:
        """Whether the key was noted recently."""
        return key in self._expiries and self._expiries[key] > self._clock()

    def note_again(self, key: Hashable) -> None:
        """Note a key; one that is known counts as noted now."""
        self._expiries[key] = self._clock() + self._seconds

    def forget_key(self, key: Hashable) -> None:
        """Forget a key."""
        self._expiries.pop(key, None)

    def check_and_note(self, key: Hashable) -> bool:
        """Whether the key was noted recently; notes it if not."""
        if self.is_recent(key):
            return True
        self.note_again(key)
        return False


class RecentValues(Generic[V]):
    """Remembers values by their keys for some seconds; takes the arguments of :class:`RecentKeys`."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic, *, most: int = _MOST) -> None:
        self._recent_keys: Final = RecentKeys(seconds, clock, most=most)
        self._values: Final[NewestDict[Hashable, V]] = NewestDict(most)

    def get_recent(self, key: Hashable) -> V | None:
        """The value recently remembered under a key, or ``None``."""
        return self._values.get(key) if self._recent_keys.is_recent(key) else None

    def remember(self, key: Hashable, value: V) -> V:
        """Remember and return a value."""
        self._recent_keys.note_again(key)
        self._values[key] = value
        return value
