"""A message that Telegram took, as its answer tells of it: what is remembered of it, and no more is read."""

from typing import Any

import msgspec
from msgspec import Struct
from telegram import Message
from telegram.error import TelegramError

from bot.pictures.photos import SentPicture


class _Chat(Struct):
    id: int


class _Size(Struct):
    file_id: str


class _Taken(Struct):
    message_id: int
    chat: _Chat
    photo: tuple[_Size, ...] = ()
    """One picture in several sizes, the greatest one last."""


def as_sent(message: Message | _Taken) -> SentPicture:
    """What is remembered of a message, of the library's own too."""
    return SentPicture(message.message_id, message.chat.id, message.photo[-1].file_id if message.photo else None)


def read(answer: Any) -> SentPicture:
    """What is remembered of a message, from the result of the call that sent it.

    Raises:
        TelegramError: it is no message.
    """
    try:
        return as_sent(msgspec.convert(answer, _Taken))
    except msgspec.ValidationError as error:
        raise TelegramError(f"Invalid server response: {error}") from error
