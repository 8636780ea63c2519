"""The table of served methods: their parameters, which are required, what values they take, and since when.

Turns the raw values of a request, text or JSON alike, into typed ones. What a call then does, and every
limit that depends on the state of a chat, is in `message_methods.py`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from bot.playground.api_error import bad_request_error
from bot.playground.server_version import OLDEST, SINCE_BY_PRESS, SINCE_EPHEMERAL, is_known_since
from bot.playground.state.files import Upload


class ValueKind(Enum):
    """What a parameter's value is."""

    TEXT = "String"
    INTEGER = "Integer"
    FLAG = "Boolean"
    OBJECT = "Object"
    LIST = "Array"
    CHAT = "Chat"
    FILE = "File"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter.

    `missing` is the reason given when a required one is absent, `since` the first version with it. One `by_press` may
    be absent since 10.4 where the press of a button is named whose answer the message is.
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
#: Taken as Telegram takes them, and without any effect here.
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
#: Since when there are those that the oldest server does not know.
_METHOD_SINCE = {name: SINCE_EPHEMERAL for name in METHODS if "EphemeralMessage" in name}
_METHOD_BY_LOWER = {name.lower(): name for name in METHODS}


def find_method_name(name_in_url: str, version: str = OLDEST) -> str | None:
    """Find a method that a server of this version knows; case does not matter, as with Telegram."""
    name = _METHOD_BY_LOWER.get(name_in_url.lower())
    return name if name is not None and is_known_since(_METHOD_SINCE.get(name, OLDEST), version) else None


def unknown_parameters(method: str, raw: dict[str, Any], version: str = OLDEST) -> tuple[str, ...]:
    """Name the parameters of a request that a server of this version does not know, and so leaves unread."""
    known = _known_parameters(method, version)
    return tuple(sorted(name for name in raw if name not in known))


def parse_parameters(
    method: str, raw: dict[str, Any], uploads: dict[str, Upload], version: str = OLDEST
) -> dict[str, Any]:
    """Turn a request's raw values into typed ones; parameters that the version does not know are dropped.

    Raises:
        ApiError: 400 for a required parameter that is absent or a value of the wrong type.
    """
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
    """Whether the press of a button says where an answer belongs, to a server that lets it."""
    name = "ephemeral_message_parameters"
    if not is_known_since(SINCE_BY_PRESS, version) or not raw.get(name):
        return False
    return "callback_query_id" in _parse_json(name, raw[name], dict)


def _known_parameters(method: str, version: str) -> dict[str, Parameter]:
    return {name: param for name, param in METHODS[method].items() if is_known_since(param.since, version)}


def resolve_attachment(reference: str, uploads: dict[str, Upload]) -> Upload | str:
    """Resolve `attach://name` to the uploaded file; any other reference stays as it is.

    Raises:
        ApiError: 400 when no such file came with the request.
    """
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
