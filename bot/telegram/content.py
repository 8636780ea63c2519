"""What a message holds, as the parameters of a call that python-telegram-bot has no method for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from telegram import InlineKeyboardMarkup
from telegram.constants import ParseMode

# Exported nowhere else, though every request is made of it.
from telegram.request._requestparameter import RequestParameter

from bot import limits
from bot.telegram.parts import checked, fitting_caption, picture
from bot.telegram.sent import as_json


@dataclass(frozen=True, slots=True)
class Content:
    """Words in HTML, or a picture with words below it; and buttons."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    photo: bytes | str | None = None
    """A PNG, or a file's id."""
    filename: str = "picture.png"

    def asked(self) -> tuple[str, list[RequestParameter]]:
        """The method that sends it, and its parameters but for whom it is for."""
        if self.photo is None:
            return "sendMessage", [*plain(worded(self.text)), *plain(buttons(self.keyboard))]
        below = captioned(self.text) if self.text else {}
        return "sendPhoto", [picture(self.photo, self.filename), *plain(below), *plain(buttons(self.keyboard))]


def worded(text: str) -> dict[str, Any]:
    """HTML as the text of a message."""
    return {"text": limits.cut_html(text, limits.TEXT), "parse_mode": ParseMode.HTML}


def captioned(text: str) -> dict[str, Any]:
    """HTML below a picture."""
    return {"caption": fitting_caption(text), "parse_mode": ParseMode.HTML}


def buttons(keyboard: InlineKeyboardMarkup | None) -> dict[str, Any]:
    """Buttons, if there are any.

    Raises:
        ValueError: Telegram would refuse what they carry.
    """
    return {} if checked(keyboard) is None or keyboard is None else {"reply_markup": as_json(keyboard)}


def plain(values: Mapping[str, Any]) -> list[RequestParameter]:
    """Parameters without files; those that are ``None`` are left out."""
    return [RequestParameter(name, value, None) for name, value in values.items() if value is not None]
