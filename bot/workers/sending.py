"""How a message is sent: its priority, the user it answers, and the send slots reserved for it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final

from bot.call_errors import NotSent


class Priority(IntEnum):
    """The order of sending: time-critical, news of a game, replies to a user, replies to look-ups, all else."""

    NOW = 0
    PLAY = 1
    ANSWER = 2
    LOOK_UP = 3  # a reply to a look-up
    LEISURE = 4  # a message to many chats, sent when nothing else waits


@dataclass(frozen=True, slots=True)
class Requester:
    """The user whom a message answers, their chat, and the id of their update."""

    chat: int
    user: int
    update: int
    muted: bool = False  # whether the user gets no refusals
    is_refusal: bool = False  # whether the message is a refusal; the user's next refusal replaces it while it waits
    edited_message: int | None = None  # the message that is edited; its next edit for the user replaces this one

    @property
    def person(self) -> tuple[int, int]:
        """Chat and user: a user has separate limits in each chat."""
        return self.chat, self.user


def _do_nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Sending:
    """How a message is sent."""

    priority: Priority = Priority.PLAY
    requester: Requester | None = None  # the user it answers, if any
    reserved: set[int] = field(default_factory=set, compare=False)
    """Chats in which a send slot was acquired before composing, for the first message there."""
    on_wait: Callable[[], None] = field(default=_do_nothing, compare=False)
    """Called whenever the message has to wait for a send slot."""

    def as_refusal(self) -> "Sending":
        """A copy of this sending for a refusal; raises NotSent if the requester is muted."""
        if self.requester is None:
            return self
        if self.requester.muted:
            raise NotSent("who asks too much is not told why it was refused")
        return replace(self, requester=replace(self.requester, is_refusal=True))

    def as_edit_of(self, message: int) -> "Sending":
        """A copy of this sending for an edit of a message."""
        if self.requester is None:
            return self
        return replace(self, requester=replace(self.requester, edited_message=message))

    def use_send_slot(self, chat: int | None) -> bool:
        """Use the chat's reserved send slot; returns whether there was one."""
        has_send_slot = chat in self.reserved
        if chat is not None:
            self.reserved.discard(chat)
        return has_send_slot


GAME_NEWS: Final = Sending()  # news of a game: before all replies
