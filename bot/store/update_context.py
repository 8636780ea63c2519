"""An update on its way: handed on with its request, to each part that refuses it, ends it or sends a reply to it.

A change to another chat's table must not be made in this chat's lane. It raises :class:`WrongLane`, and the update is
forwarded to the lane of that table.
"""

from dataclasses import dataclass
from typing import Final

from bot.store.redis_streams.consumer_group import InboxEntry
from bot.store.scope import Scope
from bot.workers.sending import GAME_NEWS, Sending
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


@dataclass(frozen=True, slots=True)
class UpdateRefusal:
    """The refusal of an update, which stands whatever is done at the table afterwards."""

    error: EngineError
    suggestion: str
    """The text below the refusal; may be empty."""


@dataclass(slots=True, eq=False)
class UpdateContext:
    """An update that is being handled: one object for all tries, which every part of the handling has."""

    id: int
    """Telegram's number."""
    entry: InboxEntry | None = None
    """Its entry in an inbox; ``None`` if it lies in none."""
    lane_chat: int | None = None
    """The chat in whose lane it is; ``None`` in no lane, where it may change any table."""
    table_label: str = ""
    """Which of several tables it was found to be about, plain: ``#3 Kiraz–Limon 🎯``; empty where there is one."""
    reply_owed: bool = False
    """Whether its sender gets a reply of their own; then a commit leaves the entry in the inbox."""
    coalesced: bool = False
    """Whether several people asked for the same and are answered together."""
    sending: Sending = GAME_NEWS
    """How what is sent because of it is sent."""
    acked: bool = False
    """Whether a commit deleted its entry from the inbox."""
    table_changed: bool = False
    """Whether it has changed a table."""
    refusal: UpdateRefusal | None = None
    """Why it was refused; every further try to answer its sender says the same."""
    asked_about: int | None = None
    """The update whose question it answers, by its number: both do the same thing, which is committed once."""

    chosen_table: Scope | None = None
    """The table that an action is about, once that is chosen: each further try stays with it."""

    @property
    def counted_as(self) -> int:
        """The number by which what it commits is known to its chat."""
        return self.id if self.asked_about is None else self.asked_about

    @property
    def forwarded_to(self) -> Scope | None:
        """The table that it was forwarded to, if it was."""
        return None if self.entry is None else self.entry.forwarded_to

    @property
    def was_delivered_before(self) -> bool:
        """Whether another process may have begun to handle it."""
        return self.entry is not None and self.entry.deliveries > 1

    @property
    def hops(self) -> int:
        """How often it was forwarded."""
        return 0 if self.entry is None else self.entry.hops

    def release_lane(self) -> None:
        """Let the next update of its lane begin: all that is left of this one is a reply, or a further try to reply."""
        self.sending.on_wait()

    def check_lane(self, scope: Scope) -> None:
        """Make sure that it is in the lane of the table that is about to change.

        Raises:
            WrongLane: it must be forwarded to that lane.
        """
        if self.lane_chat is not None and self.lane_chat != scope.chat:
            raise WrongLane(scope)
