"""The update that is being handled, with its lane: a context variable that is set around the handling.

A change to another chat's table must not be made in this chat's lane. It raises :class:`WrongLane`, and the update is
forwarded to the lane of that table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from bot.store.scope import Scope
from engine.errors import EngineError

MOST_HOPS: Final = 3
"""How often an update is forwarded at most: from a private chat to a group, and to the supergroup it became."""


class WrongLane(Exception):
    """The update would change another chat's table than that of its lane; nothing was changed.

    Args:
        scope: where the table is.
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"the table at {scope} is another chat's")
        self.scope: Final = scope


@dataclass(slots=True, eq=False)
class UpdateContext:
    """An update that is being handled; only ``acked``, ``table_changed`` and ``refusal`` change."""

    lane_chat: int
    """The chat in whose lane it is."""
    update_id: int
    """Telegram's number."""
    stream: str
    """The key of the inbox that its entry lies in."""
    entry_id: str
    """The entry's id in that stream."""
    forwarded_to: Scope | None = None
    """The table that it was forwarded to, if it was."""
    hops: int = 0
    """How often it was forwarded."""
    reply_owed: bool = False
    """Whether its sender gets a reply of their own; then a commit leaves the entry in the inbox."""
    coalesced: bool = False
    """Whether several people asked for the same and are answered together."""
    acked: bool = False
    """Whether its entry was deleted from the inbox already."""
    table_changed: bool = False
    """Whether it has changed a table."""
    refusal: "UpdateRefusal | None" = None
    """Why it was refused; every further try to answer its sender says the same."""


@dataclass(frozen=True, slots=True)
class UpdateRefusal:
    """The refusal of an update, which stands whatever is done at the table afterwards."""

    error: EngineError
    offer: str
    """The text below the refusal; may be empty."""


_CURRENT: Final[ContextVar[UpdateContext | None]] = ContextVar("handling", default=None)


@contextmanager
def handling_update(update: UpdateContext) -> Iterator[None]:
    """Make an update the current one within the ``with`` block."""
    token = _CURRENT.set(update)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def current_update() -> UpdateContext | None:
    """The update that the caller handles; ``None`` if it handles none."""
    return _CURRENT.get()


def check_lane(scope: Scope) -> None:
    """Make sure that the current update, if any, is in the lane of the table that is about to change.

    Raises:
        WrongLane: it must be forwarded to that lane.
    """
    update = _CURRENT.get()
    if update is not None and update.lane_chat != scope.chat:
        raise WrongLane(scope)
