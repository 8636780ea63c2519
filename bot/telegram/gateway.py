"""The gateway: every call to Telegram that sends, edits, answers or asks goes through this package.

- Errors leave as `bot.call_errors`, so that no other module parses Telegram's wording.
- If Telegram refuses a picture or file, a text is sent. Texts too long for it (`bot.message_limits`) are cut.
- The gateway does not retry failed calls: its callers keep a chat's order, and retry by `bot.workers.supervisor`.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final, TypeVar

import msgspec
from telegram import (
    Bot,
    ChatFullInfo,
    ChatMember,
    InlineKeyboardMarkup,
    InlineQueryResult,
    InlineQueryResultsButton,
    InputMediaPhoto,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    WebhookInfo,
)
from telegram.constants import ChatAction, ParseMode

from bot import message_limits
from bot.call_errors import (
    ChatUnreachable,
    FileIdExpired,
    MissingRights,
    NotFound,
    NotModified,
    RequestRejected,
    TopicClosed,
)
from bot.logs import get_logger
from bot.pictures import SentPhoto
from bot.store.keys import Scope
from bot.telegram.ephemeral import EphemeralMessages
from bot.telegram.keyboards import NO_BOARD_LINKS, BoardLinks
from bot.telegram.requests import Tap
from bot.telegram.send_queue import SendQueue
from bot.telegram.server_features import BotProfile, OwnStanding, ServerFeatures, account_flag
from bot.telegram.transport import (
    PHOTO_NAME,
    check_keyboard,
    check_text_fields,
    cut_caption,
    errors_as_outcomes,
    reply_parameters,
    to_sent_photo,
)
from bot.workers.recent import RecentKeys, RecentValues
from bot.workers.sending import GAME_NEWS, Sending

log = get_logger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ApiCalls:
    """The bot's account and its calls, with the queue that schedules them."""

    bot: Bot
    send_queue: SendQueue  # counts messages and edits for their chat, other calls as answers to taps
    server_features: ServerFeatures

    async def send_html(self, chat: int, text: str, send: Callable[[str], Awaitable[T]], sending: Sending) -> T:
        """Call ``send`` with HTML when the rate limits allow it, without date tags if the server does not know them."""

        async def send_once(text: str) -> T:
            with errors_as_outcomes():
                return await send(text)

        return await self.send_queue.send_when_allowed(
            chat, lambda: self.server_features.send_with_dates(text, send_once), sending
        )

    async def call_when_allowed(
        self, chat: int | None, call: Callable[[], Awaitable[T]], sending: Sending = GAME_NEWS
    ) -> T:
        """Make a call when the rate limits allow it."""

        async def call_once() -> T:
            with errors_as_outcomes():
                return await call()

        return await self.send_queue.send_when_allowed(chat, call_once, sending)


class MessageEdits:
    """Edits, pins and deletes messages. Methods raise CallFailed; an edit that changes nothing counts as done."""

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
        """Show another picture in a message; the result has no file id if the picture stays the same."""
        keyboard = check_keyboard(keyboard)

        async def edit_once(text: str) -> SentPhoto:
            media = InputMediaPhoto(photo, caption=cut_caption(text), parse_mode=ParseMode.HTML, filename=filename)
            return to_sent_photo(
                await self._calls.bot.edit_message_media(media, chat_id=chat, message_id=message, reply_markup=keyboard)
            )

        try:
            return await self._calls.send_html(chat, caption, edit_once, sending)
        except NotModified:
            return SentPhoto(message, chat)

    async def edit_text(
        self, chat: int, message: int, text: str, keyboard: InlineKeyboardMarkup | None, *, sending: Sending = GAME_NEWS
    ) -> None:
        """Change the text of a message."""
        keyboard = check_keyboard(keyboard)

        async def edit_once(text: str) -> None:
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
            await self._calls.bot.edit_message_caption(
                chat, message, caption=cut_caption(text), parse_mode=ParseMode.HTML, reply_markup=keyboard
            )

        with suppress(NotModified):
            await self._calls.send_html(chat, caption, edit_once, sending)

    async def delete_message(self, chat: int, message: int) -> None:
        """Delete a message; a missing one counts as deleted."""
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


NO_PHOTO_SECONDS: Final = 300.0  # how long a chat that refuses pictures gets text, before another try
CHAT_CACHE_SECONDS: Final = 600.0  # how long information about a chat is cached
_MOST_CHATS: Final = 512


class Gateway:
    """Sends through the bot's account.

    Methods raise :class:`bot.call_errors.CallFailed` if Telegram refuses or fails. Texts and captions are HTML, and cut
    if too long. ``reply_to`` is the answered message, which may be deleted. A keyboard with data that are too long
    raises ValueError, and nothing is sent. ``seconds`` is a monotonic clock.
    """

    def __init__(
        self,
        bot: Bot,
        send_queue: SendQueue | None = None,
        seconds: Callable[[], float] = monotonic,
        board_links: BoardLinks = NO_BOARD_LINKS,
    ) -> None:
        self._bot: Final = bot
        self.board_links: Final = board_links
        self.send_queue: Final = SendQueue() if send_queue is None else send_queue
        self.server_features: Final = ServerFeatures(seconds)
        self._calls: Final = ApiCalls(bot, self.send_queue, self.server_features)
        self.edits: Final = MessageEdits(self._calls)
        self.ephemeral: Final = EphemeralMessages(bot, self.send_queue, self.server_features)
        self.profile: Final = BotProfile(bot)
        self._photos_refused: Final = RecentKeys(NO_PHOTO_SECONDS, seconds)  # chats that recently refused pictures
        self._chat_cache: Final[RecentValues[ChatFullInfo]] = RecentValues(
            CHAT_CACHE_SECONDS, seconds, most=_MOST_CHATS
        )

    def board_link_in_group(self, table: str, scope: Scope) -> str:
        """The link below a group's board that opens its page; empty where there is none."""
        return "" if scope.is_private else self.board_links.link_in_group(self.username, table, scope)

    @property
    def username(self) -> str:
        """The bot's username, without ``@``."""
        return self._bot.username

    @property
    def user_id(self) -> int:
        """The bot's user id."""
        return self._bot.id

    @property
    def inline_mention(self) -> str:
        """The bot's username with ``@`` for inline mode; empty if the account has inline mode off."""
        return f"@{self._bot.username}" if account_flag(self._bot.bot, "supports_inline_queries") else ""

    async def check_alive(self) -> None:
        """Check that Telegram answers, and note changes of the username or inline mode."""
        with errors_as_outcomes():
            me = await self._bot.get_me()  # the library remembers the answer
            check_text_fields(me, me.username)

    async def fetch_webhook_info(self) -> WebhookInfo:
        """Telegram's information about the webhook."""
        with errors_as_outcomes():
            found = await self._bot.get_webhook_info()
            return check_text_fields(found, found.url, found.last_error_message)

    async def send_text(
        self,
        scope: Scope,
        text: str,
        keyboard: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | None = None,
        *,
        reply_to: int | None = None,
        silent: bool = False,
        sending: Sending = GAME_NEWS,
    ) -> int:
        """Send text, ``silent`` without a sound; returns the message's id. In private it may set a reply keyboard."""
        if isinstance(keyboard, InlineKeyboardMarkup):
            check_keyboard(keyboard)

        async def send_once(text: str) -> int:
            message = await self._bot.send_message(
                scope.chat,
                message_limits.truncate_html(text, message_limits.MESSAGE_TEXT),
                parse_mode=ParseMode.HTML,
                message_thread_id=scope.topic,
                reply_parameters=reply_parameters(reply_to),
                reply_markup=keyboard,
                disable_notification=silent or None,
            )
            return to_sent_photo(message).message_id

        return await self._calls.send_html(scope.chat, text, send_once, sending)

    async def send_photo(
        self,
        scope: Scope,
        photo: str | bytes,
        caption: str | None,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        reply_to: int | None = None,
        filename: str = PHOTO_NAME,
        as_text: Callable[[], str] | None = None,
        sending: Sending = GAME_NEWS,
    ) -> SentPhoto:
        """Send a picture, a PNG or a file id, with HTML below it.

        A caption that is too long follows as a text with the keyboard. If Telegram refuses the picture, ``as_text`` or
        else the caption is sent instead, and the result says so. A file id that may have expired raises CallFailed
        instead.
        """
        keyboard = check_keyboard(keyboard)
        long = caption is not None and message_limits.count_visible_units(caption) > message_limits.CAPTION
        below, buttons = ("", None) if long else (caption or "", keyboard)

        async def send_once(text: str) -> SentPhoto:
            message = await self._bot.send_photo(
                scope.chat,
                photo,
                text or None,
                parse_mode=ParseMode.HTML,
                message_thread_id=scope.topic,
                reply_parameters=reply_parameters(reply_to),
                reply_markup=buttons,
                filename=filename,
            )
            return to_sent_photo(message)

        try:
            if self._photos_refused.is_recent(scope.chat):
                raise MissingRights("pictures were refused here a while ago")
            sent = await self._calls.send_html(scope.chat, below, send_once, sending)
        except TopicClosed:
            raise  # text would be refused as well; the chat's other topics may still take pictures
        except RequestRejected as error:
            text = caption if as_text is None else as_text()
            if not text or (isinstance(photo, str) and isinstance(error, FileIdExpired | NotFound)):
                raise
            log.warning("a picture is refused, so words go", chat=scope.chat, error=error.message)
            message = await self.send_text(scope, text, keyboard, reply_to=reply_to, sending=sending)
            if isinstance(error, MissingRights):
                self._photos_refused.check_and_note(scope.chat)
            return SentPhoto(message, scope.chat, as_text=True)
        if not long or caption is None:
            return sent
        return msgspec.structs.replace(sent, message_id=await self.send_text(scope, caption, keyboard, sending=sending))

    async def send_document(
        self,
        scope: Scope,
        content: bytes,
        filename: str,
        caption: str | None,
        *,
        reply_to: int | None = None,
        fallback_text: str | None = None,
        sending: Sending = GAME_NEWS,
    ) -> bool:
        """Send a file; ``False`` if Telegram refused it and ``fallback_text`` was sent."""
        send = partial(
            self._bot.send_document,
            scope.chat,
            content,
            filename=filename,
            caption=cut_caption(caption),
            parse_mode=ParseMode.HTML,
            message_thread_id=scope.topic,
            reply_parameters=reply_parameters(reply_to),
        )
        try:
            await self._calls.call_when_allowed(scope.chat, send, sending)
        except RequestRejected as error:
            if fallback_text is None:
                raise
            log.warning("a file is refused, so words go", chat=scope.chat, error=error.message)
            await self.send_text(scope, fallback_text, reply_to=reply_to, sending=sending)
            return False
        return True

    async def answer_callback(self, tap: Tap, text: str | None, *, alert: bool) -> None:
        """Answer a tap, unless it is a chosen inline result, in plain text: in a box (``alert``) or a short line."""
        if not tap.query:
            return
        text = None if text is None else message_limits.truncate_text(text, message_limits.TAP_ANSWER)
        answer = partial(self._bot.answer_callback_query, tap.query, text=text, show_alert=alert)
        await self._calls.call_when_allowed(None, answer, tap.sending)

    async def answer_inline_query(
        self,
        query: str,
        results: Sequence[InlineQueryResult],
        button: InlineQueryResultsButton | None,
        *,
        sending: Sending = GAME_NEWS,
    ) -> None:
        """Answer an inline query for its sender alone, without caching."""
        answer = partial(self._bot.answer_inline_query, query, results, cache_time=0, is_personal=True, button=button)
        await self._calls.call_when_allowed(None, answer, sending)

    async def fetch_member(self, chat: int, user: int) -> ChatMember:
        """A user's membership in a group. Raises RateLimited if Telegram or the bot's own limit requires a pause."""
        self.send_queue.admit_api_query()
        with errors_as_outcomes():
            found = await self._bot.get_chat_member(chat, user)
            return check_text_fields(found, found.status, found.user.username)

    async def fetch_chat(self, chat: int) -> ChatFullInfo:
        """A chat's title, username and more; cached for :data:`CHAT_CACHE_SECONDS`."""
        if (known := self._chat_cache.get_recent(chat)) is not None:
            return known
        with errors_as_outcomes():
            found = await self._bot.get_chat(chat)
            return self._chat_cache.remember(chat, check_text_fields(found, found.title, found.username))

    async def fetch_own_standing(self, chat: int) -> OwnStanding:
        """The bot's status and rights in a group. Raises RateLimited, also by the bot's own limit."""
        self.send_queue.admit_api_query()
        with errors_as_outcomes():
            found = await self._bot.get_chat(chat)
            member = await self._bot.get_chat_member(chat, self._bot.id)
            me = await self._bot.get_me()
            check_text_fields(found, found.title, member.status)
            return OwnStanding(found, member, hears_all=account_flag(me, "can_read_all_group_messages") is True)

    async def can_write_in(self, chat: int) -> bool:
        """Whether the bot may write in a chat: tried by showing for a moment that it types."""
        try:
            with errors_as_outcomes():
                await self._bot.send_chat_action(chat, ChatAction.TYPING)
        except RequestRejected as error:
            return not isinstance(error, MissingRights)
        except ChatUnreachable:
            return False
        return True
