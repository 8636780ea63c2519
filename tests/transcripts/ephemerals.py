"""Messages that one member of a group alone sees, as servers of several versions of the Bot API serve them."""

from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground.server_version import bad_request_error
from tests.transcripts.http_calls import Json
from tests.transcripts.server_state import BOT, Chat

VERSIONS: Final = ("9.0", "10.0", "10.3", "10.4")
"""Each knows something that the one before did not: instants in texts; such messages; them by the press alone that
they answer."""
OLDEST: Final = "10.0"
_METHODS: Final = (
    "editEphemeralMessageText",
    "editEphemeralMessageCaption",
    "editEphemeralMessageMedia",
    "editEphemeralMessageReplyMarkup",
    "deleteEphemeralMessage",
)


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed."""

    chat: int
    person: int


@dataclass(slots=True)
class Ephemerals:
    """All of one server."""

    version: str = OLDEST
    presses: dict[str, Press] = field(default_factory=dict)
    """By the numbers of their queries."""
    messages: dict[tuple[int, int], list[Json | None]] = field(default_factory=dict)
    """By chat and reader, in the order of their numbers, which begin with 1."""

    def is_at_least(self, since: str) -> bool:
        """Whether the server knows what came with a version."""
        return VERSIONS.index(since) <= VERSIONS.index(self.version)

    def refuse_unknown_markup(self, asked: Json) -> None:
        """Refuse a text with an instant where there are none."""
        text = str(asked.get("text") or asked.get("caption") or "")
        if "<tg-time" in text and not self.is_at_least("10.0"):
            raise bad_request_error('can\'t parse entities: Unsupported start tag "tg-time" at byte offset 0')

    def serves_method(self, method: str) -> bool:
        """Whether a method is about such messages."""
        return method in _METHODS

    def chat_of(self, asked: Json) -> int | None:
        """The chat of a message that names none, by the press that it answers."""
        query = str((asked.get("ephemeral_message_parameters") or {}).get("callback_query_id"))
        return self.presses[query].chat if self.is_at_least("10.4") and query in self.presses else None

    def reader_of_send(self, asked: Json, chat: Chat) -> int | None:
        """Who alone is to see a message; ``None`` where everybody is.

        Raises:
            ApiError: the bot may not write to them alone.
        """
        given = self._ephemeral_parameters(asked)
        answered = (asked.get("reply_parameters") or {}).get("ephemeral_message_id")
        if given is None:
            return None
        press = self.presses.get(str(given.get("callback_query_id")))
        person = given.get("receiver_user_id") or (press.person if press and self.is_at_least("10.4") else None)
        if person is None:
            raise bad_request_error("can't parse ephemeral message parameters: no receiver_user_id")
        if "callback_query_id" in given:
            if press is None or press.chat != chat.api["id"]:
                raise bad_request_error("query is too old and response timeout expired or query ID is invalid")
        elif answered is None and BOT["id"] not in chat.admins:
            raise bad_request_error("CHAT_ADMIN_REQUIRED")
        return int(person)

    def _ephemeral_parameters(self, asked: Json) -> Json | None:
        found: Json | None = asked.get("ephemeral_message_parameters")
        return found if self.is_at_least("10.3") else None

    def store_message(self, chat: int, reader: int, person: Json, message: Json) -> Json:
        """Keep a message under the next number of its reader's."""
        line = self.messages.setdefault((chat, reader), [])
        made = message | {"message_id": 0, "ephemeral_message_id": len(line) + 1, "receiver_user": person}
        line.append(made)
        return made

    def edit_message(self, method: str, asked: Json, changed: Json) -> bool:
        """Put something else into one, or take it away.

        Raises:
            ApiError: there is none, or it holds nothing of the kind.
        """
        line = self.messages.get((int(asked.get("chat_id", 0)), int(asked.get("receiver_user_id", 0))), [])
        number = int(asked.get("ephemeral_message_id", 0))
        before = line[number - 1] if 0 < number <= len(line) else None
        if before is None:
            raise bad_request_error("MESSAGE_ID_INVALID")
        if method == "deleteEphemeralMessage":
            line[number - 1] = None
            return True
        if method == "editEphemeralMessageText" and "text" not in before:
            raise bad_request_error("there is no text in the message to edit")
        if method != "editEphemeralMessageReplyMarkup":
            before = {name: value for name, value in before.items() if name not in {"text", "photo", "caption"}}
        line[number - 1] = {name: value for name, value in before.items() if name != "reply_markup"} | changed
        return True

    def newest_with_buttons(self, chat: int, reader: int) -> tuple[int, list[list[Json]]]:
        """The number of the newest one with buttons that a reader sees in a chat, and its buttons; 0 without one."""
        line = self.messages.get((chat, reader), [])
        for number in range(len(line), 0, -1):
            rows = self.buttons_of_message(chat, reader, number)
            if rows:
                return number, rows
        return 0, []

    def buttons_of_message(self, chat: int, reader: int, number: int) -> list[list[Json]]:
        """The buttons of one, row by row."""
        message: Any = self.messages[chat, reader][number - 1] or {}
        rows: list[list[Json]] = (message.get("reply_markup") or {}).get("inline_keyboard", [])
        return rows
