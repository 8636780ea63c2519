"""Private delivery: shows one person a page that nobody else may see, by the best route that there is.

A page is a picture with text and buttons. The routes, in order: in place of the tapped message, in an ephemeral message
below it, in the private chat. Only this module knows which route was taken, and a page never reaches anybody else
(``docs/decisions/0016-my-board.md``).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.call_errors import ChatUnreachable, MissingRights, NotFound, RequestRejected
from bot.languages import languages
from bot.pictures.drawing import DrawingError, DrawingThread
from bot.pictures.sketches import Sketch
from bot.store.closed import ClosedChats
from bot.store.scope import Scope
from bot.telegram.api.ephemeral_recipient import EphemeralMessage, EphemeralRecipient
from bot.telegram.api.gateway import Gateway
from bot.telegram.api.parameters import MessageContent
from bot.telegram.api.server_features import Feature
from bot.telegram.auto_delete import REPLY_SECONDS
from bot.telegram.incoming.requests import Command, PlainText, Tap, UnknownCommand
from bot.telegram.private_locale import match_locale
from bot.telegram.replies import Replies

log = logging.getLogger(__name__)

_FILENAME: Final = "board.png"


@unique
class DeliveryRoute(Enum):
    """How a page was delivered."""

    REPLACED = "replaced"
    """In the group, in place of the tapped message."""
    BELOW = "below"
    """In the group, as an ephemeral message of its own."""
    PRIVATE = "private"
    """In the private chat."""
    BOX = "box"
    """Only in the callback alert that answers a tap."""
    NONE = "none"
    """Not at all; a tap is not answered yet."""


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """What one person is to see: a picture, HTML below it, and buttons. The picture is drawn only when it is needed."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    sketch: Sketch | None = None
    as_text: Callable[[], str] | None = None
    """Describes the picture as text, where none can be shown."""
    alert: str = ""
    """The callback alert that answers a tap where the page goes to another chat; plain text."""
    private_keyboard: InlineKeyboardMarkup | None = None
    """The buttons in the private chat, where they differ."""

    @property
    def keyboard_in_private(self) -> InlineKeyboardMarkup | None:
        """The buttons that the page has in the private chat."""
        return self.private_keyboard or self.keyboard


class PrivateDelivery:
    """Delivers pages; one instance a process.

    Args:
        gateway: the way out.
        replies: answers taps, and schedules deletions.
        drawing: draws.
        closed: knows whose private chat was closed to the bot a moment ago.
    """

    def __init__(self, gateway: Gateway, replies: Replies, drawing: DrawingThread, closed: ClosedChats) -> None:
        self._gateway: Final = gateway
        self._ephemeral: Final = gateway.ephemeral
        self._replies: Final = replies
        self._drawing: Final = drawing
        self._closed: Final = closed

    async def admit(self, user: int) -> None:
        """Note that somebody has opened the private chat: pages go there again."""
        await self._closed.forget(user)

    async def reply_with_page(
        self, request: Command | UnknownCommand | PlainText | Tap, page: PrivatePage
    ) -> DeliveryRoute:
        """Deliver a page to whoever asks, by the best route, and answer their tap.

        A page that goes to another chat may have to wait there, while a tap can be answered only for a short time. So
        its callback alert comes first. A private chat that was closed a moment ago is not tried again.

        Returns:
            The route; :attr:`DeliveryRoute.NONE` if the person has no private chat with the bot either.
        """
        tap = request if isinstance(request, Tap) else None
        route = await self._send_in_group(EphemeralRecipient.from_request(request), page)
        alert = page.alert if route is DeliveryRoute.NONE and not request.venue.private else ""
        if tap is not None and alert:
            await self._replies.show_alert_text(tap, alert)
        if route is DeliveryRoute.NONE and await self._is_open(request):
            route = await self._try_private_chat(request.sender.user, page)
        if tap is not None and alert:
            return DeliveryRoute.BOX if route is DeliveryRoute.NONE else route
        if tap is not None and route is not DeliveryRoute.NONE:
            await self._replies.acknowledge_tap(tap)
        return route

    async def send_page(self, user: int, page: PrivatePage, group: Scope) -> None:
        """Deliver a page that nobody asked for: in the private chat, where it stays until they look; else in a group.

        Raises:
            ChatUnreachable, RequestRejected: the person has no private chat with the bot, and it may not send them an
                ephemeral message in the group.
        """
        photo = await self._draw_page(page)
        try:
            await self._send_to_chat(Scope(user), page, photo)
        except (ChatUnreachable, RequestRejected):
            if await self._send_in_group(EphemeralRecipient(group, user), page, photo) is DeliveryRoute.NONE:
                raise

    async def replace_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show another page in place of the one whose button was tapped.

        In a group that is an ephemeral message. If it can no longer be edited and no other can be sent, the user is
        asked to tap again.
        """
        if tap.ephemeral_id is not None:
            photo = await self._draw_page(page)
            if await self._replace_ephemeral(
                tap, EphemeralMessage(tap.venue.scope.chat, tap.sender.user, tap.ephemeral_id), page, photo
            ):
                await self._replies.acknowledge_tap(tap)
            else:
                await self._replies.show_alert(
                    tap, match_locale(tap.sender.language) or languages().codes[0], "ladder-press-again"
                )
            return
        if not tap.venue.private:
            # Everybody sees this message: only an altered client can say that its page was tapped here.
            if await self.reply_with_page(tap, page) is DeliveryRoute.NONE:
                await self._replies.acknowledge_tap(tap)
            return
        await self._replies.acknowledge_tap(tap)
        photo = await self._draw_page(page)
        chat, message = tap.venue.scope.chat, tap.message
        try:
            if photo is None:
                await self._gateway.edit_text(chat, message, _page_text(page), page.keyboard_in_private)
            else:
                await self._gateway.edit_photo(
                    chat, message, photo, page.text, page.keyboard_in_private, filename=_FILENAME
                )
        except RequestRejected as error:
            log.info("a sheet in the private chat is sent anew: %s", error.message)
            await self._send_to_chat(tap.venue.scope, page, photo)

    async def reply_privately(
        self,
        request: Command | UnknownCommand | PlainText | Tap,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        secret: bool = True,
        until_done: bool = True,
        seconds: float = REPLY_SECONDS,
    ) -> bool:
        """Reply so that nobody else sees it; ``False`` where that cannot be done here.

        In a group the reply is deleted later.

        Args:
            request: what is answered.
            text: HTML.
            keyboard: the buttons.
            secret: whether nobody else may read it; a text that everybody may read needs fewer calls.
            until_done: whether it is deleted earlier, once they have done what they wanted to.
            seconds: after how long it is deleted at the latest.
        """
        if request.venue.private:
            await self._replies.reply_html(request, text, keyboard)
            return True
        recipient = EphemeralRecipient.from_request(request)
        if recipient is None:
            return False
        sent = await self._send_ephemeral(
            replace(recipient, can_replace=False), PrivatePage(text, keyboard), secret=secret
        )
        if sent is not None:
            await self._replies.delete_ephemeral_later(sent, seconds, until_done=until_done)
        return sent is not None

    async def _send_in_group(
        self, recipient: EphemeralRecipient | None, page: PrivatePage, photo: bytes | None = None
    ) -> DeliveryRoute:
        """Show a page to one person in a group; :attr:`DeliveryRoute.NONE`, and nothing stays, where that fails."""
        sent = None if recipient is None else await self._send_ephemeral(recipient, page, photo)
        if sent is None:
            return DeliveryRoute.NONE
        return DeliveryRoute.REPLACED if sent.replaces_tapped else DeliveryRoute.BELOW

    async def _send_ephemeral(
        self, recipient: EphemeralRecipient, page: PrivatePage, photo: bytes | None = None, *, secret: bool = True
    ) -> EphemeralMessage | None:
        """Send a page as an ephemeral message; ``None``, and nothing stays, where that is impossible.

        The page is drawn once it is known that it can be shown, unless its ``photo`` is given.
        """
        placeholder: EphemeralMessage | None = None
        try:
            if not secret:
                return await self._ephemeral.send_public_text(recipient, page.text, page.keyboard)
            if self._ephemeral.can_send_secret(recipient, has_photo=page.sketch is not None):
                photo = photo or await self._draw_page(page)
                if (sent := await self._ephemeral.send_secret(recipient, _page_content(page, photo))) is not None:
                    return sent
            placeholder = await self._ephemeral.send_placeholder(recipient)
            if placeholder is None:
                return None
            if (
                filled := await self._fill_placeholder(
                    placeholder, recipient, page, photo or await self._draw_page(page)
                )
            ) is not None:
                return filled
        except (ChatUnreachable, RequestRejected) as error:
            log.info("user %s is not shown something in a group: %s", recipient.user, error.message)
        if placeholder is not None:
            await self._ephemeral.delete(placeholder)
        return None

    async def _fill_placeholder(
        self, message: EphemeralMessage, recipient: EphemeralRecipient, page: PrivatePage, photo: bytes | None
    ) -> EphemeralMessage | None:
        """Put a page into a message that was confirmed as one person's; ``None`` where that failed."""
        if photo is None:
            await self._edit_words(message, page)
            return message
        if message.form is Feature.OLDER and not await self._try_edit_photo(message, _page_content(page, photo)):
            return await self._ephemeral.resend_with_photo(message, recipient, _page_content(page, photo))
        if message.form is not Feature.OLDER:
            await self._ephemeral.edit_photo(message, _page_content(page, photo))
        return message

    async def _try_edit_photo(self, message: EphemeralMessage, content: MessageContent) -> bool:
        """Put a picture into a message; whether the server takes that, as servers from 10.3 on do."""
        features = self._ephemeral.server_features
        if not features.may_support(Feature.UPLOADS):
            return False
        try:
            await self._ephemeral.edit_photo(message, content)
        except (NotFound, MissingRights):
            raise
        except RequestRejected:
            features.mark_unsupported(Feature.UPLOADS)
            return False
        features.record_recent_server()
        return True

    async def _replace_ephemeral(
        self, tap: Tap, message: EphemeralMessage, page: PrivatePage, photo: bytes | None
    ) -> bool:
        """Edit an ephemeral message; if it is gone or takes no picture, send a new one in its place."""
        features = self._ephemeral.server_features
        try:
            if photo is None:
                await self._edit_words(message, page)
                return True
            if features.may_support(Feature.UPLOADS):
                await self._ephemeral.edit_photo(message, _page_content(page, photo))
                features.record_recent_server()
                return True
        except NotFound as error:
            log.info("an ephemeral message is gone: %s", error.message)
        except (ChatUnreachable, RequestRejected) as error:
            log.info("an ephemeral message takes no other picture: %s", error.message)
            features.mark_unsupported(Feature.UPLOADS)
        if await self._send_in_group(EphemeralRecipient.from_request(tap), page, photo) is DeliveryRoute.NONE:
            return False
        await self._ephemeral.delete(message)
        return True

    async def _edit_words(self, message: EphemeralMessage, page: PrivatePage) -> None:
        """Put a page's text into a message; if that shows a picture, the picture stays."""
        try:
            await self._ephemeral.edit_text(message, _page_text(page), page.keyboard)
        except NotFound:
            raise
        except RequestRejected:
            await self._ephemeral.edit_caption(message, page.text, page.keyboard)

    async def _is_open(self, request: Command | UnknownCommand | PlainText | Tap) -> bool:
        """Whether the private chat of whoever asks may be tried; who asks there has it open."""
        user = request.sender.user
        if request.venue.private:
            await self.admit(user)
            return True
        return not await self._closed.noted(user)

    async def _try_private_chat(self, user: int, page: PrivatePage) -> DeliveryRoute:
        try:
            await self._send_to_chat(Scope(user), page, await self._draw_page(page))
        except (ChatUnreachable, RequestRejected) as error:
            log.debug("user %s has no private chat to be shown something in: %s", user, error.message)
            if isinstance(error, ChatUnreachable):
                await self._closed.note(user)
            return DeliveryRoute.NONE
        return DeliveryRoute.PRIVATE

    async def _send_to_chat(self, scope: Scope, page: PrivatePage, photo: bytes | None) -> None:
        if photo is None:
            await self._gateway.send_text(scope, _page_text(page), page.keyboard_in_private)
        else:
            await self._gateway.send_photo(
                scope, photo, page.text, page.keyboard_in_private, filename=_FILENAME, as_text=page.as_text
            )

    async def _draw_page(self, page: PrivatePage) -> bytes | None:
        if page.sketch is None:
            return None
        try:
            return await self._drawing.draw_sketch(page.sketch)
        except DrawingError:
            log.exception("a sheet could not be drawn")
            return None


def _page_content(page: PrivatePage, photo: bytes | None) -> MessageContent:
    if photo is None:
        return MessageContent(_page_text(page), page.keyboard)
    return MessageContent(page.text, page.keyboard, photo, _FILENAME)


def _page_text(page: PrivatePage) -> str:
    return page.text if page.as_text is None else f"{page.as_text()}\n{page.text}"
