"""Parameters of Bot API calls: texts cut to Telegram's limits, keyboards checked."""

from dataclasses import dataclass
from typing import Final, TypeVar

from telegram import InlineKeyboardMarkup, ReplyParameters

from bot import message_limits

T = TypeVar("T")

PHOTO_NAME: Final = "board.png"
"""The name of a picture that is uploaded, unless it has its own."""


@dataclass(frozen=True, slots=True)
class MessageContent:
    """A message's content: HTML, or a picture with HTML below it; and buttons."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    photo: bytes | str | None = None
    """A PNG, or a file's id."""
    filename: str = "picture.png"


def cut_caption(caption: str | None) -> str | None:
    """A caption in HTML, cut to the length that Telegram takes."""
    return None if caption is None else message_limits.truncate_html(caption, message_limits.CAPTION)


def check_keyboard(keyboard: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
    """The same keyboard, once its buttons' data are known to fit.

    Raises:
        ValueError: a button's data are too long; Telegram would refuse the whole message.
    """
    most = message_limits.BUTTON_DATA
    for row in () if keyboard is None else keyboard.inline_keyboard:
        for button in row:
            data = button.callback_data
            if isinstance(data, str) and len(data.encode()) > most:
                raise ValueError(f"a button carries {len(data.encode())} bytes, Telegram takes {most}: {data!r}")
    return keyboard


def reply_parameters(message: int | None) -> ReplyParameters | None:
    """The parameters that make a message a reply to another of its chat, even to one that is deleted by now."""
    return None if message is None else ReplyParameters(message, allow_sending_without_reply=True)
