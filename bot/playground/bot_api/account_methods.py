"""What the other served methods do: the bot itself, chats and their members, commands.

Parameters arrive typed by `parameters.py`. Knows nothing of HTTP.
"""

import re
from collections.abc import Callable
from typing import Any

from bot.playground.api_error import bad_request_error
from bot.playground.server_version import SINCE_EPHEMERAL
from bot.playground.state.bot_rights import SLOW_MODE_SECONDS, member_permissions
from bot.playground.state.chats import Json
from bot.playground.state.command_lists import SCOPES
from bot.playground.state.files import Upload
from bot.playground.state.world import World

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
    """Answers what is not about single messages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._texts: dict[tuple[str, str], str] = {}
        """The bot's descriptions, by name and language."""
        self._button: Json = {"type": "default"}

    def methods(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            "getMe": self._get_me,
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
        may = {"can_read_all_group_messages": not self._world.privacy}
        return {**self._world.bot, **may, "supports_inline_queries": self._world.server.inline}

    def _get_chat(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._world.require_chat_for_bot(params["chat_id"])
        full = {**self._world.to_api_chat(chat), "accent_color_id": 0, "max_reaction_count": 11}
        full["accepted_gift_types"] = dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        )
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
        """Read a BotCommandScope.

        Raises:
            ApiError: 400 for one of no known type, or of a chat or a member that is not there.
        """
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
        """Serve a text in a language, or where there is none in it the one for all others."""

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
