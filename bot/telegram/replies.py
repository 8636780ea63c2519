"""Replies to requests: messages, pages, alerts and refusals; and the deletion of temporary messages."""

import asyncio
import html
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Final, TypeVar

from msgspec import structs
from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, RequestRejected
from bot.logs import get_logger, log_context
from bot.metrics.meters import NO_METERS, Meters
from bot.pictures import SentPhoto
from bot.runtime import wait_or_stop
from bot.store.commits import UpdateRefusal
from bot.store.people import WebAnswer, WebStore
from bot.store.schedule import Schedule
from bot.telegram.ephemeral import EphemeralDelivery, EphemeralMessage, EphemeralRecipient, PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.requests import Command, MistypedCommand, PlainText, Request, Tap, message_that_asked
from bot.texts import Argument, Texts
from bot.wording.speaker import Speaker, isolate_name, refusal_arguments, refusal_message_id
from bot.workers.recent import NewestDict
from bot.workers.supervisor import STORE_SECONDS, Backoff, RetryLoop
from engine.errors import EngineError

log = get_logger(__name__)
REPLY_SECONDS: Final = 60.0  # how long a reply to one person, or a refusal, is kept in a group

_POLL_SECONDS: Final = 1.0
_BATCH: Final = 64
_MOST_PEOPLE: Final = 4096
_MOST_REPLIES_EACH: Final = 8
_RETRY_POLICY: Final = RetryLoop("Noting what is to be deleted", (RedisError,), longest=STORE_SECONDS)


@dataclass(slots=True, eq=False)
class AutoDelete:
    """Deletes messages after their time; one instance a process."""

    gateway: Gateway
    schedule: Schedule
    clock: Callable[[], datetime]
    until_next_poll: Callable[[asyncio.Event, float], Awaitable[None]] = wait_or_stop
    retries: Backoff[bytes] = field(default_factory=Backoff)
    replies_by_user: NewestDict[tuple[int, int], list[tuple[int, bytes]]] = field(
        default_factory=lambda: NewestDict(_MOST_PEOPLE)
    )
    """The ids of replies and their entries in the schedule, by chat and reader."""
    newest_reply: int = 0

    async def delete_later(
        self,
        chat: int,
        message: int,
        seconds: float = 0.0,
        until_done_by: int | None = None,
        *,
        ephemeral_reader: int | None = None,
    ) -> None:
        """Delete a message after ``seconds``; a later call for the same message postpones that.

        If the request of the user ``until_done_by`` succeeds before, it is deleted then (:meth:`delete_replies_to`).
        ``ephemeral_reader``: the reader of an ephemeral message, whose id is valid only for them.
        """
        text = f"{chat} {message}" if ephemeral_reader is None else f"{chat} {message} {ephemeral_reader}"
        entry = text.encode()
        await self._schedule_entry(chat, entry, seconds)
        if until_done_by is not None:
            self.newest_reply += 1
            replies = self.replies_by_user.pop((chat, until_done_by), [])
            others = [reply for reply in replies if reply[1] != entry]
            self.replies_by_user[chat, until_done_by] = [
                *others[1 - _MOST_REPLIES_EACH :],
                (self.newest_reply, entry),
            ]

    async def delete_replies_to(self, chat: int, user: int, up_to: int) -> None:
        """Delete the replies to a user, up to a message id, now that their request has succeeded."""
        replies = self.replies_by_user.pop((chat, user), [])
        if newer := [reply for reply in replies if reply[0] > up_to]:
            self.replies_by_user[chat, user] = newer
        for number, entry in replies:
            if number <= up_to:
                await self._schedule_entry(chat, entry, 0.0)

    async def run(self, stop: asyncio.Event) -> None:
        """Delete messages on time until ``stop`` is set."""
        while not stop.is_set():
            try:
                await self.delete_due()
            except RedisError as error:
                log.warning("messages to be deleted wait for Redis", error=error)
            await self.until_next_poll(stop, _POLL_SECONDS)

    async def delete_due(self) -> int:
        """Delete the messages whose time is over; return how many."""
        entries = await self.schedule.claim_due_entries(self.clock().timestamp(), _BATCH)
        await asyncio.gather(*map(self._delete_entry, entries))
        return len(entries)

    async def _schedule_entry(self, chat: int, entry: bytes, seconds: float) -> None:
        due = self.clock().timestamp() + seconds
        await _RETRY_POLICY.run_until_success(partial(self.schedule.schedule_entry, chat, entry, due))

    async def _delete_entry(self, entry: bytes) -> None:
        try:
            chat, message, *readers = map(int, entry.split())
        except ValueError:
            log.error("what is to be deleted cannot be read and is dropped")  # noqa: TRY400 - it says nothing more
            await self.schedule.unschedule_everywhere(entry)
        else:
            with log_context(chat=chat):
                await self._delete_message(entry, chat, message, readers)

    async def _delete_message(self, entry: bytes, chat: int, message: int, readers: Sequence[int]) -> None:
        try:
            if readers:
                await self.gateway.ephemeral.delete(EphemeralMessage(chat, readers[0], message))
            else:
                await self.gateway.edits.delete_message(chat, message)
        except (ChatUnreachable, RequestRejected, ChatMoved) as error:
            log.info("a message stays", chat=chat, error=error.message)
        except CallFailed as error:
            due = self.clock().timestamp() + self.retries.count_failure(entry, error)
            await self.schedule.schedule_entry(chat, entry, due)
            return
        self.retries.clear_failures(entry)
        await self.schedule.unschedule_entry(chat, entry)


_SHOWN_SECONDS: Final = 3600.0  # how long a page that only the sender sees is kept in a group
_PUBLIC_SECONDS: Final = 600.0  # how long a page that the whole group sees is kept


class PageReplies:
    """Sends and changes public pages; one instance a process."""

    def __init__(self, gateway: Gateway, auto_delete: AutoDelete, ephemeral_delivery: EphemeralDelivery) -> None:
        self._gateway: Final = gateway
        self._auto_delete: Final = auto_delete
        self._ephemeral_delivery: Final = ephemeral_delivery

    async def reply_with_page(self, request: Command, page: PrivatePage) -> None:
        """Reply with a page; in a group it is deleted later."""
        if not request.venue.private and await self._show_to_asker(request, page):
            return
        message = await self._send(request, page)
        if not request.venue.private:
            await self._auto_delete.delete_later(request.venue.scope.chat, message, _PUBLIC_SECONDS)

    async def send_public_page(self, tap: Tap, page: PrivatePage) -> None:
        """Reply to the tapped message with a page for the group, to be deleted later."""
        message = await self._send(tap, page)
        await self._auto_delete.delete_later(tap.venue.scope.chat, message, _PUBLIC_SECONDS)

    async def replace_public_page(self, tap: Tap, page: PrivatePage) -> None:
        """Show another page in the tapped public message if it has the button; in a migrated group, in a new one."""
        if tap.venue.has_migrated:
            await self.send_public_page(tap, page)
            return
        if tap.data not in tap.keyboard_data:
            return
        photo = await self._ephemeral_delivery.draw_page(page)
        try:
            await edit_page(self._gateway, tap, page, photo, page.keyboard)
        except RequestRejected as error:
            log.info("a page stays as it is", update=tap.update.id, error=error.message)

    async def _show_to_asker(self, request: Command, page: PrivatePage) -> bool:
        recipient = EphemeralRecipient.from_request(request)
        if recipient is None:
            return False
        shown = await self._ephemeral_delivery.send_page(replace(recipient, can_replace=False), page)
        if shown is None:
            return False
        await self._auto_delete.delete_later(shown.chat, shown.message_id, _SHOWN_SECONDS, ephemeral_reader=shown.user)
        return True

    async def _send(self, request: Command | Tap, page: PrivatePage) -> int:
        reply_to = None if request.venue.has_migrated or request.ephemeral_id is not None else request.message
        photo = await self._ephemeral_delivery.draw_page(page)
        scope, sending, silent = request.venue.scope, request.sending, not request.venue.private
        if photo is None:
            return await self._gateway.send_text(
                scope, page.text_without_picture, page.keyboard, reply_to=reply_to, silent=silent, sending=sending
            )
        sent = await self._gateway.send_photo(
            scope, photo, page.text, page.keyboard, reply_to=reply_to, as_text=page.as_text, sending=sending
        )
        return sent.message_id


async def edit_page(
    gateway: Gateway, tap: Tap, page: PrivatePage, photo: bytes | None, keyboard: InlineKeyboardMarkup | None
) -> None:
    """Show a page in the tapped message, with its drawn picture if any. Raises CallFailed."""
    chat, message, sending = tap.venue.scope.chat, tap.message, tap.sending
    if photo is None:
        await gateway.edits.edit_text(chat, message, page.text_without_picture, keyboard, sending=sending)
    else:
        await gateway.edits.edit_photo(chat, message, photo, page.text, keyboard, sending=sending)


class TappedMessage:
    """Edits and deletes tapped messages, ephemeral or public; one instance a process."""

    def __init__(self, gateway: Gateway, texts: Texts, auto_delete: AutoDelete) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts
        self._auto_delete: Final = auto_delete

    async def replace_with_message(
        self, tap: Tap, language: str, message: str, /, keyboard: InlineKeyboardMarkup, **arguments: Argument
    ) -> None:
        """Replace the tapped message by a text of the text files, with other buttons."""
        await self.replace_with_html(tap, self._texts.html(language, message, **arguments), keyboard)

    async def replace_with_html(
        self,
        tap: Tap,
        text: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        seconds: float | None = None,
        until_done: bool = False,
    ) -> None:
        """Replace the tapped message by HTML, with other buttons or none.

        A public message without the tapped button stays. In a group that has migrated since, a new message is sent.
        ``seconds`` is how long it is kept in a group; with ``until_done``, it is deleted once a later request of the
        user succeeds.
        """
        await answer_callback(self._gateway, tap)
        if _lacks_pressed_button(tap) and not tap.has_button(f"{tap.data.partition(':')[0]}:"):
            return
        if not tap.venue.has_migrated:
            await self._edit_message(tap, text, keyboard)
            if seconds is not None and not tap.venue.private:
                await self.delete_message(tap, seconds, until_done=until_done)
            return
        scope = tap.venue.scope
        message = await self._gateway.send_text(scope, text, keyboard, silent=seconds is not None, sending=tap.sending)
        if seconds is not None:
            await self._auto_delete.delete_later(scope.chat, message, seconds, tap.sender.user)

    async def replace_with_outcome(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Replace the tapped message's text by the choice that was made, without buttons."""
        if tap.venue.has_migrated or _lacks_pressed_button(tap):
            return
        try:
            await self._edit_message(tap, self._texts.html(language, message, **arguments), None)
        except RequestRejected as error:
            log.info("a question stays", update=tap.update.id, error=error.message)

    async def remove_buttons(self, tap: Tap) -> None:
        """Remove the tapped message's buttons, unless the group has migrated since."""
        if tap.venue.has_migrated or (tap.keyboard_data and _lacks_pressed_button(tap)):
            return
        try:
            if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
                await self._gateway.edits.edit_keyboard(tap.venue.scope.chat, tap.message, None, sending=tap.sending)
            else:
                await self._gateway.ephemeral.edit_keyboard(ephemeral, None)
        except RequestRejected as error:
            log.info("buttons stay", update=tap.update.id, error=error.message)

    async def close_message(self, tap: Tap) -> None:
        """Acknowledge the tap, and delete its message."""
        await answer_callback(self._gateway, tap)
        await self.delete_message(tap)

    async def delete_message(self, tap: Tap, seconds: float = 0.0, *, until_done: bool = False) -> None:
        """Delete the tapped message after ``seconds``."""
        if tap.venue.has_migrated:
            return
        user = tap.sender.user if until_done else None
        if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
            if not _lacks_pressed_button(tap):
                await self._auto_delete.delete_later(tap.venue.scope.chat, tap.message, seconds, user)
        elif seconds:
            await self._auto_delete.delete_later(
                ephemeral.chat, ephemeral.message_id, seconds, user, ephemeral_reader=ephemeral.user
            )
        else:
            await self._gateway.ephemeral.delete(ephemeral)

    async def _edit_message(self, tap: Tap, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        if (ephemeral := EphemeralMessage.from_tap(tap)) is None:
            await self._gateway.edits.edit_text(tap.venue.scope.chat, tap.message, text, keyboard, sending=tap.sending)
        else:
            await self._gateway.ephemeral.edit_text(ephemeral, text, keyboard)


async def answer_callback(gateway: Gateway, tap: Tap, text: str | None = None, *, alert: bool = False) -> None:
    """Answer a tap with plain text for its user, in a box or a short line; without text, show nothing."""
    try:
        await gateway.answer_callback(tap, text, alert=alert)
    except RequestRejected as error:
        # A tap that waited in the inbox while the bot was down is too old to answer; all else is well.
        log.info("a tap cannot be answered", error=error.message)


def _lacks_pressed_button(tap: Tap) -> bool:
    """Whether a group's message lacks the tapped button: a modified client can name any message."""
    return not tap.venue.private and tap.ephemeral_id is None and tap.data not in tap.keyboard_data


R = TypeVar("R", bound=Request)
_ABOUT_ALL_TABLES: Final = frozenset({"too_many_seats", "too_many_tables", "rematch_open"})
"""Codes of refusals that concern no single table, so that the reply names none."""


@dataclass(eq=False)
class Replies:
    """Sends replies; one instance a process."""

    gateway: Gateway
    texts: Texts
    auto_delete: AutoDelete
    ephemeral_delivery: EphemeralDelivery
    web: WebStore
    meters: Meters = NO_METERS

    def __post_init__(self) -> None:
        self.tapped_message = TappedMessage(self.gateway, self.texts, self.auto_delete)
        self.pages = PageReplies(self.gateway, self.auto_delete, self.ephemeral_delivery)

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
        await self.reply_html(request, self.texts.html(language, message, **arguments), keyboard)

    async def show_on_page(self, request: Request, text: str) -> None:
        """Answer an action of the board page with HTML that the page shows."""
        refusal = request.update.refusal
        code = "" if refusal is None else refusal.error.code
        answer = WebAnswer(done=refusal is None, text=text, code=code)
        await self.web.save_answer(request.sender.user, request.update.id, answer)

    async def reply_html(self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None = None) -> None:
        """Reply with HTML, quoting the sender's message if there is one."""
        if request.update.is_web:
            await self.show_on_page(request, text)
            return
        await self._send_text(request, text, keyboard, silent=False)

    async def _send_text(
        self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None, *, silent: bool
    ) -> int:
        return await self.gateway.send_text(
            request.venue.scope,
            text,
            keyboard,
            sending=request.sending,
            reply_to=message_that_asked(request),
            silent=silent,
        )

    async def reply_briefly(
        self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None = None, *, until_done: bool = False
    ) -> None:
        """Reply to one person with HTML; in a group for a minute or, with ``until_done``, until a request succeeds."""
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
        """Reply with a long text for the sender alone; if the group allows none, with a brief public text."""
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
        """Reply with public HTML that is deleted later; ``until_done`` as for :meth:`reply_briefly`."""
        message = await self._send_text(request, text, keyboard, silent=True)
        await self.auto_delete.delete_later(
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
        """Reply to the sender alone; ``False`` if the server cannot. Without ``secret`` it takes fewer calls."""
        if request.venue.private:
            await self.reply_html(request, text, keyboard)
            return True
        recipient = EphemeralRecipient.from_request(request)
        if recipient is None:
            return False
        sent = await self.ephemeral_delivery.send_text(
            replace(recipient, can_replace=False), text, keyboard, secret=secret
        )
        if sent is not None:
            user = sent.user if until_done else None
            await self.auto_delete.delete_later(sent.chat, sent.message_id, seconds, user, ephemeral_reader=sent.user)
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
        """Reply with a picture, a PNG or a file id, and HTML below it; see :meth:`Gateway.send_photo`."""
        scope, reply = request.venue.scope, message_that_asked(request)
        return await self.gateway.send_photo(
            scope, picture, caption, keyboard, reply_to=reply, as_text=as_text, sending=request.sending
        )

    async def compose_when_allowed(self, request: R, compose_and_send: Callable[[R], Awaitable[None]]) -> None:
        """Compose and send a reply once the rate limits allow a message to the request's chat."""
        await self.gateway.send_queue.compose_when_allowed(
            request.venue.scope.chat,
            lambda sending: compose_and_send(structs.replace(request, own_sending=sending)),
            request.sending,
        )

    async def show_alert(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Answer a tap with a box that its user must close."""
        await answer_callback(self.gateway, tap, self.texts.plain(language, message, **arguments), alert=True)

    async def try_reply_privately(self, tap: Tap, text: str) -> bool:
        """Reply to a tap with HTML for its user alone, for a minute; ``False`` if the server cannot."""
        if not await self.reply_privately(tap, text, secret=False, until_done=False):
            return False
        await self.acknowledge_tap(tap)
        return True

    async def show_alert_text(self, tap: Tap, text: str) -> None:
        """Answer a tap with plain text in a box, as :meth:`show_alert`."""
        await answer_callback(self.gateway, tap, text, alert=True)

    async def show_toast(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """Answer a tap with a short line for its user."""
        await answer_callback(self.gateway, tap, self.texts.plain(language, message, **arguments))

    async def acknowledge_tap(self, tap: Tap) -> None:
        """End the button's progress indicator without showing anything."""
        await answer_callback(self.gateway, tap)

    def refusal_text(self, request: Request, language: str, error: EngineError) -> str:
        """The reason for a refusal, as HTML; for a tap, as plain text."""
        message = refusal_message_id(error)
        private = f"{message}-private"
        if request.venue.private and self.texts.has_message(language, private):
            # The board's buttons are not visible in private.
            message = private
        arguments = refusal_arguments(error, Speaker(self.texts, language))
        formatted = self.texts.plain if isinstance(request, Tap) else self.texts.html
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
        """Reply with the reason for a refusal; if several users share the reply, to all of them.

        The suggestion is a line of HTML, for a tap plain text; a tap gets no keyboard. A chosen inline result is
        refused in private. Raises NotSent if there is nothing to say, or a newer refusal replaces it.
        """
        if request.update.refusal is None:
            # If the first answer was not sent, the second one is not counted again.
            self.meters.count_refusal(error.code)
        request.update.refusal = UpdateRefusal(error, suggestion)
        text = self.refusal_text(request, language, error)
        text = f"{text}\n{suggestion}" if suggestion else text
        if request.update.coalesced:
            await self.reply_temporarily(request, text, keyboard)
            return
        request = structs.replace(request, own_sending=request.sending.as_refusal())
        if isinstance(request, Tap) and not request.query:
            await self.reply_html(request, html.escape(text, quote=False))
        elif isinstance(request, Tap):
            await answer_callback(self.gateway, request, text, alert=True)
        else:
            await self.reply_briefly(request, text, keyboard, until_done=True)

    async def try_refuse_privately(
        self, request: Command | PlainText, language: str, error: EngineError, suggestion: str = ""
    ) -> bool:
        """Reply as :meth:`reply_refusal`, but to the sender alone; ``False``, without a reply, if the server cannot."""
        request = structs.replace(request, own_sending=request.sending.as_refusal())
        text = "\n".join(filter(None, (self.refusal_text(request, language, error), suggestion)))
        refused = await self.reply_privately(request, text, secret=False)
        if refused:
            self.meters.count_refusal(error.code)
        return refused
