"""What a bot sent, as tests read it: text, buttons, links, the number."""

from dataclasses import dataclass
from typing import Any

from bot.playground import JournalEntry
from bot.telegram.ephemeral import PLACEHOLDER

Json = dict[str, Any]
SEND_METHODS = frozenset({"sendMessage", "sendPhoto"})


@dataclass(frozen=True, slots=True)
class SentMessage:
    parameters: Json
    message: Json
    is_photo: bool

    @property
    def message_id(self) -> int:
        """Its number; an ephemeral message's own one."""
        return int(self.message["ephemeral_message_id" if self.is_ephemeral else "message_id"])

    @property
    def is_ephemeral(self) -> bool:
        return "ephemeral_message_id" in self.message

    @property
    def html(self) -> str:
        return str(self.parameters["caption" if self.is_photo else "text"])

    @property
    def text(self) -> str:
        return str(self.message["caption" if self.is_photo else "text"])

    @property
    def buttons(self) -> list[Json]:
        rows = self.message.get("reply_markup", {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    def button_data(self, kind: str) -> str:
        data = [str(one.get("callback_data", "")) for one in self.buttons]
        found = next((one for one in data if one.startswith(f"{kind}:")), None)
        assert found is not None, f"no button {kind} below {self.text!r}: {data}"
        return found

    @property
    def links(self) -> list[str]:
        return [button["url"] for button in self.buttons if "url" in button]


def is_for_one_member(call: JournalEntry) -> bool:
    return bool({"ephemeral_message_parameters", "receiver_user_id"} & call.parameters.keys())


def is_ephemeral_call(call: JournalEntry) -> bool:
    """Whether a call has sent a message that one member of a group alone sees."""
    return call.method in SEND_METHODS and call.status == 200 and "ephemeral_message_id" in call.result


def has_content(call: JournalEntry) -> bool:
    """Whether such a message says something as it is sent, and is not neutral."""
    return call.parameters.get("text", "") != PLACEHOLDER and not isinstance(call.parameters.get("photo"), str)


def is_edit_of(call: JournalEntry, message: SentMessage) -> bool:
    asked, chat = call.parameters, message.message["chat"]["id"]
    return (str(asked["chat_id"]), str(asked["message_id"])) == (str(chat), str(message.message_id))


def to_sent_message(call: JournalEntry) -> SentMessage:
    return SentMessage(call.parameters, call.result, call.method == "sendPhoto")
