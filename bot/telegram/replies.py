"""Replies to whoever asked: messages, callback alerts and refusals.

`bot.telegram.tapped_message` changes the message whose button was tapped, `bot.telegram.page_replies` sends pictures
that somebody asked for.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import structs
from telegram import InlineKeyboardMarkup

from bot.metrics.meters import NO_METERS, Meters
from bot.pictures.photos import SentPhoto
from bot.store.update_context import UpdateRefusal
from bot.telegram.api.ephemeral import EphemeralRecipient
from bot.telegram.api.gateway import Gateway
from bot.telegram.auto_delete import REPLY_SECONDS, AutoDelete
from bot.telegram.ephemeral_delivery import EphemeralDelivery
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText, Request, Tap, message_that_asked
from bot.telegram.page_replies import PageReplies
from bot.telegram.tapped_message import TappedMessage, answer_callback
from bot.texts import Argument, Texts
from bot.wording.formatting import isolate_name
from bot.wording.refusals import refusal_arguments, refusal_message_id
from bot.wording.speaker import Speaker
from engine.errors import EngineError

R = TypeVar("R", bound=Request)


_ABOUT_ALL_TABLES: Final = frozenset({"too_many_seats", "too_many_tables", "rematch_open"})
"""The codes of refusals that are about no single table."""


class Replies:
    """Sends replies; one instance a process.

    Args:
        ephemeral_delivery: sends replies in a group that one member alone sees.
    """

    def __init__(
        self,
        gateway: Gateway,
        texts: Texts,
        auto_delete: AutoDelete,
        ephemeral_delivery: EphemeralDelivery,
        meters: Meters = NO_METERS,
    ) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._meters: Final = meters
        self._auto_delete: Final = auto_delete
        self._ephemeral_delivery: Final = ephemeral_delivery
        self.tapped_message: Final = TappedMessage(gateway, texts, auto_delete)
        self.pages: Final = PageReplies(gateway, auto_delete, ephemeral_delivery)

    async def reply_message(
        self,
        request: Request,
        language: str,
        message: str,
        /,
        keyboard: InlineKeyboardMarkup | None = None,
        **arguments: Argument,
    ) -> None:
        """Reply with a message of the text files."""
        await self.reply_html(request, self._texts.html(language, message, **arguments), keyboard)

    async def reply_html(self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None = None) -> None:
        """Reply with HTML; it quotes the message that asked, if there is one."""
        await self._send_text(request, text, keyboard, silent=False)

    async def _send_text(
        self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None, *, silent: bool
    ) -> int:
        """Send HTML that quotes the message that asked, if there is one; returns the number of the new message."""
        return await self._gateway.send_text(
            request.venue.scope,
            text,
            keyboard,
            sending=request.sending,
            reply_to=message_that_asked(request),
            silent=silent,
        )

    async def reply_briefly(
        self,
        request: Request,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        until_done: bool = False,
    ) -> None:
        """Reply with HTML that is for one person; in a group it is deleted later.

        Nobody else sees it where that can be done. It is deleted after a minute, or with ``until_done`` earlier, once
        they have done what they wanted to.
        """
        if request.venue.private:
            await self.reply_html(request, text, keyboard)
            return
        if isinstance(request, Command | MistypedCommand | PlainText | Tap) and await self.reply_privately(
            request, text, keyboard, secret=False, until_done=until_done
        ):
            return
        await self.reply_temporarily(request, text, keyboard, until_done=until_done)

    async def reply_at_length(
        self,
        request: Command | Tap,
        text: str,
        brief_text: str,
        keyboard: InlineKeyboardMarkup,
        *,
        seconds: float,
        brief_seconds: float,
        long_keyboard: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Reply with a long text that nobody else sees; a group where that cannot be done gets a brief one.

        Args:
            request: what is answered.
            text: the long HTML.
            brief_text: the brief HTML, which has the buttons.
            keyboard: the buttons of the brief text.
            seconds: how long the long text stays in a group.
            brief_seconds: how long the brief text stays.
            long_keyboard: the buttons of the long text.
        """
        if request.venue.private:
            await self.reply_html(request, text, long_keyboard)
        elif not await self.reply_privately(
            request, text, long_keyboard, secret=False, until_done=False, seconds=seconds
        ):
            await self.reply_temporarily(request, brief_text, keyboard, seconds=brief_seconds)

    async def reply_temporarily(
        self,
        request: Request,
        text: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        seconds: float = REPLY_SECONDS,
        until_done: bool = False,
    ) -> None:
        """Reply with HTML that all see and that is deleted later, with ``until_done`` as by :meth:`reply_briefly`."""
        message = await self._send_text(request, text, keyboard, silent=True)
        await self._auto_delete.delete_later(
            request.venue.scope.chat, message, seconds, request.sender.user if until_done else None
        )

    async def reply_privately(
        self,
        request: Command | MistypedCommand | PlainText | Tap,
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
            await self.reply_html(request, text, keyboard)
            return True
        recipient = EphemeralRecipient.from_request(request)
        if recipient is None:
            return False
        sent = await self._ephemeral_delivery.send_text(
            replace(recipient, can_replace=False), text, keyboard, secret=secret
        )
        if sent is not None:
            user = sent.user if until_done else None
            await self._auto_delete.delete_later(sent.chat, sent.message_id, seconds, user, ephemeral_reader=sent.user)
        return sent is not None

    async def reply_photo(
        self,
        request: Request,
        picture: str | bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        as_text: Callable[[], str] | None = None,
    ) -> SentPhoto:
        """Reply with a picture, a PNG or a file's id, and HTML below it; see :meth:`Gateway.send_photo`."""
        scope, reply = request.venue.scope, message_that_asked(request)
        return await self._gateway.send_photo(
            scope, picture, caption, keyboard, reply_to=reply, as_text=as_text, sending=request.sending
        )

    async def compose_when_allowed(self, request: R, compose_and_send: Callable[[R], Awaitable[None]]) -> None:
        """Compose and send a reply to the request, once a message may be sent to the chat that asked."""
        await self._gateway.send_queue.compose_when_allowed(
            request.venue.scope.chat,
            lambda sending: compose_and_send(structs.replace(request, own_sending=sending)),
            request.sending,
        )

    async def show_alert(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Answer a tap with a box that only its user sees and has to close."""
        await answer_callback(self._gateway, tap, self._texts.plain(language, message, **arguments), alert=True)

    async def try_reply_privately(self, tap: Tap, text: str) -> bool:
        """Reply to a tap with HTML that only its user sees, for a minute; ``False`` where that cannot be done."""
        if not await self.reply_privately(tap, text, secret=False, until_done=False):
            return False
        await self.acknowledge_tap(tap)
        return True

    async def show_alert_text(self, tap: Tap, text: str) -> None:
        """As :meth:`show_alert`, with a finished plain text."""
        await answer_callback(self._gateway, tap, text, alert=True)

    async def show_toast(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Answer a tap with a line that only its user sees, for a moment."""
        await answer_callback(self._gateway, tap, self._texts.plain(language, message, **arguments))

    async def acknowledge_tap(self, tap: Tap) -> None:
        """End the button's progress sign and show nothing."""
        await answer_callback(self._gateway, tap)

    def refusal_text(self, request: Request, language: str, error: EngineError) -> str:
        """The reason for a refusal: HTML, but plain text for a tap."""
        message = refusal_message_id(error)
        private = f"{message}-private"
        if request.venue.private and self._texts.has_message(language, private):
            # In private the buttons of the board are out of sight.
            message = private
        arguments = refusal_arguments(error, Speaker(self._texts, language))
        formatted = self._texts.plain if isinstance(request, Tap) else self._texts.html
        reason = formatted(language, message, **arguments)
        if error.code in _ABOUT_ALL_TABLES or not request.update.table_label:
            return reason
        if isinstance(request, Tap):
            return f"{request.update.table_label}\n{reason}"
        return f"<b>{isolate_name(request.update.table_label)}</b>\n{reason}"

    async def reply_refusal(
        self,
        request: Request,
        language: str,
        error: EngineError,
        suggestion: str = "",
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Reply with the reason of a refusal; if several people asked, all of them see it.

        Args:
            request: what is refused.
            language: the language of the reply.
            error: the refusal.
            suggestion: follows on a line of its own; HTML, but plain text for a tap.
            keyboard: the buttons; the answer to a tap has none.

        Raises:
            NotSent: nothing is to be said, or a newer refusal tells the same person.
        """
        if request.update.refusal is None:
            # Where the answer did not go out it is given again, and the request was refused once.
            self._meters.count_refusal(error.code)
        request.update.refusal = UpdateRefusal(error, suggestion)
        text = self.refusal_text(request, language, error)
        text = f"{text}\n{suggestion}" if suggestion else text
        if request.update.coalesced:
            await self.reply_temporarily(request, text, keyboard)
            return
        request = structs.replace(request, own_sending=request.sending.as_refusal())
        if isinstance(request, Tap):
            await answer_callback(self._gateway, request, text, alert=True)
        else:
            await self.reply_briefly(request, text, keyboard, until_done=True)

    async def try_refuse_privately(self, request: Command | PlainText, language: str, error: EngineError) -> bool:
        """As :meth:`reply_refusal`, so that nobody else sees it; ``False`` and no reply where that cannot be done."""
        request = structs.replace(request, own_sending=request.sending.as_refusal())
        refused = await self.reply_privately(request, self.refusal_text(request, language, error), secret=False)
        if refused:
            self._meters.count_refusal(error.code)
        return refused
