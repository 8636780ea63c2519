"""A dictionary that keeps only its newest entries, so that what a process remembers does not grow."""

from collections import OrderedDict
from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class NewestDict(OrderedDict[K, V]):
    """Keeps the newest entries; setting a key makes it the newest.

    Args:
        most: the most entries.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most: Final = most

    def __setitem__(self, key: K, value: V) -> None:
        """Set the newest entry, and drop the oldest beyond the limit."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)
