"""What people do in chats, as updates that Telegram would hand out; without their numbers."""

import re
import time
from typing import Final

from msgspec import Struct

from bot.playground.chats import Json

_COMMAND: Final = re.compile(r"/[A-Za-z0-9_]+(?:@[A-Za-z0-9_]+)?")


class FleetPerson(Struct, frozen=True):
    """Somebody who plays."""

    user: int
    name: str
    language: str = "tr"
    username: str = ""
    """Without ``@``; empty for none."""

    @property
    def to_user(self) -> Json:
        """As Telegram tells of them."""
        user = {"id": self.user, "is_bot": False, "first_name": self.name, "language_code": self.language}
        return user | ({"username": self.username} if self.username else {})


def make_chat(chat: int, title: str = "Masa") -> Json:
    """A chat: a person's own where its number is positive, else a supergroup."""
    if chat > 0:
        return {"id": chat, "type": "private", "first_name": title}
    return {"id": chat, "type": "supergroup", "title": title}


def make_text_message(  # noqa: PLR0917 - a message is what it is made of
    message_id: int, chat: int, person: FleetPerson, text: str, reply: Json | None = None, topic: int | None = None
) -> Json:
    """A message of somebody's; ``message_id`` is its own, ``reply`` the message that it answers."""
    message: Json = {
        "message_id": message_id,
        "date": int(time.time()),
        "chat": make_chat(chat, person.name if chat > 0 else "Masa"),
        "from": person.to_user,
        "text": text,
    }
    if (command := _COMMAND.match(text)) is not None:
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": command.end()}]
    if reply is not None:
        message["reply_to_message"] = reply
    if topic is not None:
        message |= {"message_thread_id": topic, "is_topic_message": True}
        message["chat"]["is_forum"] = True
    return {"message": message}


def make_tap(query: str, person: FleetPerson, message: Json, data: str) -> Json:
    """A tap on a button under a message that the bot sent; ``query`` names the tap."""
    return {
        "callback_query": {
            "id": query,
            "from": person.to_user,
            "message": message,
            "chat_instance": str(message["chat"]["id"]),
            "data": data,
        }
    }
