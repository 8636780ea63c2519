"""The served methods and what they change in the world; `parameters.py` has typed their parameters."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.playground.chats import (
    SCOPES,
    SLOW_MODE_SECONDS,
    Chat,
    EphemeralMessage,
    Json,
    check_may_send,
    member_permissions,
    utf16_length,
)
from bot.playground.dispatch import ApiCall, CallJournal, FaultQueue
from bot.playground.parameters import (
    EDITS,
    ContentReader,
    check_inline_keyboard,
    check_reply_keyboard,
    parse_parameters,
)
from bot.playground.server_version import (
    CALLBACK_QUERY_MODES,
    FEEDBACK_DENOMINATORS,
    SINCE_BY_PRESS,
    SINCE_EPHEMERAL,
    SINCE_SETTINGS,
    bad_request_error,
)
from bot.playground.update_queue import CALLBACK_SECONDS, QUERY_TOO_OLD_ERROR, InlineAnswer, UpdateQueue
from bot.playground.webhook import WebhookSender
from bot.playground.world import FileStore, Upload, World

#: The fields of EphemeralMessageParameters: each one's type, and Telegram's name for it.
_FIELDS = {
    "receiver_user_id": (int, "Integer"),
    "callback_query_id": (str, "String"),
    "replace_callback_query_message": (bool, "Boolean"),
}


@dataclass(frozen=True, slots=True)
class EphemeralRecipient:
    """The one reader of a message, with the public message that it replaces and the one that it answers, if any."""

    person: int
    replaces: int | None = None
    answered_message: Json | None = None


class EphemeralMethods:
    """Sends, edits and deletes messages that one member of a group sees."""

    def __init__(self, world: World, content: ContentReader) -> None:
        self._world = world
        self._content = content

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """The served methods by name: functions of typed parameters and uploads."""
        return {
            **{f"editEphemeralMessage{what}": partial(self._edit_message, what) for what in EDITS},
            "deleteEphemeralMessage": self._delete_message,
        }

    def find_recipient(self, chat: Chat, params: Json) -> EphemeralRecipient | None:
        """The only recipient of a message; `None` for a message that all see.

        An administrator may write to any member at any time; any bot, within 15 seconds, to a member who pressed a
        button or sent an ephemeral message that it answers. Raises ApiError 400 for an invalid chat, receiver or
        moment.
        """
        answered = self._answered_number(params)
        given = _read_recipient_parameters(params)
        if given is None:
            if answered is not None:
                raise bad_request_error("a reply to an ephemeral message must be an ephemeral message")
            return None
        person = self._require_receiver(chat, given)
        in_place = given.get("replace_callback_query_message", False)
        if (pressed := given.get("callback_query_id")) is not None:
            replaced = self._replaced_message(chat, person, str(pressed), in_place=in_place)
            # Bots report that with a topic or a reply named as well, a separate message is sent.
            beside = "message_thread_id" in params or "reply_parameters" in params
            return EphemeralRecipient(person, None if beside else replaced)
        if in_place:
            raise bad_request_error("callback_query_id must be specified to replace the message of a callback query")
        if answered is not None:
            return EphemeralRecipient(person, answered_message=self._require_answered(chat, person, answered))
        if chat.bot_status != "administrator":
            raise bad_request_error("CHAT_ADMIN_REQUIRED")
        return EphemeralRecipient(person)

    def chat_of_press(self, params: Json) -> int:
        """The chat of a message that names none, from the press that it answers; ApiError 400 if that is unknown."""
        press = self._world.presses.get(str(params["ephemeral_message_parameters"]["callback_query_id"]))
        if press is None:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return press.chat_id

    def send_to_recipient(
        self, chat: Chat, recipient: EphemeralRecipient, content: Json, thread: int | None, reply_to: int | None
    ) -> Json:
        """Send a message to one member, in the topic of what it replaces or answers; ApiError 400 if it may not."""
        if recipient.replaces is not None and "photo" in content and not self._world.server.photo_in_place:
            raise bad_request_error("MESSAGE_TYPE_INVALID")
        answered = recipient.answered_message or chat.messages.get(reply_to or 0)
        if answered is not None:
            content["reply_to_message"] = {key: answered[key] for key in answered if key != "reply_to_message"}
        near = answered or chat.messages.get(recipient.replaces or 0) or {}
        thread = near.get("message_thread_id") if thread is None else thread
        return self._world.post_ephemeral(chat, recipient.person, content, thread=thread, replaces=recipient.replaces)

    def _answered_number(self, params: Json) -> int | None:
        """The number of the ephemeral message that a message answers; older servers do not read it."""
        number = (params.get("reply_parameters") or {}).get("ephemeral_message_id")
        return number if isinstance(number, int) and self._world.server.knows(SINCE_EPHEMERAL) else None

    def _require_receiver(self, chat: Chat, given: Json) -> int:
        press = self._world.presses.get(str(given.get("callback_query_id")))
        if "receiver_user_id" not in given and not (press and self._world.server.knows(SINCE_BY_PRESS)):
            raise bad_request_error("can't parse ephemeral message parameters: can't find field \"receiver_user_id\"")
        person: int = given["receiver_user_id"] if "receiver_user_id" in given or press is None else press.person
        if chat.is_private:
            raise bad_request_error("PEER_ID_INVALID")
        if person == self._world.bot["id"]:
            raise bad_request_error("USER_IS_BOT")
        if person not in chat.people:
            raise bad_request_error("USER_NOT_PARTICIPANT")
        return person

    def _replaced_message(self, chat: Chat, person: int, callback_id: str, *, in_place: bool) -> int | None:
        press = self._world.presses.require_fresh(callback_id, person, chat.id)
        if not in_place:
            return None
        if press.is_ephemeral:
            raise bad_request_error("replace_callback_query_message must be False for queries from ephemeral messages")
        return press.message_id

    def _require_answered(self, chat: Chat, person: int, number: int) -> Json:
        """The ephemeral message that is answered; it must be the person's own, and recent."""
        answered = self._world.ephemeral.require_ephemeral(chat.id, person, number)
        if answered.message["from"]["id"] != person:
            raise bad_request_error("MESSAGE_ID_INVALID")
        if self._world.clock() - answered.sent_at > CALLBACK_SECONDS:
            raise bad_request_error(QUERY_TOO_OLD_ERROR)
        return answered.message

    def _edit_message(self, what: str, params: Json, uploads: dict[str, Upload]) -> bool:
        chat, one = self._require_own_message(params)
        edited = self._content.edit_message(what, one.message, params, uploads)
        self._world.ephemeral.replace_ephemeral(chat.id, one, edited)
        return True

    def _delete_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, one = self._require_own_message(params)
        self._world.ephemeral.delete_ephemeral(chat.id, one)
        return True

    def _require_own_message(self, params: Json) -> tuple[Chat, EphemeralMessage]:
        chat = self._world.require_chat_for_bot(params["chat_id"])
        one = self._world.ephemeral.require_ephemeral(
            chat.id, params["receiver_user_id"], params["ephemeral_message_id"]
        )
        if one.message["from"]["id"] != self._world.bot["id"]:
            raise bad_request_error("MESSAGE_ID_INVALID")
        return chat, one


def _read_recipient_parameters(params: Json) -> Json | None:
    given: Json | None = params.get("ephemeral_message_parameters")
    for name, (kind, said) in _FIELDS.items():
        if given is not None and not isinstance(given.get(name, kind()), kind):
            raise bad_request_error(f'can\'t parse ephemeral message parameters: field "{name}" must be of type {said}')
    return given


MAX_CALLBACK_TEXT = 200
DELETE_SECONDS = 48 * 3600
_START_LINK = re.compile(r"https://t\.me/\w+\?start=[\w-]{1,64}")


class MessageMethods:
    """Sends, edits and deletes messages as the bot."""

    def __init__(self, world: World, content: ContentReader, ephemeral: EphemeralMethods) -> None:
        self._world = world
        self._content = content
        self._ephemeral = ephemeral

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """The served methods by name: functions of typed parameters and uploads."""
        read = self._content
        return {
            "sendMessage": partial(self._send, read.read_text),
            "sendPhoto": partial(self._send, lambda given: read.read_caption(given) | read.read_photo(given["photo"])),
            "sendDocument": partial(
                self._send, lambda given: read.read_caption(given) | read.read_document(given["document"])
            ),
            **{f"editMessage{what}": partial(self._edit_message, what) for what in EDITS},
            "deleteMessage": self._delete_message,
            "answerCallbackQuery": self._answer_callback_query,
            "pinChatMessage": self._pin_message,
            "unpinChatMessage": self._unpin_message,
        }

    def _send(self, read: Callable[[Json], Json], params: Json, _: dict[str, Upload]) -> Json:
        # Since 10.4 the press that it answers is enough to name the chat.
        chat = self._world.require_chat_for_bot(
            params["chat_id"] if "chat_id" in params else self._ephemeral.chat_of_press(params)
        )
        content = read(params)
        reply_to = _find_replied(chat, params)
        thread = params.get("message_thread_id")
        # A group without topics has lost its former ones.
        if thread is not None and chat.is_forum != (thread in chat.topics):
            raise bad_request_error("message thread not found")
        now = self._world.clock()
        check_may_send(chat, thread, now, is_photo="photo" in content, is_text="text" in content)
        markup = params.get("reply_markup")
        kept = check_inline_keyboard(markup, version=self._world.server.version, private=chat.is_private)
        if kept:
            content["reply_markup"] = kept
        below = check_reply_keyboard(markup, private=chat.is_private)
        if address := self._ephemeral.find_recipient(chat, params):
            return self._ephemeral.send_to_recipient(chat, address, content, thread, reply_to)
        chat.sent_at = now
        chat.bot_spoke_last = True
        message = self._world.add_message(chat, self._world.bot_user, content, reply_to=reply_to, thread=thread)
        if below:
            self._world.set_keyboard(chat, below)
        return message

    def _edit_message(self, what: str, params: Json, uploads: dict[str, Upload]) -> Json:
        chat, message = self._require_editable(params)
        edited = self._content.edit_message(what, message, params, uploads, private=chat.is_private)
        return self._world.replace_message(chat, edited)

    def _delete_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._require_message(params, "message to delete not found")
        own = message["from"]["id"] == self._world.bot["id"]
        may_delete_all = (chat.bot_status == "administrator" and chat.can_delete) or chat.is_private
        too_old = self._world.clock() - message["date"] > DELETE_SECONDS and not may_delete_all
        if too_old or not (own or may_delete_all):
            raise bad_request_error("message can't be deleted for everyone")
        self._world.delete_message(chat, message["message_id"])
        return True

    def _answer_callback_query(self, params: Json, _: dict[str, Upload]) -> bool:
        text = params.get("text", "")
        if utf16_length(text) > MAX_CALLBACK_TEXT:
            raise bad_request_error("MESSAGE_TOO_LONG")
        url = params.get("url", "")
        if url and not _START_LINK.fullmatch(url):
            raise bad_request_error("URL_INVALID")
        answer = {"text": text, "show_alert": params.get("show_alert", False), "url": url}
        self._world.answer_press(params["callback_query_id"], answer)
        return True

    def _pin_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat, message = self._require_message(params, "message to pin not found")
        self._check_may_pin(chat)
        self._world.pin_message(chat, message["message_id"])
        return True

    def _unpin_message(self, params: Json, _: dict[str, Upload]) -> bool:
        chat = self._world.require_chat_for_bot(params.get("chat_id", 0))
        self._check_may_pin(chat)
        if params.get("message_id", chat.pinned) != chat.pinned or chat.pinned is None:
            raise bad_request_error("message to unpin not found")
        self._world.pin_message(chat, None)
        return True

    def _check_may_pin(self, chat: Chat) -> None:
        if not chat.is_private and not (chat.bot_status == "administrator" and chat.can_pin):
            raise bad_request_error("not enough rights to manage pinned messages in the chat")

    def _require_message(self, params: Json, missing: str) -> tuple[Chat, Json]:
        chat = self._world.require_chat_for_bot(params.get("chat_id", 0))
        message = chat.messages.get(params.get("message_id", 0))
        if message is None:
            raise bad_request_error(missing)
        return chat, message

    def _require_editable(self, params: Json) -> tuple[Chat, Json]:
        if "chat_id" not in params:
            raise bad_request_error("chat_id is empty")
        chat, message = self._require_message(params, "message to edit not found")
        if message["from"]["id"] != self._world.bot["id"]:
            raise bad_request_error("message can't be edited")
        return chat, message


def _find_replied(chat: Chat, params: Json) -> int | None:
    reply = params.get("reply_parameters") or {}
    number: int | None = reply.get("message_id")
    if number is None or number in chat.messages:
        return number
    if not reply.get("allow_sending_without_reply"):
        raise bad_request_error("message to be replied not found")
    return None


MAX_COMMANDS = 100
MAX_COMMAND_DESCRIPTION = 256
_COMMAND_NAME = re.compile(r"[a-z0-9_]{1,32}")
MAX_DESCRIPTION = 512
MAX_SHORT_DESCRIPTION = 120
_MENU_BUTTON_TYPES = frozenset({"commands", "default", "web_app"})

_CHAT_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


class AccountMethods:
    """Serves methods that are not about single messages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._texts: dict[tuple[str, str], str] = {}
        self._button: Json = {"type": "default"}

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """The served methods by name: functions of typed parameters and uploads."""
        return {
            "getMe": self._get_me,
            "setMySettings": self._set_settings,
            "getChat": self._get_chat,
            "getChatMember": self._get_chat_member,
            "setMyCommands": self._set_commands,
            "getMyCommands": self._get_commands,
            "deleteMyCommands": self._delete_commands,
            "getMyDescription": self._getter_of_text("description"),
            "getMyShortDescription": self._getter_of_text("short_description"),
            "setMyDescription": self._setter_of_text("description", MAX_DESCRIPTION),
            "setMyShortDescription": self._setter_of_text("short_description", MAX_SHORT_DESCRIPTION),
            "getChatMenuButton": lambda _, __: self._button,
            "setChatMenuButton": self._set_menu_button,
            "sendChatAction": self._send_chat_action,
        }

    def _get_me(self, _: Json, __: dict[str, Upload]) -> Json:
        server = self._world.server
        me = {
            **self._world.bot,
            "can_join_groups": server.joining,
            "can_read_all_group_messages": not self._world.privacy,
            "supports_inline_queries": server.inline,
        }
        if not server.knows(SINCE_SETTINGS):
            return me
        placeholder = {"inline_query_placeholder": server.inline_placeholder} if server.inline_placeholder else {}
        return {**me, "active_usernames": [self._world.username], **placeholder}

    def _set_settings(self, params: Json, _: dict[str, Upload]) -> bool:
        server = self._world.server
        feedback = params.get("inline_feedback_share_denominator", server.feedback)
        mode = params.get("callback_query_mode", server.callback_query_mode)
        if feedback not in FEEDBACK_DENOMINATORS or mode not in CALLBACK_QUERY_MODES:
            raise bad_request_error("BOT_SETTING_INVALID")
        server.feedback, server.callback_query_mode = feedback, mode
        server.inline = params.get("supports_inline_queries", server.inline)
        server.inline_placeholder = params.get("inline_query_placeholder", server.inline_placeholder)
        server.joining = params.get("can_join_groups", server.joining)
        self._world.privacy = not params.get("can_read_all_group_messages", not self._world.privacy)
        self._world.tell_switches()
        return True

    def _get_chat(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._world.require_chat_for_bot(params["chat_id"])
        full = {**self._world.to_api_chat(chat), "accent_color_id": 0, "max_reaction_count": 11}
        gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
        full["accepted_gift_types"] = dict.fromkeys(gifts, False)
        if not chat.is_private:
            full["permissions"] = member_permissions(chat)
            if chat.has_slow_mode:
                full["slow_mode_delay"] = SLOW_MODE_SECONDS
        if chat.pinned in chat.messages:
            full["pinned_message"] = chat.messages[chat.pinned]
        return full

    def _get_chat_member(self, params: Json, _: dict[str, Upload]) -> Json:
        return self._world.to_api_member(self._world.require_chat_for_bot(params["chat_id"]), params["user_id"])

    def _set_commands(self, params: Json, _: dict[str, Upload]) -> bool:
        commands = params["commands"]
        if len(commands) > MAX_COMMANDS:
            raise bad_request_error("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not isinstance(command, dict) or not _COMMAND_NAME.fullmatch(str(command.get("command", ""))):
                raise bad_request_error("BOT_COMMAND_INVALID")
            if not 1 <= len(str(command.get("description", ""))) <= MAX_COMMAND_DESCRIPTION:
                raise bad_request_error("BOT_COMMAND_DESCRIPTION_INVALID")
        fields = ("command", "description", *(["is_ephemeral"] if self._world.server.knows(SINCE_EPHEMERAL) else []))
        kept = [{key: command[key] for key in fields if command.get(key)} for command in commands]
        self._world.command_lists.set_list(self._read_command_scope(params), params.get("language_code", ""), kept)
        self._world.tell_pages(self._world.people, {"type": "commands"})
        return True

    def _get_commands(self, params: Json, _: dict[str, Upload]) -> list[Json]:
        return self._world.command_lists.get_list(self._read_command_scope(params), params.get("language_code", ""))

    def _delete_commands(self, params: Json, _: dict[str, Upload]) -> bool:
        self._world.command_lists.set_list(self._read_command_scope(params), params.get("language_code", ""), [])
        self._world.tell_pages(self._world.people, {"type": "commands"})
        return True

    def _read_command_scope(self, params: Json) -> Json:
        scope = params.get("scope") or {"type": "default"}
        kind = scope.get("type")
        if kind not in SCOPES:
            raise bad_request_error("can't parse BotCommandScope: unsupported type specified")
        if kind in {"chat", "chat_administrators", "chat_member"}:
            if str(scope.get("chat_id")).lstrip("-") not in {str(abs(number)) for number in self._world.chats}:
                raise bad_request_error("chat not found")
            if kind == "chat_member" and scope.get("user_id") not in self._world.people:
                raise bad_request_error("user not found")
        return dict(scope)

    def _send_chat_action(self, params: Json, _: dict[str, Upload]) -> bool:
        if params["action"] not in _CHAT_ACTIONS:
            raise bad_request_error("wrong parameter action in request")
        chat = self._world.require_chat_for_bot(params["chat_id"])
        if chat.bot_status == "restricted" or (chat.bot_status == "member" and not chat.may_send_text):
            raise bad_request_error("CHAT_WRITE_FORBIDDEN")
        self._world.tell_pages(chat.people, {"type": "action", "chat_id": chat.id, "action": params["action"]})
        return True

    def _getter_of_text(self, name: str) -> Callable[[Json, dict[str, Upload]], Json]:
        def serve(params: Json, _: dict[str, Upload]) -> Json:
            code = params.get("language_code", "")
            return {name: self._texts.get((name, code)) or self._texts.get((name, ""), "")}

        return serve

    def _setter_of_text(self, name: str, limit: int) -> Callable[[Json, dict[str, Upload]], bool]:
        def serve(params: Json, _: dict[str, Upload]) -> bool:
            text = params.get(name, "")
            if len(text) > limit:
                raise bad_request_error(f"{name.upper()}_TOO_LONG")
            self._texts[name, params.get("language_code", "")] = text
            return True

        return serve

    def _set_menu_button(self, params: Json, _: dict[str, Upload]) -> bool:
        button = params.get("menu_button") or {"type": "default"}
        if button.get("type") not in _MENU_BUTTON_TYPES:
            raise bad_request_error("can't parse menu button: unsupported type specified")
        if "chat_id" not in params:
            self._button = dict(button)
        return True


MAX_RESULTS = 50
MAX_ID_BYTES = 64
MAX_OFFSET_BYTES = 64
MAX_CACHE_SECONDS = 24 * 3600
_CACHE_SECONDS = 300
_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


class InlineMethods:
    """Answers inline queries; supports articles and cached photos as results."""

    def __init__(self, world: World, content: ContentReader) -> None:
        self._world = world
        self._content = content

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """The served methods by name: functions of typed parameters and uploads."""
        return {"answerInlineQuery": self._answer_inline_query}

    def _answer_inline_query(self, params: Json, _: dict[str, Upload]) -> bool:
        results = params["results"]
        if len(results) > MAX_RESULTS:
            raise bad_request_error("too many inline query results specified")
        messages: dict[str, Json] = {}
        shown = []
        for result in results:
            number, message = self._read_result(result)
            if number in messages:
                raise bad_request_error("RESULT_ID_DUPLICATE")
            messages[number] = message
            shown.append({key: result[key] for key in ("id", "title", "description") if key in result})
        next_offset = params.get("next_offset", "")
        if len(next_offset.encode()) > MAX_OFFSET_BYTES:
            raise bad_request_error("NEXT_OFFSET_INVALID")
        offer = InlineAnswer(
            shown,
            messages,
            cache_time=max(0, min(params.get("cache_time", _CACHE_SECONDS), MAX_CACHE_SECONDS)),
            is_personal=params.get("is_personal", False),
            next_offset=next_offset,
            button=_read_results_button(params.get("button")),
        )
        self._world.inline.answer_query(params["inline_query_id"], offer)
        return True

    def _read_result(self, result: Any) -> tuple[str, Json]:
        if not isinstance(result, dict):
            raise _unreadable_result("Inline query result must be an object")
        is_photo = result.get("type") == "photo" and isinstance(result.get("photo_file_id"), str)
        if not is_photo and result.get("type") != "article":
            raise _unreadable_result(
                f"type {result.get('type')!r} is none that the playground shows: it shows articles and known photos"
            )
        number, title = result.get("id"), result.get("title")
        if not isinstance(number, str) or not 1 <= len(number.encode()) <= MAX_ID_BYTES:
            raise bad_request_error("RESULT_ID_INVALID")
        if is_photo:
            photo = {**self._content.read_photo(result["photo_file_id"]), **self._content.read_caption(result)}
            return number, self._with_keyboard(result, photo)
        if not isinstance(title, str) or not title.strip():
            raise bad_request_error("ARTICLE_TITLE_EMPTY")
        if not isinstance(result.get("description", ""), str):
            raise _unreadable_result('field "description" must be of type String')
        given = result.get("input_message_content")
        if not isinstance(given, dict) or not isinstance(given.get("message_text"), str):
            raise _unreadable_result("Input message content is not specified")
        return number, self._with_keyboard(result, self._content.read_text({**given, "text": given["message_text"]}))

    def _with_keyboard(self, result: Json, message: Json) -> Json:
        version = self._world.server.version
        markup = check_inline_keyboard(result.get("reply_markup"), inline_only=True, version=version)
        return {**message, "reply_markup": markup} if markup else message


def _read_results_button(button: Json | None) -> Json | None:
    if button is None:
        return None
    if not isinstance(button.get("text"), str) or not button["text"].strip():
        raise bad_request_error('can\'t parse inline query results button: field "text" must be a non-empty String')
    if ("start_parameter" in button) == ("web_app" in button):
        raise bad_request_error("can't parse inline query results button: exactly one optional field must be used")
    if "start_parameter" in button and not _START.fullmatch(str(button["start_parameter"])):
        raise bad_request_error("START_PARAM_INVALID")
    return button


def _unreadable_result(reason: str) -> Exception:
    return bad_request_error(f"can't parse inline query result: {reason}")


MAX_UPDATES = 100
MAX_POLL_SECONDS = 50


class UpdateMethods:
    """Serves the methods for updates to the workers of one bot; a single process has an empty name."""

    def __init__(self, updates: UpdateQueue, webhook: WebhookSender, default_connections: int = 40) -> None:
        self._updates = updates
        self._webhook = webhook
        self._default_connections = default_connections

    def methods(self) -> dict[str, Callable[[Json, str], Awaitable[Any]]]:
        """The served methods by name: functions of typed parameters and the worker's name."""
        return {
            "getUpdates": self._get_updates,
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._get_webhook_info,
        }

    async def _get_updates(self, params: Json, _: str) -> list[Json]:
        self._allow_kinds(params)
        limit = params.get("limit", MAX_UPDATES)
        seconds = params.get("timeout", 0)
        return await self._updates.read_updates(
            params.get("offset", 0),
            limit if 1 <= limit <= MAX_UPDATES else MAX_UPDATES,
            max(0, min(seconds, MAX_POLL_SECONDS)),
        )

    async def _set_webhook(self, params: Json, worker: str) -> bool:
        self._drop_pending(params)
        self._allow_kinds(params)
        connections = params.get("max_connections", self._default_connections)
        await self._webhook.set_url(params["url"], params.get("secret_token", ""), connections, worker)
        return True

    async def _delete_webhook(self, params: Json, worker: str) -> bool:
        self._drop_pending(params)
        await self._webhook.remove_url(worker)
        return True

    async def _get_webhook_info(self, _: Json, __: str) -> Json:
        return self._webhook.to_webhook_info()

    def _allow_kinds(self, params: Json) -> None:
        if (kinds := params.get("allowed_updates")) is not None:
            self._updates.allowed_kinds = sorted({str(kind) for kind in kinds})

    def _drop_pending(self, params: Json) -> None:
        if params.get("drop_pending_updates"):
            self._updates.clear_updates()


class WorldBot:
    """Serves all methods to one bot, with all checks."""

    def __init__(
        self, world: World, files: FileStore, updates: UpdateMethods, faults: FaultQueue, journal: CallJournal
    ) -> None:
        self.faults = faults
        self.journal = journal
        self._server = world.server
        content = ContentReader(world, files)
        ephemeral = EphemeralMethods(world, content)
        parts = (
            MessageMethods(world, content, ephemeral),
            ephemeral,
            InlineMethods(world, content),
            AccountMethods(world),
        )
        self._immediate_methods = {name: serve for part in parts for name, serve in part.methods().items()}
        self._update_methods = updates.methods()

    @property
    def version(self) -> str:
        """The version of the Bot API that this bot is served."""
        return self._server.version

    async def run_method(self, call: ApiCall, uploads: dict[str, Upload]) -> Any:
        """Carry out a call."""
        params = parse_parameters(call.method, call.parameters, uploads, self.version)
        if call.method in self._update_methods:
            return await self._update_methods[call.method](params, call.worker)
        return self._immediate_methods[call.method](params, uploads)
