"""Parameters of Bot API calls: texts cut to Telegram's limits, keyboards checked, pictures ready to upload."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, TypeVar

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputFile, ReplyParameters
from telegram.constants import ParseMode
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot import message_limits
from bot.store.scope import Scope

T = TypeVar("T")

_ATTACHMENT: Final = "picture"
"""The name by which an edit refers to the picture that it uploads."""
PHOTO_NAME: Final = "board.png"
"""The name of a picture that is uploaded, unless it has its own."""


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


def photo_parameter(photo: str | bytes, filename: str) -> RequestParameter:
    """A picture to be sent: a file's id, or a PNG under a name."""
    if isinstance(photo, str):
        return RequestParameter("photo", photo, None)
    return RequestParameter("photo", None, [PngUpload(photo, filename)])


def send_photo_request(
    scope: Scope,
    photo: RequestParameter,
    caption: str | None,
    keyboard: InlineKeyboardMarkup | None,
    reply_to: int | None,
) -> RequestData:
    """The request of ``sendPhoto``: a picture made by :func:`photo_parameter`, with HTML and buttons below it."""
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
        parameters.append(RequestParameter("reply_markup", keyboard_to_json(keyboard), None))
    if (answered := reply_parameters(reply_to)) is not None:
        parameters.append(RequestParameter("reply_parameters", answered.to_dict(), None))
    return RequestData(parameters)


@dataclass(frozen=True, slots=True)
class MessageContent:
    """A message's content: HTML, or a picture with HTML below it; and buttons."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    photo: bytes | str | None = None
    """A PNG, or a file's id."""
    filename: str = "picture.png"

    def to_method_and_parameters(self) -> tuple[str, list[RequestParameter]]:
        """The method that sends it, and its parameters without the recipient's."""
        if self.photo is None:
            return "sendMessage", [
                *to_request_parameters(text_parameters(self.text)),
                *to_request_parameters(keyboard_parameters(self.keyboard)),
            ]
        below = caption_parameters(self.text) if self.text else {}
        return "sendPhoto", [
            photo_parameter(self.photo, self.filename),
            *to_request_parameters(below),
            *to_request_parameters(keyboard_parameters(self.keyboard)),
        ]


def media_parameter(content: MessageContent) -> RequestParameter:
    """The picture of an edit, a PNG, with HTML below it.

    Raises:
        TypeError: the content has no PNG.
    """
    if not isinstance(content.photo, bytes):
        raise TypeError("no picture to be shown")
    attached = PngUpload(content.photo, content.filename)
    attached.attach_name = _ATTACHMENT
    media = {"type": "photo", "media": f"attach://{_ATTACHMENT}"} | caption_parameters(content.text)
    return RequestParameter("media", media, [attached])


def text_parameters(text: str) -> dict[str, Any]:
    """HTML as the text of a message."""
    return {"text": message_limits.truncate_html(text, message_limits.MESSAGE_TEXT), "parse_mode": ParseMode.HTML}


def caption_parameters(text: str) -> dict[str, Any]:
    """HTML below a picture."""
    return {"caption": cut_caption(text), "parse_mode": ParseMode.HTML}


def keyboard_parameters(keyboard: InlineKeyboardMarkup | None) -> dict[str, Any]:
    """The buttons, if there are any.

    Raises:
        ValueError: a button's data are too long.
    """
    return {} if check_keyboard(keyboard) is None or keyboard is None else {"reply_markup": keyboard_to_json(keyboard)}


def to_request_parameters(values: Mapping[str, Any]) -> list[RequestParameter]:
    """Parameters without files; those that are ``None`` are left out."""
    return [RequestParameter(name, value, None) for name, value in values.items() if value is not None]


_RARE_FIELDS: Final = frozenset(InlineKeyboardButton.__slots__) - {"text", "callback_data"}


_rare_fields_of: Final = attrgetter(*_RARE_FIELDS)
"""Reads a button's fields that hardly any button has."""


_NO_RARE_FIELDS: Final = (None,) * len(_RARE_FIELDS)


class PngUpload(InputFile):
    """A PNG to upload; its kind is known, so it is not looked up by the file's name."""

    __slots__ = ()

    def __init__(self, content: bytes, filename: str) -> None:
        self.attach_name = None
        self.input_file_content = content
        self.filename = filename
        self.mimetype = "image/png"


def keyboard_to_json(keyboard: InlineKeyboardMarkup) -> dict[str, Any]:
    """A keyboard as Telegram reads it: the same as its ``to_dict``, but faster."""
    return {"inline_keyboard": [[_button_to_json(one) for one in row] for row in keyboard.inline_keyboard]}


def _button_to_json(button: InlineKeyboardButton) -> dict[str, Any]:
    if _rare_fields_of(button) != _NO_RARE_FIELDS:
        return button.to_dict()
    return {"text": button.text, "callback_data": button.callback_data}
