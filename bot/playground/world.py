"""What happens in the playground: a model in memory, without HTTP.

Owns messages and what people do with them. Messages are Bot API objects and are replaced, never changed, so that
an update already queued stays as it was. What a call's parameters may be is checked in `methods.py`.
"""

from collections.abc import Callable

from bot.playground.callbacks import Callback, Callbacks
from bot.playground.chats import Chat, Json
from bot.playground.entities import commands_in, plain_text, utf16_length, with_found
from bot.playground.ephemeral import Ephemerals
from bot.playground.errors import bad_request
from bot.playground.inline import Inline
from bot.playground.places import Listener, Places
from bot.playground.privacy import sees
from bot.playground.servers import EPHEMERAL
from bot.playground.updates import UpdateQueue

MAX_TEXT = 4096
EDIT_SECONDS = 48 * 3600
_KEPT_MESSAGES = 2000
_TOPIC_COLOR = 7322096


class World(Places):
    """Everything that the real Telegram would remember."""

    def __init__(
        self, bot: Json, people: int, clock: Callable[[], float], updates: UpdateQueue, listener: Listener
    ) -> None:
        super().__init__(bot, people, clock, updates, listener)
        self.callbacks = Callbacks(clock)
        self.ephemeral = Ephemerals(clock, listener)
        self.inline = Inline(clock, updates)
        # Greater than in any earlier run: a bot may remember ids across restarts of the playground.
        self._next_message = int(clock() * 1000)

    def say(
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

        A command that the bot declared ephemeral, and an answer to the ephemeral message of that number, is told to
        nobody but the bot. `language` is that of the page, for whose commands there may be a list of its own.
        """
        chat = self.chat_of(person, chat_id)
        content = _written(text)
        chat.opened = True
        if ephemeral is not None:
            answered = self.ephemeral.get(chat_id, person, ephemeral).message
            return self._whisper(chat, person, {**content, "reply_to_message": answered}, thread)
        if self._is_ephemeral(chat, person, content, language):
            return self._whisper(chat, person, content, thread)
        message = self.add(chat, self.people[person].to_api(), content, reply_to=reply_to, thread=thread)
        self._report("message", chat, message)
        return message

    def edit(self, person: int, chat_id: int, message_id: int, text: str) -> Json:
        """Change the text of a message of one's own, within two days.

        Raises:
            ApiError: 400 for somebody else's message, one without a text or sent via the bot, or an old one.
        """
        chat = self.chat_of(person, chat_id)
        message = chat.messages.get(message_id)
        if message is None or message["from"]["id"] != person or "text" not in message or "via_bot" in message:
            raise bad_request("MESSAGE_AUTHOR_REQUIRED")
        if self.clock() - message["date"] > EDIT_SECONDS:
            raise bad_request("MESSAGE_EDIT_TIME_EXPIRED")
        content = _written(text)
        if content["text"] == message["text"]:
            raise bad_request("MESSAGE_NOT_MODIFIED")
        kept = {key: message[key] for key in message if key not in {"text", "entities"}}
        edited = self.replace(chat, {**kept, "edit_date": int(self.clock()), **content})
        self._report("edited_message", chat, edited)
        return edited

    def remove(self, person: int, chat_id: int, message_id: int) -> None:
        """Take a message away from everybody as a person, of which the bot is not told.

        Raises:
            ApiError: 400 for a message of somebody else's in a group that is not one's own, or for none.
        """
        chat = self.chat_of(person, chat_id)
        message = chat.messages.get(message_id)
        if message is None or person not in {message["from"]["id"], chat.owner}:
            raise bad_request("MESSAGE_DELETE_FORBIDDEN")
        self.delete(chat, message_id)

    def press(self, person: int, chat_id: int, message_id: int, data: str, *, ephemeral: bool = False) -> Callback:
        """Press a callback button of a message as a person; an ephemeral one is named by its own number."""
        chat = self.chat_of(person, chat_id)
        message = (
            self.ephemeral.get(chat_id, person, message_id).message if ephemeral else chat.messages.get(message_id)
        )
        rows = (message or {}).get("reply_markup", {}).get("inline_keyboard", [])
        if message is None or all(button.get("callback_data") != data for row in rows for button in row):
            raise bad_request("DATA_INVALID")
        callback = self.callbacks.add(person, chat_id, message_id, ephemeral=ephemeral)
        via = self.inline.id_of(chat_id, message_id)
        origin = {"message": message} if via is None or ephemeral else {"inline_message_id": via}
        query = {"id": callback.id, "from": self.people[person].to_api(), **origin, "data": data}
        self.updates.push("callback_query", {**query, "chat_instance": str(chat_id)})
        return callback

    def choose(self, person: int, chat_id: int, query_id: str, result_id: str, thread: int | None = None) -> Json:
        """Send a result of an inline query of one's own, as a message via the bot.

        Raises:
            ApiError: 400 for a result that was not among those shown to this person.
        """
        chat = self.chat_of(person, chat_id)
        query, content = self.inline.result(person, query_id, result_id)
        sender = self.people[person].to_api()
        chat.opened = True
        message = self.add(chat, sender, {"via_bot": self.bot_user, **content}, thread=thread)
        chosen: Json = {"result_id": result_id, "from": sender, "query": query}
        if "reply_markup" in content:
            chosen["inline_message_id"] = self.inline.sent(chat_id, message["message_id"])
        self._report("message", chat, message)
        if self.server.inline_feedback:
            self.updates.push("chosen_inline_result", chosen)
        return message

    def set_presence(self, chat: Chat, person: int, *, here: bool) -> None:
        """Let a person leave a group, or come back; the chat is told, and the bot as far as it asked."""
        if (person in chat.people) == here:
            return
        before = self.member(chat, person)
        chat.people = (*chat.people, person) if here else tuple(one for one in chat.people if one != person)
        user = self.people[person].to_api()
        change = {
            "chat": self.chat_api(chat),
            "from": user,
            "date": int(self.clock()),
            "old_chat_member": before,
            "new_chat_member": self.member(chat, person),
        }
        if chat.bot_status == "administrator":
            self.updates.push("chat_member", change)
        self.service(person, chat, {"new_chat_members": [user]} if here else {"left_chat_member": user})

    def service(self, person: int, chat: Chat, content: Json, thread: int | None = None) -> Json:
        """Write what Telegram itself says of something that a person did."""
        message = self.add(chat, self.people[person].to_api(), content, thread=thread)
        self._report("message", chat, message)
        return message

    def set_forum(self, chat: Chat, *, on: bool) -> None:
        """Give a group topics, or take them away; the messages stay."""
        chat.is_forum = on
        if not on:
            chat.topics.clear()
        self.show(chat)

    def add_topic(self, person: int, chat: Chat, name: str) -> int:
        """Open a topic in a forum as a person; its number is that of the message that tells of it."""
        if not chat.is_forum or not name.strip():
            raise bad_request("a topic needs a name, and a group with topics")
        number = self._next_message
        chat.topics[number] = name
        self.service(person, chat, {"forum_topic_created": {"name": name, "icon_color": _TOPIC_COLOR}}, number)
        self.show(chat)
        return number

    def post(self, chat: Chat, content: Json, *, reply_to: int | None = None, thread: int | None = None) -> Json:
        """Write a message as the bot."""
        chat.bot_spoke_last = True
        return self.add(chat, self.bot_user, content, reply_to=reply_to, thread=thread)

    def whisper(
        self, chat: Chat, person: int, content: Json, *, thread: int | None = None, replaces: int | None = None
    ) -> Json:
        """Write a message as the bot that one member alone sees."""
        receiver = {"receiver_user": self.people[person].to_api()}
        message = {**self.envelope(chat, self.bot_user, thread), **receiver, **content}
        hidden = not self.server.delivery
        return self.ephemeral.add(chat, person, message, replaces=replaces, hidden=hidden).message

    def replace(self, chat: Chat, message: Json) -> Json:
        """Put a changed message in place of the one with its id."""
        chat.messages[message["message_id"]] = message
        self.tell(chat.people, {"type": "edit", "chat_id": chat.id, "message": message})
        return message

    def delete(self, chat: Chat, message_id: int) -> None:
        """Take a message away from everybody."""
        del chat.messages[message_id]
        if chat.pinned == message_id:
            self.pin(chat, None)
        self.tell(chat.people, {"type": "delete", "chat_id": chat.id, "message_id": message_id})

    def pin(self, chat: Chat, message_id: int | None) -> None:
        """Pin a message, or none."""
        chat.pinned = message_id
        self.tell(chat.people, {"type": "pin", "chat_id": chat.id, "message_id": message_id})

    def set_keyboard(self, chat: Chat, keyboard: Json, message: Json) -> None:
        """Show a keyboard below the input field, take it away, or begin a reply to a message."""
        if "force_reply" not in keyboard:
            chat.keyboard = keyboard if "keyboard" in keyboard else None
        told = {"type": "keyboard", "chat_id": chat.id, "keyboard": keyboard, "message_id": message["message_id"]}
        self.tell(chat.people, told)

    def answer(self, callback_id: str, answer: Json) -> None:
        """Answer a press of a button, once and in time.

        Raises:
            ApiError: 400 for an unknown, answered or old query.
        """
        callback = self.callbacks.answered(callback_id, answer)
        self.tell((callback.person,), {"type": "answer", "callback_id": callback_id, **answer})

    def act(self, chat: Chat, action: str) -> None:
        """Show that the bot is at work."""
        self.tell(chat.people, {"type": "action", "chat_id": chat.id, "action": action})

    def envelope(self, chat: Chat, sender: Json, thread: int | None) -> Json:
        """Say what a message has beside its number and its content; a topic is named where there are topics."""
        there: Json = {"from": sender, "chat": self.chat_api(chat), "date": int(self.clock())}
        if chat.is_forum and thread in chat.topics:
            there |= {"message_thread_id": thread, "is_topic_message": True}
        return there

    def add(
        self, chat: Chat, sender: Json, content: Json, *, reply_to: int | None = None, thread: int | None = None
    ) -> Json:
        """Write a message as anybody; an answer goes to the topic of what it answers."""
        replied = chat.messages.get(reply_to) if reply_to is not None else None
        if thread is None and replied is not None:
            thread = replied.get("message_thread_id")
        number = self._next_message
        message: Json = {"message_id": number, **self.envelope(chat, sender, thread), **content}
        if replied is None and "is_topic_message" in message:
            # As Telegram has it: what answers nothing else in a topic answers the message that opened it.
            replied = chat.messages.get(message["message_thread_id"])
        if replied is not None:
            message["reply_to_message"] = {key: replied[key] for key in replied if key != "reply_to_message"}
        self._next_message += 1
        chat.messages[number] = message
        if len(chat.messages) > _KEPT_MESSAGES:
            del chat.messages[next(iter(chat.messages))]
        self.tell(chat.people, {"type": "message", "chat_id": chat.id, "message": message})
        return message

    def _whisper(self, chat: Chat, person: int, content: Json, thread: int | None) -> Json:
        sent = {**self.envelope(chat, self.people[person].to_api(), thread), "receiver_user": self.bot_user, **content}
        message = self.ephemeral.add(chat, person, sent).message
        self.updates.push("message", message)
        return message

    def _is_ephemeral(self, chat: Chat, person: int, content: Json, language: str) -> bool:
        """Whether a text begins with a command that the bot in this group declared ephemeral."""
        if chat.is_private or not chat.has_bot or not self.server.knows(EPHEMERAL):
            return False
        named = next(iter(commands_in(content)), None)
        if named is None or named[0] > 0 or named[2] not in {"", self.username.lower()}:
            return False
        shown = self.menus.shown(chat, self.people[person], language)
        return any(one["command"] == named[1] and one.get("is_ephemeral") for one in shown)

    def _report(self, kind: str, chat: Chat, message: Json) -> None:
        if sees(self.bot, chat, message, privacy=self.privacy):
            self.updates.push(kind, message)


def _written(text: str) -> Json:
    """Turn what a person typed into a message's content.

    Raises:
        ApiError: 400 for nothing, or too much.
    """
    text, _ = plain_text(text)
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > MAX_TEXT:
        raise bad_request("message is too long")
    entities = with_found(text, [])
    return {"text": text, "entities": entities} if entities else {"text": text}
