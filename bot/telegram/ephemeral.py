"""Ephemeral messages: messages in a group that only one member sees (Bot API 10.3 and 10.4).

An older server ignores parameters that it does not know, and would post to the whole group. Therefore:

- Nothing is sent to a server that does not know the methods (before 10.2).
- The first message is neutral, or may be public. If a server of 10.2 posts it to the whole group, it is deleted, and
  nothing more is sent for an hour.
- Only a message that the server confirms as one person's becomes an :class:`EphemeralMessage`.
- A secret then replaces its text, by methods that an older server does not have.
- A secret is sent at once only in the form of 10.4, in which an older server would post nothing
  (:meth:`EphemeralMessages.send_secret`).

python-telegram-bot speaks Bot API 10.0; newer parameters are passed as ``api_kwargs``.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct
from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode

from bot import message_limits
from bot.call_errors import (
    ApiUnreachable,
    CallFailed,
    ChatUnreachable,
    FileIdExpired,
    MissingRights,
    NotFound,
    NotModified,
    RequestRejected,
    TapExpired,
    TokenRejected,
    TopicClosed,
)
from bot.logs import get_logger
from bot.pictures import DrawingError, DrawingThread, Sketch
from bot.store.keys import Scope
from bot.telegram.requests import Command, MistypedCommand, PlainText, Tap
from bot.telegram.send_queue import SendQueue
from bot.telegram.server_features import REFUSED_SECONDS, Feature, ServerFeatures
from bot.telegram.transport import PHOTO_NAME, MessageContent, check_keyboard, cut_caption, errors_as_outcomes
from bot.workers.sending import GAME_NEWS, Sending

log = get_logger(__name__)
PLACEHOLDER: Final = "🔤"  # a neutral text, sent first while no way of addressing is proven; the whole group may see it
_PARAMETERS: Final = "ephemeral_message_parameters"


@dataclass(frozen=True, slots=True)
class EphemeralMessage:
    """A message in a group that the server confirmed as one person's."""

    chat: int
    user: int
    message_id: int
    replaces_tapped: bool = False  # whether it replaces the tapped message on its reader's screen
    sending: Sending = field(default=GAME_NEWS, compare=False)

    @classmethod
    def from_tap(cls, tap: Tap) -> "EphemeralMessage | None":
        """The tapped message if it is ephemeral, else ``None``."""
        if tap.ephemeral_id is None:
            return None
        return cls(tap.venue.scope.chat, tap.sender.user, tap.ephemeral_id, sending=tap.sending)


@dataclass(frozen=True, slots=True)
class EphemeralRecipient:
    """A member to write to, and what allows it: a tap, an ephemeral message of theirs, or the bot's rights as admin."""

    scope: Scope
    user: int
    callback_query: str | None = None
    can_replace: bool = False  # whether the tapped message is public, so that an ephemeral one may replace it
    tapped_photo: str | None = None  # the file id of the tapped message's picture
    reply_to_ephemeral: int | None = None
    sending: Sending = field(default=GAME_NEWS, compare=False)

    @property
    def is_unsolicited(self) -> bool:
        """Whether it answers neither a tap nor an ephemeral message."""
        return self.callback_query is None and self.reply_to_ephemeral is None

    @classmethod
    def from_request(cls, request: Command | MistypedCommand | PlainText | Tap) -> "EphemeralRecipient | None":
        """The sender; ``None`` in private, for anonymous administrators, and if the group has migrated since."""
        if request.venue.private or request.venue.has_migrated or request.sender.is_anonymous_admin:
            return None
        if isinstance(request, Tap):
            return cls(
                request.venue.scope,
                request.sender.user,
                request.query,
                request.ephemeral_id is None,
                request.photo,
                sending=request.sending,
            )
        return cls(
            request.venue.scope, request.sender.user, sending=request.sending, reply_to_ephemeral=request.ephemeral_id
        )


class EphemeralMessages:
    """Sends, edits and deletes ephemeral messages; every method raises CallFailed if Telegram refuses or fails."""

    def __init__(self, bot: Bot, send_queue: SendQueue, server_features: ServerFeatures | None = None) -> None:
        self._bot: Final = bot
        self._send_queue: Final = send_queue
        self.server_features: Final = ServerFeatures() if server_features is None else server_features

    async def send_secret(self, recipient: EphemeralRecipient, content: MessageContent) -> EphemeralMessage | None:
        """Send a secret in one call, in a form that names no chat; ``None`` unless :meth:`can_send_secret`."""
        if not self.can_send_secret(recipient):
            return None
        return await self._try_form(Feature.CALLBACK_10_4, recipient, content)

    def can_send_secret(self, recipient: EphemeralRecipient) -> bool:
        """Whether the message would answer a tap, and that form was proven in this group recently."""
        return (
            recipient.callback_query is not None
            and self._may_send_to(recipient)
            and self.server_features.is_proven(Feature.CALLBACK_10_4, recipient.scope.chat)
        )

    def _may_send_to(self, recipient: EphemeralRecipient) -> bool:
        chat, features, unasked = recipient.scope.chat, self.server_features, Feature.UNSOLICITED
        if recipient.is_unsolicited:
            return features.may_support(unasked, chat) and features.may_support(unasked, chat, recipient.user)
        return features.may_support(Feature.SOLICITED, chat)

    def _record_refusal(self, recipient: EphemeralRecipient, error: RequestRejected) -> None:
        log.info("one member is not written to alone", chat=recipient.scope.chat, error=error.message)
        chat, feature = recipient.scope.chat, Feature.UNSOLICITED if recipient.is_unsolicited else Feature.SOLICITED
        if isinstance(error, MissingRights) and not isinstance(error, TopicClosed):
            self.server_features.mark_unsupported(feature, chat, seconds=REFUSED_SECONDS)
        elif recipient.is_unsolicited:
            self.server_features.mark_unsupported(feature, chat, recipient.user, seconds=REFUSED_SECONDS)

    async def send_public(
        self, recipient: EphemeralRecipient, content: MessageContent | None = None
    ) -> EphemeralMessage | None:
        """Send to one member content that may be public, or a neutral message if there is none; that proves the form.

        ``None`` if the server supports no form of address here. If it posts the message publicly, it is deleted, and
        its form is not tried again for a while. Raises TapExpired if the answered tap or message is too old and the bot
        is no administrator.
        """
        if not self._may_send_to(recipient):
            return None
        newer, older = Feature.CALLBACK_10_4, Feature.PARAMETERS_10_3
        for form in (older,) if recipient.callback_query is None else (newer, older):
            # Check again after a form failed: the server may have been replaced.
            if self.server_features.may_support(form) and await self._check_server_methods():
                try:
                    found = await self._try_form(form, recipient, content)
                except TapExpired:
                    raise
                except RequestRejected as error:
                    self._record_refusal(recipient, error)
                    if recipient.is_unsolicited:
                        return None
                    raise
                if found is not None:
                    return found
        return None

    async def _try_form(
        self, form: Feature, recipient: EphemeralRecipient, content: MessageContent | None
    ) -> EphemeralMessage | None:
        """Send in one form, perhaps in place of the tapped message; ``None``, with nothing left, if unsupported."""
        rejection: RequestRejected | None = None
        first = content or (
            MessageContent(PLACEHOLDER)
            if recipient.tapped_photo is None
            else MessageContent("", photo=recipient.tapped_photo)
        )
        has_photo = first.photo is not None
        if recipient.can_replace and (not has_photo or self.server_features.may_support(Feature.PHOTO_IN_PLACE)):
            try:
                return await self._send_and_verify(form, recipient, first, in_place=True)
            except TapExpired:
                raise
            except RequestRejected as error:
                log.info("nothing is shown in place of another message", error=error.message)
                rejection = error
        try:
            found = await self._send_and_verify(form, recipient, content or MessageContent(PLACEHOLDER), in_place=False)
        except (TapExpired, MissingRights):
            raise
        except (ChatUnreachable, RequestRejected) as error:
            if form is not Feature.CALLBACK_10_4:
                raise
            log.info("an answer is not addressed by its press", error=error.message)
            self.server_features.mark_unsupported(Feature.CALLBACK_10_4)
            return None
        if has_photo and rejection is not None and not isinstance(rejection, MissingRights | FileIdExpired | NotFound):
            self.server_features.mark_unsupported(Feature.PHOTO_IN_PLACE)
        return found

    async def _send_and_verify(
        self, form: Feature, recipient: EphemeralRecipient, content: MessageContent, *, in_place: bool
    ) -> EphemeralMessage | None:
        addressed = _recipient_parameters(form, recipient, in_place=in_place)
        answer = await self._send_queue.send_when_allowed(
            recipient.user, partial(self._send_content, content, addressed), recipient.sending
        )
        found = _to_ephemeral_message(answer, recipient, in_place=in_place)
        if found is not None:
            self.server_features.record_proof(form, recipient.scope.chat)
            return found
        self.server_features.mark_unsupported(form)
        self.server_features.require_new_proofs()
        await self._delete_public_message(answer, recipient)
        return None

    async def edit_text(self, message: EphemeralMessage, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Change the text of a text message."""
        text = message_limits.truncate_html(text, message_limits.MESSAGE_TEXT)
        await self._edit_by_method("editEphemeralMessageText", message, keyboard, text=text, parse_mode=ParseMode.HTML)

    async def edit_caption(
        self, message: EphemeralMessage, caption: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Change the caption of a picture."""
        await self._edit_by_method(
            "editEphemeralMessageCaption", message, keyboard, caption=cut_caption(caption), parse_mode=ParseMode.HTML
        )

    async def edit_photo(self, message: EphemeralMessage, content: MessageContent) -> None:
        """Show a PNG in place of another picture or a text. Raises TypeError if the content has no PNG."""
        if not isinstance(content.photo, bytes):
            raise TypeError("no picture to be shown")
        media = InputMediaPhoto(
            content.photo, cut_caption(content.text), parse_mode=ParseMode.HTML, filename=PHOTO_NAME
        )
        await self._edit_by_method("editEphemeralMessageMedia", message, content.keyboard, media=media)

    async def edit_keyboard(self, message: EphemeralMessage, keyboard: InlineKeyboardMarkup | None) -> None:
        """Change the buttons of a message, or remove them."""
        await self._edit_by_method("editEphemeralMessageReplyMarkup", message, keyboard)

    async def delete(self, message: EphemeralMessage) -> None:
        """Delete a message; a refusal is ignored, as only its reader sees it."""
        with suppress(ChatUnreachable, RequestRejected):
            await self._call_method("deleteEphemeralMessage", _edit_target(message))

    async def _edit_by_method(
        self, method: str, message: EphemeralMessage, keyboard: InlineKeyboardMarkup | None, **values: Any
    ) -> None:
        parameters = _edit_target(message) | values | {"reply_markup": check_keyboard(keyboard)}
        with suppress(NotModified):
            await self._send_queue.send_when_allowed(
                message.user, partial(self._call_method, method, parameters), message.sending
            )

    async def _check_server_methods(self) -> bool:
        """Whether the server knows the methods, and so refuses a call without parameters."""
        if self.server_features.knows_ephemeral_methods:
            return True
        if not self.server_features.may_support(Feature.EPHEMERAL_METHODS):
            return False
        with suppress(NotFound, RequestRejected):
            await self._call_method("editEphemeralMessageText", {})
        if self.server_features.may_support(Feature.EPHEMERAL_METHODS):
            self.server_features.record_ephemeral_methods(known=True)
        return self.server_features.knows_ephemeral_methods

    async def _delete_public_message(self, answer: Any, recipient: EphemeralRecipient) -> None:
        log.warning("the Bot API server posts to all what is for one, it is deleted", chat=recipient.scope.chat)
        try:
            posted = msgspec.convert(answer, _Answer).message_id
            with errors_as_outcomes():
                await self._bot.delete_message(recipient.scope.chat, posted)
        except (msgspec.ValidationError, CallFailed) as error:
            log.warning("what was posted to all stays", chat=recipient.scope.chat, error=type(error).__name__)

    async def _send_content(self, content: MessageContent, addressed: Mapping[str, Any]) -> Any:
        """Send a message with parameters that override the library's own; returns the answer as JSON."""
        chat, keyboard = addressed["chat_id"], check_keyboard(content.keyboard)
        with self._noting_unreachable(), errors_as_outcomes():
            if content.photo is None:
                text = message_limits.truncate_html(content.text, message_limits.MESSAGE_TEXT)
                sent = await self._bot.send_message(
                    chat, text, ParseMode.HTML, reply_markup=keyboard, api_kwargs=dict(addressed)
                )
            else:
                sent = await self._bot.send_photo(
                    chat,
                    content.photo,
                    cut_caption(content.text) or None,
                    parse_mode=ParseMode.HTML,
                    reply_markup=keyboard,
                    filename=PHOTO_NAME,
                    api_kwargs=dict(addressed),
                )
            return sent.to_dict()

    async def _call_method(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """Call a method that the library does not know. Raises NotFound, also if the server does not know it."""
        try:
            with self._noting_unreachable(), errors_as_outcomes():
                return await self._bot.do_api_request(method, dict(parameters))
        except TokenRejected as error:
            # An unknown method has the same status as an invalid token, but with that other calls would fail, too.
            self.server_features.record_ephemeral_methods(known=False)
            raise NotFound(error.message) from error

    @contextmanager
    def _noting_unreachable(self) -> Iterator[None]:
        """Require new proofs after a failed connection: the server may have been replaced."""
        try:
            yield
        except ApiUnreachable:
            self.server_features.require_new_proofs()
            raise


def _edit_target(message: EphemeralMessage) -> dict[str, Any]:
    return {"chat_id": message.chat, "receiver_user_id": message.user, "ephemeral_message_id": message.message_id}


class _WithId(Struct):
    id: int


class _Answer(Struct):
    message_id: int
    chat: _WithId
    ephemeral_message_id: int | None = None
    receiver_user: _WithId | None = None


def _recipient_parameters(form: Feature, recipient: EphemeralRecipient, *, in_place: bool) -> dict[str, Any]:
    """Address a message in one form. An answer to a tap names no topic, which would prevent replacing."""
    if form is Feature.CALLBACK_10_4:
        answered: dict[str, Any] = {"callback_query_id": recipient.callback_query}
        if in_place:
            answered["replace_callback_query_message"] = True
        return {"chat_id": None, _PARAMETERS: answered}  # the library leaves out None
    beside: dict[str, Any] = {"chat_id": recipient.scope.chat}
    to: dict[str, Any] = {"receiver_user_id": recipient.user}
    if recipient.callback_query is not None:
        to["callback_query_id"] = recipient.callback_query
    elif recipient.reply_to_ephemeral is not None:
        beside["reply_parameters"] = {"ephemeral_message_id": recipient.reply_to_ephemeral}
    elif recipient.scope.topic is not None:
        beside["message_thread_id"] = recipient.scope.topic
    if in_place:
        to["replace_callback_query_message"] = True
    return beside | {_PARAMETERS: to}


def _to_ephemeral_message(answer: Any, recipient: EphemeralRecipient, *, in_place: bool) -> EphemeralMessage | None:
    try:
        decoded = msgspec.convert(answer, _Answer)
    except msgspec.ValidationError:
        return None
    message_id, reader = decoded.ephemeral_message_id, decoded.receiver_user
    if message_id is None or reader is None or reader.id != recipient.user or decoded.chat.id != recipient.scope.chat:
        return None
    return EphemeralMessage(recipient.scope.chat, recipient.user, message_id, in_place, recipient.sending)


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """A page for one person: a picture, HTML below it, and buttons. The picture is drawn only if needed."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    sketch: Sketch | None = None
    as_text: Callable[[], str] | None = None  # describes the picture as text, for chats without pictures
    alert: str = ""  # the plain text of the alert that answers a tap if the page goes to another chat
    private_keyboard: InlineKeyboardMarkup | None = None

    @property
    def keyboard_in_private(self) -> InlineKeyboardMarkup | None:
        """The page's buttons in the private chat."""
        return self.private_keyboard or self.keyboard

    @property
    def text_without_picture(self) -> str:
        """The page's text for a message without a picture."""
        return self.text if self.as_text is None else f"{self.as_text()}\n{self.text}"

    def to_message_content(self, photo: bytes | None) -> MessageContent:
        """The page as a message, with its drawn picture if any."""
        if photo is None:
            return MessageContent(self.text_without_picture, self.keyboard)
        return MessageContent(self.text, self.keyboard, photo)


class EphemeralDelivery:
    """Sends and replaces ephemeral messages; one instance a process."""

    def __init__(self, ephemeral: EphemeralMessages, drawing: DrawingThread) -> None:
        self._ephemeral: Final = ephemeral
        self._drawing: Final = drawing

    async def send_text(
        self, recipient: EphemeralRecipient, text: str, keyboard: InlineKeyboardMarkup | None, *, secret: bool
    ) -> EphemeralMessage | None:
        """Send HTML; return ``None``, leaving nothing behind, if the server cannot. ``secret`` takes more calls."""
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
        """Send a page, drawing it once it can be shown; return ``None``, leaving nothing behind, if it cannot."""
        placeholder: EphemeralMessage | None = None
        try:
            if self._ephemeral.can_send_secret(recipient):
                photo = photo or await self.draw_page(page)
                if (sent := await self._ephemeral.send_secret(recipient, page.to_message_content(photo))) is not None:
                    return sent
            placeholder = await self._ephemeral.send_public(recipient)
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
        """Show another page in a tapped ephemeral message, or else in a new one; returns whether it is shown."""
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

    async def edit_words(self, message: EphemeralMessage, page: PrivatePage) -> bool:
        """Show a page's text and buttons below a message's current picture; returns whether they are shown."""
        try:
            await self._ephemeral.edit_caption(message, page.text, page.keyboard)
        except (ChatUnreachable, RequestRejected):
            return False
        return True

    async def draw_page(self, page: PrivatePage) -> bytes | None:
        """Draw a page's picture; ``None`` if it has none, or drawing fails."""
        if page.sketch is None:
            return None
        try:
            return await self._drawing.draw_sketch(page.sketch)
        except DrawingError:
            log.exception("a private page could not be drawn")
            return None

    async def _edit_words(self, message: EphemeralMessage, page: PrivatePage) -> None:
        try:
            await self._ephemeral.edit_text(message, page.text_without_picture, page.keyboard)
        except NotFound:
            raise
        except RequestRejected:
            await self._ephemeral.edit_caption(message, page.text, page.keyboard)


def _log_not_shown(recipient: EphemeralRecipient, error: CallFailed) -> None:
    log.info("a person is not shown something in a group", user=recipient.user, error=error.message)
