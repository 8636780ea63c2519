"""What people do, as Telegram tells of it: messages that they write, buttons that they press."""

from datetime import datetime
from typing import Any

from telegram.constants import ChatID

from tests.transcripts.http_calls import Json
from tests.transcripts.server import RecordingServer
from tests.transcripts.server_state import BOT


def message_update(server: RecordingServer, op: dict[str, Any], now: datetime) -> Json:
    """A message, which with ``alone`` only the bot sees; ``more`` of the op are further fields of it."""
    chat, text = server.state.chats[op["chat"]], op.get("text", "")
    number = 0 if op.get("alone") else server.state.next_message_id(op["chat"])
    message: Json = {"message_id": number, "date": int(now.timestamp()), "chat": chat.api, "from": _sender(server, op)}
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
        person = _sender(server, op)
        return server.state.ephemerals.store_message(op["chat"], person["id"], BOT, message | more)
    return message | more


def callback_query_update(server: RecordingServer, op: dict[str, Any], query: str, data: str) -> Json:
    """A button pressed, with its data, on a message as it is now."""
    chat = server.state.chats[op["chat"]]
    if "alone" in op:
        carrier: Json | None = server.state.ephemerals.messages[op["chat"], op["person"]][op["alone"] - 1]
    else:
        carrier = chat.messages.get(op["message"])
    carrier = carrier or {"message_id": op["message"], "date": 0, "chat": chat.api}
    return {"id": query, "from": _sender(server, op), "message": carrier, "data": data, "chat_instance": "1"}


def _sender(server: RecordingServer, op: dict[str, Any]) -> Json:
    who: Json = op["as"] if "as" in op else server.state.people[op["person"]]
    return who
