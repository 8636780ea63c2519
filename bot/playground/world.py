"""The people, chats and events of the playground: a model in memory, without HTTP.

It decides who may reach which chat, and owns messages and people's actions. Messages are Bot API objects that are
replaced, never changed, so that a queued update stays as it was.
"""

import secrets
import struct
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from bot.playground.chats import (
    GENERAL_TOPIC,
    NAMES,
    Chat,
    CommandLists,
    EphemeralMessages,
    Json,
    PlaygroundPerson,
    add_detected_entities,
    bot_receives,
    member_fields,
    read_commands,
    trim_plain_text,
    utf16_length,
)
from bot.playground.server_version import (
    SINCE_EPHEMERAL,
    SINCE_SETTINGS,
    VERSIONS,
    ApiError,
    ServerSwitches,
    bad_request_error,
)
from bot.playground.update_queue import ButtonPress, ButtonPresses, InlineQueries, UpdateQueue

MAX_TEXT = 4096
EDIT_SECONDS = 48 * 3600
_MAX_MESSAGES = 2000
_TOPIC_COLOR = 7322096


#: Called with the people concerned and the event for their pages.
PageListener = Callable[[Iterable[int], Json], None]
FIRST_PERSON = 101
FIRST_SUPERGROUP = -1001000000001
"""The id of the first supergroup; later ones have lower ids."""
FIRST_BASIC_GROUP = -4000000001
GROUP_TITLE = "Kelime Masası"


class World:
    """All that the real Telegram would remember."""

    def __init__(self, bot: Json, clock: Callable[[], float], updates: UpdateQueue, listener: PageListener) -> None:
        self.bot = bot
        self.clock = clock
        self.updates = updates
        self.server = ServerSwitches()
        self.on_version_change: Callable[[], None] = lambda: None
        """Called when the version changes: while the server is away, a bot concludes that it is another one."""
        self.privacy = False
        self.command_lists = CommandLists()
        self.people = {
            FIRST_PERSON + place: PlaygroundPerson(FIRST_PERSON + place, name) for place, name in enumerate(NAMES)
        }
        self.chats: dict[int, Chat] = {
            person: Chat(person, None, (person,), "member", is_opened=False) for person in self.people
        }
        self.tell_pages = listener
        self.presses = ButtonPresses(clock)
        self.ephemeral = EphemeralMessages(clock, listener)
        self.inline = InlineQueries(clock, updates)
        # Greater than in any earlier run, since a bot may remember ids across restarts of the playground.
        self._next_message = int(clock() * 1000)

    def add_group(self, title: str, people: tuple[int, ...], *, basic: bool = False) -> Chat:
        """Open a supergroup, or a basic group, with the bot as administrator; the first person owns it."""
        unknown = [person for person in people if person not in self.people]
        if unknown or not people or not title.strip():
            raise bad_request_error(f"a group needs a title and people of {sorted(self.people)}; found {list(people)}")
        groups = sum(not chat.is_private for chat in self.chats.values())
        chat = Chat((FIRST_BASIC_GROUP if basic else FIRST_SUPERGROUP) - groups, title, people)
        if self.privacy:
            chat.bot_status = "member"
        self.chats[chat.id] = chat
        self.tell_pages(people, {"type": "chat", **self.describe_chat(chat), "messages": [], "ephemeral": []})
        self._queue_bot_member_update(chat, {"status": "left"})
        return chat

    def set_privacy(self, *, on: bool) -> None:
        """Switch privacy mode: with it the bot is a plain member, without it an administrator."""
        self.privacy = on
        for chat in self.chats.values():
            if not chat.is_private and chat.bot_status != "left":
                self.set_bot_status(chat, "member" if on else "administrator")

    def set_bot_status(self, chat: Chat, status: str) -> None:
        """Change the bot's status in a group: administrator, member, left or kicked."""
        rights = {"can_delete": chat.can_delete, "can_pin": chat.can_pin, "can_manage_topics": chat.can_manage_topics}
        self.set_rights(chat, status, **rights)

    def set_rights(self, chat: Chat, status: str, *, can_delete: bool, can_pin: bool, can_manage_topics: bool) -> None:
        """Change the bot's status in a group, and its rights as administrator."""
        before = self._bot_membership(chat)
        chat.bot_status, chat.can_delete, chat.can_pin = status, can_delete, can_pin
        chat.can_manage_topics = can_manage_topics
        if before != self._bot_membership(chat):
            self._queue_bot_member_update(chat, before)
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """Send the present state of a chat to the pages."""
        self.tell_pages(chat.people, {"type": "place", **self.describe_chat(chat)})

    def describe_chat(self, chat: Chat) -> Json:
        """Describe a chat, apart from its messages, for the pages."""
        return {
            "chat": self.to_api_chat(chat),
            "people": len(chat.people),
            "owner": chat.owner,
            "pinned": chat.pinned,
            "topics": [
                {"id": number, "name": name, "closed": number in chat.closed_topics}
                for number, name in chat.topics.items()
                if chat.is_forum
            ],
            "keyboard": chat.keyboard,
            "rights": {
                "status": chat.bot_status,
                "can_delete": chat.can_delete,
                "can_pin": chat.can_pin,
                "can_manage_topics": chat.can_manage_topics,
                "photos": chat.may_send_photos,
                "text": chat.may_send_text,
                "slow": chat.has_slow_mode,
                "general_closed": GENERAL_TOPIC in chat.closed_topics,
            },
        }

    @property
    def username(self) -> str:
        """The bot's username, without ``@``."""
        return str(self.bot["username"])

    @property
    def bot_user(self) -> Json:
        """The bot as the Bot API User in messages."""
        return {key: self.bot[key] for key in ("id", "is_bot", "first_name", "username")}

    def require_chat_of_person(self, person: int, chat_id: int) -> Chat:
        """Find a chat that a person is in; raises ApiError 400 if there is none."""
        chat = self.chats.get(chat_id)
        if chat is None or person not in chat.people:
            raise bad_request_error("chat not found")
        return chat

    def require_chat_for_bot(self, chat_id: int) -> Chat:
        """Find a chat that the bot may write to; raises ApiError 400 for an unknown chat, 403 if it may not."""
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad_request_error("chat not found")
        if not chat.is_opened:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        if chat.bot_status == "left":
            raise ApiError(403, "Forbidden: bot is not a member of the supergroup chat")
        if chat.bot_status == "kicked":
            raise ApiError(403, "Forbidden: bot was kicked from the supergroup chat")
        return chat

    def require_group(self, chat_id: object) -> Chat:
        """Find a group; raises ApiError 400 if there is none."""
        chat = self.chats.get(chat_id) if isinstance(chat_id, int) else None
        if chat is None or chat.is_private:
            raise bad_request_error("no such group")
        return chat

    def to_api_chat(self, chat: Chat) -> Json:
        """Describe a chat as the Bot API's Chat."""
        if chat.title is not None:
            kind = "supergroup" if chat.id < -(10**12) else "group"
            described = {"id": chat.id, "type": kind, "title": chat.title}
            return {**described, "is_forum": True} if chat.is_forum else described
        user = self.people[chat.id].to_api_user()
        del user["is_bot"], user["language_code"]
        return {**user, "type": "private"}

    def to_api_member(self, chat: Chat, user_id: int) -> Json:
        """Describe a member of a chat as the Bot API's ChatMember."""
        if user_id == self.bot["id"]:
            return {"user": self.bot_user, **self._bot_membership(chat)}
        if user_id not in self.people:
            raise bad_request_error("user not found")
        status = "left" if user_id not in chat.people else "member"
        if user_id == chat.owner and not chat.is_private:
            status = "creator"
        user = {"status": status, "user": self.people[user_id].to_api_user()}
        return {**user, "is_anonymous": False} if status == "creator" else user

    def _bot_membership(self, chat: Chat) -> Json:
        return {"status": chat.bot_status, **member_fields(chat.bot_status, chat, self.server.version)}

    def _queue_bot_member_update(self, chat: Chat, before: Json) -> None:
        before = {"user": self.bot_user, **before}
        self._queue_member_update("my_chat_member", chat, chat.owner, self.bot["id"], before)

    def _queue_member_update(self, kind: str, chat: Chat, by: int, member: int, before: Json) -> None:
        change: Json = {
            "chat": self.to_api_chat(chat),
            "from": self.people[by].to_api_user(),
            "date": int(self.clock()),
            "old_chat_member": before,
            "new_chat_member": self.to_api_member(chat, member),
        }
        self.updates.push_update(kind, change)

    def write_as_person(
        self,
        person: int,
        chat_id: int,
        text: str,
        *,
        reply_to: int | None = None,
        thread: int | None = None,
        ephemeral: int | None = None,
        language: str = "",
    ) -> Json:
        """Write a message as a person; in private it lets the bot write back from now on.

        Only the bot gets a command that was declared ephemeral, or an answer to the `ephemeral` message of that number.
        `language` is that of the page, which may have its own command list.
        """
        chat = self.require_chat_of_person(person, chat_id)
        content = _to_text_content(text)
        chat.is_opened = True
        if ephemeral is not None:
            answered = self.ephemeral.require_ephemeral(chat_id, person, ephemeral).message
            return self._write_ephemeral(chat, person, {**content, "reply_to_message": answered}, thread)
        if self._is_ephemeral_command(chat, person, content, language):
            return self._write_ephemeral(chat, person, content, thread)
        message = self.add_message(chat, self.people[person].to_api_user(), content, reply_to=reply_to, thread=thread)
        self._queue_message_update("message", chat, message)
        return message

    def edit_as_person(self, person: int, chat_id: int, message_id: int, text: str) -> Json:
        """Change the text of a person's own message; raises ApiError 400 for others', old and inline messages."""
        chat = self.require_chat_of_person(person, chat_id)
        message = chat.messages.get(message_id)
        if message is None or message["from"]["id"] != person or "text" not in message or "via_bot" in message:
            raise bad_request_error("MESSAGE_AUTHOR_REQUIRED")
        if self.clock() - message["date"] > EDIT_SECONDS:
            raise bad_request_error("MESSAGE_EDIT_TIME_EXPIRED")
        content = _to_text_content(text)
        if content["text"] == message["text"]:
            raise bad_request_error("MESSAGE_NOT_MODIFIED")
        kept = {key: message[key] for key in message if key not in {"text", "entities"}}
        edited = self.replace_message(chat, {**kept, "edit_date": int(self.clock()), **content})
        self._queue_message_update("edited_message", chat, edited)
        return edited

    def delete_as_person(self, person: int, chat_id: int, message_id: int) -> None:
        """Delete a message for all as a person, which the bot does not learn; raises ApiError 400 if not allowed."""
        chat = self.require_chat_of_person(person, chat_id)
        message = chat.messages.get(message_id)
        if message is None or person not in {message["from"]["id"], chat.owner}:
            raise bad_request_error("MESSAGE_DELETE_FORBIDDEN")
        self.delete_message(chat, message_id)

    def press_button(
        self, person: int, chat_id: int, message_id: int, data: str, *, ephemeral: bool = False
    ) -> ButtonPress:
        """Press a callback button of a message as a person; an ephemeral one is named by its own number."""
        chat = self.require_chat_of_person(person, chat_id)
        message = (
            self.ephemeral.require_ephemeral(chat_id, person, message_id).message
            if ephemeral
            else chat.messages.get(message_id)
        )
        rows = (message or {}).get("reply_markup", {}).get("inline_keyboard", [])
        if message is None or all(button.get("callback_data") != data for row in rows for button in row):
            raise bad_request_error("DATA_INVALID")
        callback = self.presses.add_press(person, chat_id, message_id, ephemeral=ephemeral)
        query = {"id": callback.id, "from": self.people[person].to_api_user(), "data": data}
        is_inline = self.server.knows(SINCE_SETTINGS) and self.server.callback_query_mode == "inline"
        shape = {"inline_message_id": f"{chat_id}.{message_id}"} if is_inline else {"message": message}
        self.updates.push_update("callback_query", {**query, **shape, "chat_instance": str(chat_id)})
        return callback

    def choose_inline_result(
        self, person: int, chat_id: int, query_id: str, result_id: str, thread: int | None = None
    ) -> Json:
        """Send a result of the person's inline query, via the bot; raises ApiError 400 for a result not shown."""
        chat = self.require_chat_of_person(person, chat_id)
        query, content = self.inline.require_result(person, query_id, result_id)
        chat.is_opened = True
        sent = {"via_bot": self.bot_user, **content}
        message = self.add_message(chat, self.people[person].to_api_user(), sent, thread=thread)
        self._queue_message_update("message", chat, message)
        if self.server.feedback == 1:
            chosen = {"result_id": result_id, "from": self.people[person].to_api_user(), "query": query}
            self.updates.push_update("chosen_inline_result", chosen)
        return message

    def describe_switches(self) -> Json:
        """The state of all switches, and the versions to choose from."""
        return {**asdict(self.server), "privacy": self.privacy, "versions": VERSIONS}

    def tell_switches(self) -> None:
        """Send the state of all switches to the pages."""
        self.tell_pages(self.people, {"type": "server", "server": self.describe_switches()})

    def set_presence(self, chat: Chat, person: int, *, here: bool) -> None:
        """Let a person leave a group, or come back; the chat learns of it, and the bot if it subscribed."""
        if (person in chat.people) == here:
            return
        before = self.to_api_member(chat, person)
        chat.people = (*chat.people, person) if here else tuple(one for one in chat.people if one != person)
        user = self.people[person].to_api_user()
        if chat.bot_status == "administrator":
            self._queue_member_update("chat_member", chat, person, person, before)
        self.add_service_message(person, chat, {"new_chat_members": [user]} if here else {"left_chat_member": user})

    def add_service_message(self, person: int, chat: Chat, content: Json, thread: int | None = None) -> Json:
        """Write Telegram's own message about a person's action."""
        message = self.add_message(chat, self.people[person].to_api_user(), content, thread=thread)
        self._queue_message_update("message", chat, message)
        return message

    def set_forum(self, chat: Chat, *, on: bool) -> None:
        """Switch a group's topics on or off; messages and topics are kept."""
        chat.is_forum = on
        for message in chat.messages.values():
            message["chat"] = self.to_api_chat(chat)
        self.show_chat(chat)

    def add_topic(self, person: int, chat: Chat, name: str) -> int:
        """Open a forum topic as a person; its number is that of the message that opened it."""
        if not chat.is_forum or not name.strip():
            raise bad_request_error("a topic needs a name, and a group with topics")
        number = self._next_message
        chat.topics[number] = name
        self.add_service_message(
            person, chat, {"forum_topic_created": {"name": name, "icon_color": _TOPIC_COLOR}}, number
        )
        self.show_chat(chat)
        return number

    def post_ephemeral(
        self, chat: Chat, person: int, content: Json, *, thread: int | None = None, replaces: int | None = None
    ) -> Json:
        """Write a message as the bot that only one member sees."""
        receiver = {"receiver_user": self.people[person].to_api_user()}
        message = {**self.make_envelope(chat, self.bot_user, thread), **receiver, **content}
        return self.ephemeral.add_ephemeral(chat, person, message, replaces=replaces).message

    def replace_message(self, chat: Chat, message: Json) -> Json:
        """Replace the message with the same id."""
        chat.messages[message["message_id"]] = message
        self.tell_pages(chat.people, {"type": "edit", "chat_id": chat.id, "message": message})
        return message

    def delete_message(self, chat: Chat, message_id: int) -> None:
        """Delete a message for all."""
        del chat.messages[message_id]
        if chat.pinned == message_id:
            self.pin_message(chat, None)
        self.tell_pages(chat.people, {"type": "delete", "chat_id": chat.id, "message_id": message_id})

    def pin_message(self, chat: Chat, message_id: int | None) -> None:
        """Pin a message, or none."""
        chat.pinned = message_id
        self.tell_pages(chat.people, {"type": "pin", "chat_id": chat.id, "message_id": message_id})

    def set_keyboard(self, chat: Chat, keyboard: Json) -> None:
        """Show a keyboard below the input field, or remove it."""
        chat.keyboard = keyboard if "keyboard" in keyboard else None
        self.tell_pages(chat.people, {"type": "keyboard", "chat_id": chat.id, "keyboard": keyboard})

    def answer_press(self, callback_id: str, answer: Json) -> None:
        """Answer a press once, and in time; raises ApiError 400 for an unknown, answered or old one."""
        callback = self.presses.answer_press(callback_id, answer)
        self.tell_pages((callback.person,), {"type": "answer", "callback_id": callback_id, **answer})

    def make_envelope(self, chat: Chat, sender: Json, thread: int | None) -> Json:
        """The fields of a message besides its number and content; a topic is named if the chat has topics."""
        there: Json = {"from": sender, "chat": self.to_api_chat(chat), "date": int(self.clock())}
        if chat.is_forum and thread in chat.topics:
            there |= {"message_thread_id": thread, "is_topic_message": True}
        return there

    def add_message(
        self, chat: Chat, sender: Json, content: Json, *, reply_to: int | None = None, thread: int | None = None
    ) -> Json:
        """Write a message as any user; a reply goes to the topic of the message that it answers."""
        replied = chat.messages.get(reply_to) if reply_to is not None else None
        if thread is None and replied is not None:
            thread = replied.get("message_thread_id")
        number = self._next_message
        message: Json = {"message_id": number, **self.make_envelope(chat, sender, thread), **content}
        if replied is None and "is_topic_message" in message:
            # As at Telegram: a message in a topic that answers no other one answers the message that opened the topic.
            replied = chat.messages.get(message["message_thread_id"])
        if replied is not None:
            message["reply_to_message"] = {key: replied[key] for key in replied if key != "reply_to_message"}
        self._next_message += 1
        chat.messages[number] = message
        if len(chat.messages) > _MAX_MESSAGES:
            del chat.messages[next(iter(chat.messages))]
        self.tell_pages(chat.people, {"type": "message", "chat_id": chat.id, "message": message})
        return message

    def _write_ephemeral(self, chat: Chat, person: int, content: Json, thread: int | None) -> Json:
        there = self.make_envelope(chat, self.people[person].to_api_user(), thread)
        message = self.ephemeral.add_ephemeral(
            chat, person, {**there, "receiver_user": self.bot_user, **content}
        ).message
        self.updates.push_update("message", message)
        return message

    def _is_ephemeral_command(self, chat: Chat, person: int, content: Json, language: str) -> bool:
        if chat.is_private or not chat.has_bot or not self.server.knows(SINCE_EPHEMERAL):
            return False
        named = next(iter(read_commands(content)), None)
        if named is None or named[0] > 0 or named[2] not in {"", self.username.lower()}:
            return False
        shown = self.command_lists.visible_commands(chat, self.people[person], language)
        return any(one["command"] == named[1] and one.get("is_ephemeral") for one in shown)

    def _queue_message_update(self, kind: str, chat: Chat, message: Json) -> None:
        if bot_receives(self.bot, chat, message, privacy=self.privacy):
            self.updates.push_update(kind, message)


def _to_text_content(text: str) -> Json:
    """A message's content for typed text; raises ApiError 400 if empty or too long."""
    text, _ = trim_plain_text(text)
    if not text:
        raise bad_request_error("message text is empty")
    if utf16_length(text) > MAX_TEXT:
        raise bad_request_error("message is too long")
    entities = add_detected_entities(text, [])
    return {"text": text, "entities": entities} if entities else {"text": text}


MAX_PHOTO_BYTES = 10_000_000
MAX_UPLOAD_BYTES = 50_000_000
MAX_PHOTO_SIDES = 10_000
MAX_PHOTO_RATIO = 20
_THUMBNAIL_SIDE = 320
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER = 24


@dataclass(frozen=True, slots=True)
class Upload:
    """One uploaded file of a request."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that can be sent again by its id; width and height are 0 unless it is a picture."""

    file_id: str
    unique_id: str
    upload: Upload
    width: int = 0
    height: int = 0


class FileStore:
    """Stores files, up to `capacity` bytes in all; the oldest are dropped first."""

    def __init__(self, capacity: int = 200_000_000) -> None:
        self._capacity = capacity
        self._size = 0
        self._by_id: dict[str, StoredFile] = {}

    def add_photo(self, upload: Upload) -> StoredFile:
        """Store a picture; raises ApiError if it is too big, too long or narrow, or no PNG."""
        if not upload.content:
            raise bad_request_error("file must be non-empty")
        if len(upload.content) > MAX_PHOTO_BYTES:
            raise bad_request_error("file is too big for a photo")
        sides = read_picture_size(upload.content)
        if sides is None:
            raise bad_request_error("IMAGE_PROCESS_FAILED")
        width, height = sides
        if width + height > MAX_PHOTO_SIDES or max(sides) > MAX_PHOTO_RATIO * min(sides):
            raise bad_request_error("PHOTO_INVALID_DIMENSIONS")
        return self._store_file("p", upload, width, height)

    def add_document(self, upload: Upload) -> StoredFile:
        """Store any file; raises ApiError if it is empty or too big."""
        if not upload.content:
            raise bad_request_error("file must be non-empty")
        if len(upload.content) > MAX_UPLOAD_BYTES:
            raise ApiError(413, "Request Entity Too Large")
        return self._store_file("d", upload, 0, 0)

    def require_file(self, file_id: str) -> StoredFile:
        """Find a file by its id; raises ApiError if there is none."""
        if file_id not in self._by_id:
            raise bad_request_error("wrong file identifier/HTTP URL specified")
        return self._by_id[file_id]

    def _store_file(self, kind: str, upload: Upload, width: int, height: int) -> StoredFile:
        file_id = f"{kind}{secrets.token_urlsafe(30)}"
        stored = StoredFile(file_id, secrets.token_urlsafe(9), upload, width, height)
        self._by_id[file_id] = stored
        self._size += len(upload.content)
        while self._size > self._capacity:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            self._size -= len(oldest.upload.content)
        return stored


def to_photo_sizes(stored: StoredFile) -> list[dict[str, Any]]:
    """A picture in Telegram's form: smaller sizes first, the full size last."""
    full = {
        "file_id": stored.file_id,
        "file_unique_id": stored.unique_id,
        "width": stored.width,
        "height": stored.height,
        "file_size": len(stored.upload.content),
    }
    scale = _THUMBNAIL_SIDE / max(stored.width, stored.height)
    if scale >= 1:
        return [full]
    small = {"width": max(1, round(stored.width * scale)), "height": max(1, round(stored.height * scale))}
    # Nothing here scales pictures: the small size names the same file.
    return [{**full, **small, "file_unique_id": f"{stored.unique_id}s"}, full]


def to_document(stored: StoredFile) -> dict[str, Any]:
    """A file as a Bot API Document."""
    return {
        "file_id": stored.file_id,
        "file_unique_id": stored.unique_id,
        "file_name": stored.upload.name,
        "mime_type": stored.upload.mime,
        "file_size": len(stored.upload.content),
    }


def read_picture_size(content: bytes) -> tuple[int, int] | None:
    """The width and height in pixels from a PNG's header; `None` for other content."""
    if content.startswith(_PNG_SIGNATURE) and content[12:16] == b"IHDR" and len(content) >= _PNG_HEADER:
        width, height = struct.unpack(">II", content[16:_PNG_HEADER])
        return (width, height) if width and height else None
    return None
