"""When a message may go out: in its turn by our own limits, and again where Telegram says that it came too fast.

Owns the waiting of one message; who goes first is the limiter's (`bot.workers.limiter`). What shows how something
stands is composed when its turn has come (:meth:`Pace.in_turn`), so that it is true when it is read.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from bot.outcomes import TooFast
from bot.store.keys import Scope
from bot.workers.lanes import let_go
from bot.workers.limiter import Limiter
from bot.workers.urgency import Urgency, urgency

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Slot:
    """Room for one message to a chat, that was waited for before the message was composed."""

    chat: int
    used: bool = False


_SLOT: Final[ContextVar[_Slot | None]] = ContextVar("slot", default=None)


class Pace:
    """Sends message by message.

    Args:
        limiter: shared by all that sends through one account; none for no limits of our own.
        pause: waits that many seconds.
    """

    def __init__(
        self,
        limiter: Limiter | None = None,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limiter: Final = Limiter(None) if limiter is None else limiter
        self._pause: Final = pause
        self.held_back = 0
        """How often Telegram has wanted messages to wait."""

    async def out(self, chat: int | None, send: Callable[[], Awaitable[T]]) -> T:
        """Send when it is time; ``chat`` is ``None`` for an answer to a tap, which no chat sees.

        What answers somebody is sent again as soon as it may be, if it came too fast. Who tells what happens in games
        hears of it (:class:`TooFast`), and puts together anew what there is to say by then; so does who tells all chats
        one thing.

        Raises:
            Undone: what ``send`` raises.
        """
        slot = _SLOT.get()
        waited = slot is not None and slot.chat == chat and not slot.used
        if slot is not None and waited:
            slot.used = True
        else:
            await self._limiter.slot(chat)
        while True:
            try:
                return await send()
            except TooFast as error:
                self.held_back += 1
                log.info("chat %s: Telegram takes nothing more for %.0f s", chat, error.seconds)
                if chat is not None:
                    self._limiter.refused(chat, error.seconds)
                if waited or urgency() not in {Urgency.ANSWER, Urgency.LOOK}:
                    raise
                let_go()
                await self._pause(error.seconds)
            await self._limiter.slot(chat)

    async def in_turn(self, chat: int, answer: Callable[[], Awaitable[T]]) -> T:
        """Wait until one message may be sent to a chat, then compose and send it, by calling ``answer``.

        The first message that it sends there goes at once. Where Telegram says that it came too fast, all of it is done
        anew when it may be sent.

        Raises:
            Unsaid: it is not to be sent any more.
            Undone: what ``answer`` raises.
        """
        while True:
            try:
                async with self._slot(chat):
                    return await answer()
            except TooFast as error:
                await self._pause(error.seconds)

    @asynccontextmanager
    async def _slot(self, chat: int) -> AsyncIterator[None]:
        await self._limiter.slot(chat)
        slot = _Slot(chat)
        token = _SLOT.set(slot)
        try:
            yield
        finally:
            _SLOT.reset(token)
            if not slot.used:
                self._limiter.give_back(chat)

    def ask(self) -> None:
        """Count a question to Telegram that is no message; it has its answer at once, or is not asked.

        Raises:
            TooFast: it is not to be asked now.
        """
        if seconds := self._limiter.asked():
            raise TooFast("as much was asked as we may", seconds)


class Paced(Protocol):
    """What sends at a pace."""

    @property
    def pace(self) -> Pace:
        """When its messages may go."""


S = TypeVar("S", bound=Paced)


def to_scope(
    method: Callable[Concatenate[S, Scope, P], Awaitable[T]],
) -> Callable[Concatenate[S, Scope, P], Awaitable[T]]:
    """What sends to a chat, or its topic, when it is time for that."""

    @wraps(method)
    async def sent(self: S, scope: Scope, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await self.pace.out(scope.chat, lambda: method(self, scope, *arguments, **named))

    return sent


def to_chat(method: Callable[Concatenate[S, int, P], Awaitable[T]]) -> Callable[Concatenate[S, int, P], Awaitable[T]]:
    """What edits in a chat, when it is time for that."""

    @wraps(method)
    async def edited(self: S, chat: int, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await self.pace.out(chat, lambda: method(self, chat, *arguments, **named))

    return edited
