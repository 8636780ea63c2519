"""How urgent is what is sent, and for whom: what the limiter asks of whoever comes, without being told it all the way.

Whoever begins to answer somebody says so here; what is sent meanwhile goes out as part of that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from bot.outcomes import Unsaid


class Urgency(IntEnum):
    """Who goes first: it is due this moment, it tells what happened in a game, it answers one person."""

    NOW = 0
    PLAY = 1
    ANSWER = 2
    LOOK = 3
    """An answer too, to somebody who only looks."""
    LEISURE = 4
    """It tells many chats one thing, when nothing else is to be sent."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who is answered: a person in a chat, by the number of the update."""

    chat: int
    user: int
    update: int
    muted: bool = False
    """Whether nothing is said where it is refused."""
    refused: bool = False
    """Whether what is sent is a refusal, which the next one of the same person makes idle."""

    @property
    def person(self) -> tuple[int, int]:
        """Who it is: everybody is somebody else in another chat."""
        return self.chat, self.user


_URGENCY: Final[ContextVar[Urgency]] = ContextVar("urgency", default=Urgency.PLAY)
_ASKING: Final[ContextVar[Asking | None]] = ContextVar("asking", default=None)


@contextmanager
def urgent(hurry: Urgency, who: Asking | None = None) -> Iterator[None]:
    """What is sent within it is that urgent, and answers ``who``, if anybody."""
    tokens = _URGENCY.set(hurry), _ASKING.set(who)
    try:
        yield
    finally:
        _URGENCY.reset(tokens[0])
        _ASKING.reset(tokens[1])


@contextmanager
def refusing() -> Iterator[None]:
    """What is sent within it refuses what was asked.

    Raises:
        Unsaid: nothing is to be said.
    """
    who = _ASKING.get()
    if who is not None and who.muted:
        raise Unsaid("who asks too much is not told why it was refused")
    token = _ASKING.set(None if who is None else replace(who, refused=True))
    try:
        yield
    finally:
        _ASKING.reset(token)


def urgency() -> Urgency:
    """How urgent is what the caller sends; what games tell unless it is said otherwise."""
    return _URGENCY.get()


def asking() -> Asking | None:
    """Whom it answers, if anybody."""
    return _ASKING.get()
