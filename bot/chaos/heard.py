"""What left the processes: by way of Telegram, in the outbox for a while, among the dead letters, and into the logs."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.chaos import kept
from bot.chaos.leaks import Text
from bot.chaos.told import Said
from bot.fleet.calls import Entry
from bot.fleet.processes import Worker
from bot.tables.packing import unpacked

_SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
_EDITS: Final = frozenset({"editMessageText", "editMessageCaption", "editMessageMedia"})
"""What puts other words where some stand: so a lobby tells who comes and goes."""
_SAMPLE_SECONDS: Final = 2.0
_SENDER: Final = re.compile(rb'"from":\s*\{[^{}]*?"id":\s*(\d+)')


@dataclass(slots=True)
class Heard:
    """What left the processes by way of Telegram, as little of each as an audit needs."""

    chats: defaultdict[int, list[tuple[int | None, Said]]] = field(default_factory=lambda: defaultdict(list))
    """Messages that were carried out, by chat: the topic, and what was said."""
    texts: list[Text] = field(default_factory=list)
    waited: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """What was seen to wait in the outbox, by where it lay: for which chat, and what it says, packed."""
    topics: dict[tuple[int, int], int] = field(default_factory=dict)
    """Of messages in topics, by chat and number, the topic: an edit names none."""
    pressed: dict[str, int] = field(default_factory=dict)

    def hear(self, entry: Entry) -> None:
        """Note a call."""
        call, given = entry.call, entry.call.parameters
        text = f"{call.text}\n{given['reply_markup']}" if given.get("reply_markup") else call.text
        if not text:
            return
        reader = call.chat
        if call.method == "answerCallbackQuery":
            reader = self.pressed.get(str(given.get("callback_query_id")), 0)
        self.texts.append(Text(f"{call.method} {entry.number}", text, 0 if reader is None else reader))
        if not entry.shown or call.chat is None:
            return
        if call.method in _SENDS:
            topic = given.get("message_thread_id")
            if topic is not None and entry.message is not None:
                self.topics[call.chat, entry.message] = topic
            self.chats[call.chat].append((topic, Said(call.text, call.method == "sendPhoto")))
        elif call.method in _EDITS:
            topic = self.topics.get((call.chat, int(given["message_id"])))
            self.chats[call.chat].append((topic, Said(call.text, photo=False)))


async def sample(client: Redis, heard: Heard) -> None:
    """Now and then read what waits in the outbox: it is to hold nothing that its chat may not know."""
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        with suppress(RedisError, OSError):
            await look(client, heard)


async def look(client: Redis, heard: Heard) -> None:
    """Note what waits in the outbox; what waits long is kept once.

    Raises:
        RedisError: it cannot be read.
    """
    heard.waited.update((name, (chat, payload)) for name, chat, payload in await kept.notices(client))


async def dead_letters(client: Redis) -> list[Text]:
    """What was put aside, for the operator to read: nothing of it may be secret but what its sender wrote of their own.

    Raises:
        RedisError: it cannot be read.
    """
    texts = []
    for name, entries in (await kept.streams(client, "dead")).items():
        for entry, fields in entries:
            raw = fields.pop(b"raw", b"")
            sender = _SENDER.search(raw)
            where = f"{name} {entry.decode()}"
            texts.append(Text(where, _spelt(raw), None if sender is None else int(sender[1]), message=False))
            texts += [Text(where, value.decode(errors="replace"), message=False) for value in fields.values()]
    return texts


def _spelt(raw: bytes) -> str:
    """What came in, with its letters as such where they were escaped."""
    try:
        return msgspec.json.encode(msgspec.json.decode(raw)).decode()
    except (msgspec.DecodeError, UnicodeError):
        return raw.decode(errors="replace")


def everything(heard: Heard, workers: Iterable[Worker]) -> Iterator[Text]:
    """Everything that left the processes: by Telegram, by the outbox, and into the logs."""
    yield from heard.texts
    for where, (chat, payload) in heard.waited.items():
        yield Text(where, unpacked(payload).decode(), chat, message=False)
    for one in workers:
        with one.log.open(encoding="utf-8", errors="replace") as log:
            for number, line in enumerate(log, start=1):
                yield Text(f"{one.name}'s log, line {number}", line)
