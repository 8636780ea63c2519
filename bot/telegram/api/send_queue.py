"""When a message may go: in its turn by our own rate limits, and again where Telegram says that it came too fast.

This module owns the waiting of one message; `bot.workers.limiter` decides whose turn it is. A message that shows a
state is composed only when its turn has come (:meth:`SendQueue.compose_when_allowed`), so that it is up to date.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from bot.call_errors import RateLimited
from bot.store.scope import Scope
from bot.workers.lanes import release_lane
from bot.workers.limiter import Limiter
from bot.workers.priority import Priority, current_priority

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _ReservedSlot:
    """Room for one message to a chat, reserved before the message is composed."""

    chat: int
    used: bool = False


_RESERVED_SLOT: Final[ContextVar[_ReservedSlot | None]] = ContextVar("slot", default=None)


class SendQueue:
    """Makes each call when the rate limits allow it.

    Args:
        limiter: shared by all that sends through one account; without one there are no limits of our own.
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
        self.throttled_count = 0
        """How often Telegram answered that a message came too fast."""

    async def send_when_allowed(self, chat: int | None, send: Callable[[], Awaitable[T]]) -> T:
        """Send when it is time; ``chat`` is ``None`` for calls that count for no chat, such as answers to taps.

        If an answer came too fast, it is sent again as soon as Telegram allows it. Notices and broadcasts are not:
        their senders get :class:`RateLimited`, and compose anew what there is to say by then.

        Raises:
            CallFailed: what ``send`` raises.
        """
        slot = _RESERVED_SLOT.get()
        has_reserved_slot = slot is not None and slot.chat == chat and not slot.used
        if slot is not None and has_reserved_slot:
            slot.used = True
        else:
            await self._limiter.wait_for_slot(chat)
        while True:
            try:
                return await send()
            except RateLimited as error:
                self.throttled_count += 1
                log.info("chat %s: Telegram takes nothing more for %.0f s", chat, error.seconds)
                if chat is not None:
                    self._limiter.block_chat(chat, error.seconds)
                if has_reserved_slot or current_priority() not in {Priority.ANSWER, Priority.LOOK}:
                    raise
                release_lane()
                await self._pause(error.seconds)
            await self._limiter.wait_for_slot(chat)

    async def compose_when_allowed(self, chat: int, compose_and_send: Callable[[], Awaitable[T]]) -> T:
        """Wait until one message may be sent to a chat, then call ``compose_and_send``.

        The first message that it sends to that chat goes at once. If Telegram says that it came too fast, both the
        wait and the call are repeated.

        Raises:
            NotSent: it is not to be sent any more.
            CallFailed: what ``compose_and_send`` raises.
        """
        while True:
            try:
                async with self._reserve_slot(chat):
                    return await compose_and_send()
            except RateLimited as error:
                await self._pause(error.seconds)

    @asynccontextmanager
    async def _reserve_slot(self, chat: int) -> AsyncIterator[None]:
        await self._limiter.wait_for_slot(chat)
        slot = _ReservedSlot(chat)
        token = _RESERVED_SLOT.set(slot)
        try:
            yield
        finally:
            _RESERVED_SLOT.reset(token)
            if not slot.used:
                self._limiter.return_slot(chat)

    def count_api_query(self) -> None:
        """Count a query to Telegram, which is no message; a query never waits.

        Raises:
            RateLimited: the bot may not query Telegram now.
        """
        if seconds := self._limiter.try_count_query():
            raise RateLimited("as much was asked as we may", seconds)


class HasSendQueue(Protocol):
    """Something that sends through a queue, as the decorators below need it."""

    @property
    def send_queue(self) -> SendQueue:
        """The queue that decides when its calls may go."""


S = TypeVar("S", bound=HasSendQueue)


def queued_by_scope(
    method: Callable[Concatenate[S, Scope, P], Awaitable[T]],
) -> Callable[Concatenate[S, Scope, P], Awaitable[T]]:
    """Have a method that sends to a scope called through the send queue."""

    @wraps(method)
    async def send_in_turn(self: S, scope: Scope, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await self.send_queue.send_when_allowed(scope.chat, lambda: method(self, scope, *arguments, **named))

    return send_in_turn


def queued_by_chat(
    method: Callable[Concatenate[S, int, P], Awaitable[T]],
) -> Callable[Concatenate[S, int, P], Awaitable[T]]:
    """Have a method that edits in a chat called through the send queue."""

    @wraps(method)
    async def edit_in_turn(self: S, chat: int, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await self.send_queue.send_when_allowed(chat, lambda: method(self, chat, *arguments, **named))

    return edit_in_turn
