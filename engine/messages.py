"""The three kinds of messages at every table: actions in, events and views out.

The lobby, the clock and every family define their own. A field of unknown family, as in a log entry, has one of these
types; :mod:`engine.encoding` decodes it. They are not Structs themselves, or msgspec would decode the field as a Struct
without fields instead of asking for the type.
"""

from collections.abc import Sequence
from typing import Protocol


class Action:
    """What a user, or the bot itself, asks of a table: a frozen Struct with its own tag."""

    __slots__ = ()


class Event:
    """What a table tells of an action: a frozen Struct with its own tag."""

    __slots__ = ()

    @property
    def is_silent(self) -> bool:
        """Whether the group gets no message if an action has only such events."""
        return False

    @property
    def called_seconds(self) -> int:
        """The seconds left to answer the round, if this is its last call; else 0."""
        return 0


class Named(Protocol):
    """A user at a table: id and display name."""

    @property
    def user(self) -> int:
        """The user's id."""
        ...

    @property
    def name(self) -> str:
        """The display name."""
        ...


class View:
    """What one viewer may see of a table: a frozen Struct with its own tag."""

    __slots__ = ()

    ruleset: str
    seats: Sequence[Named]
    """The seats; of a game in order of play."""
