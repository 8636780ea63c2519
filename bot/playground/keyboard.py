"""Checks a `reply_markup` against the Bot API's limits and gives back what a message keeps of it."""

from typing import Any
from urllib.parse import urlsplit

from bot.playground.errors import bad_request

Json = dict[str, Any]

MAX_CALLBACK_DATA_BYTES = 64
MAX_BUTTONS = 100
_OTHER_MARKUPS = ("keyboard", "remove_keyboard", "force_reply")
_ACTIONS = ("callback_data", "url", "switch_inline_query", "switch_inline_query_current_chat", "copy_text")


def inline_keyboard(markup: Json | None, *, inline_only: bool = False) -> Json | None:
    """Return the inline keyboard that a message will carry, or nothing.

    Keyboards below the input field are accepted and forgotten; `inline_only`, for edits, refuses them.

    Raises:
        ApiError: 400 for a malformed keyboard or button.
    """
    if not markup:
        return None
    if "inline_keyboard" not in markup:
        if inline_only or not any(kind in markup for kind in _OTHER_MARKUPS):
            raise bad_request("object expected as reply markup")
        return None
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" must be an array of arrays of InlineKeyboardButton')
    kept = [[_button(button) for button in row] for row in rows if row]
    if sum(map(len, kept)) > MAX_BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    return {"inline_keyboard": kept} if kept else None


def _button(button: Any) -> Json:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str) or not text.strip():
        raise bad_request('can\'t parse inline keyboard button: field "text" must be a non-empty String')
    actions = [action for action in _ACTIONS if action in button]
    if len(actions) != 1:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    match actions[0]:
        case "callback_data":
            data = button["callback_data"]
            if not isinstance(data, str) or not 1 <= len(data.encode()) <= MAX_CALLBACK_DATA_BYTES:
                raise bad_request("BUTTON_DATA_INVALID")
        case "url":
            address = urlsplit(str(button["url"]))
            if address.scheme not in ("http", "https", "tg") or not address.netloc:
                raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    return {"text": text, actions[0]: button[actions[0]]}
