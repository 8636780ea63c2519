"""Ephemeral delivery: shows one member of a group what nobody else there may see, in an ephemeral message.

`bot.telegram.api.ephemeral` makes the calls. `bot.telegram.private_delivery` has the other routes to one person.
"""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import CallFailed, ChatUnreachable, MissingRights, NotFound, RequestRejected
from bot.logs.logger import get_logger
from bot.pictures.drawing import DrawingError, DrawingThread
from bot.telegram.api.ephemeral import EphemeralMessages
from bot.telegram.api.ephemeral_recipient import EphemeralMessage, EphemeralRecipient
from bot.telegram.api.parameters import MessageContent
from bot.telegram.api.server_features import Feature
from bot.telegram.incoming.requests import Tap
from bot.telegram.private_page import PrivatePage

log = get_logger(__name__)


class EphemeralDelivery:
    """Sends and replaces ephemeral messages; one instance a process.

    Args:
        ephemeral: makes the calls.
        drawing: draws pages.
    """

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
            return await self._ephemeral.send_public_text(recipient, text, keyboard)
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
            if self._ephemeral.can_send_secret(recipient, has_photo=page.sketch is not None):
                photo = photo or await self.draw_page(page)
                if (sent := await self._ephemeral.send_secret(recipient, page.to_message_content(photo))) is not None:
                    return sent
            placeholder = await self._ephemeral.send_placeholder(recipient)
            if placeholder is None:
                return None
            if (
                filled := await self._fill_placeholder(
                    placeholder, recipient, page, photo or await self.draw_page(page)
                )
            ) is not None:
                return filled
        except (ChatUnreachable, RequestRejected) as error:
            _log_not_shown(recipient, error)
        if placeholder is not None:
            await self._ephemeral.delete(placeholder)
        return None

    async def replace_page(self, tap: Tap, message: EphemeralMessage, page: PrivatePage, photo: bytes | None) -> bool:
        """Show another page in a tapped ephemeral message, or in a new one if that is gone or takes no picture.

        Returns:
            Whether it is shown.
        """
        features = self._ephemeral.server_features
        try:
            if photo is None:
                await self._edit_words(message, page)
                return True
            if features.may_support(Feature.PHOTO_EDIT):
                await self._ephemeral.edit_photo(message, page.to_message_content(photo))
                features.record_recent_server()
                return True
        except NotFound as error:
            log.info("an ephemeral message is gone", error=error.message)
        except (ChatUnreachable, RequestRejected) as error:
            log.info("an ephemeral message takes no other picture", error=error.message)
            features.mark_unsupported(Feature.PHOTO_EDIT)
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

    async def _fill_placeholder(
        self, message: EphemeralMessage, recipient: EphemeralRecipient, page: PrivatePage, photo: bytes | None
    ) -> EphemeralMessage | None:
        """Put a page into a message that was confirmed as one person's; ``None`` where that failed."""
        if photo is None:
            await self._edit_words(message, page)
            return message
        if message.form is Feature.RECEIVER_10_2 and not await self._try_edit_photo(
            message, page.to_message_content(photo)
        ):
            return await self._ephemeral.resend_with_photo(message, recipient, page.to_message_content(photo))
        if message.form is not Feature.RECEIVER_10_2:
            await self._ephemeral.edit_photo(message, page.to_message_content(photo))
        return message

    async def _try_edit_photo(self, message: EphemeralMessage, content: MessageContent) -> bool:
        """Put a picture into a message; whether the server takes that, as servers from 10.3 on do."""
        features = self._ephemeral.server_features
        if not features.may_support(Feature.PHOTO_EDIT):
            return False
        try:
            await self._ephemeral.edit_photo(message, content)
        except (NotFound, MissingRights):
            raise
        except RequestRejected:
            features.mark_unsupported(Feature.PHOTO_EDIT)
            return False
        features.record_recent_server()
        return True

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
