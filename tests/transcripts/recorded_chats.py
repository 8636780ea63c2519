"""What the methods of the Bot API do to the chats of the recorded bot.

Whatever numbers they give depend on the chat and on nothing else: neither on the time nor on the order in which chats
are served.
"""

from typing import Any, Final

from bot.playground.server_version import ApiError, bad_request_error
from tests.transcripts.ephemerals import Ephemerals
from tests.transcripts.http_calls import Json
from tests.transcripts.server_state import BOT, FIRST_DATE, GIFTS, RIGHTS, Chat, Profile


class RecordedChats:
    """All that one bot has sent, and what it may know of people and chats."""

    def __init__(self) -> None:
        self.chats: Final[dict[int, Chat]] = {}
        self.people: Final[dict[int, Json]] = {}
        self.files: Final[dict[str, bytes]] = {}
        """The pictures by the ids of their files."""
        self.ephemerals: Final = Ephemerals()
        self.inline = False
        """Whether the bot is found to be one that is asked inline."""
        self._profile: Final = Profile()

    def next_message_id(self, chat: int) -> int:
        """The number of the next message of a chat."""
        self.chats[chat].newest_message += 1
        return self.chats[chat].newest_message

    def serve_call(self, method: str, asked: Json, files: dict[str, bytes]) -> Any:
        """Do what a call asks for.

        Raises:
            ApiError: there is no such chat, message or file, or the bot may not do it.
        """
        match method:
            case "getMe":
                return BOT | {"supports_inline_queries": self.inline}
            case _ if self._profile.serves_method(method):
                return self._profile.serve_call(method, asked)
            case _ if self.ephemerals.serves_method(method):
                return self._edit_ephemeral(method, asked, files)
            case "sendMessage" | "sendPhoto" | "sendDocument":
                return self._send_message(method, asked, files)
            case "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup":
                return self._edit_message(asked, files)
            case "getChat":
                chat = self._chat_of_call(asked)
                return {
                    **chat.api,
                    "accent_color_id": 0,
                    "max_reaction_count": 11,
                    "accepted_gift_types": dict.fromkeys(GIFTS, False),
                }
            case "getChatMember":
                return self._chat_member(self._chat_of_call(asked), int(asked["user_id"]))
            case _:
                return True

    def _chat_of_call(self, asked: Json) -> Chat:
        number = asked["chat_id"] if "chat_id" in asked else self.ephemerals.chat_of(asked)
        if number is None:
            raise bad_request_error("chat_id is empty")
        chat = self.chats.get(int(number))
        if chat is None:
            raise bad_request_error("chat not found")
        return chat

    def _send_message(self, method: str, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat_of_call(asked)
        if not chat.is_open:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        self.ephemerals.refuse_unknown_markup(asked)
        reader = self.ephemerals.reader_of_send(asked, chat)
        if reader is not None:
            return self._send_ephemeral(method, chat, reader, asked, files)
        number = self.next_message_id(chat.api["id"])
        message: Json = {"message_id": number, "date": FIRST_DATE + number, "chat": chat.api, "from": BOT}
        if asked.get("message_thread_id"):
            message |= {"message_thread_id": asked["message_thread_id"], "is_topic_message": True}
        if method == "sendMessage":
            message["text"] = asked["text"]
        else:
            message |= self._photo_content(asked, files, f"{chat.api['id']}-{number}")
        return self._store_message(chat, message, asked)

    def _send_ephemeral(self, method: str, chat: Chat, reader: int, asked: Json, files: dict[str, bytes]) -> Json:
        """Send a message that one member alone sees."""
        message: Json = {"date": FIRST_DATE + chat.newest_message, "chat": chat.api, "from": BOT}
        message |= self._message_content(method, asked, files, f"{chat.api['id']}-{reader}-{self._next_file(chat)}")
        return self.ephemerals.store_message(chat.api["id"], reader, self.people[reader], message)

    def _edit_ephemeral(self, method: str, asked: Json, files: dict[str, bytes]) -> bool:
        if not self.ephemerals.is_at_least("10.3"):
            raise ApiError(404, "Not Found")
        self.ephemerals.refuse_unknown_markup(asked)
        if not asked:
            raise bad_request_error("chat_id is empty")
        changed: Json = {}
        chat = self._chat_of_call(asked)
        media = asked.get("media")
        if isinstance(media, dict):
            named = {"photo": media["media"], "caption": media.get("caption", "")}
            changed = self._photo_content(
                named, files, f"{chat.api['id']}-{asked['receiver_user_id']}-{self._next_file(chat)}"
            )
        elif "caption" in asked or "text" in asked:
            changed = {name: asked[name] for name in ("caption", "text") if name in asked}
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            changed["reply_markup"] = asked["reply_markup"]
        return self.ephemerals.edit_message(method, asked, changed)

    def _message_content(self, method: str, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        """What a new message holds."""
        found = {"text": asked["text"]} if method == "sendMessage" else self._photo_content(asked, files, file_id)
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            found["reply_markup"] = asked["reply_markup"]
        return found

    def _next_file(self, chat: Chat) -> int:
        """The number of a chat's next picture that is no new message."""
        chat.pictures += 1
        return chat.pictures

    def _edit_message(self, asked: Json, files: dict[str, bytes]) -> Json:
        chat = self._chat_of_call(asked)
        self.ephemerals.refuse_unknown_markup(asked)
        message = chat.messages.get(int(asked["message_id"]))
        if message is None:
            raise bad_request_error("message to edit not found")
        message = {**message, "edit_date": message["date"]}
        if "text" in asked:
            message["text"] = asked["text"]
        media = asked.get("media")
        if isinstance(media, dict):
            message |= self._photo_content(
                {"photo": media["media"], "caption": media.get("caption", "")},
                files,
                f"{chat.api['id']}-{message['message_id']}-{self._next_file(chat)}",
            )
        return self._store_message(chat, message, asked)

    def _photo_content(self, asked: Json, files: dict[str, bytes], file_id: str) -> Json:
        named = str(asked.get("photo") or "")
        if files:
            self.files[file_id] = next(iter(files.values()))
        elif named in self.files:
            file_id = named
        else:
            raise bad_request_error("wrong file identifier/HTTP URL specified")
        size = {"file_id": file_id, "file_unique_id": file_id, "width": 900, "height": 900}
        return {"photo": [size], "caption": asked.get("caption") or ""}

    def _store_message(self, chat: Chat, message: Json, asked: Json) -> Json:
        message.pop("reply_markup", None)
        # Keys in the place of the keyboard are shown, and no part of a message.
        if "inline_keyboard" in (asked.get("reply_markup") or {}):
            message["reply_markup"] = asked["reply_markup"]
        chat.messages[message["message_id"]] = message
        return message

    def _chat_member(self, chat: Chat, user: int) -> Json:
        person = BOT if user == BOT["id"] else self.people.get(user)
        if person is None:
            raise bad_request_error("user not found")
        if user not in chat.admins:
            return {"user": person, "status": "member"}
        return {"user": person, "status": "administrator", "is_anonymous": False} | dict.fromkeys(RIGHTS, True)
