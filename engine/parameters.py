"""What the rulesets of every family have in common: the number of players and the options of a table."""

from collections.abc import Mapping
from typing import Final, Literal, Protocol, Self

from msgspec import Struct

SCHEMA: Final = 1
"""The schema of ruleset files."""
LEAST_PLAYERS: Final = 2
ON: Final = "on"
_OFF: Final = "off"


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and how the order of play is found: ``draw`` by letters, ``random`` by lot (RULES §1.3)."""

    least: int
    most: int
    order: Literal["draw", "random"]


class Option(Struct, frozen=True):
    """A table option: the values it may have and the one it has unless somebody chooses."""

    values: tuple[str, ...]
    default: str


def switch(*, on: bool) -> Option:
    """An option that is on or off."""
    return Option((ON, _OFF), ON if on else _OFF)


class Optional(Protocol):
    """A ruleset whose options a table may choose."""

    def options(self) -> Mapping[str, Option]:
        """The options there are, by name."""
        ...

    def chosen(self, options: Mapping[str, str]) -> Self:
        """The ruleset with checked options applied, holding nothing that was not chosen."""
        ...
