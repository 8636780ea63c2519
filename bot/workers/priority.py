"""The priority of what is sent and the person it answers: context variables that the limiter reads.

Code that begins to answer somebody sets them; everything sent in that context goes out with them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from bot.call_errors import NotSent


class Priority(IntEnum):
    """What is sent first: what is due now, news of a game, replies to a person, replies to look-ups, the rest."""

    NOW = 0
    PLAY = 1
    ANSWER = 2
    LOOK = 3
    """A reply to a look-up."""
    LEISURE = 4
    """A message to many chats, sent when nothing else waits."""


@dataclass(frozen=True, slots=True)
class Requester:
    """The person who is answered, in a chat, with the id of their update."""

    chat: int
    user: int
    update: int
    muted: bool = False
    """Whether a refusal is not sent to them."""
    is_refusal: bool = False
    """Whether what is sent is a refusal, which the person's next refusal replaces."""

    @property
    def person(self) -> tuple[int, int]:
        """Chat and user: one user counts separately in each chat."""
        return self.chat, self.user


_PRIORITY: Final[ContextVar[Priority]] = ContextVar("urgency", default=Priority.PLAY)
_REQUESTER: Final[ContextVar[Requester | None]] = ContextVar("asking", default=None)


@contextmanager
def send_with_priority(priority: Priority, requester: Requester | None = None) -> Iterator[None]:
    """Send with this priority, as an answer to ``requester`` if any, within the ``with`` block."""
    tokens = _PRIORITY.set(priority), _REQUESTER.set(requester)
    try:
        yield
    finally:
        _PRIORITY.reset(tokens[0])
        _REQUESTER.reset(tokens[1])


@contextmanager
def send_as_refusal() -> Iterator[None]:
    """Send refusals within the ``with`` block.

    Raises:
        NotSent: the requester is muted.
    """
    who = _REQUESTER.get()
    if who is not None and who.muted:
        raise NotSent("who asks too much is not told why it was refused")
    token = _REQUESTER.set(None if who is None else replace(who, is_refusal=True))
    try:
        yield
    finally:
        _REQUESTER.reset(token)


def current_priority() -> Priority:
    """The priority of what the caller sends; ``PLAY`` unless it was set."""
    return _PRIORITY.get()


def current_requester() -> Requester | None:
    """The person whom the caller answers; ``None`` for nobody."""
    return _REQUESTER.get()
