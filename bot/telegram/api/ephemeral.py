"""Ephemeral messages: messages in a group that one member alone sees (Bot API 10.2 to 10.4).

An older server ignores parameters that it does not know, and would post to everybody. Therefore:

- The first message is neutral, or one that everybody may read.
- Only a message that the server confirms as one person's becomes an :class:`EphemeralMessage`.
- A secret is then edited into it, by methods that an older server does not have.
- A secret is sent at once only in a form in which an older server would post nothing
  (:meth:`EphemeralMessages.send_secret`).

python-telegram-bot speaks Bot API 10.0, so this module makes the requests itself.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from telegram import Bot, InlineKeyboardMarkup
from telegram.request import RequestData

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

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
)
from bot.logs.logger import get_logger
from bot.telegram.api.ephemeral_forms import EphemeralForms
from bot.telegram.api.ephemeral_recipient import (
    EphemeralAnswer,
    EphemeralMessage,
    EphemeralRecipient,
    recipient_parameters,
    to_ephemeral_message,
)
from bot.telegram.api.parameters import (
    MessageContent,
    caption_parameters,
    keyboard_parameters,
    media_parameter,
    text_parameters,
    to_request_parameters,
)
from bot.telegram.api.responses import errors_as_outcomes
from bot.telegram.api.send_queue import SendQueue
from bot.telegram.api.server_features import Feature, ServerFeatures

log = get_logger(__name__)

PLACEHOLDER: Final = "🔤"
"""The neutral text that is sent first while no form is proven: everybody may see it."""


class EphemeralMessages:
    """Sends, edits and deletes ephemeral messages.

    Every method raises :class:`bot.call_errors.CallFailed` where Telegram does not do it.

    Args:
        bot: the account.
        send_queue: decides when they may go; each counts as a message to its reader.
        server_features: what the server was found to serve.
    """

    def __init__(self, bot: Bot, send_queue: SendQueue, server_features: ServerFeatures | None = None) -> None:
        self._bot: Final = bot
        self._send_queue: Final = send_queue
        self.server_features: Final = ServerFeatures() if server_features is None else server_features
        self._forms: Final = EphemeralForms(self.server_features)

    async def send_placeholder(self, recipient: EphemeralRecipient) -> EphemeralMessage | None:
        """Send a neutral message to one person; ``None`` where the server supports no form of it here.

        If the server posts it to everybody, the message is deleted, and its form is not tried again for a while.

        Raises:
            TapExpired: the tap or the message that is answered is too old, and the bot is no administrator.
            CallFailed: as the server answered.
        """
        return await self._send_in_first_supported_form(recipient, None)

    async def send_public_text(
        self, recipient: EphemeralRecipient, text: str, keyboard: InlineKeyboardMarkup | None
    ) -> EphemeralMessage | None:
        """Send a text that everybody may read; ``None``, and nothing stays, where the server supports no form here.

        It needs no placeholder and no edit: it is itself the proof that its form works. Raises as
        :meth:`send_placeholder`.
        """
        return await self._send_in_first_supported_form(recipient, MessageContent(text, keyboard))

    async def send_secret(self, recipient: EphemeralRecipient, content: MessageContent) -> EphemeralMessage | None:
        """Send a secret in one call; ``None`` where :meth:`can_send_secret` is ``False``, or no longer holds.

        The form of 10.4 names no chat, so a server that cannot read it posts nothing. Every server that knows the
        methods reads the form of 10.2, so the server is asked for them right before. That form is used where edits
        take no new picture. Raises as :meth:`send_placeholder`.
        """
        form = self._forms.proven_form(recipient, has_photo=content.photo is not None)
        if form is None or (form is Feature.RECEIVER_10_2 and not await self._check_server_methods(again=True)):
            return None
        return await self._try_form(form, recipient, content)

    def can_send_secret(self, recipient: EphemeralRecipient, *, has_photo: bool) -> bool:
        """Whether :meth:`send_secret` may send here: its form was proven in this group lately."""
        return self._forms.proven_form(recipient, has_photo=has_photo) is not None

    async def _send_in_first_supported_form(
        self, recipient: EphemeralRecipient, content: MessageContent | None
    ) -> EphemeralMessage | None:
        if not self._forms.may_send_to(recipient):
            return None
        for form in self._forms.forms_to_try(recipient):
            # Asked again where a form has failed: the server may be another one by now.
            if self.server_features.may_support(form) and await self._check_server_methods():
                try:
                    found = await self._try_form(form, recipient, content)
                except TapExpired:
                    raise
                except RequestRejected as error:
                    self._forms.record_refusal(recipient, error)
                    if recipient.is_unsolicited:
                        return None
                    raise
                if found is not None:
                    return found
        return None

    async def _try_form(
        self, form: Feature, recipient: EphemeralRecipient, content: MessageContent | None
    ) -> EphemeralMessage | None:
        """Send in one form, in place of the tapped message if possible; ``None`` where the form is not supported.

        What was posted to everybody is deleted again.
        """
        rejection: RequestRejected | None = None
        first = content or (
            MessageContent(PLACEHOLDER)
            if recipient.tapped_photo is None
            else MessageContent("", photo=recipient.tapped_photo)
        )
        has_photo = first.photo is not None
        if (
            form is not Feature.RECEIVER_10_2
            and recipient.can_replace
            and (not has_photo or self.server_features.may_support(Feature.PHOTO_IN_PLACE))
        ):
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
        """Send in one form; ``None`` where the server posted it to everybody, and it was deleted at once."""
        method, what = content.to_method_and_parameters()
        parameters = [*to_request_parameters(recipient_parameters(form, recipient, in_place=in_place)), *what]
        answer = await self._send_queue.send_when_allowed(
            recipient.user, partial(self._call_method, method, parameters), recipient.sending
        )
        found = to_ephemeral_message(answer, form, recipient, in_place=in_place)
        if found is not None:
            self.server_features.record_proof(form, recipient.scope.chat)
            return found
        self.server_features.mark_unsupported(form)
        self.server_features.require_new_proofs()
        await self._delete_public_message(answer, recipient)
        return None

    async def resend_with_photo(
        self, message: EphemeralMessage, recipient: EphemeralRecipient, content: MessageContent
    ) -> EphemeralMessage | None:
        """Send a picture in the form in which ``message`` was sent a moment ago, and delete ``message``.

        This is for servers whose edits take no new picture.

        Returns:
            The new message; ``None`` where another server answered: what it posted is deleted at once.
        """
        found = await self._send_and_verify(message.form, recipient, content, in_place=False)
        await self.delete(message)
        return found

    async def edit_text(self, message: EphemeralMessage, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Change the text of a text message."""
        await self._edit_by_method(
            "editEphemeralMessageText", message, text_parameters(text) | keyboard_parameters(keyboard)
        )

    async def edit_caption(
        self, message: EphemeralMessage, caption: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Change the caption of a picture."""
        await self._edit_by_method(
            "editEphemeralMessageCaption", message, caption_parameters(caption) | keyboard_parameters(keyboard)
        )

    async def edit_photo(self, message: EphemeralMessage, content: MessageContent) -> None:
        """Show another picture, or a picture in place of a text; servers before 10.3 refuse that."""
        media, keyboard = media_parameter(content), keyboard_parameters(content.keyboard)
        await self._edit_by_method("editEphemeralMessageMedia", message, keyboard, media)

    async def edit_keyboard(self, message: EphemeralMessage, keyboard: InlineKeyboardMarkup | None) -> None:
        """Change the buttons of a message, or remove them."""
        await self._edit_by_method("editEphemeralMessageReplyMarkup", message, keyboard_parameters(keyboard))

    async def delete(self, message: EphemeralMessage) -> None:
        """Delete a message; a refusal is ignored, as its reader alone sees what stays."""
        with suppress(ChatUnreachable, RequestRejected):
            await self._call_method("deleteEphemeralMessage", to_request_parameters(_edit_target(message)))

    async def _edit_by_method(
        self, method: str, message: EphemeralMessage, values: Mapping[str, Any], *uploads: RequestParameter
    ) -> None:
        parameters = [*to_request_parameters(_edit_target(message)), *uploads, *to_request_parameters(values)]
        with suppress(NotModified):
            await self._send_queue.send_when_allowed(
                message.user, partial(self._call_method, method, parameters), message.sending
            )

    async def _check_server_methods(self, *, again: bool = False) -> bool:
        """Whether the server knows the methods: a call without parameters is refused by each that does."""
        if self.server_features.knows_ephemeral_methods and not again:
            return True
        if not self.server_features.may_support(Feature.EPHEMERAL_METHODS):
            return False
        with suppress(NotFound, RequestRejected):
            await self._call_method("editEphemeralMessageText", [])
        if self.server_features.may_support(Feature.EPHEMERAL_METHODS):
            self.server_features.record_ephemeral_methods(known=True)
        return self.server_features.knows_ephemeral_methods

    async def _delete_public_message(self, answer: Any, recipient: EphemeralRecipient) -> None:
        """Delete a message that the server posted to everybody."""
        log.warning("the Bot API server posts to all what is for one, it is deleted", chat=recipient.scope.chat)
        try:
            posted = msgspec.convert(answer, EphemeralAnswer).message_id
            with errors_as_outcomes():
                await self._bot.delete_message(recipient.scope.chat, posted)
        except (msgspec.ValidationError, CallFailed) as error:
            log.warning("what was posted to all stays", chat=recipient.scope.chat, error=type(error).__name__)

    async def _call_method(self, method: str, parameters: list[RequestParameter]) -> Any:
        """Call a method; its result.

        Raises:
            NotFound: also where the server does not know the method.
        """
        try:
            with errors_as_outcomes():
                return await self._bot.request.post(f"{self._bot.base_url}/{method}", RequestData(parameters))
        except TokenRejected as error:
            # The same status as for a token that is none, which every other call would find as well.
            self.server_features.record_ephemeral_methods(known=False)
            raise NotFound(error.message) from error
        except ApiUnreachable:
            # Whoever answers next may be another server.
            self.server_features.require_new_proofs()
            raise


def _edit_target(message: EphemeralMessage) -> dict[str, Any]:
    return {"chat_id": message.chat, "receiver_user_id": message.user, "ephemeral_message_id": message.message_id}
