"""Changes of messages that are there already: captions, pins, deletions.

A base class of the gateway, which adds the edits of texts, pictures and buttons.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from telegram import Bot, InlineKeyboardMarkup
from telegram.constants import ParseMode

from bot.call_errors import NotFound, NotModified
from bot.telegram.api.parameters import check_keyboard, cut_caption
from bot.telegram.api.responses import errors_as_outcomes
from bot.telegram.api.send_queue import SendQueue
from bot.telegram.api.server_features import DateFallback, ServerFeatures
from bot.workers.sending import GAME_NEWS, Sending


class MessageEdits:
    """Edits, pins and deletes messages.

    Every method raises :class:`bot.call_errors.CallFailed` where Telegram does not do it.

    Args:
        bot: the account.
        send_queue: decides when calls may go. Edits count for their chat; deletions and pins count as answers to taps.
        seconds: a monotonic clock, by which it is forgotten what the server does not support.
    """

    def __init__(self, bot: Bot, send_queue: SendQueue | None = None, seconds: Callable[[], float] = monotonic) -> None:
        self._bot: Final = bot
        self.send_queue: Final = SendQueue() if send_queue is None else send_queue
        self.server_features: Final = ServerFeatures(seconds)
        self._date_fallback: Final = DateFallback(self.server_features)

    async def edit_caption(
        self,
        chat: int,
        message: int,
        caption: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        sending: Sending = GAME_NEWS,
    ) -> None:
        """Change the caption of a picture."""
        keyboard = check_keyboard(keyboard)

        async def edit_once(text: str) -> None:
            with errors_as_outcomes():
                await self._bot.edit_message_caption(
                    chat, message, caption=cut_caption(text), parse_mode=ParseMode.HTML, reply_markup=keyboard
                )

        with suppress(NotModified):
            await self.send_queue.send_when_allowed(
                chat, lambda: self._date_fallback.send_with_dates(caption, edit_once), sending
            )

    async def delete_message(self, chat: int, message: int) -> None:
        """Delete a message; one that is gone already counts as deleted."""

        async def delete_once() -> None:
            with suppress(NotFound), errors_as_outcomes():
                await self._bot.delete_message(chat, message)

        await self.send_queue.send_when_allowed(None, delete_once)

    async def pin_message(self, chat: int, message: int) -> None:
        """Pin a message without a sound."""

        async def pin_once() -> None:
            with errors_as_outcomes():
                await self._bot.pin_chat_message(chat, message, disable_notification=True)

        await self.send_queue.send_when_allowed(None, pin_once)

    async def unpin_message(self, chat: int, message: int) -> None:
        """Unpin a message; one that is not pinned is no error."""

        async def unpin_once() -> None:
            with suppress(NotFound), errors_as_outcomes():
                await self._bot.unpin_chat_message(chat, message)

        await self.send_queue.send_when_allowed(None, unpin_once)
