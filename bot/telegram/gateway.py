"""The one way out: whatever is sent, edited, answered or asked of Telegram goes through here.

Its errors leave as outcomes (`bot.outcomes`), so that nobody else reads how Telegram words them. An edit that would
change nothing counts as done. A picture or a file that Telegram refuses goes as words, and what is longer than it takes
(`bot.limits`) is cut. When an outcome is worth another attempt, and how long to wait, is for whoever keeps the order of
a chat, by the one schedule of `bot.workers.patience`.

python-telegram-bot makes objects of all that an answer says, which costs more than drawing a board; a picture is sent
without that (`bot.telegram.sent`). Its requests, with their errors and limits, are kept.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

import msgspec
from telegram import (
    Bot,
    ChatFullInfo,
    ChatMember,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputMediaPhoto,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)
from telegram.constants import ChatAction, ParseMode

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

from bot import limits
from bot.outcomes import Gone, Missing, NoRights, Refused, StaleFile, Unchanged
from bot.pictures.photos import SentPicture
from bot.store.keys import Scope
from bot.telegram.ephemeral import Ephemerals
from bot.telegram.errors import as_outcomes
from bot.telegram.pace import Pace, to_chat, to_scope
from bot.telegram.parts import answering, checked, fitting_caption, picture, picture_sent, worded
from bot.telegram.profile import Profile
from bot.telegram.sent import read
from bot.workers.recently import Lately, Recently

_LOG: Final = logging.getLogger(__name__)
_PICTURE: Final = "board.png"
PICTURE_SECONDS: Final = 300.0
"""How long words go at once where the bot may send no pictures; then the next picture is tried again."""
CHAT_SECONDS: Final = 600.0
"""How long a chat is taken to be called what it was called."""
_MOST_CHATS: Final = 512


class Gateway(Profile):
    """Sends through the bot's account; every method raises :class:`bot.outcomes.Undone` where Telegram does not do it.

    Texts and captions are HTML; they are cut where they are too long. ``reply`` is the message that is answered; it may
    have been deleted. A keyboard whose data Telegram would refuse is a ``ValueError``, and nothing is sent. ``pace``
    says when messages, edits and answers to taps may go, and what may be asked; ``seconds`` is a clock that only goes
    forward, by which it is forgotten what the server does not serve.
    """

    def __init__(self, bot: Bot, pace: Pace | None = None, seconds: Callable[[], float] = monotonic) -> None:
        super().__init__(bot, pace, seconds)
        self.ephemeral: Final = Ephemerals(bot, self.pace, self.forms)
        """Messages in groups that one member alone sees."""
        self._wordy: Final = Recently(PICTURE_SECONDS, seconds)
        """Chats where the bot may send words and no pictures; a hint, so that not each is drawn and sent in vain."""
        self._chats: Final[Lately[ChatFullInfo]] = Lately(CHAT_SECONDS, seconds, most=_MOST_CHATS)

    @property
    def username(self) -> str:
        """The bot's own name, without ``@``."""
        return self._bot.username

    @property
    def user(self) -> int:
        """The bot's own number."""
        return self._bot.id

    @property
    def inline(self) -> str:
        """The name to type behind for inline mode, with its ``@``; empty where the account has that off."""
        return f"@{self._bot.username}" if self._bot.supports_inline_queries else ""

    async def alive(self) -> None:
        """Ask for nothing but an answer, and go by what stands there: people rename bots that run, and switch modes."""
        with as_outcomes():
            match await self._bot.request.post(f"{self._bot.base_url}/getMe"):
                case {"username": str(name), **rest} if name != self._bot.username or (
                    bool(rest.get("supports_inline_queries")) != bool(self._bot.supports_inline_queries)
                ):
                    await self._bot.get_me()  # which the account remembers
                case _:
                    pass

    @to_scope
    async def text(
        self,
        scope: Scope,
        text: str,
        keyboard: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | None = None,
        *,
        reply: int | None = None,
        quiet: bool = False,
    ) -> int:
        """Send words, ``quiet`` without a sound; the message's id. In private the keyboard may be below the input."""
        if isinstance(keyboard, InlineKeyboardMarkup):
            checked(keyboard)

        async def sent(text: str) -> int:
            with as_outcomes():
                message = await self._bot.send_message(
                    scope.chat,
                    limits.cut_html(text, limits.TEXT),
                    parse_mode=ParseMode.HTML,
                    message_thread_id=scope.topic,
                    reply_parameters=answering(reply),
                    reply_markup=keyboard,
                    disable_notification=quiet or None,
                )
                return read(message).message

        return await self._dates.sent(text, sent)

    async def photo(
        self,
        scope: Scope,
        photo: str | bytes,
        caption: str | None,
        keyboard: InlineKeyboardMarkup | None = None,
        *,
        reply: int | None = None,
        filename: str = _PICTURE,
        written: Callable[[], str] | None = None,
    ) -> SentPicture:
        """Send a picture, a PNG or a file's id, with HTML below it.

        Args:
            scope: where.
            photo: the picture.
            caption: what stands below it. What no caption holds follows as a message of words, which has the keyboard.
            keyboard: the buttons.
            reply: the message that is answered.
            filename: what a PNG is called.
            written: says the whole in words, where Telegram refuses the picture; the caption does where it is ``None``.

        Returns:
            The message that has the words and the buttons, and the picture's file; ``written`` where it went as words.

        Raises:
            Undone: as Telegram answered; a file's id that may be the reason goes as no words, but is refused.
        """
        keyboard = checked(keyboard)
        long = caption is not None and limits.read_units(caption) > limits.CAPTION
        try:
            if self._wordy.noted(scope.chat):
                raise NoRights("pictures were refused here a while ago")
            below = (None, None) if long else (caption, keyboard)
            sent = await self._photo(scope, picture(photo, filename), *below, reply=reply)
        except Refused as error:
            text = caption if written is None else written()
            if not text or (isinstance(photo, str) and isinstance(error, StaleFile | Missing)):
                raise
            _LOG.warning("chat %s: a picture is refused, so words go: %s", scope.chat, error.message)
            message = await self.text(scope, text, keyboard, reply=reply)
            if isinstance(error, NoRights):
                self._wordy.again(scope.chat)
            return SentPicture(message, scope.chat, written=True)
        if not long or caption is None:
            return sent
        return msgspec.structs.replace(sent, message=await self.text(scope, caption, keyboard))

    @to_scope
    async def _photo(
        self,
        scope: Scope,
        photo: RequestParameter,
        caption: str | None,
        keyboard: InlineKeyboardMarkup | None,
        *,
        reply: int | None,
    ) -> SentPicture:
        async def sent(text: str) -> SentPicture:
            asked = picture_sent(scope, photo, text or None, keyboard, reply)
            with as_outcomes():
                return read(await self._bot.request.post(f"{self._bot.base_url}/sendPhoto", asked))

        return await self._dates.sent(caption or "", sent)

    async def document(
        self,
        scope: Scope,
        content: bytes,
        filename: str,
        caption: str | None,
        *,
        reply: int | None = None,
        written: str | None = None,
    ) -> bool:
        """Send a file; ``False`` where it is refused, and the chat was sent the words ``written`` in its place."""
        try:
            await self._document(scope, content, filename, caption, reply=reply)
        except Refused as error:
            if written is None:
                raise
            _LOG.warning("chat %s: a file is refused, so words go: %s", scope.chat, error.message)
            await self.text(scope, written, reply=reply)
            return False
        return True

    @to_scope
    async def _document(
        self, scope: Scope, content: bytes, filename: str, caption: str | None, *, reply: int | None
    ) -> None:
        with as_outcomes():
            await self._bot.send_document(
                scope.chat,
                content,
                filename=filename,
                caption=fitting_caption(caption),
                parse_mode=ParseMode.HTML,
                message_thread_id=scope.topic,
                reply_parameters=answering(reply),
            )

    @to_chat
    async def edit_photo(
        self,
        chat: int,
        message: int,
        photo: str | bytes,
        caption: str,
        keyboard: InlineKeyboardMarkup | None,
        *,
        filename: str = _PICTURE,
    ) -> SentPicture:
        """Show another picture in a message; no file's id comes back where it showed this one already."""
        keyboard = checked(keyboard)

        async def edited(text: str) -> SentPicture:
            media = InputMediaPhoto(photo, caption=fitting_caption(text), parse_mode=ParseMode.HTML, filename=filename)
            with as_outcomes():
                return read(
                    await self._bot.edit_message_media(media, chat_id=chat, message_id=message, reply_markup=keyboard)
                )

        try:
            return await self._dates.sent(caption, edited)
        except Unchanged:
            return SentPicture(message, chat)

    @to_chat
    async def edit_text(self, chat: int, message: int, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other words into a message."""
        keyboard = checked(keyboard)

        async def edited(text: str) -> None:
            with as_outcomes():
                await self._bot.edit_message_text(
                    limits.cut_html(text, limits.TEXT),
                    chat_id=chat,
                    message_id=message,
                    parse_mode=ParseMode.HTML,
                    reply_markup=keyboard,
                )

        with suppress(Unchanged):
            await self._dates.sent(text, edited)

    @to_chat
    async def edit_keyboard(self, chat: int, message: int, keyboard: InlineKeyboardMarkup | None) -> None:
        """Put other buttons under a message, or none."""
        keyboard = checked(keyboard)
        with suppress(Unchanged), as_outcomes():
            await self._bot.edit_message_reply_markup(chat, message, reply_markup=keyboard)

    async def answer(self, query: str, text: str | None, *, alert: bool) -> None:
        """Answer a tap, with a box to close (``alert``), a line for a moment, or nothing; plain text."""
        text = None if text is None else limits.cut(text, limits.ANSWER)

        async def answered() -> None:
            with as_outcomes():
                await self._bot.answer_callback_query(query, text=text, show_alert=alert)

        await self.pace.out(None, answered)

    async def offer(
        self, query: str, results: Sequence[InlineQueryResultArticle], button: InlineQueryResultsButton | None
    ) -> None:
        """Answer an inline query, for its asker alone and for this once."""

        async def answered() -> None:
            with as_outcomes():
                await self._bot.answer_inline_query(query, results, cache_time=0, is_personal=True, button=button)

        await self.pace.out(None, answered)

    async def member(self, chat: int, user: int) -> ChatMember:
        """What somebody is in a group; :class:`bot.outcomes.TooFast` also where we have asked as much as we may."""
        self.pace.ask()
        with as_outcomes():
            found = await self._bot.get_chat_member(chat, user)
            return worded(found, found.status, found.user.username)

    async def chat(self, chat: int) -> ChatFullInfo:
        """What a chat is called and where it is, as Telegram said within the last minutes."""
        if (known := self._chats.get(chat)) is not None:
            return known
        with as_outcomes():
            found = await self._bot.get_chat(chat)
            return self._chats.keep(chat, worded(found, found.title, found.username))

    async def reaches(self, chat: int) -> bool:
        """Whether the bot may write in a chat, if not everything: tried by showing for a moment that it writes."""
        try:
            with suppress(Refused), as_outcomes():
                await self._bot.send_chat_action(chat, ChatAction.TYPING)
        except Gone:
            return False
        return True
