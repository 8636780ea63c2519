"""What calls to Telegram are made of: cut to what it takes, checked before it goes, and checked as it comes back."""

from typing import TypeVar

from telegram import InlineKeyboardMarkup, ReplyParameters
from telegram.constants import ParseMode
from telegram.request import RequestData

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

from bot import limits
from bot.store.keys import Scope
from bot.telegram.sent import Picture, as_json

T = TypeVar("T")


def worded(found: T, *words: object) -> T:
    """What the library made of an answer, if what is read of it are words: the library checks no types.

    Raises:
        TypeError: they are not.
    """
    if not all(word is None or isinstance(word, str) for word in words):
        raise TypeError("an answer has something else where words belong")
    return found


def fitting_caption(caption: str | None) -> str | None:
    """A caption in HTML, cut where Telegram would not take the whole."""
    return None if caption is None else limits.cut_html(caption, limits.CAPTION)


def checked(keyboard: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
    """The keyboard, if Telegram takes what its buttons carry.

    Raises:
        ValueError: it would not, and would refuse the whole message.
    """
    for row in () if keyboard is None else keyboard.inline_keyboard:
        for button in row:
            data = button.callback_data
            if isinstance(data, str) and len(data.encode()) > limits.DATA:
                raise ValueError(f"a button carries {len(data.encode())} bytes, Telegram takes {limits.DATA}: {data!r}")
    return keyboard


def answering(message: int | None) -> ReplyParameters | None:
    """What makes a message a reply to another of its chat, which may have been deleted."""
    return None if message is None else ReplyParameters(message, allow_sending_without_reply=True)


def picture(photo: str | bytes, filename: str) -> RequestParameter:
    """A picture to be sent: a file's id, or a PNG under a name."""
    if isinstance(photo, str):
        return RequestParameter("photo", photo, None)
    return RequestParameter("photo", None, [Picture(photo, filename)])


def picture_sent(
    scope: Scope,
    photo: RequestParameter,
    caption: str | None,
    keyboard: InlineKeyboardMarkup | None,
    reply: int | None,
) -> RequestData:
    """All that ``sendPhoto`` is asked by: a picture made by :func:`picture`, with HTML and buttons below it."""
    parameters = [
        RequestParameter("chat_id", scope.chat, None),
        photo,
        RequestParameter("parse_mode", ParseMode.HTML, None),
    ]
    if caption is not None:
        parameters.append(RequestParameter("caption", caption, None))
    if scope.topic is not None:
        parameters.append(RequestParameter("message_thread_id", scope.topic, None))
    if keyboard is not None:
        parameters.append(RequestParameter("reply_markup", as_json(keyboard), None))
    if (answered := answering(reply)) is not None:
        parameters.append(RequestParameter("reply_parameters", answered.to_dict(), None))
    return RequestData(parameters)
