"""What passes through the door of every table: actions in, events and views out.

Owns the three kinds alone. What there is of each, the lobby, the clock and every family say; whatever holds one of
unknown family, such as a log entry, is written with these types and read by :mod:`engine.encoding`. They are no Structs
themselves, lest msgspec read such a field as a Struct without fields; it asks for what it does not know.
"""

from collections.abc import Sequence
from typing import Protocol


class Action:
    """What somebody asks of a table, or the bot itself: a frozen Struct with a tag of its own."""

    __slots__ = ()


class Event:
    """What a table tells of an action: a frozen Struct with a tag of its own."""

    __slots__ = ()

    @property
    def is_silent(self) -> bool:
        """Whether the group hears nothing of it where nothing else has happened."""
        return False

    @property
    def called_seconds(self) -> int:
        """How long the round can still be answered whose last call it is; 0 of every other event."""
        return 0


class Named(Protocol):
    """Somebody at a table: a user's id and the name shown to others."""

    @property
    def user(self) -> int:
        """The user's id."""
        ...

    @property
    def name(self) -> str:
        """The name shown to others."""
        ...


class View:
    """What one viewer may see of a table: a frozen Struct with a tag of its own."""

    __slots__ = ()

    ruleset: str
    """The id of the ruleset."""
    seats: Sequence[Named]
    """Who sits there; of a game in the order of play."""
