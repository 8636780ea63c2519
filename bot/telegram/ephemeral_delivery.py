"""Ephemeral delivery: shows one member of a group what nobody else there may see, in an ephemeral message.

`bot.telegram.api.ephemeral` makes the calls. `bot.telegram.private_delivery` has the other routes to one person.
"""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import CallFailed, ChatUnreachable, NotFound, RequestRejected
from bot.logs.logger import get_logger
from bot.pictures.drawing import DrawingError, DrawingThread
from bot.telegram.api.ephemeral import EphemeralMessage, EphemeralMessages, EphemeralRecipient
from bot.telegram.api.parameters import MessageContent
from bot.telegram.incoming.requests import Tap
from bot.telegram.private_page import PrivatePage

log = get_logger(__name__)


class EphemeralDelivery:
    """Sends and replaces ephemeral messages; one instance a process."""

    def __init__(self, ephemeral: EphemeralMessages, drawing: DrawingThread) -> None:
        self._ephemeral: Final = ephemeral
        self._drawing: Final = drawing

    async def send_text(
        self, recipient: EphemeralRecipient, text: str, keyboard: InlineKeyboardMarkup | None, *, secret: bool
    ) -> EphemeralMessage | None:
        """Send HTML as an ephemeral message; ``None``, and nothing stays, where that is impossible.

        Args:
            recipient: whom it is for.
            text: HTML.
            keyboard: the buttons.
            secret: whether nobody else may read it; a text that everybody may read needs fewer calls.
        """
        if secret:
            return await self.send_page(recipient, PrivatePage(text, keyboard))
        try:
            return await self._ephemeral.send_public(recipient, MessageContent(text, keyboard))
        except (ChatUnreachable, RequestRejected) as error:
            _log_not_shown(recipient, error)
            return None

    async def send_page(
        self, recipient: EphemeralRecipient, page: PrivatePage, photo: bytes | None = None
    ) -> EphemeralMessage | None:
        """Send a page as an ephemeral message; ``None``, and nothing stays, where that is impossible.

        The page is drawn once it is known that it can be shown, unless its ``photo`` is given.
        """
        placeholder: EphemeralMessage | None = None
        try:
            if self._ephemeral.can_send_secret(recipient):
                photo = photo or await self.draw_page(page)
                if (sent := await self._ephemeral.send_secret(recipient, page.to_message_content(photo))) is not None:
                    return sent
            placeholder = await self._ephemeral.send_placeholder(recipient)
            if placeholder is None:
                return None
            photo = photo or await self.draw_page(page)
            if photo is None:
                await self._edit_words(placeholder, page)
            else:
                await self._ephemeral.edit_photo(placeholder, page.to_message_content(photo))
        except (ChatUnreachable, RequestRejected) as error:
            _log_not_shown(recipient, error)
            if placeholder is not None:
                await self._ephemeral.delete(placeholder)
            return None
        return placeholder

    async def replace_page(self, tap: Tap, message: EphemeralMessage, page: PrivatePage, photo: bytes | None) -> bool:
        """Show another page in a tapped ephemeral message, or in a new one if that cannot be changed.

        Returns:
            Whether it is shown.
        """
        try:
            if photo is None:
                await self._edit_words(message, page)
            else:
                await self._ephemeral.edit_photo(message, page.to_message_content(photo))
        except (ChatUnreachable, RequestRejected) as error:
            log.info("an ephemeral message is sent anew", error=error.message)
        else:
            return True
        recipient = EphemeralRecipient.from_request(tap)
        if recipient is None or await self.send_page(recipient, page, photo) is None:
            return False
        await self._ephemeral.delete(message)
        return True

    async def draw_page(self, page: PrivatePage) -> bytes | None:
        """Draw a page's picture; ``None`` where it has none, or none can be drawn."""
        if page.sketch is None:
            return None
        try:
            return await self._drawing.draw_sketch(page.sketch)
        except DrawingError:
            log.exception("a private page could not be drawn")
            return None

    async def _edit_words(self, message: EphemeralMessage, page: PrivatePage) -> None:
        """Put a page's text into a message; if that shows a picture, the picture stays."""
        try:
            await self._ephemeral.edit_text(message, page.text_without_picture, page.keyboard)
        except NotFound:
            raise
        except RequestRejected:
            await self._ephemeral.edit_caption(message, page.text, page.keyboard)


def _log_not_shown(recipient: EphemeralRecipient, error: CallFailed) -> None:
    log.info("a person is not shown something in a group", user=recipient.user, error=error.message)
