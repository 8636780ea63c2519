"""What all parts of the gateway make their calls with: the account, the queue, what the server is known to support."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from telegram import Bot

from bot.telegram.api.responses import errors_as_outcomes
from bot.telegram.api.send_queue import SendQueue
from bot.telegram.api.server_features import DateFallback, ServerFeatures
from bot.workers.sending import GAME_NEWS, Sending

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ApiCalls:
    """The account and what decides on its calls."""

    bot: Bot
    send_queue: SendQueue
    """Decides when calls may go. Messages and edits count for their chat, all else as answers to taps."""
    server_features: ServerFeatures
    date_fallback: DateFallback

    async def send_html(self, chat: int, html: str, send: Callable[[str], Awaitable[T]], sending: Sending) -> T:
        """Call ``send`` with HTML when it is time, without date tags where the server does not know them.

        Raises:
            CallFailed: what ``send`` raises.
        """
        return await self.send_queue.send_when_allowed(
            chat, lambda: self.date_fallback.send_with_dates(html, send), sending
        )

    async def call_when_allowed(
        self, chat: int | None, call: Callable[[], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Make a call when it is time.

        Raises:
            CallFailed: what Telegram or the network says.
        """

        async def call_once() -> T:
            with errors_as_outcomes():
                return await call()

        return await self.send_queue.send_when_allowed(chat, call_once, sending)
