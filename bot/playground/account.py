"""What the other served methods do: the bot itself, chats and their members, commands, files.

Parameters arrive typed by `schema.py`. Knows nothing of HTTP.
"""

import re
from collections.abc import Callable
from typing import Any

from bot.playground.chats import Chat, Json
from bot.playground.commands import SCOPES
from bot.playground.errors import ApiError, bad_request
from bot.playground.files import FileStore, Upload
from bot.playground.profile import Profile
from bot.playground.rights import permissions
from bot.playground.servers import EPHEMERAL
from bot.playground.world import World

MAX_COMMANDS = 100
MAX_COMMAND_DESCRIPTION = 256
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_ACTIONS = frozenset(
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

    def __init__(self, world: World, files: FileStore) -> None:
        self._world = world
        self._files = files
        self._profile = Profile()

    def table(self) -> dict[str, Callable[[Json, dict[str, Upload]], Any]]:
        """Map method names to what serves them: typed parameters and uploads to a result."""
        return {
            "getMe": self._me,
            "logOut": _yes,
            "close": _yes,
            "getChat": self._get_chat,
            "getChatMember": self._get_member,
            "getChatAdministrators": self._get_administrators,
            "leaveChat": self._leave,
            "setMyCommands": self._set_commands,
            "getMyCommands": self._get_commands,
            "deleteMyCommands": self._delete_commands,
            **self._profile.table(),
            "sendChatAction": self._act,
            "getFile": self._get_file,
        }

    def _me(self, _: Json, __: dict[str, Upload]) -> Json:
        may = {"can_read_all_group_messages": not self._world.privacy}
        return {**self._world.bot, **may, "supports_inline_queries": self._world.server.inline}

    def _get_chat(self, params: Json, _: dict[str, Upload]) -> Json:
        chat = self._chat(params)
        full = {**self._world.chat_api(chat), "accent_color_id": 0, "max_reaction_count": 11}
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
            full["permissions"] = permissions(chat)
        if chat.pinned in chat.messages:
            full["pinned_message"] = chat.messages[chat.pinned]
        return full

    def _get_member(self, params: Json, _: dict[str, Upload]) -> Json:
        return self._world.member(self._chat(params), params["user_id"])

    def _get_administrators(self, params: Json, _: dict[str, Upload]) -> list[Json]:
        chat = self._chat(params)
        if chat.is_private:
            raise bad_request("there are no administrators in the private chat")
        everybody = (*chat.people, self._world.bot["id"])
        members = [self._world.member(chat, user_id) for user_id in everybody]
        return [member for member in members if member["status"] in {"creator", "administrator"}]

    def _leave(self, params: Json, _: dict[str, Upload]) -> bool:
        chat = self._chat(params)
        if chat.is_private:
            raise bad_request("chat member status can't be changed in private chats")
        self._world.set_bot_status(chat, "left")
        return True

    def _set_commands(self, params: Json, _: dict[str, Upload]) -> bool:
        commands = params["commands"]
        if len(commands) > MAX_COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not isinstance(command, dict) or not _COMMAND.fullmatch(str(command.get("command", ""))):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(str(command.get("description", ""))) <= MAX_COMMAND_DESCRIPTION:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        fields = ("command", "description", *(["is_ephemeral"] if self._world.server.knows(EPHEMERAL) else []))
        kept = [{key: command[key] for key in fields if command.get(key)} for command in commands]
        self._world.menus.set(self._scope(params), params.get("language_code", ""), kept)
        self._world.tell(self._world.people, {"type": "commands"})
        return True

    def _get_commands(self, params: Json, _: dict[str, Upload]) -> list[Json]:
        return self._world.menus.get(self._scope(params), params.get("language_code", ""))

    def _delete_commands(self, params: Json, _: dict[str, Upload]) -> bool:
        self._world.menus.delete(self._scope(params), params.get("language_code", ""))
        self._world.tell(self._world.people, {"type": "commands"})
        return True

    def _scope(self, params: Json) -> Json:
        """Read a BotCommandScope.

        Raises:
            ApiError: 400 for one of no known type, or of a chat or a member that is not there.
        """
        scope = params.get("scope") or {"type": "default"}
        kind = scope.get("type")
        if kind not in SCOPES:
            raise bad_request("can't parse BotCommandScope: unsupported type specified")
        if kind in {"chat", "chat_administrators", "chat_member"}:
            if str(scope.get("chat_id")).lstrip("-") not in {str(abs(number)) for number in self._world.chats}:
                raise bad_request("chat not found")
            if kind == "chat_member" and scope.get("user_id") not in self._world.people:
                raise bad_request("user not found")
        return dict(scope)

    def _act(self, params: Json, _: dict[str, Upload]) -> bool:
        if params["action"] not in _ACTIONS:
            raise bad_request("wrong parameter action in request")
        self._world.act(self._chat(params), params["action"])
        return True

    def _get_file(self, params: Json, _: dict[str, Upload]) -> Json:
        stored = self._files.get(params["file_id"])
        return {
            "file_id": stored.file_id,
            "file_unique_id": stored.unique_id,
            "file_size": len(stored.upload.content),
            "file_path": stored.path,
        }

    def _chat(self, params: Json) -> Chat:
        if not isinstance(params["chat_id"], int):
            raise ApiError(400, "Bad Request: chat not found")
        return self._world.chat_for_bot(params["chat_id"])


def _yes(_: Json, __: dict[str, Upload]) -> bool:
    return True
