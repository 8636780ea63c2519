"""A chat as its people see it: they say and tap, and read what the bot sends, without ever watching a clock."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol

from PIL import Image

from bot.playground import Entry, Playground
from bot.playground.chats import Chat
from tests.support.chats import says
from tests.support.patience import PATIENCE

Json = dict[str, Any]

GREETED = "Harfiyen"
SEAL = re.compile(r"\b[0-9a-f]{64}\b")
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
        """Its number; an ephemeral message's own one."""
        return int(self.message["message_id" if self.reader is None else "ephemeral_message_id"])

    @property
    def reader(self) -> int | None:
        """The one person who sees it; ``None`` for what everybody sees."""
        return int(self.message["receiver_user"]["id"]) if "ephemeral_message_id" in self.message else None

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

    def behind(self, label: str) -> str:
        """What the first button carries that begins with some text."""
        found = [one for one in self.buttons if str(one["text"]).startswith(label)]
        assert found, [one["text"] for one in self.buttons]
        return str(found[0]["callback_data"])

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

    async def seal(self, person: int, lobby: Said) -> str:
        """The whole seal of a table, as the one who presses its button is shown it."""

    async def picture(self, said: Said) -> Image.Image:
        """The message's picture, read to its last byte."""


class Room:
    """One chat, and how far its messages were read."""

    def __init__(self, playground: Playground, chat: Chat, log: Callable[[], str]) -> None:
        self.chat = chat
        self.playground = playground
        self._log = log
        self._read = max((entry.number for entry in playground.journal.entries()), default=0)

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def names(self) -> dict[str, int]:
        """The people by name."""
        return {one.name: user for user, one in self.playground.world.people.items()}

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Say something; the id of the message."""
        return int(self.playground.world.say(person, self.id, text, reply_to=reply_to)["message_id"])

    async def ask(self, person: int, text: str, reply_to: int | None = None) -> Said:
        """Say something, and read what the bot sends next."""
        await self.say(person, text, reply_to)
        return await self.next()

    async def next(self, holding: str = "", patience: float = PATIENCE) -> Said:
        """The next message of the bot, an ephemeral one once it says what it is for; one that must hold some text."""
        until = time.monotonic() + patience
        while True:
            for entry in self.playground.journal.entries(after=self._read):
                self._read = entry.number
                if said := self._told(entry):
                    assert holding in said.text, said.text
                    return said
            await self._newer(until, "the bot stayed silent")

    async def _newer(self, until: float, otherwise: str) -> None:
        """Wait for more calls, whatever they are about, until an instant of the monotonic clock."""
        left = until - time.monotonic()
        newer = left > 0 and await self.playground.journal.wait(after=self._read, seconds=left)
        assert newer, f"{otherwise} in chat {self.id}; its calls:\n{self._calls()}\nits log:\n{self._log()[-4000:]}"

    def _calls(self) -> str:
        """What the bot last asked of the server, a call a line."""
        last = self.playground.journal.entries()[-20:]
        return "\n".join(f"{one.number} {one.method} {one.status} {one.parameters}"[:1000] for one in last)

    def unread(self) -> list[Said]:
        """What the bot has sent here since the last message read, which stays unread."""
        found = [self._told(entry) for entry in self.playground.journal.entries(after=self._read)]
        return [said for said in found if said is not None]

    def own(self, person: int) -> Said:
        """The newest ephemeral message that somebody sees here, as it stands now."""
        shown = self.playground.world.ephemeral.shown(self.id, person)
        assert shown, f"{person} sees no ephemeral message; the bot's log:\n{self._log()[-4000:]}"
        return Said(shown[-1]["message"], 0)

    def owns(self, person: int) -> list[Json]:
        """Every ephemeral message that somebody sees here, each with the public one that it ``replaces``."""
        return self.playground.world.ephemeral.shown(self.id, person)

    async def tap(self, person: int, said: Said, kind: str) -> Json:
        """Press a button; what its presser alone is shown."""
        return await self.press(person, said, said.data(kind))

    async def seal(self, person: int, lobby: Said) -> str:
        """The whole seal of a table: in a box, or where the server can in a message that nobody else sees."""
        answer = await self.tap(person, lobby, "seal")
        if answer.get("text"):
            assert answer["show_alert"]
            return str(SEAL.findall(answer["text"])[0])
        said = await self.next()
        assert said.reader == person, said.text
        return str(SEAL.findall(said.text)[0])

    async def press(self, person: int, said: Said, data: str) -> Json:
        """Press the button with these data."""
        ephemeral = said.reader is not None
        callback = self.playground.world.press(person, self.id, said.id, data, ephemeral=ephemeral)
        done, _ = await asyncio.wait({callback.answer}, timeout=PATIENCE)
        assert done, f"nobody answered the tap on {data}; the bot's log:\n{self._log()[-4000:]}"
        return callback.answer.result()

    async def edited(self, said: Said) -> Said:
        """The message after the bot's next edit of it."""
        until = time.monotonic() + PATIENCE
        while True:
            for entry in self.playground.journal.entries(after=self._read):
                self._read = entry.number
                # Edits that change nothing, or that have come too late, are refused.
                if entry.method.startswith("editMessage") and entry.status != _TAKEN:
                    continue
                if said.reader is not None:
                    if (now := self._edited_alone(entry)) and (now.id, now.reader) == (said.id, said.reader):
                        return now
                elif entry.method.startswith("editMessage") and entry.result["message_id"] == said.id:
                    return Said(entry.result, entry.number)
            await self._newer(until, "nothing was edited")

    async def picture(self, said: Said) -> Image.Image:
        """The message's picture, read to its last byte."""
        assert said.photo is not None, f"no picture above: {said.text}"
        return png(self.playground.files.get(said.photo).upload.content)

    def shows_now(self, said: Said) -> Said:
        """The message as it stands now, edits included."""
        if said.reader is not None:
            return Said(self.playground.world.ephemeral.get(self.id, said.reader, said.id).message, said.number)
        return Said(self.chat.messages[said.id], said.number)

    def _told(self, entry: Entry) -> Said | None:
        """What a call says here that is new; an ephemeral message that is sent neutral says it with its first edit."""
        if (said := _sent(entry)) is not None:
            here = said.message["chat"]["id"] == self.id
            return said if here and (said.reader is None or says(entry)) else None
        now = self._edited_alone(entry)
        if now is None:
            return None
        former = [one for one in self.playground.journal.entries() if one.number <= entry.number]
        first = next(one for one in former if _edits_alone(one, self.id, now) or _says_alone(one, self.id, now))
        return now if first.number == entry.number else None

    def _edited_alone(self, entry: Entry) -> Said | None:
        """The ephemeral message here that a call has edited, as it stands now; ``None`` for anything else."""
        if not entry.method.startswith("editEphemeralMessage") or entry.status != 200:
            return None
        chat, person, number = _target(entry)
        shown = self.playground.world.ephemeral.shown(self.id, person) if chat == self.id else []
        found = [one["message"] for one in shown if one["message"]["ephemeral_message_id"] == number]
        return Said(found[0], entry.number) if found else None


def png(content: bytes) -> Image.Image:
    """A picture, read to its last byte."""
    image = Image.open(BytesIO(content), formats=["PNG"])
    image.load()
    return image


def _target(entry: Entry) -> tuple[int, int, int]:
    """The ephemeral message that a call names: its chat, its reader, its number."""
    parameters = entry.parameters
    return int(parameters["chat_id"]), int(parameters["receiver_user_id"]), int(parameters["ephemeral_message_id"])


def _edits_alone(entry: Entry, chat: int, said: Said) -> bool:
    edits = entry.method.startswith("editEphemeralMessage") and entry.status == 200
    return edits and _target(entry) == (chat, said.reader, said.id)


def _says_alone(entry: Entry, chat: int, said: Said) -> bool:
    sent = _sent(entry)
    return (
        sent is not None
        and says(entry)
        and (sent.message["chat"]["id"], sent.reader, sent.id)
        == (
            chat,
            said.reader,
            said.id,
        )
    )


def _sent(entry: Entry) -> Said | None:
    if entry.method not in _SENDS or entry.status != 200:
        return None
    return Said(entry.result, entry.number)


def letters_and_points(text: str) -> tuple[str, ...]:
    """The tiles in a text such as ``K₁ A₁ ▢₀``, blanks as ``?``."""
    return tuple("?" if tile == "▢" else tile for tile in re.findall(r"(\S)[₀-₉]+", text))
