"""Calls as lines of text that tell the same of the same calls, in whatever order chats and tasks were served.

Within one step and chat come first the answers to taps, then edits of older messages, message by message, then what was
sent, in the order in which it was sent: those three are the work of different tasks, whose order is nobody's promise.
What is about no chat, such as menus and webhooks, is told by its methods' names: it is done beside all that.
What only asks the server for something is left out.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, Final

from PIL import Image

from tests.transcripts.http_calls import Json
from tests.transcripts.server_state import Call

_ASKING: Final = ("get",)
_NOBODY: Final = 0
_DYING: Final = frozenset({"crash", "outage"})
_BESIDE: Final = frozenset({"editMessageReplyMarkup", "deleteMessage", "sendChatAction"})
"""What the bot does beside what it tells: whether it came to that before it died is nobody's promise."""
_IN_CHATS: Final = frozenset({"say", "tap"})
_UNTOLD: Final = frozenset({"do", "chat", "person", "as", "after"})
_POST_LINK: Final = re.compile(r"(https://t\.me/[\w/]+)/\d+")
"""A link to the newest message of another chat: who sends one in the same step may do so before or after it."""
_OWN_LINES: Final = ("text", "caption", "media", "photo", "reply_markup", "commands")


class PictureDigests:
    """Digests of what pictures show: of their size and pixels, not of how they are packed."""

    def __init__(self) -> None:
        self._digests: Final[dict[bytes, str]] = {}

    def digest(self, content: bytes) -> str:
        """Size and digest, as in ``900×1010 3fa9c1d2e4b5a697``."""
        key = hashlib.blake2b(content, digest_size=16).digest()
        if key not in self._digests:
            with Image.open(BytesIO(content)) as image:
                pixels = image.convert("RGB")
            told = hashlib.blake2b(pixels.tobytes(), digest_size=8).hexdigest()
            self._digests[key] = f"{pixels.width}×{pixels.height} {told}"
        return self._digests[key]


class TranscriptBook:
    """The transcripts, a list of lines a chat.

    Args:
        volatile: what of a line is replaced, as a regular expression, and by what.
    """

    def __init__(self, volatile: Sequence[tuple[str, str]] = ()) -> None:
        self._volatile: Final = [(re.compile(pattern), instead) for pattern, instead in volatile]
        self.lines_by_chat: Final[dict[int, list[str]]] = {}
        self.chat_by_query: Final[dict[str, int]] = {}
        """In which chat each button was pressed, by the number of its query."""
        self._pictures: Final = PictureDigests()

    def write_step(
        self, step: int, op: Json, calls: Sequence[Call], marks: Mapping[int, int], files: Mapping[str, bytes]
    ) -> None:
        """Write one step down.

        Args:
            step: its number.
            op: what was done.
            calls: what the bot called meanwhile.
            marks: the number of the newest message of each chat before it.
            files: the pictures by the ids of their files.
        """
        told: dict[int, list[str]] = {int(op.get("chat", _NOBODY)) if op["do"] in _IN_CHATS else _NOBODY: []}
        by_chat: dict[int, list[Call]] = {}
        for call in calls:
            by_chat.setdefault(chat_of(call, self.chat_by_query), []).append(call)
        for chat, made in sorted(by_chat.items()):
            sure = [call for call in made if op["do"] not in _DYING or call.method not in _BESIDE]
            ordered = order_calls(sure, marks.get(chat, 0)) if chat else order_by_method(sure)
            said = [self._mask_volatile(line) for call in ordered for line in call_lines(call, files, self._pictures)]
            if len(by_chat) > 1:
                said = [_POST_LINK.sub(r"\1/(newest)", line) for line in said]
            if said or chat in told:
                told[chat] = said
        for chat, said in told.items():
            self.lines_by_chat.setdefault(chat, []).extend([f"== {step} {_op_line(op)}", *said])

    def _mask_volatile(self, line: str) -> str:
        for pattern, instead in self._volatile:
            line = pattern.sub(instead, line)
        return line


def _op_line(op: Json) -> str:
    if op["do"] == "title":
        return f"######## {op['text']}"
    who = op.get("person") or op.get("as")
    name = who.get("id") if isinstance(who, dict) else who
    rest = {key: value for key, value in op.items() if key not in _UNTOLD}
    return " ".join(str(part) for part in (op["do"], name, rest or "") if part)


def chat_of(call: Call, taps: Mapping[str, int]) -> int:
    """The chat that a call is about; 0 where it is about none."""
    if "callback_query_id" in call.parameters:
        return taps.get(str(call.parameters["callback_query_id"]), 0)
    press = (call.parameters.get("ephemeral_message_parameters") or {}).get("callback_query_id")
    if "chat_id" not in call.parameters and press is not None:
        return taps.get(str(press), 0)
    chat = call.parameters.get("chat_id", 0)
    return int(chat) if str(chat).lstrip("-").isdigit() else 0


def order_calls(calls: Sequence[Call], before: int) -> list[Call]:
    """The calls of one chat in one step; messages up to the number ``before`` are older than the step."""

    def place(call: Call) -> tuple[int, int]:
        if call.method.startswith("answer"):
            return 0, 0
        message = int(call.parameters.get("message_id") or 0)
        return (1, message) if 0 < message <= before else (2, 0)

    return sorted((call for call in calls if not call.method.startswith(_ASKING)), key=place)


def order_by_method(calls: Sequence[Call]) -> list[Call]:
    """The calls that are about no chat; those of one method in the order in which they came."""
    return sorted((call for call in calls if not call.method.startswith(_ASKING)), key=lambda call: call.method)


def call_lines(call: Call, files: Mapping[str, bytes], pictures: PictureDigests) -> list[str]:
    """One call, a line for each thing that it says."""
    asked = call.parameters
    small = {name: value for name, value in sorted(asked.items()) if name not in (*_OWN_LINES, "chat_id")}
    sent = call.result.get("message_id") if isinstance(call.result, dict) else None
    if isinstance(call.result, dict) and "ephemeral_message_id" in call.result:
        sent = f"{call.result['ephemeral_message_id']} of {call.result['receiver_user']['id']}"
    number = f" #{sent}" if sent is not None and "message_id" not in asked else ""
    outcome = "" if call.status == 200 else f" -> {call.status} {call.result}"
    found = [f"  {call.method}{number}{outcome}"]
    found += [f"    {name}: {_compact_json(value)}" for name, value in small.items() if value is not None]
    media = asked.get("media")
    if isinstance(media, dict):
        found += [
            f"    media.{name}: {_compact_json(value)}" for name, value in sorted(media.items()) if name == "type"
        ]
        asked = {**asked, "caption": media.get("caption", ""), "photo": media.get("media")}
    found += _text_lines(asked)
    if call.method == "sendDocument":
        found += [line for content in call.files.values() for line in _document_lines(content)]
    elif "photo" in asked or call.files:
        content = next(iter(call.files.values()), None) or files.get(str(asked.get("photo")))
        found.append(f"    photo: {'unknown file' if content is None else pictures.digest(content)}")
    if "commands" in asked:
        found += [f"    {_menu_command_line(one)}" for one in asked["commands"]]
    return found + _keyboard_lines(asked.get("reply_markup"))


def _document_lines(content: bytes) -> list[str]:
    """A file, line by line where it is text."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return [f"    document: {hashlib.blake2b(content, digest_size=8).hexdigest()}"]
    return [f"    document| {line}" for line in text.splitlines()]


def _menu_command_line(one: Json) -> str:
    rest = {name: value for name, value in one.items() if name not in {"command", "description"}}
    return f"/{one['command']}: {one['description']}" + (f" {_compact_json(rest)}" if rest else "")


def _text_lines(asked: Json) -> list[str]:
    return [
        f"    {name}| {line}"
        for name in ("text", "caption")
        if asked.get(name)
        for line in str(asked[name]).splitlines()
    ]


def _keyboard_lines(markup: Any) -> list[str]:
    if not isinstance(markup, dict):
        return []
    rows = markup.get("inline_keyboard", [])
    return ["    buttons:" + "".join(f" [{_button_text(one)}]" for one in row) for row in rows] or ["    buttons: none"]


def _button_text(button: Json) -> str:
    rest = {name: value for name, value in sorted(button.items()) if name not in {"text", "callback_data"}}
    return " | ".join(
        [button["text"], *filter(None, [button.get("callback_data")]), *(map(_compact_json, rest.values()))]
    )


def _compact_json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
