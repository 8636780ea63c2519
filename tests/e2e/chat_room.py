"""A chat as its people see it: they say and tap, and read what the bot sends, without ever watching a clock."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image

from bot.playground import JournalEntry, Playground
from bot.playground.chats import Chat, parse_html
from bot.texts import Texts
from tests.support.sent_messages import has_content
from tests.support.waiting import PATIENCE

Json = dict[str, Any]

GREETING = "Harfiyen"
SEAL = re.compile(r"\b[0-9a-f]{64}\b")
_TAKEN = 200
_SENDS = frozenset({"sendMessage", "sendPhoto"})
_ISOLATES = str.maketrans("", "", "\u2068\u2069")
TEXTS = Texts()


def chat_sentence(language: str, message: str, /, **arguments: str | int) -> str:
    """A message of the text files as people read it."""
    return parse_html(TEXTS.html(language, message, **arguments), lambda _: None)[0]


@dataclass(frozen=True, slots=True)
class ReadMessage:
    message: Json
    call_number: int

    @property
    def message_id(self) -> int:
        return int(self.message["message_id" if self.reader is None else "ephemeral_message_id"])

    @property
    def reader(self) -> int | None:
        return int(self.message["receiver_user"]["id"]) if "ephemeral_message_id" in self.message else None

    @property
    def raw_text(self) -> str:
        """The text as it came, to which the entities' places refer."""
        return str(self.message.get("text", self.message.get("caption", "")))

    @property
    def text(self) -> str:
        """The text without the marks around names that keep right-to-left ones apart."""
        return self.raw_text.translate(_ISOLATES)

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def parts_marked(self, kind: str) -> list[str]:
        units = self.raw_text.encode("utf-16-le")
        return [
            units[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le").translate(_ISOLATES)
            for one in self._entities
            if one["type"] == kind
        ]

    @property
    def mentioned_users(self) -> list[int]:
        return [int(one["user"]["id"]) for one in self._entities if one["type"] == "text_mention"]

    @property
    def _entities(self) -> list[Json]:
        found: list[Json] = self.message.get("entities") or self.message.get("caption_entities") or []
        return found

    @property
    def photo_id(self) -> str | None:
        sizes = self.message.get("photo")
        return str(sizes[-1]["file_id"]) if sizes else None

    @property
    def buttons(self) -> list[Json]:
        rows = self.message.get("reply_markup", {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    def data_of_label(self, label: str) -> str:
        found = [one for one in self.buttons if str(one["text"]).startswith(label)]
        assert found, [one["text"] for one in self.buttons]
        return str(found[0]["callback_data"])

    def data_of_kind(self, kind: str) -> str:
        found = [str(one.get("callback_data", "")) for one in self.buttons]
        return next(data for data in found if data.startswith(f"{kind}:"))


class Room:
    def __init__(self, playground: Playground, chat: Chat, log: Callable[[], str]) -> None:
        self.chat = chat
        self.playground = playground
        self._log = log
        self._last_read_call = max((entry.number for entry in playground.journal.find_entries()), default=0)

    @property
    def chat_id(self) -> int:
        return self.chat.id

    @property
    def user_by_name(self) -> dict[str, int]:
        return {one.name: user for user, one in self.playground.world.people.items()}

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        return int(self.playground.world.write_as_person(person, self.chat_id, text, reply_to=reply_to)["message_id"])

    async def say_and_read(self, person: int, text: str, reply_to: int | None = None) -> ReadMessage:
        await self.say(person, text, reply_to)
        return await self.read_next()

    async def read_next(self, holding: str = "", patience: float = PATIENCE) -> ReadMessage:
        """The next message of the bot, an ephemeral one once it says what it is for; one that must hold some text."""
        until = time.monotonic() + patience
        while True:
            for entry in self.playground.journal.find_entries(after=self._last_read_call):
                self._last_read_call = entry.number
                if said := self._new_message_of_call(entry):
                    assert holding in said.text, said.text
                    return said
            await self._wait_newer_call(until, "the bot stayed silent")

    async def _wait_newer_call(self, until: float, otherwise: str) -> None:
        left = until - time.monotonic()
        newer = left > 0 and await self.playground.journal.wait_for_entries(after=self._last_read_call, seconds=left)
        assert newer, (
            f"{otherwise} in chat {self.chat_id}; its calls:\n{self._recent_calls()}\nits log:\n{self._log()[-4000:]}"
        )

    def _recent_calls(self) -> str:
        last = self.playground.journal.find_entries()[-20:]
        return "\n".join(f"{one.number} {one.method} {one.status} {one.parameters}"[:1000] for one in last)

    def unread_messages(self) -> list[ReadMessage]:
        """What the bot has sent here since the last message read, which stays unread."""
        found = [
            self._new_message_of_call(entry)
            for entry in self.playground.journal.find_entries(after=self._last_read_call)
        ]
        return [said for said in found if said is not None]

    def newest_ephemeral(self, person: int) -> ReadMessage:
        shown = self.playground.world.ephemeral.visible_to_person(self.chat_id, person)
        assert shown, f"{person} sees no ephemeral message; the bot's log:\n{self._log()[-4000:]}"
        return ReadMessage(shown[-1]["message"], 0)

    def all_ephemerals(self, person: int) -> list[Json]:
        """Every ephemeral message that somebody sees here, each with the public one that it ``replaces``."""
        return self.playground.world.ephemeral.visible_to_person(self.chat_id, person)

    async def tap_kind(self, person: int, said: ReadMessage, kind: str) -> Json:
        return await self.press_data(person, said, said.data_of_kind(kind))

    async def read_fair_draw(self, person: int, said: ReadMessage) -> list[str]:
        """Seal and secret: in a box, or where the server can in a message that nobody else sees."""
        answer = await self.tap_kind(person, said, "seal")
        if answer.get("text"):
            assert answer["show_alert"]
            return SEAL.findall(answer["text"])
        shown = await self.read_next()
        assert shown.reader == person, shown.text
        return SEAL.findall(shown.text)

    async def press_data(self, person: int, said: ReadMessage, data: str) -> Json:
        ephemeral = said.reader is not None
        callback = self.playground.world.press_button(person, self.chat_id, said.message_id, data, ephemeral=ephemeral)
        done, _ = await asyncio.wait({callback.answer}, timeout=PATIENCE)
        assert done, f"nobody answered the tap on {data}; the bot's log:\n{self._log()[-4000:]}"
        return callback.answer.result()

    async def wait_edited(self, said: ReadMessage) -> ReadMessage:
        until = time.monotonic() + PATIENCE
        while True:
            for entry in self.playground.journal.find_entries(after=self._last_read_call):
                self._last_read_call = entry.number
                # Edits that change nothing, or that have come too late, are refused.
                if entry.method.startswith("editMessage") and entry.status != _TAKEN:
                    continue
                if said.reader is not None:
                    if (now := self._edited_ephemeral(entry)) and (now.message_id, now.reader) == (
                        said.message_id,
                        said.reader,
                    ):
                        return now
                elif entry.method.startswith("editMessage") and entry.result["message_id"] == said.message_id:
                    return ReadMessage(entry.result, entry.number)
            await self._wait_newer_call(until, "nothing was edited")

    async def load_picture(self, said: ReadMessage) -> Image.Image:
        assert said.photo_id is not None, f"no picture above: {said.text}"
        return load_png(self.playground.files.require_file(said.photo_id).upload.content)

    def _new_message_of_call(self, entry: JournalEntry) -> ReadMessage | None:
        """What a call says here that is new; an ephemeral message that is sent neutral says it with its first edit."""
        if (said := _message_of_send(entry)) is not None:
            here = said.message["chat"]["id"] == self.chat_id
            return said if here and (said.reader is None or has_content(entry)) else None
        now = self._edited_ephemeral(entry)
        if now is None:
            return None
        former = [one for one in self.playground.journal.find_entries() if one.number <= entry.number]
        first = next(
            one
            for one in former
            if _is_edit_of_ephemeral(one, self.chat_id, now) or _is_send_of_ephemeral(one, self.chat_id, now)
        )
        return now if first.number == entry.number else None

    def _edited_ephemeral(self, entry: JournalEntry) -> ReadMessage | None:
        """The ephemeral message here that a call has edited, as it stands now; ``None`` for anything else."""
        if not entry.method.startswith("editEphemeralMessage") or entry.status != 200:
            return None
        chat, person, number = _ephemeral_target(entry)
        shown = self.playground.world.ephemeral.visible_to_person(self.chat_id, person) if chat == self.chat_id else []
        found = [one["message"] for one in shown if one["message"]["ephemeral_message_id"] == number]
        return ReadMessage(found[0], entry.number) if found else None


def load_png(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content), formats=["PNG"])
    image.load()
    return image


def _ephemeral_target(entry: JournalEntry) -> tuple[int, int, int]:
    parameters = entry.parameters
    return int(parameters["chat_id"]), int(parameters["receiver_user_id"]), int(parameters["ephemeral_message_id"])


def _is_edit_of_ephemeral(entry: JournalEntry, chat: int, said: ReadMessage) -> bool:
    edits = entry.method.startswith("editEphemeralMessage") and entry.status == 200
    return edits and _ephemeral_target(entry) == (chat, said.reader, said.message_id)


def _is_send_of_ephemeral(entry: JournalEntry, chat: int, said: ReadMessage) -> bool:
    sent = _message_of_send(entry)
    return (
        sent is not None
        and has_content(entry)
        and (sent.message["chat"]["id"], sent.reader, sent.message_id) == (chat, said.reader, said.message_id)
    )


def _message_of_send(entry: JournalEntry) -> ReadMessage | None:
    if entry.method not in _SENDS or entry.status != 200:
        return None
    return ReadMessage(entry.result, entry.number)


def letters_and_points(text: str) -> tuple[str, ...]:
    """The tiles in a text such as ``K₁ A₁ ▢₀``, blanks as ``?``."""
    return tuple("?" if tile == "▢" else tile for tile in re.findall(r"(\S)[₀-₉]+", text))
