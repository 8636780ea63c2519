"""Answering whoever asked: replies, callback alerts, and refusals in the chat's language."""

import logging
from dataclasses import dataclass, replace
from typing import Final, Self

from telegram import Bot, InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import CallbackQueryLimit, ParseMode
from telegram.error import BadRequest

from bot.inbound import Command, Reply, Request, Tap
from bot.people import harmless
from bot.sketches import Look, theme_named
from bot.tables import Held
from bot.texts import Argument, Texts
from engine.errors import EngineError, Field

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Context:
    """What every handler knows of a request's chat: its table as it was read, its language and theme."""

    held: Held
    language: str
    theme: str | None = None
    """What this chat has chosen for itself; ``None`` to see each table as the table's own chat does."""

    @property
    def look(self) -> Look:
        """How its pictures are to be."""
        return Look(self.language, theme_named(self.theme or self.held.settings.get("theme")))

    def about(self, held: Held) -> Self:
        """The same chat, asking about the table of another."""
        return replace(self, held=held)


class Answers:
    """Sends answers through the bot."""

    def __init__(self, bot: Bot, texts: Texts) -> None:
        self._bot: Final = bot
        self._texts: Final = texts

    async def say(
        self,
        request: Request,
        language: str,
        message: str,
        /,
        keyboard: InlineKeyboardMarkup | None = None,
        **arguments: Argument,
    ) -> None:
        """Answer with a message of the text files."""
        await self.send(request, self._texts.html(language, message, **arguments), keyboard)

    async def send(self, request: Request, text: str, keyboard: InlineKeyboardMarkup | None = None) -> None:
        """Answer with HTML, as a reply to the message that asked where there is one."""
        place = request.place
        await self._bot.send_message(
            place.scope.chat,
            text,
            parse_mode=ParseMode.HTML,
            message_thread_id=place.scope.topic,
            reply_parameters=_reply(request),
            reply_markup=keyboard,
        )

    async def photo(
        self, request: Request, picture: str | bytes, caption: str, keyboard: InlineKeyboardMarkup | None = None
    ) -> Message:
        """Answer with a picture, a PNG or a file's id, and HTML below it."""
        return await self._bot.send_photo(
            request.place.scope.chat,
            picture,
            caption=caption,
            parse_mode=ParseMode.HTML,
            message_thread_id=request.place.scope.topic,
            reply_parameters=_reply(request),
            reply_markup=keyboard,
            filename="board.png",
        )

    async def alert(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """A box that only the presser sees and has to close."""
        await self._answer(tap, self._texts.plain(language, message, **arguments), alert=True)

    async def toast(self, tap: Tap, language: str, message: str, /, **arguments: Argument) -> None:
        """A line that only the presser sees, for a moment."""
        await self._answer(tap, self._texts.plain(language, message, **arguments), alert=False)

    async def quiet(self, tap: Tap) -> None:
        """End the button's waiting sign without a word."""
        await self._answer(tap, None, alert=False)

    async def close(self, tap: Tap) -> None:
        """Take the buttons off the message that was tapped, once they have done their work."""
        try:
            await self._bot.edit_message_reply_markup(tap.place.scope.chat, tap.message)
        except BadRequest as error:
            log.info("buttons of update %s stay: %s", tap.update, error.message)

    async def _answer(self, tap: Tap, text: str | None, *, alert: bool) -> None:
        if text is not None:
            text = _fitting(text, CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)
        try:
            await self._bot.answer_callback_query(tap.query, text=text, show_alert=alert)
        except BadRequest as error:
            # A tap that waited in the inbox while the bot was down is too old to answer; nothing else is amiss.
            log.info("tap of update %s cannot be answered: %s", tap.update, error.message)

    async def refuse(self, request: Request, language: str, error: EngineError, offer: str = "") -> None:
        """Say why something was not done; ``offer`` (HTML) follows on a line of its own."""
        message = refusal_message(error)
        arguments = {name: _argument(value) for name, value in error.fields.items()}
        if isinstance(request, Tap):
            await self.alert(request, language, message, **arguments)
        else:
            text = self._texts.html(language, message, **arguments)
            await self.send(request, f"{text}\n{offer}" if offer else text)


def refusal_message(error: EngineError) -> str:
    """The name of the sentence for a refusal."""
    return f"refusal-{error.code.replace('_', '-')}"


_MOST_ECHOED: Final = 200
"""How much of what somebody typed an answer repeats."""


def _argument(value: Field) -> Argument:
    """A refusal's field for a sentence; what somebody typed is in it, so it is made harmless."""
    if isinstance(value, int):
        return value
    return _fitting(harmless(value if isinstance(value, str) else ", ".join(value)), _MOST_ECHOED)


def _fitting(text: str, most: int) -> str:
    """A text cut to so many UTF-16 units, which is what Telegram counts."""
    raw = text.encode("utf-16-le")
    return text if len(raw) <= most * 2 else raw[: (most - 1) * 2].decode("utf-16-le", "ignore") + "…"


def _reply(request: Request) -> ReplyParameters | None:
    if isinstance(request, (Command, Reply)):
        return ReplyParameters(request.message, allow_sending_without_reply=True)
    return None
