"""What a picture's message is made of, and what is remembered of it once Telegram took it; no more is read.

python-telegram-bot's own objects say the same, at several times the cost.
"""

from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import Struct
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile
from telegram.error import TelegramError

from bot.pictures.photos import SentPicture

_SELDOM: Final = frozenset(InlineKeyboardButton.__slots__) - {"text", "callback_data"}
_seldom: Final = attrgetter(*_SELDOM)
"""What a button may have and hardly one has."""
_NOTHING: Final = (None,) * len(_SELDOM)


class _Chat(Struct):
    id: int


class _Size(Struct):
    file_id: str


class _Taken(Struct):
    message_id: int
    chat: _Chat
    photo: tuple[_Size, ...] = ()
    """One picture in several sizes, the greatest one last."""


class Picture(InputFile):
    """A PNG to be uploaded; what kind of file it is needs no look-up by its name."""

    __slots__ = ()

    def __init__(self, content: bytes, filename: str) -> None:
        self.attach_name = None
        self.input_file_content = content
        self.filename = filename
        self.mimetype = "image/png"


def as_json(keyboard: InlineKeyboardMarkup) -> dict[str, Any]:
    """A keyboard as Telegram reads it: as its ``to_dict``."""
    return {"inline_keyboard": [[_button(one) for one in row] for row in keyboard.inline_keyboard]}


def _button(button: InlineKeyboardButton) -> dict[str, Any]:
    if _seldom(button) != _NOTHING:
        return button.to_dict()
    return {"text": button.text, "callback_data": button.callback_data}


def read(answer: Any) -> SentPicture:
    """What is remembered of a message: the library's, which checks no types, or the result of the call that sent it.

    Raises:
        TelegramError: it is no message.
    """
    try:
        taken = msgspec.convert(answer, _Taken, from_attributes=True)
    except msgspec.ValidationError as error:
        raise TelegramError(f"Invalid server response: {error}") from error
    return SentPicture(taken.message_id, taken.chat.id, taken.photo[-1].file_id if taken.photo else None)
