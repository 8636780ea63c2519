"""Which update is being handled, and in whose lane: known to whatever is done for it, without being told all the way.

Whoever begins to handle an update says so here. What would change a table of another chat is not done there: it goes
to that table's own lane, where it keeps its place among all else that is asked there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from bot.store.keys import Scope
from engine.errors import EngineError

MOST_HOPS: Final = 3
"""How often an update is sent on: a private chat, a group, and the supergroup that this has become meanwhile."""


class TableElsewhere(Exception):
    """What is asked changes the table of another chat than the one in whose lane it is; nothing was done yet.

    Args:
        scope: where the table is.
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"the table at {scope} is another chat's")
        self.scope: Final = scope


@dataclass(slots=True, eq=False)
class Handling:
    """An update that is being handled; all but ``done``, ``changed`` and ``refused`` stays as it is."""

    chat: int
    """In whose lane it is."""
    update: int
    """Its number."""
    stream: str
    """The inbox that its entry lies in."""
    id: str
    """The entry's."""
    about: Scope | None = None
    """The table that it was sent on to, where it was."""
    hops: int = 0
    """How often it was sent on."""
    owed: bool = False
    """Whether its sender gets an answer of their own: then the entry stays until that is given."""
    several: bool = False
    """Whether several asked for it, who are answered together."""
    done: bool = False
    """Whether its entry was taken out of the inbox already."""
    changed: bool = False
    """Whether a table was changed for it."""
    refused: "Denied | None" = None
    """What it was refused by: that is what its sender hears, however often that has to be tried."""


@dataclass(frozen=True, slots=True)
class Denied:
    """A verdict on an update; told later it is still the same, whatever was done since."""

    error: EngineError
    offer: str
    """What is said below it, as it was said first; may be empty."""


_HANDLING: Final[ContextVar[Handling | None]] = ContextVar("handling", default=None)


@contextmanager
def handling(update: Handling) -> Iterator[None]:
    """What is done within it is done for that update."""
    token = _HANDLING.set(update)
    try:
        yield
    finally:
        _HANDLING.reset(token)


def handled() -> Handling | None:
    """The update for which the caller is at work, if for any."""
    return _HANDLING.get()


def check_lane(scope: Scope) -> None:
    """Whether the caller may change a table: what no update asks for may, and an update in the lane of its chat.

    Raises:
        TableElsewhere: it has to be sent on to that lane.
    """
    update = _HANDLING.get()
    if update is not None and update.chat != scope.chat:
        raise TableElsewhere(scope)
