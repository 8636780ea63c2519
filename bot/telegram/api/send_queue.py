"""When a message may go: by our own rate limits, and again where Telegram says that it came too fast.

This module owns the waiting of one message; `bot.workers.limiter` decides who goes next. A message that shows a
state is composed only when it may go (:meth:`SendQueue.compose_when_allowed`), so that it is up to date.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

from bot.call_errors import RateLimited
from bot.logs.logger import get_logger
from bot.workers.limiter import Limiter
from bot.workers.sending import GAME_NEWS, Priority, Sending, SendSlot

log = get_logger(__name__)

T = TypeVar("T")

_LONG_SECONDS: Final = 300.0
"""From which wait on the operator is warned; what waits so long in a queue is told to the owners too."""


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

    async def send_when_allowed(
        self, chat: int | None, send: Callable[[], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Send when it is time.

        If an answer came too fast, it is sent again as soon as Telegram allows it. Notices and broadcasts are not:
        their senders get :class:`RateLimited`, and compose anew what there is to say by then.

        Args:
            chat: the chat; ``None`` for calls that count for no chat, such as answers to taps.
            send: makes the call.
            sending: how it is sent.

        Raises:
            CallFailed: what ``send`` raises.
        """
        has_send_slot = sending.use_send_slot(chat)
        if not has_send_slot:
            await self._limiter.wait_for_send_slot(chat, sending)
        while True:
            try:
                return await send()
            except RateLimited as error:
                self.throttled_count += 1
                write = log.warning if error.seconds >= _LONG_SECONDS else log.info
                write("Telegram takes nothing more for a chat", chat=chat, seconds=error.seconds)
                if chat is not None:
                    self._limiter.block_chat(chat, error.seconds)
                if has_send_slot or sending.priority not in {Priority.ANSWER, Priority.LOOK_UP}:
                    raise
                sending.on_wait()
                await self._pause(error.seconds)
            await self._limiter.wait_for_send_slot(chat, sending)

    async def compose_when_allowed(
        self, chat: int, compose_and_send: Callable[[Sending], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Wait until one message may be sent to a chat, then call ``compose_and_send``.

        If Telegram says that it came too fast, both the wait and the call are repeated.

        Args:
            chat: the chat.
            compose_and_send: is given how to send: its first message to that chat goes at once.
            sending: how it is sent, as far as that is known before.

        Raises:
            NotSent: it is not to be sent any more.
            CallFailed: what ``compose_and_send`` raises.
        """
        while True:
            await self._limiter.wait_for_send_slot(chat, sending)
            send_slot = SendSlot(chat)
            try:
                return await compose_and_send(replace(sending, send_slot=send_slot))
            except RateLimited as error:
                wait = error.seconds
            finally:
                if not send_slot.used:
                    self._limiter.return_send_slot(chat)
            await self._pause(wait)

    def admit_api_query(self) -> None:
        """Count a query to Telegram, which is no message; a query never waits.

        Raises:
            RateLimited: the bot may not query Telegram now.
        """
        if seconds := self._limiter.try_count_query():
            raise RateLimited("as much was asked as we may", seconds)
