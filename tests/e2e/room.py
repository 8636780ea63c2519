"""A chat as its people see it: they say and tap, and read what the bot sends, without ever watching a clock."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol

from PIL import Image

from bot.playground import Entry, Playground
from bot.playground.chats import Chat

Json = dict[str, Any]

PATIENCE = 20.0
"""Seconds after which a silent bot is a broken bot; no test that passes comes near it."""
GREETED = "Harfiyen"
_TAKEN = 200
_SENDS = frozenset({"sendMessage", "sendPhoto"})
_ISOLATES = str.maketrans("", "", "\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the bot."""

    message: Json
    number: int
    """Of the call that sent it."""

    @property
    def id(self) -> int:
        return int(self.message["message_id"])

    @property
    def raw(self) -> str:
        """The text as it came, to which the entities' places refer."""
        return str(self.message.get("text", self.message.get("caption", "")))

    @property
    def text(self) -> str:
        """The text without the marks around names that keep right-to-left ones apart."""
        return self.raw.translate(_ISOLATES)

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def marked(self, kind: str) -> list[str]:
        """The parts of the text that an entity of a kind covers."""
        units = self.raw.encode("utf-16-le")
        return [
            units[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le").translate(_ISOLATES)
            for one in self._entities
            if one["type"] == kind
        ]

    @property
    def mentioned(self) -> list[int]:
        """The people that the message notifies."""
        return [int(one["user"]["id"]) for one in self._entities if one["type"] == "text_mention"]

    @property
    def _entities(self) -> list[Json]:
        found: list[Json] = self.message.get("entities") or self.message.get("caption_entities") or []
        return found

    @property
    def photo(self) -> str | None:
        """The id of its picture in full size."""
        sizes = self.message.get("photo")
        return str(sizes[-1]["file_id"]) if sizes else None

    @property
    def buttons(self) -> list[Json]:
        rows = self.message.get("reply_markup", {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    def data(self, kind: str) -> str:
        """What the first button of a kind carries."""
        found = [str(one.get("callback_data", "")) for one in self.buttons]
        return next(data for data in found if data.startswith(f"{kind}:"))


class Venue(Protocol):
    """Where a game can be played, by whatever means."""

    @property
    def id(self) -> int:
        """The chat."""

    @property
    def names(self) -> dict[str, int]:
        """The people by name."""

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Say something; the id of the message."""

    async def ask(self, person: int, text: str, reply_to: int | None = None) -> Said:
        """Say something, and read what the bot sends next."""

    async def next(self, holding: str = "") -> Said:
        """The next message of the bot; one that must hold some text."""

    async def tap(self, person: int, said: Said, kind: str) -> Json:
        """Press a button; what its presser alone is shown."""

    async def picture(self, said: Said) -> Image.Image:
        """The message's picture, read to its last byte."""


class Room:
    """One chat, and how far its messages were read."""

    def __init__(self, playground: Playground, chat: Chat, log: Callable[[], str]) -> None:
        self.chat = chat
        self._playground = playground
        self._log = log
        self._read = max((entry.number for entry in playground.journal.entries()), default=0)

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def names(self) -> dict[str, int]:
        """The people by name."""
        return {one.name: user for user, one in self._playground.world.people.items()}

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Say something; the id of the message."""
        return int(self._playground.world.say(person, self.id, text, reply_to=reply_to)["message_id"])

    async def ask(self, person: int, text: str, reply_to: int | None = None) -> Said:
        """Say something, and read what the bot sends next."""
        await self.say(person, text, reply_to)
        return await self.next()

    async def next(self, holding: str = "") -> Said:
        """The next message of the bot; one that must hold some text."""
        while True:
            for entry in self._playground.journal.entries(after=self._read):
                self._read = entry.number
                if (said := _sent(entry)) and said.message["chat"]["id"] == self.id:
                    assert holding in said.text, said.text
                    return said
            newer = await self._playground.journal.wait(after=self._read, seconds=PATIENCE)
            assert newer, f"the bot stayed silent in chat {self.id}; its log:\n{self._log()[-4000:]}"

    def unread(self) -> list[Said]:
        """What the bot has sent here since the last message read, which stays unread."""
        found = [_sent(entry) for entry in self._playground.journal.entries(after=self._read)]
        return [said for said in found if said is not None and said.message["chat"]["id"] == self.id]

    async def tap(self, person: int, said: Said, kind: str) -> Json:
        """Press a button; what its presser alone is shown."""
        return await self.press(person, said, said.data(kind))

    async def press(self, person: int, said: Said, data: str) -> Json:
        """Press the button with these data."""
        callback = self._playground.world.press(person, self.id, said.id, data)
        done, _ = await asyncio.wait({callback.answer}, timeout=PATIENCE)
        assert done, f"nobody answered the tap on {data}; the bot's log:\n{self._log()[-4000:]}"
        return callback.answer.result()

    async def edited(self, said: Said) -> Said:
        """The message after the bot's next edit of it."""
        while True:
            for entry in self._playground.journal.entries(after=self._read):
                self._read = entry.number
                # Edits that change nothing, or that have come too late, are refused.
                if entry.method.startswith("editMessage") and entry.status != _TAKEN:
                    continue
                if entry.method.startswith("editMessage") and entry.result["message_id"] == said.id:
                    return Said(entry.result, entry.number)
            assert await self._playground.journal.wait(after=self._read, seconds=PATIENCE), "nothing was edited"

    async def picture(self, said: Said) -> Image.Image:
        """The message's picture, read to its last byte."""
        assert said.photo is not None, f"no picture above: {said.text}"
        return png(self._playground.files.get(said.photo).upload.content)

    def shows_now(self, said: Said) -> Said:
        """The message as it stands now, edits included."""
        return Said(self.chat.messages[said.id], said.number)


def png(content: bytes) -> Image.Image:
    """A picture, read to its last byte."""
    image = Image.open(BytesIO(content), formats=["PNG"])
    image.load()
    return image


def _sent(entry: Entry) -> Said | None:
    if entry.method not in _SENDS or entry.status != 200:
        return None
    return Said(entry.result, entry.number)


def letters_and_points(text: str) -> tuple[str, ...]:
    """The tiles in a text such as ``K₁ A₁ ▢₀``, blanks as ``?``."""
    return tuple("?" if tile == "▢" else tile for tile in re.findall(r"(\S)[₀-₉]+", text))
