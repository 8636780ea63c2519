"""How a chat wants its boards; what it chose is among its settings."""

from collections.abc import Mapping
from enum import Enum, unique
from types import MappingProxyType
from typing import Final

SETTING: Final = "boards"
"""The setting's name."""


@unique
class Boards(Enum):
    """What becomes of the board when a turn is told."""

    EACH = "each"
    """Each turn shows its own; those before stay, without buttons."""
    LAST = "last"
    """Each turn shows its own; those before are deleted."""
    ONE = "one"
    """One board is edited, and each turn is said below it."""
    PIN = "pin"
    """The same, and it is pinned as it is sent."""

    @property
    def in_place(self) -> bool:
        """Whether one message shows the board all along."""
        return self is Boards.ONE or self is Boards.PIN

    @property
    def deletes(self) -> bool:
        """Whether a board goes when a newer one stands for it."""
        return self is not Boards.EACH


_NAMED: Final[Mapping[str | None, Boards]] = MappingProxyType({one.value: one for one in Boards})


def boards_named(name: str | None) -> Boards:
    """What a setting says; each turn its own where it says nothing, or nothing that this version knows."""
    return _NAMED.get(name, Boards.EACH)
