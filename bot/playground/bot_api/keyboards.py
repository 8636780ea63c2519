"""Checks a `reply_markup` against the Bot API's limits and gives back what a message keeps of it.

Which kinds of button there are depends on the server's version; see `server_version.py`.
"""

from typing import Any
from urllib.parse import urlsplit

from bot.playground.api_error import bad_request_error
from bot.playground.server_version import NEWEST, SINCE_EPHEMERAL, is_known_since
from bot.playground.state.chats import Json

MAX_CALLBACK_DATA_BYTES = 64
MAX_BUTTONS = 100
MAX_COPY_TEXT = 256
_OTHER_MARKUPS = ("keyboard", "remove_keyboard")
_BUTTON_ACTIONS = {
    "callback_data": str,
    "url": str,
    "switch_inline_query": str,
    "switch_inline_query_current_chat": str,
    "switch_inline_query_chosen_chat": dict,
    "copy_text": dict,
    "web_app": dict,
}
_STYLES = ("danger", "success", "primary")
_REQUEST_KINDS = ("request_chat", "web_app")


def check_inline_keyboard(
    markup: Json | None, *, inline_only: bool = False, version: str = NEWEST, private: bool = False
) -> Json | None:
    """Return the inline keyboard that a message will carry, or nothing.

    `inline_only`, for edits, refuses other keyboards; what those ask for is in `reply_keyboard`. `private` says
    that the chat is one person's.

    Raises:
        ApiError: 400 for a malformed keyboard or button.
    """
    if not markup:
        return None
    if "inline_keyboard" not in markup:
        if inline_only or not any(kind in markup for kind in _OTHER_MARKUPS):
            raise bad_request_error("object expected as reply markup")
        return None
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request_error('field "inline_keyboard" must be an array of arrays of InlineKeyboardButton')
    kept = [[_check_inline_button(button, version, private=private) for button in row] for row in rows if row]
    if sum(map(len, kept)) > MAX_BUTTONS:
        raise bad_request_error("REPLY_MARKUP_TOO_LONG")
    return {"inline_keyboard": kept} if kept else None


def check_reply_keyboard(markup: Json | None, *, private: bool) -> Json | None:
    """Return what clients do below the input field: show a keyboard, or take it away.

    Raises:
        ApiError: 400 for a malformed keyboard, or one that asks in a group for what is given in private alone.
    """
    if not markup or not any(kind in markup for kind in _OTHER_MARKUPS) or "inline_keyboard" in markup:
        return None
    if "keyboard" not in markup:
        return markup
    rows = markup["keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request_error('field "keyboard" must be an array of arrays of KeyboardButton')
    shown = [[_check_reply_key(key, private=private) for key in row] for row in rows if row]
    return {**markup, "keyboard": shown}


def _check_reply_key(key: Any, *, private: bool) -> Json:
    key = {"text": key} if isinstance(key, str) else key
    if not isinstance(key, dict) or not isinstance(key.get("text"), str) or not key["text"].strip():
        raise bad_request_error("can't parse keyboard button: text must be a non-empty String")
    asked = [kind for kind in _REQUEST_KINDS if kind in key]
    if asked and not private:
        raise bad_request_error(f"can't use {asked[0]} outside of private chats")
    asked_chat = key.get("request_chat")
    if asked_chat is not None and not (isinstance(asked_chat, dict) and isinstance(asked_chat.get("request_id"), int)):
        raise bad_request_error('can\'t parse keyboard button: field "request_id" of request_chat must be an Integer')
    return key


def _check_inline_button(button: Any, version: str, *, private: bool) -> Json:
    if not isinstance(button, dict):
        raise bad_request_error("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str) or not text.strip():
        raise bad_request_error('can\'t parse inline keyboard button: field "text" must be a non-empty String')
    kinds = _BUTTON_ACTIONS | {"disabled": dict} if is_known_since(SINCE_EPHEMERAL, version) else _BUTTON_ACTIONS
    actions = [action for action in kinds if action in button]
    if len(actions) != 1:
        raise bad_request_error("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    action = actions[0]
    if not isinstance(button[action], kinds[action]):
        raise bad_request_error(f'can\'t parse inline keyboard button: field "{action}" is of a wrong type')
    _check_action_value(action, button[action], private=private)
    kept: Json = {"text": text, action: button[action]}
    if style := button.get("style"):
        if style not in _STYLES:
            raise bad_request_error("can't parse inline keyboard button: invalid button style specified")
        kept["style"] = style
    return kept


def _check_action_value(action: str, value: Any, *, private: bool) -> None:
    match action:
        case "callback_data":
            if not 1 <= len(value.encode()) <= MAX_CALLBACK_DATA_BYTES:
                raise bad_request_error("BUTTON_DATA_INVALID")
        case "url":
            address = urlsplit(value)
            if address.scheme not in ("http", "https", "tg") or not address.netloc:
                raise bad_request_error(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
        case "copy_text":
            if not 1 <= len(str(value.get("text", ""))) <= MAX_COPY_TEXT:
                raise bad_request_error("BUTTON_COPY_TEXT_INVALID")
        case "web_app" if not private:
            raise bad_request_error("BUTTON_TYPE_INVALID")
