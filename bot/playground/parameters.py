"""The table of served methods: their parameters, which of them are required, their values, and since which version.

It converts a request's raw values, text or JSON, to typed ones. `methods.py` carries calls out, and checks limits that
depend on a chat's state.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bot.playground.chats import Json, add_detected_entities, parse_html, trim_plain_text, utf16_length
from bot.playground.server_version import (
    NEWEST,
    OLDEST,
    SINCE_BY_PRESS,
    SINCE_EPHEMERAL,
    SINCE_SETTINGS,
    ApiError,
    bad_request_error,
    is_known_since,
)
from bot.playground.world import MAX_TEXT, FileStore, Upload, World, to_document, to_photo_sizes


class ValueKind(Enum):
    """The type of a parameter's value."""

    TEXT = "String"
    INTEGER = "Integer"
    FLAG = "Boolean"
    OBJECT = "Object"
    LIST = "Array"
    CHAT = "Chat"
    FILE = "File"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method.

    `missing` is the error if a required one is absent, `since` the first version that has it. A parameter with
    `by_press` may be absent since 10.4 if the message answers a press that is named.
    """

    kind: ValueKind
    missing_reason: str | None = None
    since: str = OLDEST
    optional_with_press: bool = False


_TEXT = Parameter(ValueKind.TEXT)
_INTEGER = Parameter(ValueKind.INTEGER)
_FLAG = Parameter(ValueKind.FLAG)
_OBJECT = Parameter(ValueKind.OBJECT)
_LIST = Parameter(ValueKind.LIST)
_CHAT = {"chat_id": Parameter(ValueKind.CHAT, "chat_id is empty")}
_CHAT_OR_PRESS = {"chat_id": Parameter(ValueKind.CHAT, "chat_id is empty", optional_with_press=True)}
_TARGET = {"chat_id": Parameter(ValueKind.CHAT), "message_id": _INTEGER}
_USER = Parameter(ValueKind.INTEGER, "user not found")

#: Parameters that are accepted as Telegram does, but without effect here.
_WITHOUT_EFFECT = {
    "business_connection_id": _TEXT,
    "direct_messages_topic_id": _INTEGER,
    "disable_notification": _FLAG,
    "protect_content": _FLAG,
    "allow_paid_broadcast": _FLAG,
    "message_effect_id": _TEXT,
    "suggested_post_parameters": _OBJECT,
}

_SHOWN_TO_ONE = {"ephemeral_message_parameters": Parameter(ValueKind.OBJECT, since=SINCE_EPHEMERAL)}

_REPLY = (
    {"reply_parameters": _OBJECT, "reply_markup": _OBJECT, "message_thread_id": _INTEGER}
    | _SHOWN_TO_ONE
    | _WITHOUT_EFFECT
)

_PREVIEW = {"link_preview_options": _OBJECT}
_BODY = {"text": Parameter(ValueKind.TEXT, "message text is empty"), "parse_mode": _TEXT, "entities": _LIST} | _PREVIEW
_CAPTION = {"caption": _TEXT, "parse_mode": _TEXT, "caption_entities": _LIST}
_MEDIA = {"media": Parameter(ValueKind.OBJECT, "there is no media in the request")}
_MARKUP = {"reply_markup": _OBJECT}
_PHOTO_LOOK = {"show_caption_above_media": _FLAG, "has_spoiler": _FLAG}
_LANGUAGE = {"language_code": _TEXT, "scope": _OBJECT}

_EPHEMERAL = _CHAT | {
    "receiver_user_id": Parameter(ValueKind.INTEGER, "invalid receiver_user_id specified"),
    "ephemeral_message_id": Parameter(ValueKind.INTEGER, "invalid ephemeral_message_id specified"),
}

METHODS: dict[str, dict[str, Parameter]] = {
    "getMe": {},
    "getUpdates": {"offset": _INTEGER, "limit": _INTEGER, "timeout": _INTEGER, "allowed_updates": _LIST},
    "setWebhook": {
        "url": Parameter(ValueKind.TEXT, "bad webhook: parameter url is required"),
        "max_connections": _INTEGER,
        "allowed_updates": _LIST,
        "drop_pending_updates": _FLAG,
        "secret_token": _TEXT,
    },
    "deleteWebhook": {"drop_pending_updates": _FLAG},
    "getWebhookInfo": {},
    "sendMessage": _CHAT_OR_PRESS | _BODY | _REPLY,
    "sendPhoto": _CHAT_OR_PRESS
    | {"photo": Parameter(ValueKind.FILE, "there is no photo in the request")}
    | _CAPTION
    | _PHOTO_LOOK
    | _REPLY,
    "sendDocument": _CHAT_OR_PRESS
    | {"document": Parameter(ValueKind.FILE, "there is no document in the request")}
    | _CAPTION
    | _REPLY,
    "editMessageText": _TARGET | _BODY | _MARKUP,
    "editMessageCaption": _TARGET | _CAPTION | _MARKUP,
    "editMessageMedia": _TARGET | _MEDIA | _MARKUP,
    "editMessageReplyMarkup": _TARGET | _MARKUP,
    "editEphemeralMessageText": _EPHEMERAL | _BODY | _MARKUP,
    "editEphemeralMessageCaption": _EPHEMERAL | _CAPTION | _MARKUP,
    "editEphemeralMessageMedia": _EPHEMERAL | _MEDIA | _MARKUP,
    "editEphemeralMessageReplyMarkup": _EPHEMERAL | _MARKUP,
    "deleteEphemeralMessage": _EPHEMERAL,
    "deleteMessage": _CHAT | {"message_id": Parameter(ValueKind.INTEGER, "message identifier is not specified")},
    "answerCallbackQuery": {
        "callback_query_id": Parameter(ValueKind.TEXT, "query ID is invalid"),
        "text": _TEXT,
        "show_alert": _FLAG,
        "url": _TEXT,
        "cache_time": _INTEGER,
    },
    "answerInlineQuery": {
        "inline_query_id": Parameter(
            ValueKind.TEXT, "query is too old and response timeout expired or query ID is invalid"
        ),
        "results": Parameter(ValueKind.LIST, "can't parse inline query results: no results given"),
        "cache_time": _INTEGER,
        "is_personal": _FLAG,
        "next_offset": _TEXT,
        "button": _OBJECT,
    },
    "getChat": _CHAT,
    "getChatMember": _CHAT | {"user_id": _USER},
    "setMySettings": {
        "supports_inline_queries": _FLAG,
        "inline_query_placeholder": _TEXT,
        "inline_feedback_share_denominator": _INTEGER,
        "can_join_groups": _FLAG,
        "can_read_all_group_messages": _FLAG,
        "callback_query_mode": _TEXT,
    },
    "setMyCommands": {"commands": Parameter(ValueKind.LIST, "can't parse commands: no commands given")} | _LANGUAGE,
    "getMyCommands": _LANGUAGE,
    "deleteMyCommands": _LANGUAGE,
    "getMyDescription": {"language_code": _TEXT},
    "getMyShortDescription": {"language_code": _TEXT},
    "getChatMenuButton": {"chat_id": _INTEGER},
    "setChatMenuButton": {"chat_id": _INTEGER, "menu_button": _OBJECT},
    "setMyDescription": {"description": _TEXT, "language_code": _TEXT},
    "setMyShortDescription": {"short_description": _TEXT, "language_code": _TEXT},
    "sendChatAction": _CHAT | {"action": Parameter(ValueKind.TEXT, "wrong parameter action in request")},
    "pinChatMessage": _CHAT
    | {"message_id": Parameter(ValueKind.INTEGER, "message to pin not found"), "disable_notification": _FLAG},
    "unpinChatMessage": _CHAT | {"message_id": _INTEGER},
}

#: The first version that has a method, for methods that the oldest server does not know.
_METHOD_SINCE = {name: SINCE_EPHEMERAL for name in METHODS if "EphemeralMessage" in name}
_METHOD_SINCE["setMySettings"] = SINCE_SETTINGS
_METHOD_BY_LOWER = {name.lower(): name for name in METHODS}


def find_method_name(name_in_url: str, version: str = OLDEST) -> str | None:
    """The method of this name, whose letter case does not matter, if a server of this version has it."""
    name = _METHOD_BY_LOWER.get(name_in_url.lower())
    return name if name is not None and is_known_since(_METHOD_SINCE.get(name, OLDEST), version) else None


def unknown_parameters(method: str, raw: dict[str, Any], version: str = OLDEST) -> tuple[str, ...]:
    """The parameters of a request that a server of this version does not know, and ignores."""
    return tuple(sorted(raw.keys() - _known_parameters(method, version)))


def parse_parameters(
    method: str, raw: dict[str, Any], uploads: dict[str, Upload], version: str = OLDEST
) -> dict[str, Any]:
    """A request's raw values as typed ones, without unknown parameters; raises ApiError 400 for wrong values."""
    values: dict[str, Any] = {}
    for name, param in _known_parameters(method, version).items():
        if param.kind is ValueKind.FILE and name in uploads:
            values[name] = uploads[name]
            continue
        given = raw.get(name)
        if given is not None and given != "":
            values[name] = _parse_value(name, param.kind, given, uploads)
        elif param.missing_reason is not None and not (param.optional_with_press and _names_press(raw, version)):
            raise bad_request_error(param.missing_reason)
    return values


def _names_press(raw: dict[str, Any], version: str) -> bool:
    name = "ephemeral_message_parameters"
    if not is_known_since(SINCE_BY_PRESS, version) or not raw.get(name):
        return False
    return "callback_query_id" in _parse_json(name, raw[name], dict)


def _known_parameters(method: str, version: str) -> dict[str, Parameter]:
    return {name: param for name, param in METHODS[method].items() if is_known_since(param.since, version)}


def resolve_attachment(reference: str, uploads: dict[str, Upload]) -> Upload | str:
    """The uploaded file of an `attach://name`; other references unchanged. Raises ApiError 400 without the file."""
    scheme, separator, name = reference.partition("://")
    if scheme != "attach" or not separator:
        return reference
    if name not in uploads:
        raise bad_request_error("wrong file identifier/HTTP URL specified")
    return uploads[name]


def _parse_value(name: str, kind: ValueKind, given: Any, uploads: dict[str, Upload]) -> Any:
    match kind:
        case ValueKind.TEXT:
            return given if isinstance(given, str) else msgspec.json.encode(given).decode()
        case ValueKind.INTEGER:
            return _parse_integer(name, given)
        case ValueKind.FLAG:
            return str(given).lower() in {"true", "1", "yes", "t"}
        case ValueKind.CHAT:
            return given if isinstance(given, str) and given.startswith("@") else _parse_integer(name, given)
        case ValueKind.OBJECT:
            return _parse_json(name, given, dict)
        case ValueKind.LIST:
            return _parse_json(name, given, list)
        case ValueKind.FILE:
            return resolve_attachment(str(given), uploads)


def _parse_integer(name: str, given: Any) -> int:
    try:
        return int(given)
    except (TypeError, ValueError):
        reason = "chat not found" if name == "chat_id" else f"parameter {name} must be an integer"
        raise bad_request_error(reason) from None


def _parse_json(name: str, given: Any, shape: type) -> Any:
    if isinstance(given, str):
        try:
            given = msgspec.json.decode(given)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            raise bad_request_error(f"can't parse {name} JSON object") from None
    if given is not None and not isinstance(given, shape):
        raise bad_request_error(f"{'object' if shape is dict else 'array'} expected as {name.replace('_', ' ')}")
    return given


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
    """The inline keyboard of a message, or `None`; raises ApiError 400 if it is malformed.

    `inline_only`, for edits, refuses other keyboards. `private`: whether the chat is private.
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
    """What clients show below the input field: a keyboard, or none; raises ApiError 400 if that is not allowed."""
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


MAX_CAPTION = 1024
EDITS = ("Text", "Caption", "Media", "ReplyMarkup")
"""What an edit may change, as in the methods' names."""


class ContentReader:
    """Reads the contents of messages; stores files in `files`."""

    def __init__(self, world: World, files: FileStore) -> None:
        self._world = world
        self._files = files

    def read_text(self, params: Json) -> Json:
        """Read the content of a text message."""
        text, entities = self._parse_formatted(params["text"], params, params.get("entities"))
        if not text:
            raise bad_request_error("message text is empty")
        if utf16_length(text) > MAX_TEXT:
            raise bad_request_error("message is too long")
        return {"text": text, "entities": entities} if entities else {"text": text}

    def read_caption(self, params: Json) -> Json:
        """Read a caption, which may be empty."""
        caption, entities = self._parse_formatted(
            str(params.get("caption", "")), params, params.get("caption_entities")
        )
        if utf16_length(caption) > MAX_CAPTION:
            raise bad_request_error("message caption is too long")
        if not caption:
            return {}
        return {"caption": caption, "caption_entities": entities} if entities else {"caption": caption}

    def read_photo(self, source: Upload | str) -> Json:
        """Store a picture, or find it by its id."""
        stored = self._files.add_photo(source) if isinstance(source, Upload) else self._files.require_file(source)
        if not stored.width:
            raise bad_request_error("can't use file of type Document as Photo")
        return {"photo": to_photo_sizes(stored)}

    def read_document(self, source: Upload | str) -> Json:
        """Store any file, or find it by its id."""
        stored = self._files.add_document(source) if isinstance(source, Upload) else self._files.require_file(source)
        if stored.width:
            raise bad_request_error("can't use file of type Photo as Document")
        return {"document": to_document(stored)}

    def read_media(self, media: Json, uploads: dict[str, Upload]) -> Json:
        """Read an InputMedia of a photo or a document; raises ApiError 400 for another type."""
        content = self.read_caption(media)
        source = resolve_attachment(str(media.get("media", "")), uploads)
        match media.get("type"):
            case "photo":
                return content | self.read_photo(source)
            case "document":
                return content | self.read_document(source)
            case _:
                raise bad_request_error("can't parse InputMedia: type must be photo or document here")

    def edit_message(
        self, what: str, message: Json, params: Json, uploads: dict[str, Upload], *, private: bool = False
    ) -> Json:
        """A message after an edit, one of :data:`EDITS`; raises ApiError if it is invalid, or changes nothing."""
        content = self._read_edit(what, message, params, uploads)
        version, markup = self._world.server.version, params.get("reply_markup")
        if kept := check_inline_keyboard(markup, inline_only=True, version=version, private=private):
            content["reply_markup"] = kept
        if content == {key: message[key] for key in message if key not in ENVELOPE_FIELDS}:
            raise bad_request_error(NOT_MODIFIED)
        envelope = {key: message[key] for key in message if key in ENVELOPE_FIELDS}
        return {**envelope, "edit_date": int(self._world.clock()), **content}

    def _read_edit(self, what: str, message: Json, params: Json, uploads: dict[str, Upload]) -> Json:
        match what:
            case "Text":
                if "text" not in message:
                    raise bad_request_error("there is no text in the message to edit")
                return self.read_text(params)
            case "Caption":
                if "text" in message:
                    raise bad_request_error("there is no caption in the message to edit")
                files: Json = {key: message[key] for key in ("photo", "document") if key in message}
                return files | self.read_caption(params)
            case "Media":
                return self.read_media(params["media"], uploads)
            case _:
                return {key: message[key] for key in message if key not in {*ENVELOPE_FIELDS, "reply_markup"}}

    def _parse_formatted(self, source: str, params: Json, given: list[Json] | None) -> tuple[str, list[Json]]:
        match params.get("parse_mode", "").lower():
            case "":
                text, entities = trim_plain_text(source, given)
            case "html":
                text, entities = parse_html(source, self._find_user)
            case _:
                raise ApiError(400, "Bad Request: unsupported parse_mode")
        return text, add_detected_entities(text, entities)

    def _find_user(self, user_id: int) -> Json | None:
        if user_id == self._world.bot["id"]:
            return self._world.bot_user
        person = self._world.people.get(user_id)
        return person.to_api_user() if person else None


#: The fields that a message keeps whatever its content.
ENVELOPE_FIELDS = frozenset(
    {
        "message_id",
        "from",
        "chat",
        "date",
        "edit_date",
        "reply_to_message",
        "message_thread_id",
        "is_topic_message",
        "via_bot",
        "receiver_user",
        "ephemeral_message_id",
    }
)

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
