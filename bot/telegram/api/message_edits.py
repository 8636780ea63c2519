"""Changes of messages that are there already: pictures, texts, captions and buttons, pins, deletions."""

from contextlib import suppress
from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode

from bot import message_limits
from bot.call_errors import NotFound, NotModified
from bot.pictures.photos import SentPhoto
from bot.telegram.api.api_calls import ApiCalls
from bot.telegram.api.parameters import PHOTO_NAME, check_keyboard, cut_caption
from bot.telegram.api.responses import errors_as_outcomes, to_sent_photo
from bot.workers.sending import GAME_NEWS, Sending


class MessageEdits:
    """Edits, pins and deletes messages.

    Every method raises :class:`bot.call_errors.CallFailed` where Telegram does not do it; an edit that would change
    nothing counts as done. Texts and keyboards are as those of :class:`bot.telegram.api.gateway.Gateway`.
    """

    def __init__(self, calls: ApiCalls) -> None:
        self._calls: Final = calls

    async def edit_photo(
        self,
        chat: int,
        message: int,
        photo: str | bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        filename: str = PHOTO_NAME,
        sending: Sending = GAME_NEWS,
    ) -> SentPhoto:
        """Show another picture in a message; the result has no file's id where the message showed it already."""
        keyboard = check_keyboard(keyboard)

        async def edit_once(text: str) -> SentPhoto:
            media = InputMediaPhoto(photo, caption=cut_caption(text), parse_mode=ParseMode.HTML, filename=filename)
            with errors_as_outcomes():
                return to_sent_photo(
                    await self._calls.bot.edit_message_media(
                        media, chat_id=chat, message_id=message, reply_markup=keyboard
                    )
                )

        try:
            return await self._calls.send_html(chat, caption, edit_once, sending)
        except NotModified:
            return SentPhoto(message, chat)

    async def edit_text(
        self,
        chat: int,
        message: int,
        text: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        sending: Sending = GAME_NEWS,
    ) -> None:
        """Change the text of a message."""
        keyboard = check_keyboard(keyboard)

        async def edit_once(text: str) -> None:
            with errors_as_outcomes():
                await self._calls.bot.edit_message_text(
                    message_limits.truncate_html(text, message_limits.MESSAGE_TEXT),
                    chat_id=chat,
                    message_id=message,
                    parse_mode=ParseMode.HTML,
                    reply_markup=keyboard,
                )

        with suppress(NotModified):
            await self._calls.send_html(chat, text, edit_once, sending)

    async def edit_keyboard(
        self, chat: int, message: int, keyboard: InlineKeyboardMarkup | None, *, sending: Sending = GAME_NEWS
    ) -> None:
        """Change the buttons of a message, or remove them."""
        keyboard = check_keyboard(keyboard)
        edit = partial(self._calls.bot.edit_message_reply_markup, chat, message, reply_markup=keyboard)
        with suppress(NotModified):
            await self._calls.call_when_allowed(chat, edit, sending)

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
                await self._calls.bot.edit_message_caption(
                    chat, message, caption=cut_caption(text), parse_mode=ParseMode.HTML, reply_markup=keyboard
                )

        with suppress(NotModified):
            await self._calls.send_html(chat, caption, edit_once, sending)

    async def delete_message(self, chat: int, message: int) -> None:
        """Delete a message; one that is gone already counts as deleted."""
        with suppress(NotFound):
            await self._calls.call_when_allowed(None, partial(self._calls.bot.delete_message, chat, message))

    async def pin_message(self, chat: int, message: int) -> None:
        """Pin a message without a sound."""
        await self._calls.call_when_allowed(
            None, partial(self._calls.bot.pin_chat_message, chat, message, disable_notification=True)
        )

    async def unpin_message(self, chat: int, message: int) -> None:
        """Unpin a message; one that is not pinned is no error."""
        with suppress(NotFound):
            await self._calls.call_when_allowed(None, partial(self._calls.bot.unpin_chat_message, chat, message))
