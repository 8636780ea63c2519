"""What people do, as Telegram tells of it: messages that they write, buttons that they press."""

from datetime import datetime
from typing import Any

from telegram.constants import ChatID

from tests.transcripts.chats import BOT
from tests.transcripts.server import Server
from tests.transcripts.wire import Json


def said(server: Server, op: dict[str, Any], now: datetime) -> Json:
    """A message, which with ``alone`` only the bot sees; ``more`` of the op are further fields of it."""
    chat, text = server.chats[op["chat"]], op.get("text", "")
    number = 0 if op.get("alone") else server.number(op["chat"])
    message: Json = {"message_id": number, "date": int(now.timestamp()), "chat": chat.api, "from": _who(server, op)}
    if message["from"]["id"] == ChatID.ANONYMOUS_ADMIN:
        message["sender_chat"] = chat.api
    if text:
        message["text"] = text
        if text.startswith("/"):
            length = len(text.split(maxsplit=1)[0])
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
    if "reply" in op:
        unknown = {"message_id": op["reply"], "date": 0, "chat": chat.api}
        message["reply_to_message"] = chat.messages.get(op["reply"]) or unknown
    more: Json = op.get("more", {})
    if op.get("alone"):
        person = _who(server, op)
        return server.ephemerals.keep(op["chat"], person["id"], BOT, message | more)
    return message | more


def tapped(server: Server, op: dict[str, Any], query: str, data: str) -> Json:
    """A button pressed, with its data, on a message as it is now."""
    chat = server.chats[op["chat"]]
    if "alone" in op:
        carrier: Json | None = server.ephemerals.kept[op["chat"], op["person"]][op["alone"] - 1]
    else:
        carrier = chat.messages.get(op["message"])
    carrier = carrier or {"message_id": op["message"], "date": 0, "chat": chat.api}
    return {"id": query, "from": _who(server, op), "message": carrier, "data": data, "chat_instance": "1"}


def _who(server: Server, op: dict[str, Any]) -> Json:
    who: Json = op["as"] if "as" in op else server.people[op["person"]]
    return who
