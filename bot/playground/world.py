"""What happens in the playground: a model in memory, without HTTP.

Owns who may change what: membership, private chats that must be opened first, the life of a callback query.
Messages are Bot API objects and are replaced, never changed, so that an update already queued stays as it was.
What a call's parameters may be is checked in `methods.py`.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.playground.chats import NAMES, Chat, Json, Person
from bot.playground.entities import plain_text, utf16_length, with_found
from bot.playground.errors import ApiError, bad_request
from bot.playground.privacy import sees
from bot.playground.rights import rights
from bot.playground.updates import UpdateQueue

#: Called with the people concerned and what their pages should learn.
Listener = Callable[[Iterable[int], Json], None]

FIRST_PERSON = 101
GROUP = -1001000000001
GROUP_TITLE = "Kelime Masası"
CALLBACK_SECONDS = 15
MAX_TEXT = 4096
_KEPT_MESSAGES = 2000
_QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(slots=True)
class Callback:
    """One press of a button, until it is answered or too old."""

    id: str
    person: int
    asked_at: float
    answer: asyncio.Future[Json]


class World:
    """Everything that the real Telegram would remember."""

    def __init__(
        self, bot: Json, people: int, clock: Callable[[], float], updates: UpdateQueue, listener: Listener
    ) -> None:
        self.bot = bot
        self.clock = clock
        self.updates = updates
        self.privacy = False
        self.commands: list[Json] = []
        self.callbacks: dict[str, Callback] = {}
        self.people = {
            FIRST_PERSON + place: Person(FIRST_PERSON + place, name) for place, name in enumerate(NAMES[:people])
        }
        self.chats: dict[int, Chat] = {
            person: Chat(person, None, (person,), "member", opened=False) for person in self.people
        }
        self._tell = listener
        # Greater than in any earlier run: a bot may remember ids across restarts of the playground.
        self._next_message = int(clock() * 1000)
        self.add_group(GROUP_TITLE, tuple(self.people))

    def say(self, person: int, chat_id: int, text: str, *, reply_to: int | None = None) -> Json:
        """Write a message as a person; in private it lets the bot write back from now on."""
        chat = self.chat_of(person, chat_id)
        text, _ = plain_text(text)
        if not text:
            raise bad_request("message text is empty")
        if utf16_length(text) > MAX_TEXT:
            raise bad_request("message is too long")
        chat.opened = True
        content: Json = {"text": text}
        if entities := with_found(text, []):
            content["entities"] = entities
        replied = chat.messages.get(reply_to) if reply_to is not None else None
        message = self._add(chat, self.people[person].to_api(), content, replied)
        if sees(self.bot, chat, message, privacy=self.privacy):
            self.updates.push("message", message)
        return message

    def press(self, person: int, chat_id: int, message_id: int, data: str) -> Callback:
        """Press a callback button of a message as a person."""
        chat = self.chat_of(person, chat_id)
        message = chat.messages.get(message_id)
        rows = (message or {}).get("reply_markup", {}).get("inline_keyboard", [])
        if message is None or all(button.get("callback_data") != data for row in rows for button in row):
            raise bad_request("DATA_INVALID")
        now = self.clock()
        for old in [key for key, one in self.callbacks.items() if now - one.asked_at > CALLBACK_SECONDS]:
            self.callbacks.pop(old).answer.cancel()
        number = str(secrets.randbits(62))
        callback = Callback(number, person, now, asyncio.get_running_loop().create_future())
        self.callbacks[number] = callback
        query = {"id": number, "from": self.people[person].to_api(), "message": message, "data": data}
        self.updates.push("callback_query", {**query, "chat_instance": str(chat_id)})
        return callback

    def add_group(self, title: str, people: tuple[int, ...]) -> Chat:
        """Open a supergroup with the bot as administrator; its first person owns it."""
        unknown = [person for person in people if person not in self.people]
        if unknown or not people:
            raise bad_request(f"a group needs people of {sorted(self.people)}; found {list(people)}")
        chat = Chat(GROUP - sum(not chat.is_private for chat in self.chats.values()), title, people)
        if self.privacy:
            chat.bot_status = "member"
        self.chats[chat.id] = chat
        shown = {"chat": self.chat_api(chat), "people": len(people), "pinned": None, "messages": []}
        self._tell(people, {"type": "chat", **shown})
        self._bot_changed(chat, "left", chat.bot_status)
        return chat

    def set_privacy(self, *, on: bool) -> None:
        """Switch privacy mode: with it the bot is a plain member, without it an administrator."""
        self.privacy = on
        for chat in self.chats.values():
            if not chat.is_private and chat.bot_status != "left":
                self.set_bot_status(chat, "member" if on else "administrator")

    def set_bot_status(self, chat: Chat, status: str) -> None:
        """Change what the bot is in a group: administrator, member, left or kicked."""
        before, chat.bot_status = chat.bot_status, status
        if before != status:
            self._bot_changed(chat, before, status)

    def post(self, chat: Chat, content: Json, *, reply_to: int | None = None) -> Json:
        """Write a message as the bot."""
        replied = chat.messages.get(reply_to) if reply_to is not None else None
        chat.bot_spoke_last = True
        return self._add(chat, self.bot_user, content, replied)

    def replace(self, chat: Chat, message: Json) -> Json:
        """Put a changed message in place of the one with its id."""
        chat.messages[message["message_id"]] = message
        self._tell(chat.people, {"type": "edit", "chat_id": chat.id, "message": message})
        return message

    def delete(self, chat: Chat, message_id: int) -> None:
        """Take a message away from everybody."""
        del chat.messages[message_id]
        if chat.pinned == message_id:
            self.pin(chat, None)
        self._tell(chat.people, {"type": "delete", "chat_id": chat.id, "message_id": message_id})

    def pin(self, chat: Chat, message_id: int | None) -> None:
        """Pin a message, or none."""
        chat.pinned = message_id
        self._tell(chat.people, {"type": "pin", "chat_id": chat.id, "message_id": message_id})

    def answer(self, callback_id: str, answer: Json) -> None:
        """Answer a press of a button, once and in time.

        Raises:
            ApiError: 400 for an unknown, answered or old query.
        """
        callback = self.callbacks.pop(callback_id, None)
        if callback is None or self.clock() - callback.asked_at > CALLBACK_SECONDS:
            raise bad_request(_QUERY_TOO_OLD)
        callback.answer.set_result(answer)
        told = {"type": "answer", "callback_id": callback_id, **answer}
        self._tell((callback.person,), told)

    def act(self, chat: Chat, action: str) -> None:
        """Show that the bot is at work."""
        self._tell(chat.people, {"type": "action", "chat_id": chat.id, "action": action})

    def set_commands(self, commands: list[Json]) -> None:
        """Change the list of commands that pages suggest."""
        self.commands = commands
        self._tell(self.people, {"type": "commands", "commands": commands})

    @property
    def username(self) -> str:
        """The bot's username, without the at sign."""
        return str(self.bot["username"])

    @property
    def bot_user(self) -> Json:
        """The bot as a Bot API User inside messages."""
        return {key: self.bot[key] for key in ("id", "is_bot", "first_name", "username")}

    def chat_of(self, person: int, chat_id: int) -> Chat:
        """Find a chat that a person is in.

        Raises:
            ApiError: 400 when there is no such chat for this person.
        """
        chat = self.chats.get(chat_id)
        if chat is None or person not in chat.people:
            raise bad_request("chat not found")
        return chat

    def chat_for_bot(self, chat_id: int) -> Chat:
        """Find a chat that the bot may write to.

        Raises:
            ApiError: 400 for an unknown chat, 403 where the bot may not write.
        """
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad_request("chat not found")
        if not chat.opened:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        if chat.bot_status == "left":
            raise ApiError(403, "Forbidden: bot is not a member of the supergroup chat")
        if chat.bot_status == "kicked":
            raise ApiError(403, "Forbidden: bot was kicked from the supergroup chat")
        return chat

    def chat_api(self, chat: Chat) -> Json:
        """Describe a chat as the Bot API's Chat."""
        if chat.title is not None:
            return {"id": chat.id, "type": "supergroup", "title": chat.title}
        user = self.people[chat.id].to_api()
        del user["is_bot"], user["language_code"]
        return {**user, "type": "private"}

    def member(self, chat: Chat, user_id: int) -> Json:
        """Describe a member of a chat as the Bot API's ChatMember."""
        if user_id == self.bot["id"]:
            return {"status": chat.bot_status, "user": self.bot_user, **rights(chat.bot_status)}
        if user_id not in self.people:
            raise bad_request("user not found")
        status = "left" if user_id not in chat.people else "member"
        if user_id == chat.people[0] and not chat.is_private:
            status = "creator"
        user = {"status": status, "user": self.people[user_id].to_api()}
        return {**user, "is_anonymous": False} if status == "creator" else user

    def _add(self, chat: Chat, sender: Json, content: Json, replied: Json | None) -> Json:
        message: Json = {
            "message_id": self._next_message,
            "from": sender,
            "chat": self.chat_api(chat),
            "date": int(self.clock()),
            **content,
        }
        if replied is not None:
            message["reply_to_message"] = {key: replied[key] for key in replied if key != "reply_to_message"}
        self._next_message += 1
        chat.messages[message["message_id"]] = message
        if len(chat.messages) > _KEPT_MESSAGES:
            del chat.messages[next(iter(chat.messages))]
        self._tell(chat.people, {"type": "message", "chat_id": chat.id, "message": message})
        return message

    def _bot_changed(self, chat: Chat, before: str, after: str) -> None:
        change: Json = {
            "chat": self.chat_api(chat),
            "from": self.people[chat.people[0]].to_api(),
            "date": int(self.clock()),
        }
        for key, status in (("old_chat_member", before), ("new_chat_member", after)):
            change[key] = {"status": status, "user": self.bot_user, **rights(status)}
        self.updates.push("my_chat_member", change)
